import { highestSeq } from './highest-seq.js';
import type { Resumption, TraceSegment, TraceStorage } from './storage.js';
import { utf8Length } from './utf8-length.js';

/** A segment in memory. */
export interface MemorySegment {
  readonly name: string;
  /** Its lines so far. */
  readonly text: string;
  readonly isClosed: boolean;
}

/** Keeps segments in memory: for tests, and for tools that show a run without files. */
export interface MemoryStorage extends TraceStorage {
  readonly segments: readonly MemorySegment[];
}

/**
 * Makes a storage that keeps everything in memory, without a bound but the recording's own. Hand it
 * to a second recording once the first is closed, and that one goes on where the first ended.
 */
export function createMemoryStorage(): MemoryStorage {
  const segments: (MemorySegment & { text: string; isClosed: boolean })[] = [];

  return {
    segments,
    resume: () => Promise.resolve(resumption(segments)),
    open() {
      const number = segments.length + 1;
      const previous = segments.at(-1)?.name ?? null;
      const segment = {
        name: `${String(number).padStart(6, '0')}-memory`,
        text: '',
        isClosed: false,
      };
      segments.push(segment);
      return Promise.resolve({ number, previous, ...writing(segment) });
    },
  };
}

function writing(segment: {
  readonly name: string;
  text: string;
  isClosed: boolean;
}): Omit<TraceSegment, 'number' | 'previous'> {
  const appendSync = (lines: readonly string[]): number => {
    const text = lines.join('');
    segment.text += text;
    return utf8Length(text);
  };
  return {
    name: segment.name,
    appendSync,
    append: (lines) => Promise.resolve(appendSync(lines)),
    sync: () => Promise.resolve(),
    close() {
      segment.isClosed = true;
      return Promise.resolve();
    },
  };
}

function resumption(segments: readonly MemorySegment[]): Resumption {
  const text = segments.map((segment) => segment.text).join('');
  return { lastSeq: highestSeq(text), bytes: utf8Length(text) };
}
