import type { VNode } from 'preact';
import type { EnvironmentModel } from '../../wire/settings.js';

/** What the server was started with: to be seen here, and changed there. */
export function EnvironmentNote({ model }: { model: EnvironmentModel | null }): VNode {
  return (
    <section aria-labelledby="environment">
      <h2 id="environment">From the environment</h2>
      {model ? (
        <dl class="endpoint-facts">
          <dt>Model</dt>
          <dd>
            <bdi>{model.model}</bdi>
          </dd>
          <dt>Base URL</dt>
          <dd>
            <bdi>{model.baseUrl}</bdi>
          </dd>
          <dt>Context</dt>
          <dd>{model.contextWindow.toLocaleString('en')} tokens</dd>
          <dt>Key</dt>
          <dd>{model.hasKey ? 'given' : 'none'}</dd>
        </dl>
      ) : (
        <p class="settings-hint">
          No model: <code>LOOP_MODEL_BASE_URL</code> is not set.
        </p>
      )}
    </section>
  );
}
