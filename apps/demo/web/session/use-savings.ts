import type { SessionStore, SessionTraffic } from '@loop/sse-client';
import { createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Tokens that a model's context held after it was shortened, by the time of the summary's message. */
export type Savings = ReadonlyMap<number, number>;

/** Read where a summary is shown. */
export const SavingsContext = createContext<Savings>(new Map());

/** What compactions saved while this page was there: the session keeps only what was before them. */
export function useSavings(store: Pick<SessionStore, 'observe' | 'getSnapshot'>): Savings {
  const [savings, setSavings] = useState<Savings>(new Map());
  useEffect(
    () =>
      store.observe((traffic) => {
        const tokensAfter = tokensAfterIn(traffic);
        if (tokensAfter === undefined) return;
        const { messages } = store.getSnapshot().view;
        const summaries = messages.filter(({ message }) => message.role === 'compactionSummary');
        const timestamp = summaries.at(-1)?.message.timestamp;
        if (timestamp === undefined) return;
        setSavings((known) => new Map(known).set(timestamp, tokensAfter));
      }),
    [store],
  );
  return savings;
}

function tokensAfterIn(traffic: SessionTraffic): number | undefined {
  if (traffic.kind !== 'frame' || traffic.frame.type !== 'loop.event') return undefined;
  const { event } = traffic.frame;
  if (event.type !== 'compaction_end') return undefined;
  const { tokensAfter } = Object(event.result) as { tokensAfter?: unknown };
  return typeof tokensAfter === 'number' ? tokensAfter : undefined;
}
