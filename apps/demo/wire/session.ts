import type { Snapshot } from '@loop/events';

/** A session as a list shows it. Times are epoch milliseconds. */
export interface SessionSummary {
  id: string;
  workspaceId: string;
  /** `null` until something was asked. */
  title: string | null;
  createdAt: number;
  /** When it was last asked something, or has answered. */
  updatedAt: number;
  archived: boolean;
  isRunning: boolean;
  /** Somebody is asked for an approval. */
  isWaiting: boolean;
  /** A run has ended, or was interrupted, after the last read receipt. */
  unread: boolean;
  /** The id of the model that was chosen and is not there any more: the default answers. */
  missingModel?: string;
}

/** A session by itself: where its stream stands, and what it is by then. */
export interface SessionAnswer extends SessionSummary {
  streamId: string;
  seq: number;
  snapshot: Snapshot;
}
