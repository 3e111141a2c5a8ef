import type { AnyEvent } from './event.js';
import { foldAccepted, foldEvent, activeRunId } from './fold.js';
import { messageIndexOf } from './fold-messages.js';
import { toolIndexOf } from './fold-tools.js';
import type { HistoryPage, HistoryQuery } from './history.js';
import { restored, type SavedSession } from './saved.js';
import type { MessageEntry, RunState, SessionState, Snapshot, ToolExecution } from './state.js';
import type { StatePatch } from './state-patch.js';
import { isFinished, placeOf, type EventContext, type Timeline } from './timeline.js';
import { pageOf, startsRound, windowOf } from './window.js';

/** What `SessionEvents` needs of whoever knows the session: our own model, or a host's. */
export interface Model {
  /** Entries, executions and the state are replaced, never changed: what is the same is as it was. */
  readonly keepsEntries: boolean;
  readonly activeRunId: string | null;
  readonly run: RunState;
  /** Where an event without an index belongs. */
  locate(event: AnyEvent, runId: string | null): number | undefined;
  accept(run: { runId: string; requestId: string | null; acceptedAt: number }): void;
  apply(event: AnyEvent, at: EventContext): void;
  patch(change: StatePatch): void;
  window(): Snapshot;
  page(query: HistoryQuery): Omit<HistoryPage, 'streamId' | 'seq'>;
  save(): SavedSession;
  /** The index the next message gets; `undefined` where only the host knows. */
  readonly messageCount: number | undefined;
}

/**
 * The whole session in memory: append-only messages with indexes that never change. Each event
 * costs the same however long the session is; a window costs its own size.
 */
export class TimelineModel implements Model, Timeline {
  readonly keepsEntries = true;
  state: SessionState;
  readonly firstMessageIndex = 0;
  readonly #rounds: number;
  readonly #messages: MessageEntry[];
  /** All executions in start order; a reused call id has several. */
  readonly #tools: ToolExecution[];
  readonly #latest = new Map<string, number>();
  /** Positions in `#tools` that a window may still show. Windows only move forward. */
  #shown: number[];
  #roundCount: number;
  readonly #openMessages = new Set<number>();
  readonly #openTools = new Set<number>();

  constructor(rounds: number, saved?: SavedSession) {
    const start = restored(saved);
    this.#rounds = rounds;
    this.state = start.state;
    this.#messages = start.messages;
    this.#tools = start.tools;
    this.#tools.forEach((tool, position) => this.#latest.set(tool.toolCallId, position));
    this.#shown = this.#tools.map((_, position) => position);
    this.#roundCount = this.#messages.filter(startsRound).length;
  }

  get messageCount(): number {
    return this.#messages.length;
  }

  get activeRunId(): string | null {
    return activeRunId(this.state.run);
  }

  get run(): RunState {
    return this.state.run;
  }

  locate(event: AnyEvent, runId: string | null): number | undefined {
    const { toolCallId } = event as { toolCallId?: unknown };
    return typeof toolCallId === 'string' && isToolEvent(event)
      ? toolIndexOf(this, { type: event.type, toolCallId })
      : messageIndexOf(this, event, runId);
  }

  accept(run: { runId: string; requestId: string | null; acceptedAt: number }): void {
    foldAccepted(this, run);
  }

  apply(event: AnyEvent, at: EventContext): void {
    foldEvent(this, event, at);
  }

  patch(change: StatePatch): void {
    this.state = { ...this.state, ...change };
  }

  window(): Snapshot {
    const window = windowOf(
      {
        state: this.state,
        messages: this.#messages,
        tools: this.#shown.flatMap((position) => this.#tools[position] ?? []),
        firstMessageIndex: 0,
        messageCount: this.#messages.length,
        firstRoundIndex: 0,
        roundCount: this.#roundCount,
      },
      this.#rounds,
    );
    this.#retire(window);
    return window;
  }

  page(query: HistoryQuery): Omit<HistoryPage, 'streamId' | 'seq'> {
    return pageOf(this.#messages, this.#tools, query);
  }

  save(): SavedSession {
    return {
      version: 1,
      messages: [...this.#messages],
      tools: [...this.#tools],
      state: this.state,
    };
  }

  message(messageIndex: number): MessageEntry | undefined {
    return this.#messages[messageIndex];
  }

  putMessage(entry: MessageEntry): void {
    const { messageIndex } = entry;
    if (messageIndex === this.#messages.length && startsRound(entry)) this.#roundCount++;
    this.#messages[messageIndex] = entry;
    if (entry.status === 'streaming') this.#openMessages.add(messageIndex);
    else this.#openMessages.delete(messageIndex);
  }

  tool(toolCallId: string): ToolExecution | undefined {
    const position = this.#latest.get(toolCallId);
    return position === undefined ? undefined : this.#tools[position];
  }

  addTool(tool: ToolExecution): void {
    const position = this.#tools.length;
    this.#latest.set(tool.toolCallId, position);
    this.#shown.push(position);
    this.#put(position, tool);
  }

  putTool(tool: ToolExecution): void {
    const position = this.#latest.get(tool.toolCallId);
    if (position !== undefined) this.#put(position, tool);
  }

  openMessages(): MessageEntry[] {
    const open = [...this.#openMessages];
    if (open.length > 1) open.sort((a, b) => a - b);
    return open.flatMap((index) => this.#messages[index] ?? []);
  }

  openTools(): ToolExecution[] {
    return [...this.#openTools].flatMap((position) => this.#tools[position] ?? []);
  }

  #put(position: number, tool: ToolExecution): void {
    this.#tools[position] = tool;
    if (isFinished(tool)) this.#openTools.delete(position);
    else this.#openTools.add(position);
  }

  /** What this window does not show no later one will: later state frames need not look at it. */
  #retire(window: Snapshot): void {
    this.#shown = this.#shown.filter((position) => {
      const tool = this.#tools[position];
      return tool && (!isFinished(tool) || placeOf(tool) >= window.firstMessageIndex);
    });
    this.state = { ...this.state, timings: window.state.timings };
  }
}

function isToolEvent(event: AnyEvent): boolean {
  return event.type.startsWith('tool_execution_') || event.type.startsWith('nested_tool.');
}
