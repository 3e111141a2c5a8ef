import { estimateTokens, type AgentMessage } from '@earendil-works/pi-agent-core';
import { latestRounds } from '../fit-context.js';

/** A conversation in two parts. */
export interface Cut {
  /** What a summary takes the place of. */
  summarised: AgentMessage[];
  /** The request of the round that is cut, where the cut is not between rounds. */
  request?: AgentMessage;
  /** What follows the cut. */
  rest: AgentMessage[];
}

/** What of a conversation is kept, in tokens. */
export interface CutLimits {
  /** The latest rounds that fit into this, at least the last one. */
  rounds: number;
  /** A last round beyond this is cut, too: its request and its last turn are kept. */
  lastRound: number;
}

/**
 * Where to cut: before a person's message, or, in a round that is too long or the only one, before
 * an answer. Calls are never parted from their results. `undefined`: nothing would get shorter.
 */
export function cutConversation(messages: AgentMessage[], limits: CutLimits): Cut | undefined {
  const roles = messages.map(({ role }) => role);
  const lastRound = roles.lastIndexOf('user');
  if (lastRound === -1) return undefined;
  const fitting = latestRounds(messages, limits.rounds);
  const from = isWorthIt(messages.slice(0, fitting)) ? fitting : lastRound;
  const [older, rounds] = [messages.slice(0, from), messages.slice(from)];
  if (isWorthIt(older) && tokensIn(rounds) <= limits.lastRound) {
    return { summarised: older, rest: rounds };
  }
  return cutRound(messages, lastRound, roles.lastIndexOf('assistant'));
}

/** The request is kept as it is, and yet told to whoever sums up what was done about it. */
function cutRound(messages: AgentMessage[], request: number, turn: number): Cut | undefined {
  const at = Math.max(turn, request + 1);
  const shorter = [...messages.slice(0, request), ...messages.slice(request + 1, at)];
  if (!isWorthIt(shorter)) return undefined;
  const [kept] = messages.slice(request, request + 1);
  return {
    summarised: messages.slice(0, at),
    ...(kept && { request: kept }),
    rest: messages.slice(at),
  };
}

/** A summary alone would only be summed up again. */
function isWorthIt(messages: AgentMessage[]): boolean {
  return messages.some(({ role }) => role !== 'compactionSummary');
}

/** An estimate, for messages that no model has counted. */
export function tokensIn(messages: readonly AgentMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message), 0);
}
