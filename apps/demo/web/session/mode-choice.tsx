import type { VNode } from 'preact';
import type { PromptMode } from '../api/commands.js';

interface ModeChoiceProps {
  mode: PromptMode;
  onChoose: (mode: PromptMode) => void;
}

const MODES: [mode: PromptMode, label: string, title: string][] = [
  ['follow-up', 'When done', 'The agent reads it when it has done what it is at'],
  ['steer', 'After this step', 'The agent reads it before its next step'],
];

/** When the agent reads what is sent while it works. */
export function ModeChoice({ mode, onChoose }: ModeChoiceProps): VNode {
  return (
    <fieldset class="modes">
      <legend class="visually-hidden">When the agent reads your message</legend>
      {MODES.map(([value, label, title]) => (
        <label key={value} title={title}>
          <input
            type="radio"
            name="mode"
            value={value}
            checked={mode === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
