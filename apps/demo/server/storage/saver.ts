/** Saves something that changes often. */
export interface Saver {
  /** It changed: save within the delay. */
  soon(): void;
  /** Saves now. Settles when everything up to here is saved, with `false` when it could not be. */
  now(): Promise<boolean>;
  /** Nothing is saved any more. Settles when no write is under way. */
  stop(): Promise<void>;
}

/** What a saver needs. */
export interface SaverOptions {
  write: () => Promise<void>;
  /** The longest that a change waits, in milliseconds. */
  delayMs: number;
  /** A write failed. The next change, or the next `now()`, tries again. */
  onError: (error: unknown) => void;
}

/** One write at a time; changes during a write are saved by the next one. */
export function createSaver({ write, delayMs, onError }: SaverOptions): Saver {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);
  /** The write that is asked for and has not begun. */
  let next: Promise<boolean> | undefined;
  let stopped = false;

  return {
    soon() {
      if (!stopped) timer ??= setTimeout(() => void now(), delayMs);
    },
    now,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await (next ?? writing);
    },
  };

  function now(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    if (stopped) return Promise.resolve(false);
    next ??= writing.then(() => {
      writing = next ?? writing;
      next = undefined;
      return stopped ? false : attempt();
    });
    return next;
  }

  async function attempt(): Promise<boolean> {
    try {
      await write();
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}
