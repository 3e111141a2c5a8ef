import type { VNode } from 'preact';
import { Field } from './field.js';
import type { EndpointChange } from './settings-api.js';

/** How an endpoint's key is given, while somebody decides it. */
export interface KeyDraft {
  source: 'none' | 'kept' | 'typed' | 'environment';
  typed: string;
  variable: string;
}

/** What is sent of it. */
export function keyChange({ source, typed, variable }: KeyDraft): EndpointChange {
  switch (source) {
    case 'none':
      return { apiKey: null, keyFromEnv: null };
    case 'kept':
      return {};
    case 'typed':
      return { apiKey: typed.trim() };
    case 'environment':
      return { keyFromEnv: variable.trim() };
  }
}

const TYPED_HINT =
  'Kept in a file of its own, and sent to this address only: another address asks for it again.';

interface KeyFieldProps {
  draft: KeyDraft;
  /** There is one that was typed in before. */
  hasKept: boolean;
  onChange: (draft: KeyDraft) => void;
}

/** Where the key comes from. One that is kept is never shown: it can only be replaced. */
export function KeyField({ draft, hasKept, onChange }: KeyFieldProps): VNode {
  const { source } = draft;
  return (
    <>
      <Field label="Key">
        {(ties) => (
          <select
            {...ties}
            value={source}
            onChange={(event) =>
              onChange({ ...draft, source: event.currentTarget.value as KeyDraft['source'] })
            }
          >
            {hasKept && <option value="kept">The one that is kept</option>}
            <option value="none">None</option>
            <option value="typed">{hasKept ? 'Another one' : 'Typed in here'}</option>
            <option value="environment">From the server’s environment</option>
          </select>
        )}
      </Field>
      {source === 'typed' && (
        <Field label="New key" hint={TYPED_HINT}>
          {(ties) => (
            <input
              {...ties}
              type="password"
              value={draft.typed}
              required
              minLength={8}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => onChange({ ...draft, typed: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {source === 'environment' && (
        <Field label="Name of the variable">
          {(ties) => (
            <input
              {...ties}
              value={draft.variable}
              required
              placeholder="MY_API_KEY"
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => onChange({ ...draft, variable: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
