import type { MessageEntry } from '@loop/events';
import { contentOf, type Content } from './content.js';
import type { Call } from './rows.js';

/** How a call stands, as its card says it. */
export type CallStatus =
  /** The model is still writing it. */
  | 'preparing'
  /** Written, not begun. */
  | 'waiting'
  | 'running'
  | 'awaiting-approval'
  | 'complete'
  | 'error'
  /** Somebody, or a rule, did not want it. */
  | 'denied'
  | 'interrupted';

/** What people read for it. */
export const STATUS_WORDS: Record<CallStatus, string> = {
  preparing: 'preparing',
  waiting: 'waiting',
  running: 'running',
  'awaiting-approval': 'waiting for approval',
  complete: 'done',
  error: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
};

/** Whether something is still to come. */
export function isOpen(status: CallStatus): boolean {
  return status === 'preparing' || status === 'waiting' || status === 'running';
}

/** The status of a call in the message `entry`. */
export function statusOf(call: Call, entry: MessageEntry | undefined): CallStatus {
  const status = ownStatusOf(call, entry);
  return status === 'error' && isDenial(outputOf(call).text) ? 'denied' : status;
}

/** A call that was not allowed has failed for its agent; what it says of that is all there is. */
function isDenial(text: string): boolean {
  return text.startsWith('Denied: ');
}

function ownStatusOf({ execution, result }: Call, entry: MessageEntry | undefined): CallStatus {
  if (execution) return execution.status;
  if (result?.message.role === 'toolResult') return result.message.isError ? 'error' : 'complete';
  if (entry?.status === 'streaming') return 'preparing';
  const wasCut =
    entry?.message.role === 'assistant' && /error|aborted/.test(entry.message.stopReason ?? '');
  return entry?.status === 'interrupted' || wasCut ? 'interrupted' : 'waiting';
}

/** What there is to see of its result: the whole, or as far as it has come. */
export function outputOf({ execution, result }: Call): Content {
  if (result?.message.role === 'toolResult') return contentOf(result.message.content);
  return contentOf(execution?.result ?? execution?.partialResult);
}

/** Arguments that say by themselves what a call is about, the most telling first. */
const TELLING = ['command', 'path', 'text', 'pattern', 'query', 'url'];

/** A call in one line: its most telling argument, or what there is of others. */
export function headlineOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  const telling = TELLING.map((name): unknown => Reflect.get(args, name));
  const found = telling.find((value): value is string => typeof value === 'string' && value !== '');
  if (found !== undefined) return found.replaceAll(/\s+/g, ' ');
  return Object.entries(args).map(inWords).join(', ');
}

function inWords([name, value]: [string, unknown]): string {
  if (Array.isArray(value)) return `${value.length} ${name}`;
  return isFigure(value) ? `${name} ${value}` : name;
}

/** Whether a headline without a telling argument says all of this one. */
export function isFigure(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

/** "0.4 s", "1 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < 950) return `${Math.max(0.1, ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
