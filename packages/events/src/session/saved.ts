import { expected, hasField } from '../expect.js';
import type { Message } from './message.js';
import type { MessageEntry, SessionState, ToolExecution } from './state.js';
import { emptyState, isFinished, without } from './timeline.js';

/** What of a session outlives its process: plain JSON. */
export interface SavedSession {
  version: 1;
  messages: MessageEntry[];
  tools: ToolExecution[];
  state: SessionState;
}

/**
 * A saved session as a new process takes it over: what was open is interrupted, nobody runs and
 * nobody is asked. Queued inputs stay visible; the host decides whether they still run.
 *
 * @throws LoopEventsError `invalid-option` for a version this package does not know.
 */
export function restored(saved: SavedSession | null | undefined): Omit<SavedSession, 'version'> {
  if (saved === undefined) return { messages: [], tools: [], state: emptyState };
  const isSaved =
    saved?.version === 1 &&
    isListOf(saved.messages, 'message') &&
    isListOf(saved.tools, 'toolCallId');
  expected(
    isSaved,
    'saved: expected what save() returned (version 1). Pass messages instead, or nothing.',
  );
  return {
    messages: saved.messages.map((entry, messageIndex) =>
      entry.status === 'streaming'
        ? { ...without(entry, 'partialArguments'), messageIndex, status: 'interrupted' }
        : { ...entry, messageIndex },
    ),
    tools: saved.tools.map((tool) =>
      isFinished(tool) ? tool : { ...tool, status: 'interrupted' },
    ),
    state: {
      ...emptyState,
      ...without(saved.state, 'compaction', 'retry'),
      run: { status: 'idle' },
      pendingApprovals: [],
    },
  };
}

/**
 * Plain messages, as an agent keeps them, taken over as a session that is complete.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function savedFrom(messages: readonly Message[]): SavedSession {
  return {
    version: 1,
    messages: messages.map((message, messageIndex) => {
      expected(hasField(message, 'role'), 'messages: expected messages, each with a role.');
      return { messageIndex, message, status: 'complete', runId: null };
    }),
    tools: [],
    state: emptyState,
  };
}

function isListOf(list: unknown, field: string): boolean {
  return Array.isArray(list) && list.every((item) => hasField(item, field));
}
