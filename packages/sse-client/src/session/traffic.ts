import type { SessionFrame } from '@loop/events';
import { isBusiness, type ServerSentEvent } from '../decode/decoder.js';
import { callSafely } from '../platform/call-safely.js';

/** What a session's connections did and brought, one thing at a time; `at` is in epoch milliseconds. */
export type SessionTraffic =
  /** The server answered with a stream. `cursor` is the position that was asked for, if one was. */
  | { kind: 'opened'; at: number; cursor?: string }
  /** A frame came. It belongs to the view as well: read only. `bytes` are those of its data. */
  | { kind: 'frame'; at: number; frame: SessionFrame; bytes: number }
  | { kind: 'heartbeat'; at: number };

/** Counts what comes, and tells who wants to know. */
export interface Traffic {
  readonly counts: TrafficCounts;
  opened(cursor: string | undefined): void;
  bytes(count: number): void;
  /** What one chunk completed, and the frames that could be read of it, in the same order. */
  events(events: readonly ServerSentEvent[], frames: readonly SessionFrame[]): void;
  observe(observer: (traffic: SessionTraffic) => void): () => void;
  /** Nobody is told of anything any more. */
  silence(): void;
}

/** Figures since the store was made. */
export interface TrafficCounts {
  connections: number;
  bytes: number;
  frames: number;
  heartbeats: number;
  lastActivityAt?: number;
}

const utf8 = new TextEncoder();

/** Starts at nothing. What nobody observes costs a few additions. */
export function createTraffic(): Traffic {
  const counts: TrafficCounts = { connections: 0, bytes: 0, frames: 0, heartbeats: 0 };
  const observers = new Set<{ observer: (traffic: SessionTraffic) => void }>();
  let silent = false;

  return {
    counts,
    opened(cursor) {
      counts.connections++;
      tell(() => ({ kind: 'opened', at: Date.now(), ...(cursor !== undefined && { cursor }) }));
    },
    bytes(count) {
      counts.bytes += count;
      counts.lastActivityAt = Date.now();
    },
    events(events, frames) {
      const unread = frames.values();
      for (const event of events) {
        if (event.event === 'heartbeat') heartbeat();
        else if (isBusiness(event)) arrived(unread.next().value, event.data);
      }
    },
    observe(observer) {
      const entry = { observer };
      if (!silent) observers.add(entry);
      return () => void observers.delete(entry);
    },
    silence() {
      silent = true;
      observers.clear();
    },
  };

  function heartbeat(): void {
    counts.heartbeats++;
    tell(() => ({ kind: 'heartbeat', at: Date.now() }));
  }

  /** Nothing that follows an event that could not be read is a frame any more. */
  function arrived(frame: SessionFrame | undefined, data: string): void {
    if (!frame) return;
    counts.frames++;
    tell(() => ({ kind: 'frame', at: Date.now(), frame, bytes: utf8.encode(data).length }));
  }

  function tell(describe: () => SessionTraffic): void {
    if (observers.size === 0) return;
    const traffic = describe();
    for (const { observer } of observers) callSafely(() => observer(traffic));
  }
}
