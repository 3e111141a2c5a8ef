import type { VNode } from 'preact';
import { CrossIcon } from '../shared/icons.js';
import type { SentModel } from './settings-api.js';

/** A model while it is written: its texts as they are. */
export interface ModelDraft {
  name: string;
  contextWindow: string;
}

/** What is sent of them; rows without a name are none. */
export function modelsIn(rows: readonly ModelDraft[]): SentModel[] {
  return rows
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, contextWindow }) => ({
      name: name.trim(),
      ...(contextWindow.trim() !== '' && { contextWindow: Number(contextWindow) }),
    }));
}

interface ModelRowsProps {
  rows: readonly ModelDraft[];
  onChange: (rows: ModelDraft[]) => void;
}

/** The endpoint's models, one a row. */
export function ModelRows({ rows, onChange }: ModelRowsProps): VNode {
  const change = (at: number, part: Partial<ModelDraft>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));

  return (
    <fieldset class="model-rows">
      <legend>Models</legend>
      <p class="settings-hint">
        None is needed yet: a test finds them. The context is how many tokens a model holds, 128,000
        if nobody says; older rounds are summed up before it is full.
      </p>
      {rows.map((row, at) => (
        <div class="model-row" key={at}>
          <input
            value={row.name}
            aria-label={`Model ${at + 1}`}
            placeholder="model-name"
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => change(at, { name: event.currentTarget.value })}
          />
          <input
            value={row.contextWindow}
            aria-label={`Context of model ${at + 1}, in tokens`}
            type="number"
            min={1_000}
            step={1}
            placeholder="128000"
            onInput={(event) => change(at, { contextWindow: event.currentTarget.value })}
          />
          <button
            type="button"
            aria-label={`Take model ${at + 1} out`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            <CrossIcon />
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...rows, { name: '', contextWindow: '' }])}>
        Add a model
      </button>
    </fieldset>
  );
}
