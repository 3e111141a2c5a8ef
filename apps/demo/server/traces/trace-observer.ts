import type { ModelInputPart, SessionTrace } from '@loop/events/trace';
import type { AgentObserver, InputOrigin } from '../agent/observer.js';

/** Records what an agent's events say nothing about. */
export function traceObserver(trace: SessionTrace): AgentObserver {
  return {
    modelRequest(request) {
      const operation = trace.begin('model.request', request);
      return (end) => operation.complete(end);
    },
    modelInput({ messages }) {
      const parts = messages.map(({ role, origin }) => ({ role, origin: ORIGINS[origin] }));
      trace.record('model.input.projected', { parts });
    },
    inputPreparation({ text }) {
      const operation = trace.begin('input.prepare', { text, chars: text.length });
      return ({ outcome, skills, error }) =>
        operation.complete({
          ...{ outcome, skills },
          ...(error === undefined ? {} : { errorMessage: error }),
        });
    },
    writeChecked: (check) => trace.observe({ type: 'permission.write.checked', ...check }),
    policyResolved: (policy) => trace.observe({ type: 'permission.policy.resolved', ...policy }),
  };
}

const ORIGINS: Record<InputOrigin, ModelInputPart['origin']> = {
  system: 'system',
  'agents-file': 'instructions',
  skill: 'skill',
  summary: 'summary',
  history: 'history',
  input: 'input',
};
