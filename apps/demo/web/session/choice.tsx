import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

/** Something that can be chosen. */
export interface Option {
  value: string;
  label: string;
  description?: string | undefined;
}

interface ChoiceProps {
  label: string;
  options: readonly Option[];
  /** As the session's state has it. */
  current: string | undefined;
  /** Resolves when the server has taken it. */
  onChoose: (value: string) => Promise<unknown>;
}

/** A small list to choose from. It shows what the session has; what was chosen only until then. */
export function Choice({ label, options, current, onChoose }: ChoiceProps): VNode | null {
  const [wanted, setWanted] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (options.length === 0) return null;
  const value = wanted ?? current ?? options[0]?.value;
  const isKnown = options.some((option) => option.value === value);

  async function choose(chosen: string): Promise<void> {
    setWanted(chosen);
    setProblem(undefined);
    try {
      await onChoose(chosen);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setWanted(undefined);
    }
  }

  return (
    <label class="choice" title={options.find((option) => option.value === value)?.description}>
      <span class="visually-hidden">{label}</span>
      <select value={value} onChange={(event) => void choose(event.currentTarget.value)}>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  );
}
