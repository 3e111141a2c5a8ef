import { expected, hasField } from '../expect.js';
import type { SessionFrame } from './frame.js';
import { foldAccepted, foldEvent } from './fold.js';
import type { HistoryPage } from './history.js';
import { isSessionFrame } from './is-frame.js';
import type { MessageEntry, SessionState, Snapshot, ToolExecution } from './state.js';
import { emptyState, isFinished, placeOf, type Timeline } from './timeline.js';
import { startsRound } from './window.js';

/**
 * What a client holds of a session: the window, earlier pages it has loaded, and the position it
 * stands at. Immutable: unchanged entries keep their identity from one view to the next.
 */
export interface SessionView extends Snapshot {
  /** `null` before the first snapshot. */
  sessionId: string | null;
  /** `null` before the first snapshot. */
  streamId: string | null;
  /** The last frame that was taken in. */
  seq: number;
}

/** A view before anything was received. */
export const initialView: SessionView = {
  sessionId: null,
  streamId: null,
  seq: 0,
  state: emptyState,
  messages: [],
  tools: [],
  firstMessageIndex: 0,
  messageCount: 0,
  firstRoundIndex: 0,
  roundCount: 0,
};

/**
 * - `applied`: the view now stands at the frame.
 * - `duplicate`: the view already had it.
 * - `gap`: frames are missing before it; connect again without a cursor.
 * - `foreign`: it belongs to another stream or session, or is no frame at all; connect again without
 *   a cursor.
 */
export type FrameOutcome = 'applied' | 'duplicate' | 'gap' | 'foreign';

/**
 * Takes one frame in; the given view stays as it is. Anything but `applied` returns the same view,
 * and what is no frame does not throw. Contract: "Replay and Snapshots"; DESIGN section 5, client
 * behaviour.
 */
export function applyFrame(
  view: SessionView | undefined,
  frame: SessionFrame,
): { view: SessionView; outcome: FrameOutcome } {
  const { view: next, outcome } = applyFrames(view, [frame]);
  return { view: next, outcome };
}

/**
 * Takes frames in as one batch, copying the view once. Stops before the first gap, which is then
 * the outcome; otherwise the outcome is the last frame's.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function applyFrames(
  view: SessionView | undefined,
  frames: readonly SessionFrame[],
): { view: SessionView; outcome: FrameOutcome; applied: number } {
  expected(Array.isArray(frames), 'frames: expected a list of frames.');
  let draft = new ViewDraft(view ?? initialView);
  let outcome: FrameOutcome = 'duplicate';
  let applied = 0;
  for (const frame of frames) {
    outcome = isSessionFrame(frame) ? outcomeOf(draft.position, frame) : 'foreign';
    if (outcome === 'gap') break;
    if (outcome !== 'applied') continue;
    if ('snapshot' in frame) draft = new ViewDraft(withSnapshot(draft.view(), frame));
    else draft.fold(frame);
    applied++;
  }
  return { view: draft.view(), outcome, applied };
}

/**
 * Joins a page of earlier rounds in front of what the view holds. A page of another stream, or
 * one that does not reach the view, returns the same view.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function applyHistory(view: SessionView, page: HistoryPage): SessionView {
  expected(hasField(view, 'messages'), 'view: expected one that frames were applied to.');
  expected(hasField(page, 'messages'), 'page: expected one that history() returned.');
  const { firstMessageIndex } = view;
  const end = page.firstMessageIndex + page.messages.length;
  const isNews = page.firstMessageIndex < firstMessageIndex && end >= firstMessageIndex;
  if (page.streamId !== view.streamId || !isNews) return view;
  const held = new Set(view.tools.map(identity));
  return {
    ...view,
    messages: [
      ...page.messages.filter((entry) => entry.messageIndex < firstMessageIndex),
      ...view.messages,
    ],
    tools: [...page.tools.filter((tool) => !held.has(identity(tool))), ...view.tools],
    firstMessageIndex: page.firstMessageIndex,
    firstRoundIndex: page.firstRoundIndex,
  };
}

function outcomeOf(
  at: Pick<SessionView, 'sessionId' | 'streamId' | 'seq'>,
  frame: SessionFrame,
): FrameOutcome {
  if (at.sessionId !== null && at.sessionId !== frame.sessionId) return 'foreign';
  const isOpening = frame.type === 'session.snapshot';
  if (at.streamId === null) return isOpening ? 'applied' : 'gap';
  if (at.streamId !== frame.streamId) return isOpening ? 'applied' : 'foreign';
  if (isOpening) return frame.seq >= at.seq ? 'applied' : 'duplicate';
  if (frame.seq <= at.seq) return 'duplicate';
  return frame.seq === at.seq + 1 ? 'applied' : 'gap';
}

/** The snapshot takes the window's place; earlier pages stay if nothing can be wrong with them. */
function withSnapshot(
  view: SessionView,
  frame: Extract<SessionFrame, { snapshot: Snapshot }>,
): SessionView {
  const { snapshot, sessionId, streamId, seq } = frame;
  const next: SessionView = { ...snapshot, sessionId, streamId, seq };
  const first = snapshot.firstMessageIndex;
  if (view.streamId !== streamId || view.firstMessageIndex >= first) return next;
  if (first > lastFinalIndex(view, seq)) return next;
  const shown = new Set(snapshot.tools.map(identity));
  const isKept = (tool: ToolExecution): boolean =>
    placeOf(tool) < first && isFinished(tool) && !shown.has(identity(tool));
  return {
    ...next,
    messages: [...view.messages.slice(0, first - view.firstMessageIndex), ...snapshot.messages],
    tools: [...view.tools.filter(isKept), ...snapshot.tools],
    firstMessageIndex: view.firstMessageIndex,
    firstRoundIndex: view.firstRoundIndex,
  };
}

/**
 * Up to where the held messages are surely what the session holds at `seq`. Where frames were
 * skipped the latest round may have changed meanwhile; everything before it is final.
 */
function lastFinalIndex(view: SessionView, seq: number): number {
  if (seq <= view.seq + 1) return view.messageCount;
  const latestRound = view.messages.filter(startsRound).at(-1);
  return latestRound?.messageIndex ?? view.firstMessageIndex;
}

function identity(tool: ToolExecution): string {
  return `${placeOf(tool)}:${tool.toolCallId}`;
}

/** A view being changed: arrays are copied when first written, entries are replaced. */
class ViewDraft implements Timeline {
  state: SessionState;
  messageCount: number;
  readonly #base: SessionView;
  #seq: number;
  #roundCount: number;
  #messages: MessageEntry[] | undefined;
  #tools: ToolExecution[] | undefined;
  #isChanged = false;

  constructor(base: SessionView) {
    this.#base = base;
    this.state = base.state;
    this.messageCount = base.messageCount;
    this.#seq = base.seq;
    this.#roundCount = base.roundCount;
  }

  get firstMessageIndex(): number {
    return this.#base.firstMessageIndex;
  }

  get position(): Pick<SessionView, 'sessionId' | 'streamId' | 'seq'> {
    return { sessionId: this.#base.sessionId, streamId: this.#base.streamId, seq: this.#seq };
  }

  fold(frame: Exclude<SessionFrame, { snapshot: Snapshot }>): void {
    this.#isChanged = true;
    this.#seq = frame.seq;
    if (frame.type === 'run.accepted') foldAccepted(this, frame);
    else if (frame.type === 'loop.event') foldEvent(this, frame.event, frame);
  }

  view(): SessionView {
    if (!this.#isChanged) return this.#base;
    return {
      ...this.#base,
      seq: this.#seq,
      state: this.state,
      messages: this.#messages ?? this.#base.messages,
      tools: this.#tools ?? this.#base.tools,
      messageCount: this.messageCount,
      roundCount: this.#roundCount,
    };
  }

  message(messageIndex: number): MessageEntry | undefined {
    return (this.#messages ?? this.#base.messages)[messageIndex - this.firstMessageIndex];
  }

  putMessage(entry: MessageEntry): void {
    this.#messages ??= [...this.#base.messages];
    this.#messages[entry.messageIndex - this.firstMessageIndex] = entry;
    if (entry.messageIndex !== this.messageCount) return;
    this.messageCount++;
    if (startsRound(entry)) this.#roundCount++;
  }

  tool(toolCallId: string): ToolExecution | undefined {
    return this.#heldTools()[this.#positionOf(toolCallId)];
  }

  addTool(tool: ToolExecution): void {
    this.#tools ??= [...this.#base.tools];
    this.#tools.push(tool);
  }

  putTool(tool: ToolExecution): void {
    this.#tools ??= [...this.#base.tools];
    this.#tools[this.#positionOf(tool.toolCallId)] = tool;
  }

  openMessages(): MessageEntry[] {
    const messages = this.#messages ?? this.#base.messages;
    return messages.filter((entry) => entry.status === 'streaming');
  }

  openTools(): ToolExecution[] {
    return this.#heldTools().filter((tool) => !isFinished(tool));
  }

  #heldTools(): readonly ToolExecution[] {
    return this.#tools ?? this.#base.tools;
  }

  /** From the end: what changes is mostly what began last. */
  #positionOf(toolCallId: string): number {
    const tools = this.#heldTools();
    let position = tools.length - 1;
    while (position >= 0 && tools[position]?.toolCallId !== toolCallId) position--;
    return position;
  }
}
