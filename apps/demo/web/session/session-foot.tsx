import type { SessionState } from '@loop/events';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import {
  cancelRun,
  chooseModel,
  choosePermission,
  sendPrompt,
  type PromptMode,
} from '../api/commands.js';
import { ApprovalsBar } from './approvals/approvals-bar.js';
import { Choices } from './choices.js';
import { Composer } from './composer.js';
import { ModeChoice } from './mode-choice.js';
import { Queue } from './queue.js';

interface SessionFootProps {
  sessionId: string;
  state: SessionState;
}

/** What waits, and where people write. */
export function SessionFoot({ sessionId, state }: SessionFootProps): VNode {
  const [mode, setMode] = useState<PromptMode>('follow-up');
  const isRunning = state.run.status !== 'idle';
  return (
    <div class="foot">
      <ApprovalsBar pending={state.pendingApprovals} />
      <Queue sessionId={sessionId} items={state.queue} />
      <Composer
        placeholder={isRunning ? 'Say what comes next' : 'Say what to do'}
        onSend={async (prompt) => {
          // The page may not know yet that somebody else has just begun a run.
          await sendPrompt(sessionId, { ...prompt, mode });
        }}
        onCancel={isRunning ? () => void cancelRun(sessionId).catch(() => {}) : undefined}
      >
        {isRunning && <ModeChoice mode={mode} onChoose={setMode} />}
        <Choices
          permission={state.permission}
          model={state.model?.model}
          onPermission={(preset) => choosePermission(sessionId, preset)}
          onModel={(id) => chooseModel(sessionId, id)}
        />
      </Composer>
    </div>
  );
}
