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
  /** How the other side ended it: FIN, or an error's code. */
  readonly ended: Promise<string>;
  readonly #taken: string[] = [];
  #watch: (text: string) => void = () => {};

  constructor({ port, path = '/streams/one', headers = [], version = '1.1' }: Ask) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.write(
      [`GET ${path} HTTP/${version}`, 'Host: test', ...headers, '', ''].join('\r\n'),
    );
    this.socket.on('data', (bytes: Buffer) => this.#take(bytes));
    this.ended = new Promise((resolve) => {
      this.socket.on('end', () => resolve('FIN'));
      this.socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      this.socket.on('close', () => resolve('closed'));
    });
  }

  /** Everything taken so far; one character a byte. */
  get text(): string {
    return this.#taken.join('');
  }

  /** Resolves when `part` has come; looks at each byte once, for streams of megabytes. */
  until(part: string): Promise<this> {
    let seen = this.text;
    return new Promise((resolve, reject) => {
      this.#watch = (text) => {
        seen += text;
        if (seen.includes(part)) resolve(this);
        seen = seen.slice(-part.length);
      };
      this.#watch('');
      void this.ended.then((how) => reject(new Error(`${how} before ${part}`)));
    });
  }

  get head(): string {
    return this.text.slice(0, this.text.indexOf('\r\n\r\n'));
  }

  /** Reads at this rate, by the clock, until the other side ends. */
  async readAt(bytesPerSecond: number): Promise<void> {
    this.socket.removeAllListeners('data').pause();
    const start = performance.now();
    let taken = 0;
    const timer = setInterval(() => {
      const due = ((performance.now() - start) / 1_000) * bytesPerSecond - taken;
      const bytes = this.socket.read(Math.min(due, this.socket.readableLength)) as Buffer | null;
      if (!bytes) return;
      taken += bytes.length;
      this.#take(bytes);
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

  #take(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    this.#taken.push(text);
    this.#watch(text);
  }
}
