import type { ChromeEvent } from './chrome.js';

/** The line of events that lie in no operation. */
export const OUTSIDE = 'events';

/** Numbers the processes and lines of a picture, and names them. */
export class Tracks {
  /** Names of all lines so far. They may stand anywhere in the file. */
  readonly names: ChromeEvent[] = [];
  readonly #pids = new Map<string, number>();
  readonly #tids = new Map<string, number>();

  /** @param writer empty where nobody knows it */
  at(writer: string, line: string): { pid: number; tid: number } {
    const pid = this.#pids.get(writer) ?? this.#pids.size + 1;
    if (!this.#pids.has(writer)) {
      this.#pids.set(writer, pid);
      const name = writer === '' ? 'recording' : `writer ${writer}`;
      this.names.push({ ph: 'M', name: 'process_name', pid, tid: 0, ts: 0, args: { name } });
    }
    const key = `${pid} ${line}`;
    const tid = this.#tids.get(key) ?? this.#tids.size + 1;
    if (!this.#tids.has(key)) {
      this.#tids.set(key, tid);
      this.names.push({ ph: 'M', name: 'thread_name', pid, tid, ts: 0, args: { name: line } });
    }
    return { pid, tid };
  }
}
