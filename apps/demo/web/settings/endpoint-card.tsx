import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { EndpointTest, ShownEndpoint } from '../../wire/settings.js';
import { useFocusNext } from '../shared/use-focus-next.js';
import { Confirmation } from '../sidebar/confirmation.js';
import { EndpointForm } from './endpoint-form.js';
import { FoundModels } from './found-models.js';
import { changeEndpoint, removeEndpoint, testEndpoint } from './settings-api.js';

interface EndpointCardProps {
  endpoint: ShownEndpoint;
  /** It was added just now: it gets the focus and is asked for its models. */
  isNew: boolean;
  onChanged: (endpoint: ShownEndpoint) => void;
  onRemoved: () => void;
}

type Test = EndpointTest | 'running';

/** One endpoint: what it is, whether it answers, and the ways to change it. */
export function EndpointCard({ endpoint, isNew, onChanged, onRemoved }: EndpointCardProps): VNode {
  const { id, name, baseUrl, models, warning } = endpoint;
  const [mode, setMode] = useState<'shown' | 'edited' | 'leaving'>('shown');
  const [test, setTest] = useState<Test>();
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusNext(heading);
  const headingId = useId();

  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus();
    void runTest();
  }, []);

  async function runTest(): Promise<void> {
    setTest('running');
    await attempt(async () => setTest(await testEndpoint(id)));
    setTest((now) => (now === 'running' ? undefined : now));
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      setProblem(undefined);
      await action();
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function show(): void {
    setMode('shown');
    focusHeading();
  }

  if (mode === 'edited') {
    return (
      <EndpointForm
        label={`Change ${name}`}
        endpoint={endpoint}
        onSave={async (change) => {
          onChanged(await changeEndpoint(id, change));
          show();
          void runTest();
        }}
        onLeave={show}
      />
    );
  }

  return (
    <article class="endpoint" aria-labelledby={headingId}>
      <h3 id={headingId} ref={heading} tabIndex={-1}>
        <bdi>{name}</bdi>
      </h3>
      <dl class="endpoint-facts">
        <dt>Base URL</dt>
        <dd>
          <bdi>{baseUrl}</bdi>
        </dd>
        <dt>Key</dt>
        <dd>{keyWords(endpoint)}</dd>
        <dt>Models</dt>
        <dd>
          {models.length === 0 && 'none yet'}
          <ul class="endpoint-models">
            {models.map((model) => (
              <li key={model.name}>
                <bdi>{model.name}</bdi>
                {model.contextWindow !== undefined && (
                  <span> {model.contextWindow.toLocaleString('en')} tokens</span>
                )}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      {warning && <p class="settings-warning">{warning}</p>}
      {mode === 'leaving' ? (
        <Confirmation
          question={`Remove ${name} and its key?`}
          label="Remove"
          onConfirm={() =>
            void attempt(async () => {
              await removeEndpoint(id);
              onRemoved();
            })
          }
          onLeave={show}
        />
      ) : (
        <div class="settings-actions">
          <button type="button" aria-describedby={headingId} onClick={() => void runTest()}>
            Test
          </button>
          <button type="button" aria-describedby={headingId} onClick={() => setMode('edited')}>
            Edit
          </button>
          <button type="button" aria-describedby={headingId} onClick={() => setMode('leaving')}>
            Remove…
          </button>
        </div>
      )}
      <div role="status">
        {test === 'running' && <p class="settings-hint">Asking …</p>}
        {test && test !== 'running' && !test.ok && <p class="problem">{test.problem}</p>}
        {problem && <p class="problem">{problem}</p>}
        {test && test !== 'running' && test.ok && (
          <FoundModels
            found={test.models}
            used={models.map((model) => model.name)}
            onUse={(model) =>
              attempt(async () =>
                onChanged(await changeEndpoint(id, { models: [...models, { name: model }] })),
              )
            }
          />
        )}
      </div>
    </article>
  );
}

function keyWords({ hasKey, keyFromEnv }: ShownEndpoint): string {
  if (keyFromEnv === undefined) return hasKey ? 'kept on the server' : 'none';
  return hasKey ? `from ${keyFromEnv}` : `${keyFromEnv} is not set`;
}
