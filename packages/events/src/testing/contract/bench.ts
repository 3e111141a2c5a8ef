import type { EventStreamOptions } from '../../http/options.js';
import type { SessionEventsOptions } from '../../session-events-options.js';
import { ListEvents } from '../../list-events.js';
import { SessionEvents } from '../../session-events.js';
import type { CloseReason } from '../../stream/sink.js';
import type { ContractAdapter, ContractRoute, ContractServer } from '../contract-suite.js';
import { nextTurn, soon } from './check.js';
import { EventReader } from './event-reader.js';

/** What a reader sends. */
export interface Ask {
  /** `Last-Event-ID` */
  readonly cursor?: string;
  /** Behind the question mark. */
  readonly query?: string;
}

/** A server with sessions, and readers that come to it; all gone when the check is over. */
export class Bench {
  readonly #server: ContractServer;
  readonly #routes: Map<string, ContractRoute>;
  readonly #disposables: { dispose(): void }[] = [];
  readonly #leaves: (() => void)[] = [];

  static async use(adapter: ContractAdapter, run: (bench: Bench) => Promise<void>): Promise<void> {
    const routes = new Map<string, ContractRoute>();
    const server = await adapter.start((id) => routes.get(id));
    const bench = new Bench(server, routes);
    try {
      await run(bench);
    } finally {
      await bench.#close();
    }
  }

  private constructor(server: ContractServer, routes: Map<string, ContractRoute>) {
    this.#server = server;
    this.#routes = routes;
  }

  /** A session, served under its own id; its stream is called `s` unless told otherwise. */
  session(
    options: Partial<SessionEventsOptions> = {},
    streamOptions: EventStreamOptions = {},
  ): SessionEvents {
    const session = new SessionEvents({ sessionId: 'one', streamId: 's', ...options });
    this.#disposables.push(session);
    this.route(session.sessionId, { source: session, options: streamOptions });
    return session;
  }

  /** The list stream, called `l`, served as `lists`. */
  lists(streamOptions: EventStreamOptions = {}): ListEvents {
    const lists = new ListEvents({ streamId: 'l' });
    this.#disposables.push(lists);
    this.route('lists', { source: lists, options: streamOptions });
    return lists;
  }

  route(id: string, route: ContractRoute): void {
    this.#routes.set(id, route);
  }

  /** A request to a stream; its whole answer is the caller's to read. */
  fetch(id: string, init: RequestInit = {}, query = ''): Promise<Response> {
    const abort = new AbortController();
    this.#leaves.push(() => abort.abort());
    const url = `${this.#server.origin}/streams/${id}${query && `?${query}`}`;
    const request = this.#server.fetch ?? fetch;
    return soon(request(url, { signal: abort.signal, ...init }), 'the head');
  }

  async open(id: string, ask: Ask = {}): Promise<EventReader> {
    const abort = new AbortController();
    const leave = (): void => abort.abort();
    this.#leaves.push(leave);
    const headers = ask.cursor === undefined ? {} : { 'Last-Event-ID': ask.cursor };
    const response = await this.fetch(id, { headers, signal: abort.signal }, ask.query);
    const reader = new EventReader(response, leave);
    // Held until the end: some runtimes cancel a body that nobody can read any more.
    this.#leaves.push(() => reader.leave());
    return reader;
  }

  /** Readers first, so that no server has to wait for them. */
  async #close(): Promise<void> {
    for (const leave of this.#leaves) leave();
    for (const source of this.#disposables) source.dispose();
    await nextTurn();
    await this.#server.stop();
  }
}

/** Publishes events of a kind of its own, `from` to `to`: each is one frame. */
export function publishNotes(session: SessionEvents, from: number, to: number, text = ''): void {
  for (let n = from; n <= to; n++) publishNote(session, { n, text });
}

export function publishNote(session: SessionEvents, fields: object): void {
  const event = { type: 'contract_note', ...fields };
  session.publish(event);
}

/** Collects why connections ended. */
export class Closes {
  readonly reasons: CloseReason[] = [];
  #waiting: (() => void)[] = [];

  readonly onClose = (reason: CloseReason): void => {
    this.reasons.push(reason);
    for (const wake of this.#waiting.splice(0)) wake();
  };

  /** The first `count` reasons, as soon as there are that many. */
  async first(count: number): Promise<CloseReason[]> {
    while (this.reasons.length < count) {
      const closed = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await soon(closed, `connection ${this.reasons.length + 1} of ${count} to close`);
    }
    return this.reasons.slice(0, count);
  }
}
