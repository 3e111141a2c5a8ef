import type { ByteStreamLike, FetchLike, ReadonlyStore } from '@loop/sse-client';

/** What is broken on purpose. */
export interface NetworkFaults {
  /** Every request fails. */
  isOffline: boolean;
  /** Nobody reads the stream that was open when this began. */
  isStalled: boolean;
}

/** A session's `fetch`, which can be broken: for its stream and its history, not for the lists. */
export interface BreakableNetwork extends ReadonlyStore<NetworkFaults> {
  readonly fetch: FetchLike;
  /** Cuts what is open and refuses what comes, until it is undone. */
  setOffline(isOffline: boolean): void;
  /**
   * Leaves what arrives unread, so that it piles up in the browser, in the network and then at the
   * server. It ends with the connection: the client makes another when it hears nothing.
   */
  setStalled(isStalled: boolean): void;
}

/** A network that works, so far. */
export function createBreakableNetwork(): BreakableNetwork {
  let faults: NetworkFaults = { isOffline: false, isStalled: false };
  let cut = new AbortController();
  let stall = { over: Promise.resolve(), end: (): void => {} };
  const listeners = new Set<() => void>();

  return {
    async fetch(url, init) {
      if (faults.isOffline) throw new TypeError('Offline on purpose.');
      if (init.headers['accept'] === 'text/event-stream') setStalled(false);
      const signal = AbortSignal.any([init.signal, cut.signal]);
      const response = await fetch(url, { ...init, signal });
      const { status, headers, body } = response;
      return { status, headers, body: body && held(body), json: () => response.json() };
    },
    setOffline(isOffline) {
      change({ isOffline });
      if (!isOffline) return;
      cut.abort();
      cut = new AbortController();
      setStalled(false);
    },
    setStalled,
    subscribe(listener) {
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    getSnapshot: () => faults,
  };

  function setStalled(isStalled: boolean): void {
    if (isStalled === faults.isStalled) return;
    if (isStalled) stall = createStall();
    else stall.end();
    change({ isStalled });
  }

  /** A body whose reader waits while there is a stall. */
  function held(body: ByteStreamLike): ByteStreamLike {
    return {
      getReader() {
        const reader = body.getReader();
        return {
          async read() {
            await stall.over;
            return reader.read();
          },
          cancel: () => reader.cancel(),
        };
      },
      cancel: () => body.cancel(),
    };
  }

  function change(changed: Partial<NetworkFaults>): void {
    faults = { ...faults, ...changed };
    for (const listener of listeners) listener();
  }
}

function createStall(): { over: Promise<void>; end: () => void } {
  let end!: () => void;
  const over = new Promise<void>((resolve) => (end = resolve));
  return { over, end };
}
