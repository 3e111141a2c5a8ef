import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { newId } from '../shared/new-id.js';
import type { Prompt } from '../api/commands.js';

const SUGGESTIONS = [
  'Take the tour',
  'Look around and tell me what this is',
  'Run `npm test`',
  'Explain how this page stays current',
];

/** Things to begin with. */
export function Suggestions({ onChoose }: { onChoose: (prompt: Prompt) => Promise<void> }): VNode {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function choose(text: string): Promise<void> {
    setSending(true);
    setProblem(undefined);
    try {
      await onChoose({ requestId: newId(), text });
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setSending(false);
    }
  }

  return (
    <>
      <ul class="suggestions">
        {SUGGESTIONS.map((text) => (
          <li key={text}>
            <button type="button" disabled={isSending} onClick={() => void choose(text)}>
              {text.replaceAll('`', '')}
            </button>
          </li>
        ))}
      </ul>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
