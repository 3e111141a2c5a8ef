import { connect, type Socket } from 'node:net';

interface Ask {
  port: number;
  path?: string;
  headers?: readonly string[];
  version?: '1.0' | '1.1';
}

/** A reader on a bare socket: takes bytes when told to, leaves in every way there is. */
export class RawReader {
  readonly socket: Socket;
  /** Everything taken so far; one character a byte. */
  text = '';
  /** How the other side ended it: FIN, or an error's code. */
  readonly ended: Promise<string>;
  #wake: () => void = () => {};

  constructor({ port, path = '/streams/one', headers = [], version = '1.1' }: Ask) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.write(
      [`GET ${path} HTTP/${version}`, 'Host: test', ...headers, '', ''].join('\r\n'),
    );
    this.socket.on('data', (bytes: Buffer) => {
      this.text += bytes.toString('latin1');
      this.#wake();
    });
    this.ended = new Promise((resolve) => {
      this.socket.on('end', () => resolve('FIN'));
      this.socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      this.socket.on('close', () => resolve('closed'));
    });
  }

  /** Resolves when `part` has come. */
  async until(part: string): Promise<this> {
    let searched = 0;
    while (!this.text.includes(part, searched)) {
      searched = Math.max(0, this.text.length - part.length);
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        void this.ended.then((how) => reject(new Error(`${how} before ${part}`)));
      });
    }
    return this;
  }

  get head(): string {
    return this.text.slice(0, this.text.indexOf('\r\n\r\n'));
  }

  /** Reads at most so much, until the other side ends. */
  async readAt(bytesPerSecond: number): Promise<void> {
    this.socket.removeAllListeners('data').pause();
    const perTick = bytesPerSecond / 50;
    const timer = setInterval(() => {
      const { readableLength } = this.socket;
      const bytes = this.socket.read(Math.min(perTick, readableLength)) as Buffer | null;
      if (bytes) this.text += bytes.toString('latin1');
      this.#wake();
    }, 20);
    await this.ended;
    clearInterval(timer);
  }

  /** The ids of all whole events so far. */
  get ids(): string[] {
    return [...this.text.matchAll(/^id: (.*)$/gm)].map((match) => match[1] ?? '');
  }

  leave(how: 'FIN' | 'RST' | 'half-close'): void {
    if (how === 'FIN') this.socket.destroy();
    if (how === 'RST') this.socket.resetAndDestroy();
    if (how === 'half-close') this.socket.end();
  }
}
