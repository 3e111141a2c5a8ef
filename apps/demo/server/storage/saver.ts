/** Saves something that changes often. */
export interface Saver {
  /** It changed: save within the delay. */
  soon(): void;
  /** Save now. Settles when everything up to here is saved, or could not be. */
  now(): Promise<void>;
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
  let writing: Promise<void> = Promise.resolve();
  /** The write that is asked for and has not begun. */
  let next: Promise<void> | undefined;
  let stopped = false;

  return {
    soon() {
      if (!stopped) timer ??= setTimeout(() => void now(), delayMs);
    },
    now,
    stop() {
      stopped = true;
      clearTimeout(timer);
      return next ?? writing;
    },
  };

  function now(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (stopped) return writing;
    next ??= writing.then(() => {
      writing = next ?? Promise.resolve();
      next = undefined;
      return stopped ? undefined : write().catch(onError);
    });
    return next;
  }
}
