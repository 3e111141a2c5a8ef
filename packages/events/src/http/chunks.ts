import type { NodeResponseLike, NodeSocketLike } from './node-types.js';

/**
 * The socket below a response that may be written to without the response. Node's `write` checks,
 * frames and corks each chunk anew for each reader, which is a third of what a delivery costs; a
 * chunk of HTTP/1.1 is the same bytes for all. Right only while the response is HTTP/1.1 in chunks,
 * its head has left, and `write` is Node's own, that nobody has wrapped to change what is sent.
 *
 * @returns `undefined` where the response itself is to be written to: HTTP/2, HTTP/1.0, middleware
 * that compresses, or anything else that is not known to be Node's.
 */
export function chunkSocket(response: NodeResponseLike): NodeSocketLike | undefined {
  const { socket, headersSent, chunkedEncoding, writableEnded } = response;
  const isPlain = headersSent && chunkedEncoding === true && !writableEnded;
  return isPlain && socket && hasNodesWrite(socket) && isNodes(response) ? socket : undefined;
}

/** Not one that somebody has put on this very socket. */
function hasNodesWrite(socket: NodeSocketLike): boolean {
  return typeof socket.write === 'function' && !Object.hasOwn(socket, 'write');
}

/**
 * Whether `write` is the one that stands beside `setHeader`, in the class of all outgoing messages.
 * What a framework or middleware puts on the response, or in between, is another.
 */
function isNodes(response: NodeResponseLike): boolean {
  let owner = Object.getPrototypeOf(response) as Partial<NodeResponseLike> | null;
  while (owner && !Object.hasOwn(owner, 'write')) owner = Object.getPrototypeOf(owner) as object;
  return owner !== null && Object.hasOwn(owner, 'setHeader') && owner.write === response.write;
}

/** Readers at one place are served one after the other: the chunk before is mostly theirs, too. */
let latest: { readonly bytes: Uint8Array; readonly chunk: Uint8Array } | undefined;

/** The bytes as one chunk of HTTP/1.1: RFC 9112, section 7.1. */
export function chunkOf(bytes: Uint8Array): Uint8Array {
  if (latest?.bytes !== bytes) latest = { bytes, chunk: encodeChunk(bytes) };
  return latest.chunk;
}

const utf8 = new TextEncoder();

function encodeChunk(bytes: Uint8Array): Uint8Array {
  const size = utf8.encode(`${bytes.length.toString(16)}\r\n`);
  const chunk = new Uint8Array(size.length + bytes.length + LINE_END.length);
  chunk.set(size);
  chunk.set(bytes, size.length);
  chunk.set(LINE_END, size.length + bytes.length);
  return chunk;
}

const LINE_END = utf8.encode('\r\n');
