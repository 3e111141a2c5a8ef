import type { SessionStore, SessionTraffic } from '@loop/sse-client';

/** A line of the log. */
export interface LogEntry {
  /** Counts up; lines that were forgotten counted, too. */
  id: number;
  at: number;
  /** A frame's type; an event's own, where the frame carries one. */
  what: string;
  seq?: number;
  bytes?: number;
}

/** How a connection went on. */
export interface LoggedOpening {
  at: number;
  /** What was asked for: the frames after this one. */
  cursor?: string;
  /** The first frame that came; missing until it has. */
  first?: { isSnapshot: boolean; seq: number };
}

/** What a session's connections did and brought, as far back as anybody will read. */
export interface TrafficLog {
  /** The latest first. */
  entries(): readonly LogEntry[];
  /** The latest first. */
  openings(): readonly LoggedOpening[];
}

const MAX_ENTRIES = 50;
const MAX_OPENINGS = 8;

/** Writes down what comes from now on. */
export function createTrafficLog(store: Pick<SessionStore, 'observe'>): TrafficLog {
  const entries: LogEntry[] = [];
  const openings: LoggedOpening[] = [];
  let id = 0;
  store.observe(write);
  return { entries: () => entries, openings: () => openings };

  function write(traffic: SessionTraffic): void {
    if (traffic.kind === 'opened') keep(openings, openingOf(traffic), MAX_OPENINGS);
    const [opening] = openings;
    if (traffic.kind === 'frame' && opening && !opening.first) {
      const { type, seq } = traffic.frame;
      opening.first = { isSnapshot: type === 'session.snapshot', seq };
    }
    keep(entries, { id: ++id, at: traffic.at, ...lineFor(traffic) }, MAX_ENTRIES);
  }
}

function keep<Kept>(list: Kept[], latest: Kept, max: number): void {
  list.unshift(latest);
  list.length = Math.min(list.length, max);
}

function openingOf({ at, cursor }: Extract<SessionTraffic, { kind: 'opened' }>): LoggedOpening {
  return { at, ...(cursor !== undefined && { cursor }) };
}

function lineFor(traffic: SessionTraffic): Pick<LogEntry, 'what' | 'seq' | 'bytes'> {
  if (traffic.kind === 'heartbeat') return { what: 'heartbeat' };
  if (traffic.kind === 'opened') {
    return { what: traffic.cursor === undefined ? 'opened' : `opened after ${traffic.cursor}` };
  }
  const { frame, bytes } = traffic;
  const what = frame.type === 'loop.event' ? frame.event.type : frame.type;
  return { what, seq: frame.seq, bytes };
}
