import type { SessionStoreState } from '@loop/sse-client';
import type { AttendedSession } from '../session/attended-session.js';
import type { Fact } from './facts.js';
import { formatBytes, formatCount, formatCounts, formatDuration, formatTime } from './format.js';
import type { Inspection } from '../../wire/inspection.js';
import { openingWords } from './opening-words.js';

/** The page's side of the stream. */
export function pageFacts(
  store: AttendedSession,
  { connection, error }: SessionStoreState,
  inspection: Inspection | undefined,
): Fact[] {
  const stats = store.stats();
  const [opening] = store.log.openings();
  const { attempt, retryAt, status } = connection;
  const wait = retryAt === undefined ? '' : `, again at ${formatTime(retryAt)}`;
  const failures = attempt > 0 ? `, ${formatCount(attempt)} in vain` : '';
  return [
    ['Connection', `${status}${failures}${wait}`],
    ['Error', error && `${error.code}: ${error.message}`],
    ['Cursor', stats.cursor],
    ['Last opening', opening && openingWords(opening, store.reader, inspection)],
    ['Frames', formatCount(stats.frames)],
    ['Bytes', formatBytes(stats.bytes)],
    ['Reconnects', formatCount(Math.max(stats.connections - 1, 0))],
    ['Started over', stats.startedOver > 0 ? formatCount(stats.startedOver) : undefined],
    ['Heartbeats', formatCount(stats.heartbeats)],
    [
      'Last byte',
      stats.lastActivityAt && `${formatDuration(Date.now() - stats.lastActivityAt)} ago`,
    ],
  ];
}

/** The server's side of it. */
export function serverFacts({ seq, replayableFrom, stats }: Inspection): Fact[] {
  const { bufferedFrames, bufferedBytes } = stats;
  return [
    [
      'Published',
      `${formatCount(seq)} frames, the largest ${formatBytes(stats.largestFrameBytes)}`,
    ],
    [
      'Retained',
      bufferedFrames > 0
        ? `${formatCount(replayableFrom)} to ${formatCount(seq)}, ${formatBytes(bufferedBytes)}`
        : 'nothing',
    ],
    ['Evicted', formatCounts(stats.evictions) || 'nothing'],
    ['Readers', `${formatCount(stats.connections)} now, ${formatCount(stats.opened)} in all`],
    ['Replays', formatCount(stats.replays)],
    ['Snapshots', formatCounts(stats.snapshots) || 'none'],
    ['Ends', formatCounts(stats.closes) || 'none'],
  ];
}
