import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 2_000;

/** Copies a text that is made when it is asked for. */
export function CopyButton({ label, text }: { label: string; text: () => string }): VNode {
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    if (outcome === '') return;
    const timer = setTimeout(() => setOutcome(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <span class="copy">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{outcome}</span>
    </span>
  );

  async function copy(): Promise<void> {
    try {
      // Missing where the page comes over plain HTTP from another machine.
      await navigator.clipboard.writeText(text());
      setOutcome('Copied');
    } catch {
      setOutcome('This browser does not let the page copy');
    }
  }
}
