import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface FoundModelsProps {
  found: readonly string[];
  used: readonly string[];
  /** Takes one more. */
  onUse: (model: string) => Promise<void>;
}

/** What an endpoint has said it can do, and which of it can be chosen in sessions. */
export function FoundModels({ found, used, onUse }: FoundModelsProps): VNode {
  const [isBusy, setBusy] = useState(false);
  const missing = used.filter((name) => !found.includes(name));

  async function use(model: string): Promise<void> {
    // Each change sends all models: two at a time would lose one.
    setBusy(true);
    await onUse(model);
    setBusy(false);
  }

  return (
    <>
      <p class="settings-hint">
        It answers, and has {found.length === 1 ? 'one model' : `${found.length} models`}.
      </p>
      {missing.length > 0 && (
        <p class="settings-warning">
          It does not name <bdi>{missing.join(', ')}</bdi>.
        </p>
      )}
      <ul class="found-models">
        {found.map((model) => {
          const isUsed = used.includes(model);
          return (
            <li key={model}>
              <button
                type="button"
                aria-disabled={isUsed || isBusy}
                onClick={() => {
                  if (!isUsed && !isBusy) void use(model);
                }}
              >
                {isUsed ? 'Used: ' : 'Use '}
                <bdi>{model}</bdi>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
