import type { AgentMessage } from '@earendil-works/pi-agent-core';
import type { CompactionEnd, CompactionStart } from '@loop/events';
import type { ModelRequests } from '../model-requests.js';
import type { ContextSize } from './context-size.js';
import { cutConversation, type Cut } from './cut.js';
import { SUMMARY_PROMPT, type SummaryMessage } from './summary.js';
import { transcriptOf } from './transcript.js';

/** When an agent shortens what its model is sent. */
export interface CompactionOptions {
  /**
   * Share of the model's context window beyond which older rounds are summed up.
   *
   * @default 0.7
   */
  threshold?: number | undefined;
}

/** What a compaction says about itself. The summary is a message of the session, too. */
export type CompactionEvent =
  | CompactionStart
  | CompactionEnd
  | { type: 'message_start' | 'message_end'; message: SummaryMessage };

/** What a compaction works on. */
export interface CompactionHost {
  messages: AgentMessage[];
  /** Tokens of the model's context. */
  readonly contextWindow: number;
  readonly size: ContextSize;
  readonly requests: Pick<ModelRequests, 'ask'>;
  emit(event: CompactionEvent): void;
}

/** Takes older messages out of what the model is sent, and puts a summary of them in. */
export interface Compaction {
  /** Where the threshold is, in tokens. */
  thresholdTokens(): number;
  /** Shortens if the threshold is passed and something can be cut. `true`: it is shorter now. */
  ifNeeded(signal: AbortSignal): Promise<boolean>;
  /** Shortens as far as it goes. `true`: it is shorter now; the events say why not. */
  run(reason: CompactionStart['reason'], signal: AbortSignal): Promise<boolean>;
}

const THRESHOLD = 0.7;
/** Of the window: what stays of the latest rounds, and how long one of them may be to stay whole. */
const KEPT_ROUNDS = 0.2;
const WHOLE_ROUND = 0.5;
/** Of the window, at about four characters a token, with room for the summary. */
const TRANSCRIPT_CHARS = 0.8 * 4;
/** After an attempt that failed: by how much of the window the context grows before the next one. */
const NEXT_ATTEMPT = 0.05;

/** Makes the compaction of one agent. */
export function createCompaction(
  host: CompactionHost,
  { threshold = THRESHOLD }: CompactionOptions = {},
): Compaction {
  let failedAt = 0;
  const tokens = () => host.size.of(host.messages);
  const thresholdTokens = () => host.contextWindow * threshold;

  /** What only the threshold asks for spares more than what somebody, or an overflow, asks for. */
  function cutFor(reason: CompactionStart['reason']): Cut | undefined {
    const rounds = reason === 'threshold' ? KEPT_ROUNDS : 0;
    const { contextWindow } = host;
    return cutConversation(host.messages, {
      rounds: contextWindow * rounds,
      lastRound: contextWindow * WHOLE_ROUND,
    });
  }

  async function shorten(reason: CompactionStart['reason'], signal: AbortSignal) {
    const tokensBefore = tokens();
    const cut = cutFor(reason);
    if (!cut) throw new Error('There is nothing to sum up yet.');
    const summary = await host.requests.ask({
      purpose: 'compaction',
      systemPrompt: SUMMARY_PROMPT,
      text: transcriptOf(cut.summarised, host.contextWindow * TRANSCRIPT_CHARS),
      signal,
    });
    signal.throwIfAborted();
    const message: SummaryMessage = {
      role: 'compactionSummary',
      ...{ summary, tokensBefore, timestamp: Date.now(), keptMessages: cut.rest.length },
    };
    host.messages = [message, ...(cut.request ? [cut.request] : []), ...cut.rest];
    host.size.forget();
    host.emit({ type: 'message_start', message });
    host.emit({ type: 'message_end', message });
    return { summary, tokensBefore, tokensAfter: tokens() };
  }

  async function run(reason: CompactionStart['reason'], signal: AbortSignal): Promise<boolean> {
    host.emit({ type: 'compaction_start', reason });
    try {
      const result = await shorten(reason, signal);
      const willRetry = reason === 'overflow';
      host.emit({ type: 'compaction_end', reason, result, aborted: false, willRetry });
      failedAt = 0;
      return true;
    } catch (error) {
      failedAt = tokens();
      const errorMessage = error instanceof Error ? error.message : String(error);
      const { aborted } = signal;
      host.emit({ type: 'compaction_end', reason, aborted, willRetry: false, errorMessage });
      return false;
    }
  }

  return {
    thresholdTokens,
    async ifNeeded(signal) {
      if (signal.aborted || tokens() <= thresholdTokens()) return false;
      if (failedAt > 0 && tokens() < failedAt + host.contextWindow * NEXT_ATTEMPT) return false;
      return cutFor('threshold') !== undefined && run('threshold', signal);
    },
    run,
  };
}
