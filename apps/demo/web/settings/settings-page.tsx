import './settings.css';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Settings, ShownEndpoint } from '../../wire/settings.js';
import { PageHeader } from '../shared/page-header.js';
import { useFocusNext } from '../shared/use-focus-next.js';
import { EndpointCard } from './endpoint-card.js';
import { EndpointForm } from './endpoint-form.js';
import { EnvironmentNote } from './environment-note.js';
import { addEndpoint, readSettings } from './settings-api.js';

/** Where models come from: the endpoints that people set up, and what the environment names. */
export function SettingsPage({ onMenu }: { onMenu: () => void }): VNode {
  const [settings, setSettings] = useState<Settings>();
  const [problem, setProblem] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAddButton = useFocusNext(addButton);

  useEffect(() => {
    document.title = 'Settings · Loop';
    void load();
  }, []);

  async function load(): Promise<void> {
    try {
      setSettings(await readSettings());
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function setEndpoints(change: (endpoints: ShownEndpoint[]) => ShownEndpoint[]): void {
    setSettings((now) => now && { ...now, endpoints: change(now.endpoints) });
  }

  function leaveForm(): void {
    setAdding(false);
    focusAddButton();
  }

  return (
    <main class="page" aria-busy={!settings && !problem}>
      <PageHeader title="Settings" onMenu={onMenu} />
      <div class="settings">
        <section aria-labelledby="endpoints">
          <h2 id="endpoints">Endpoints</h2>
          <p class="settings-hint">
            Servers that speak OpenAI’s chat completions protocol, on this machine or elsewhere.
            What their models are sent is your message, what was said before, and what the tools
            find in the workspace.
          </p>
          {problem && (
            <p class="problem" role="alert">
              {problem}{' '}
              <button type="button" onClick={() => void load()}>
                Try again
              </button>
            </p>
          )}
          <ul class="endpoints">
            {settings?.endpoints.map((endpoint) => (
              <li key={endpoint.id}>
                <EndpointCard
                  endpoint={endpoint}
                  isNew={endpoint.id === added}
                  onChanged={(changed) =>
                    setEndpoints((all) => all.map((one) => (one.id === changed.id ? changed : one)))
                  }
                  onRemoved={() => {
                    setEndpoints((all) => all.filter(({ id }) => id !== endpoint.id));
                    leaveForm();
                  }}
                />
              </li>
            ))}
          </ul>
          {isAdding && (
            <EndpointForm
              label="New endpoint"
              onSave={async (fields) => {
                const endpoint = await addEndpoint(fields);
                setAdded(endpoint.id);
                setAdding(false);
                setEndpoints((all) => [...all, endpoint]);
              }}
              onLeave={leaveForm}
            />
          )}
          {settings && !isAdding && (
            <button type="button" ref={addButton} onClick={() => setAdding(true)}>
              Add an endpoint
            </button>
          )}
        </section>
        {settings && <EnvironmentNote model={settings.environment} />}
      </div>
    </main>
  );
}
