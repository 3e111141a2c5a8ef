import type { SessionView } from '@loop/events';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import {
  cancelRun,
  chooseModel,
  choosePermission,
  sendPrompt,
  type PromptMode,
} from '../api/commands.js';
import { Choice } from './choice.js';
import { Choices } from './choices.js';
import { Composer } from './composer.js';
import { Queue } from './queue.js';
import { StatusLine } from './status-line.js';

interface SessionFootProps {
  sessionId: string;
  view: SessionView;
  /** The model that was chosen and is not there any more. */
  missingModel: string | undefined;
}

/** When the agent reads what is sent while it works. */
const MODES: { value: PromptMode; label: string; description: string }[] = [
  {
    value: 'follow-up',
    label: 'When done',
    description: 'The agent reads it when it has done what it is at',
  },
  {
    value: 'steer',
    label: 'After this step',
    description: 'The agent reads it before its next step',
  },
];

/** What waits, and where people write. */
export function SessionFoot({ sessionId, view, missingModel }: SessionFootProps): VNode {
  const { state } = view;
  const [mode, setMode] = useState<PromptMode>('follow-up');
  const isRunning = state.run.status !== 'idle';
  return (
    <div class="foot">
      <Queue sessionId={sessionId} items={state.queue} />
      <StatusLine view={view} />
      {missingModel !== undefined && (
        <p class="remark" role="status">
          The model <bdi>{missingModel}</bdi> is not there any more: <bdi>{state.model?.model}</bdi>{' '}
          answers instead.
        </p>
      )}
      <Composer
        placeholder={isRunning ? 'Say what comes next' : 'Say what to do'}
        onSend={async (prompt) => {
          // The page may not know yet that somebody else has just begun a run.
          await sendPrompt(sessionId, { ...prompt, mode });
        }}
        onCancel={isRunning ? () => void cancelRun(sessionId).catch(() => {}) : undefined}
      >
        <Choices
          permission={state.permission}
          model={state.model?.model}
          onPermission={(preset) => choosePermission(sessionId, preset)}
          onModel={(id) => chooseModel(sessionId, id)}
        />
        {isRunning && (
          <Choice
            label="When it is read"
            options={MODES}
            current={mode}
            onChoose={async (chosen) => setMode(chosen as PromptMode)}
          />
        )}
      </Composer>
    </div>
  );
}
