import './stream-tab.css';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Breaks } from './breaks.js';
import { Facts } from './facts.js';
import { formatTime } from './format.js';
import type { InspectorProps } from './inspector.js';
import { openingWords } from './opening-words.js';
import { pageFacts, serverFacts } from './stream-facts.js';
import { TrafficTable } from './traffic-table.js';
import { useInspection } from './use-inspection.js';
import { useSampled } from './use-sampled.js';

/** Figures that change faster cannot be read. */
const SAMPLE_MS = 250;
/** What is said of time goes on while nothing comes. */
const TICK_MS = 1_000;

/** How what the page holds got here, and ways to make that difficult. */
export function StreamTab({ sessionId, store }: InspectorProps): VNode {
  const state = useSampled(store, SAMPLE_MS);
  const [presses, setPresses] = useState(0);
  const inspection = useInspection(sessionId, `${presses} ${store.log.openings()[0]?.at}`);
  useTick();
  return (
    <>
      <Facts title="This page" facts={pageFacts(store, state, inspection)} />
      <Breaks
        sessionId={sessionId}
        store={store}
        onDone={() => setPresses((before) => before + 1)}
      />
      <Facts
        title="Openings"
        facts={store.log
          .openings()
          .map((opening) => [
            formatTime(opening.at, { withMs: true }),
            openingWords(opening, store.reader, inspection),
          ])}
      />
      {inspection && <Facts title="The server" facts={serverFacts(inspection)} />}
      <TrafficTable entries={store.log.entries()} />
    </>
  );
}

/** Draws again and again. */
function useTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((before) => before + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
}
