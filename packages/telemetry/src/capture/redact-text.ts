import type { CaptureRules, Counts } from './rules.js';

/** Credentials could not be looked for: nothing of the payload may be written. */
export class RedactionFailed extends Error {
  override readonly name = 'RedactionFailed';

  constructor(cause: unknown) {
    super('Credentials could not be looked for.', { cause });
  }
}

/** A text without its credentials. */
export function redactText(text: string, { redactor }: CaptureRules, tally: Counts): string {
  try {
    const redaction = redactor.text(text);
    tally.redacted += redaction.count;
    return redaction.text;
  } catch (cause) {
    throw new RedactionFailed(cause);
  }
}

/** The start of a text that goes on: what may begin a credential at its end goes as well. */
export function redactStart(start: string, { redactor }: CaptureRules, tally: Counts): string {
  try {
    const [redaction] = redactor.joined([start], 'cut');
    tally.redacted += redaction?.count ?? 0;
    return redaction?.text ?? '';
  } catch (cause) {
    throw new RedactionFailed(cause);
  }
}

/** The kind of credential that a name announces, if it does. */
export function secretKind(name: string, { redactor }: CaptureRules): string | undefined {
  try {
    return redactor.keyKind(name);
  } catch (cause) {
    throw new RedactionFailed(cause);
  }
}

/** A text that is a secret as a whole, because of the name it stands under. */
export function concealText(text: string, kind: string, tally: Counts): string {
  if (text === '' || /^\[redacted:[\w-]+\]$/.test(text)) return text;
  tally.redacted += 1;
  return `[redacted:${kind}]`;
}
