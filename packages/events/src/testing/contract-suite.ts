import { expectFunction } from '../expect.js';
import type { EventStreamOptions } from '../http/options.js';
import type { StreamSource } from '../stream/sink.js';
import { Bench } from './contract/bench.js';
import type { Check } from './contract/check.js';
import { cursorChecks } from './contract/cursor-checks.js';
import { deliveryChecks } from './contract/delivery-checks.js';
import { endingChecks } from './contract/ending-checks.js';
import { headChecks } from './contract/head-checks.js';
import { listChecks } from './contract/list-checks.js';
import { openingChecks } from './contract/opening-checks.js';
import { pressureChecks } from './contract/pressure-checks.js';
import { refusalChecks } from './contract/refusal-checks.js';

/** How the suite starts a server of some kind. */
export interface ContractAdapter {
  /**
   * Starts a server on a free port of 127.0.0.1 whose only route is `GET /streams/:id`. The route
   * asks `find` for the id: `undefined` is answered 404, anything else with the event stream of
   * its source and options, by the adapter under test.
   */
  start(find: (id: string) => ContractRoute | undefined): Promise<ContractServer>;
}

/** What is served at an id. */
export interface ContractRoute {
  readonly source: StreamSource;
  readonly options: EventStreamOptions;
}

/** A server that listens. */
export interface ContractServer {
  /** For instance `http://127.0.0.1:4000`. */
  readonly origin: string;
  /**
   * How requests are made, for servers that the platform's `fetch` cannot speak to, over HTTP/2
   * say. It has to honour `signal`, and to take nothing from the network that is not read.
   *
   * @default the platform's `fetch`
   */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called when every source was disposed of and every reader is gone. */
  stop(): Promise<void>;
}

const checks: readonly Check[] = [
  ...headChecks,
  ...openingChecks,
  ...cursorChecks,
  ...refusalChecks,
  ...deliveryChecks,
  ...pressureChecks,
  ...endingChecks,
  ...listChecks,
];

/**
 * The contract as every adapter has to keep it, seen from the other end of the network: one test
 * a sentence, each with a server of its own. Needs `fetch` and nothing else of any platform or test
 * runner.
 *
 * ```ts
 * contractSuite(adapter, test);
 * ```
 *
 * @param test registers a test, as `test` and `it` of every runner do.
 * @throws LoopEventsError `invalid-option`
 */
export function contractSuite(
  adapter: ContractAdapter,
  test: (name: string, run: () => Promise<void>) => unknown,
): void {
  expectFunction(adapter?.start, 'adapter: expected a ContractAdapter.');
  expectFunction(test, 'test: expected a function.');
  for (const { name, run } of checks) {
    test(name, () => Bench.use(adapter, run));
  }
}
