import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ShownEndpoint } from '../../wire/settings.js';
import { Field } from './field.js';
import { KeyField, keyChange, type KeyDraft } from './key-field.js';
import { ModelRows, modelsIn, type ModelDraft } from './model-rows.js';
import type { EndpointChange } from './settings-api.js';

interface EndpointFormProps {
  label: string;
  /** What is changed; missing for a new one. */
  endpoint?: ShownEndpoint;
  /** Rejects with what the server says against it. */
  onSave: (fields: EndpointChange) => Promise<void>;
  onLeave: () => void;
}

/** An endpoint while somebody writes it. Escape leaves it as it was. */
export function EndpointForm({ label, endpoint, onSave, onLeave }: EndpointFormProps): VNode {
  const [name, setName] = useState(endpoint?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(endpoint?.baseUrl ?? '');
  const [key, setKey] = useState(() => keyDraft(endpoint));
  const [models, setModels] = useState(() => modelDrafts(endpoint));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);

  async function save(): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave({ name, baseUrl, models: modelsIn(models), ...keyChange(key) });
    } catch (error) {
      setProblem((error as Error).message);
      setSaving(false);
    }
  }

  return (
    <form
      class="endpoint"
      aria-labelledby={id}
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
      }}
    >
      <h3 id={id}>
        <bdi>{label}</bdi>
      </h3>
      <Field label="Name">
        {(ties) => (
          <input
            {...ties}
            ref={first}
            value={name}
            required
            maxLength={100}
            placeholder="Local"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Base URL" hint="Up to and including the version.">
        {(ties) => (
          <input
            {...ties}
            value={baseUrl}
            type="url"
            required
            placeholder="http://127.0.0.1:11434/v1"
            spellcheck={false}
            onInput={(event) => setBaseUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <KeyField draft={key} hasKept={hasKeptKey(endpoint)} onChange={setKey} />
      <ModelRows rows={models} onChange={setModels} />
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="settings-actions">
        <button type="submit" class="primary" aria-disabled={isSaving}>
          Save
        </button>
        <button type="button" onClick={onLeave}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function hasKeptKey(endpoint: ShownEndpoint | undefined): boolean {
  return endpoint?.hasKey === true && endpoint.keyFromEnv === undefined;
}

function keyDraft(endpoint: ShownEndpoint | undefined): KeyDraft {
  const { keyFromEnv: variable = '' } = endpoint ?? {};
  const kept = hasKeptKey(endpoint) ? 'kept' : 'none';
  return { source: variable === '' ? kept : 'environment', typed: '', variable };
}

function modelDrafts(endpoint: ShownEndpoint | undefined): ModelDraft[] {
  return (endpoint?.models ?? []).map(({ name, contextWindow }) => ({
    name,
    contextWindow: contextWindow === undefined ? '' : String(contextWindow),
  }));
}
