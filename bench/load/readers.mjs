// All readers of the generator, and waiting for them.
import { Reader } from './reader.mjs';

/** Longer than any server is silent while something is due: what does not come then is lost. */
const PATIENCE_MS = 60_000;

export class Readers {
  #readers = [];
  /** Readers that have not reached their goal. */
  #missing = 0;
  #settle;
  #patience;
  #onFrame;

  /** @param onFrame sees the text of each frame, and where its data is */
  constructor(onFrame) {
    this.#onFrame = onFrame;
  }

  /** Resolves when each has its opening, and of those that go on at `at`, `missed` frames. */
  async open({ port, count, sessions, missed = 0, at }) {
    const opened = Array.from({ length: count }, (_, n) =>
      this.#open(port, sessions[n % sessions.length], missed, at),
    );
    await this.#patiently(
      Promise.all(opened),
      () => `a reader of ${count} did not get its opening`,
    );
  }

  #open(port, session, missed, lastEventId) {
    return new Promise((resolve, reject) => {
      const onFrame = (reader, text, from, end) => {
        this.#patience?.refresh();
        if (reader.frames === missed) resolve();
        if (reader.frames === reader.goal && !reader.isStalled) this.#reached();
        this.#onFrame(reader, text, from, end);
      };
      const onClose = ({ isStalled }) => {
        reject(new Error(`${session}: closed before it was open`));
        if (!isStalled) this.#settle?.reject(new Error(`${session}: closed while frames were due`));
      };
      this.#readers.push(new Reader({ port, session, lastEventId, onFrame, onClose }));
    });
  }

  /** Frames are counted from here. */
  mark() {
    for (const reader of this.#readers) {
      reader.frames = 0;
      reader.goal = Infinity;
    }
  }

  /** Resolves when each that reads has so many frames since the mark: by session, or all the same. */
  async receive(frames) {
    for (const reader of this.#readers) reader.goal = frames[reader.session] ?? frames;
    this.#missing = this.#reading().filter((reader) => reader.frames < reader.goal).length;
    if (this.#missing === 0) return;
    const received = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    await this.#patiently(received, () => `${this.#missing} readers lack frames`);
  }

  #reached() {
    if (--this.#missing > 0) return;
    this.#settle.resolve();
    this.#settle = undefined;
  }

  stall({ session, count }) {
    const viewers = this.#readers.filter((reader) => reader.session === session);
    for (const reader of viewers.slice(0, count)) reader.stall();
  }

  /** Of those that read. */
  report() {
    const reading = this.#reading();
    return {
      readers: reading.length,
      frames: reading.reduce((sum, { frames }) => sum + frames, 0),
      problems: this.#readers.flatMap(({ problem }) => problem ?? []),
    };
  }

  /** Bytes by reader. */
  bytes() {
    return this.#readers.map(({ bytes }) => bytes);
  }

  /** The last frame that the first of them has. */
  where() {
    return this.#readers[0].id;
  }

  async close() {
    const closed = this.#readers.map(
      ({ socket, isOver }) => isOver || new Promise((resolve) => socket.on('close', resolve)),
    );
    for (const { socket } of this.#readers) socket.destroy();
    await Promise.all(closed);
    this.#readers = [];
  }

  #reading() {
    return this.#readers.filter(({ isStalled }) => !isStalled);
  }

  /** Gives up when no frame has come for long. */
  async #patiently(promise, complaint) {
    const late = new Promise((_, reject) => {
      this.#patience = setTimeout(() => reject(new Error(complaint())), PATIENCE_MS);
    });
    try {
      await Promise.race([promise, late]);
    } finally {
      clearTimeout(this.#patience);
      this.#patience = undefined;
    }
  }
}
