// One reader: a socket, and the events that come over it. It checks that every frame is whole, comes
// once and in order, and keeps no text: the generator must not be the slow part.
import { connect } from 'node:net';

/** Of an event that is longer than this only both ends are looked at. */
const HEAD = 1_024;
const END = 256;

export class Reader {
  /** Frames since the last mark, without the opening one. */
  frames = 0;
  /** Frames that somebody waits for. */
  goal = Infinity;
  bytes = 0;
  isStalled = false;
  isOver = false;
  /** The last frame's id. */
  id;
  /** What was wrong first: a frame that came twice, late, in pieces or never. */
  problem;
  #lastSeq;
  #tail = '';
  #onFrame;

  /** @param lastEventId where it goes on. Without one the first frame is the opening. */
  constructor({ port, session, lastEventId, onFrame, onClose }) {
    this.session = session;
    this.#onFrame = onFrame;
    if (lastEventId) this.#lastSeq = seqIn(lastEventId);
    this.socket = connect({ port, host: '127.0.0.1' });
    const resume = lastEventId ? `Last-Event-ID: ${lastEventId}\r\n` : '';
    const head = 'Host: 127.0.0.1\r\nAccept: text/event-stream\r\n';
    this.socket.write(`GET /${session} HTTP/1.1\r\n${head}${resume}\r\n`);
    this.socket.on('data', (chunk) => this.#take(chunk));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.isOver = true;
      onClose(this);
    });
  }

  /** Takes no byte any more, and does not hang up either. */
  stall() {
    this.isStalled = true;
    this.socket.pause();
  }

  #take(chunk) {
    // The line end in front: every field is found by the line end before it.
    const text = `\n${this.#tail}${chunk.latin1Slice()}`;
    if (this.bytes === 0 && !text.startsWith('\nHTTP/1.1 200 ')) this.#wrong(text.slice(0, 40));
    this.bytes += chunk.length;
    let from = 1;
    for (let end = text.indexOf('\n\n', 1); end >= 0; end = text.indexOf('\n\n', from)) {
      this.#event(text, from - 1, end);
      from = end + 2;
    }
    const rest = text.slice(from);
    this.#tail = rest.length > HEAD + END ? rest.slice(0, HEAD) + rest.slice(-END) : rest;
  }

  /** Anything may stand around its lines: the framing of a chunk, the head of the response. */
  #event(text, from, end) {
    const idAt = text.indexOf('\nid:', from);
    if (idAt < 0 || idAt > end) return;
    this.id = text.slice(idAt + 4, text.indexOf('\n', idAt + 4)).trim();
    const seq = seqIn(this.id);
    const dataAt = text.indexOf('\ndata:', from);
    const numberAt = text.indexOf('"seq":', dataAt) + 6;
    const isNumbered = Number.parseInt(text.slice(numberAt, numberAt + 12), 10) === seq;
    // Some write the id last.
    const isWhole = text[end - 1] === '}' || text[idAt - 1] === '}';
    if (dataAt < 0 || !isNumbered || !isWhole) this.#wrong(`frame ${this.id} is not whole`);
    if (this.#lastSeq !== undefined) {
      if (seq !== this.#lastSeq + 1) this.#wrong(`frame ${seq} after ${this.#lastSeq}`);
      this.frames++;
    }
    this.#lastSeq = seq;
    this.#onFrame(this, text, dataAt, end);
  }

  #wrong(problem) {
    this.problem ??= problem;
  }
}

function seqIn(id) {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}
