// One reader: a socket, and the ids of the events that come over it. It checks that every frame
// comes once and in order, and holds no text: the generator must not be the slow part.
import { connect } from 'node:net';

/** More than an id line has. */
const MAX_ID_LINE = 200;

export class Reader {
  /** Frames after the opening one. */
  frames = 0;
  bytes = 0;
  /** Frames that came twice, late or never. */
  problems = 0;
  isOver = false;
  id;
  #lastSeq;
  #tail = '';
  #onFrame;

  /** @param lastEventId where it goes on. Without one the first event is the opening. */
  constructor({ port, path, lastEventId, onFrame, onClose }) {
    this.#onFrame = onFrame;
    if (lastEventId) this.#lastSeq = seqIn(lastEventId);
    this.socket = connect({ port, host: '127.0.0.1' });
    const resume = lastEventId ? `Last-Event-ID: ${lastEventId}\r\n` : '';
    const head = 'Host: 127.0.0.1\r\nAccept: text/event-stream\r\n';
    this.socket.write(`GET ${path} HTTP/1.1\r\n${head}${resume}\r\n`);
    this.socket.on('data', (chunk) => this.#take(chunk));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isOver = true;
      onClose?.(this);
    });
  }

  #take(chunk) {
    this.bytes += chunk.length;
    const text = this.#tail + chunk.latin1Slice();
    let from = 0;
    for (let at = text.indexOf('id: '); at >= 0; at = text.indexOf('id: ', from)) {
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      from = end;
      // Only at the start of a line: a chunk's own framing ends its line, too.
      if (at === 0 || text[at - 1] === '\n') this.#seen(text, at + 4, end);
    }
    const lastLine = Math.max(from, text.lastIndexOf('\n'));
    this.#tail = text.length - lastLine > MAX_ID_LINE ? '' : text.slice(lastLine);
  }

  #seen(text, from, end) {
    this.id = text.slice(from, end);
    const seq = seqIn(this.id);
    const isOpening = this.#lastSeq === undefined;
    if (!isOpening) {
      if (seq !== this.#lastSeq + 1) this.problems++;
      this.frames++;
    }
    this.#lastSeq = seq;
    this.#onFrame(this, text, end);
  }
}

function seqIn(id) {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}
