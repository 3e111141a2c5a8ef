import type { SessionView } from '@loop/events';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from './copy-button.js';
import { Facts } from './facts.js';
import { findIn } from './find-in.js';
import type { InspectorProps } from './inspector.js';
import { stateFacts } from './state-facts.js';
import { Tree } from './tree.js';
import { useSampled } from './use-sampled.js';

/** Drawing it takes longer than drawing a word of an answer. */
const SAMPLE_MS = 200;

/** What the page holds of the session. */
export function StateTab({ store, summary }: InspectorProps): VNode {
  const { view } = useSampled(store, SAMPLE_MS);
  const [filter, setFilter] = useState('');
  return (
    <>
      <Facts title="Session" facts={stateFacts(view, summary)} />
      <section>
        <div class="tree-head">
          <h2>Everything</h2>
          <input
            type="search"
            aria-label="Find in the state"
            placeholder="Find"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
          <CopyButton label="Copy" text={() => JSON.stringify(view, null, 2)} />
        </div>
        {filter.trim() === '' ? <Whole view={view} /> : <Hits view={view} text={filter.trim()} />}
      </section>
    </>
  );
}

function Whole({ view }: { view: SessionView }): VNode {
  return (
    <div class="tree">
      {Object.entries(view).map(([name, value]) => (
        <Tree key={name} name={name} value={value} isOpen={name === 'state'} />
      ))}
    </div>
  );
}

function Hits({ view, text }: { view: SessionView; text: string }): VNode {
  const { found, isCut } = findIn(view, text);
  return (
    <div class="tree">
      <p role="status">{isCut ? `The first ${found.length} places` : `${found.length} places`}</p>
      {found.map(({ path, value }) => (
        <Tree key={path} name={path} value={value} />
      ))}
    </div>
  );
}
