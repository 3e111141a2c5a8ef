// What a delivery costs at least in Node: a chunk framed once, and handed to every socket. No server
// to use: it looks at nothing, not even at whether the head has left in chunks.
import { encodedFrame } from './frame.mjs';
import { createRaw } from './raw.mjs';

export function create(options) {
  return createRaw(options, {
    frame: (...of) => chunkOf(encodedFrame(...of)),
    write(response, chunk) {
      if (!response.socket.bytesWritten) response.flushHeaders();
      response.socket.write(chunk);
    },
    comment: chunkOf(Buffer.from(':\n\n')),
  });
}

function chunkOf(bytes) {
  const head = Buffer.from(`${bytes.length.toString(16)}\r\n`);
  return Buffer.concat([head, bytes, Buffer.from('\r\n')]);
}
