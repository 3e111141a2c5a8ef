import type { Scope } from '@loop/events/trace';
import { withdraw, type Capture } from '../capture/capture.js';
import type { CaptureRules } from '../capture/rules.js';
import { redactText } from '../capture/redact-text.js';

/** Where a record belongs, in texts only. */
export interface Place {
  runId?: string | undefined;
  operationId?: string | undefined;
  parentOperationId?: string | undefined;
  original?: string | undefined;
}

/** What a scope says; of an untyped caller's only what is text. */
export function placeOf(scope: Scope | undefined): Place {
  if (typeof scope !== 'object' || scope === null) return {};
  const { runId, operationId, parentOperationId, original } = scope;
  return {
    runId: textOf(runId),
    operationId: textOf(operationId),
    parentOperationId: textOf(parentOperationId),
    original: textOf(original),
  };
}

/** Where the end of an operation belongs: where it began, unless it is said otherwise. */
export function endPlace(begun: Place, scope: Scope | undefined): Place {
  const { runId, parentOperationId, original } = placeOf(scope);
  return {
    // `null` says that there is no run.
    runId: scope?.runId === null ? undefined : (runId ?? begun.runId),
    operationId: begun.operationId,
    parentOperationId: parentOperationId ?? begun.parentOperationId,
    original,
  };
}

/** The same without credentials, as part of what a capture has found; nothing if that fails. */
export function redactPlace(place: Place, rules: CaptureRules, capture: Capture): Place {
  const { runId, operationId, parentOperationId, original } = place;
  try {
    return {
      runId: clean(runId),
      operationId: clean(operationId),
      parentOperationId: clean(parentOperationId),
      original: clean(original),
    };
  } catch (error) {
    withdraw(capture, error);
    return {};
  }

  function clean(id: string | undefined): string | undefined {
    return id === undefined ? undefined : redactText(id, rules, capture);
  }
}

function textOf(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}
