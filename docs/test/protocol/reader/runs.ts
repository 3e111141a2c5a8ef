import { isOver, type Fields, type View } from './places.ts';

/** Whether an event shows an agent at work. */
export function isBeginning({ type, message }: Fields): boolean {
  const isAnswer =
    type === 'message_start' && (message as Fields | undefined)?.['role'] === 'assistant';
  return isAnswer || ['agent_start', 'turn_start', 'tool_execution_start'].includes(String(type));
}

/** "Runs": one is active, unless it is already. */
export function beginRun(
  view: View,
  run: { runId: string; requestId: string | null; acceptedAt: number },
): void {
  const { runId, requestId, acceptedAt } = run;
  if (view.state.run.status !== 'idle' && view.state.run.runId === runId) return;
  close(view);
  view.state.run = { status: 'running', runId, requestId, acceptedAt };
}

/** "Runs": what ends, and what is made again. */
export function foldRun(view: View, { type, willRetry }: Fields): void {
  if (type === 'agent_settled') close(view);
  if (type === 'auto_retry_start' || (type === 'compaction_end' && willRetry === true)) {
    supersede(view);
  }
}

/** Entries that are still streaming are interrupted. */
export function interruptEntries(view: View): void {
  for (const entry of view.messages.filter(({ status }) => status === 'streaming')) {
    entry.status = 'interrupted';
    delete entry.partialArguments;
  }
}

function close(view: View): void {
  interruptEntries(view);
  for (const tool of view.tools) if (!isOver(tool)) tool.status = 'interrupted';
  const { state } = view;
  delete state.compaction;
  delete state.retry;
  const { run } = state;
  if (run.status === 'idle') return;
  state.pendingApprovals = state.pendingApprovals.filter((asked) => asked.runId !== run.runId);
  state.run = { status: 'idle' };
}

function supersede(view: View): void {
  const from = view.messages.findLastIndex(({ message }) => message.role === 'user') + 1;
  const attempt = view.messages.slice(from).findLast(({ message }) => message.role === 'assistant');
  if (!attempt) return;
  if (attempt.status === 'streaming') attempt.status = 'interrupted';
  attempt.superseded = true;
}
