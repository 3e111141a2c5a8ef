import type { AnyEvent, MessageEnd, PromptTimingEvent } from '../session/event.js';

/** Why a run would have to be called failed if it ended now; `undefined`: it would not. */
export type RunFailure = { errorMessage?: string } | undefined;

/**
 * What an event makes of that. The last answer counts: one that failed and was asked for again has
 * failed nothing. A run that never got as far as an answer says so in the timing of its input.
 */
export function failureAfter(event: AnyEvent, failure: RunFailure): RunFailure {
  if (event.type === 'prompt_timing') {
    return (event as PromptTimingEvent).outcome === 'error' ? (failure ?? {}) : failure;
  }
  const { message } = event as Partial<MessageEnd>;
  if (event.type !== 'message_end' || message?.role !== 'assistant') return failure;
  if (message.stopReason !== 'error') return undefined;
  const { errorMessage } = message;
  return errorMessage === undefined ? {} : { errorMessage };
}
