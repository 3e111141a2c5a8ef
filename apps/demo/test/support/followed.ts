import { onTestFinished } from 'vitest';
import { framesFrom, type AnyFrame } from './api.js';

/** A stream that is read in the background. */
export interface Followed {
  /** All frames so far. */
  readonly frames: readonly AnyFrame[];
  /** The first frame that is like this, of those that are here or to come. */
  until(isLike: (frame: AnyFrame) => boolean): Promise<AnyFrame>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
}

/** Reads a stream until the test is over. Its opening frame is here when this resolves. */
export async function follow(url: URL): Promise<Followed> {
  const leaving = new AbortController();
  const frames: AnyFrame[] = [];
  const waiting = new Set<() => void>();
  const ended = read();
  onTestFinished(() => leaving.abort());
  const followed = { frames, until, ended };
  await until(() => true);
  return followed;

  async function read(): Promise<void> {
    try {
      for await (const frame of framesFrom(url, leaving)) {
        frames.push(frame);
        for (const look of [...waiting]) look();
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
  }

  function until(isLike: (frame: AnyFrame) => boolean): Promise<AnyFrame> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = frames.find(isLike);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended.then(() => reject(new Error('The stream ended before.')), reject);
    });
  }
}
