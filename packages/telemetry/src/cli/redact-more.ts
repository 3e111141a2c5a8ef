import { homedir } from 'node:os';
import type { Items } from '../export/places.js';
import type { ReadItem } from '../read/read-item.js';
import { createRedactor, type Redactor } from '../redact/redactor.js';

/** What stands for a text that could not be looked through. */
const UNKNOWN = '[redacted:unknown]';
const MIN_SECRET_CHARS = 8;

/**
 * Looks through all payloads once more: for the credentials that are known today, for those in this
 * shell's environment, and for the path of the home folder. For recordings that leave the house.
 */
export async function* redactedAgain(items: Items): AsyncGenerator<ReadItem> {
  const redactor = createRedactor({ secrets: environmentSecrets() });
  const home = homedir();

  function text(given: string): string {
    try {
      const redacted = redactor.text(given).text;
      return home.length > 1 ? redacted.replaceAll(home, '~') : redacted;
    } catch {
      return UNKNOWN;
    }
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    return typeof given === 'object' && given !== null ? fields(given) : given;
  }

  function fields(given: object): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(given).map(([key, held]) => {
        const kind = typeof held === 'string' ? redactor.keyKind(key) : undefined;
        return [text(key), kind === undefined ? value(held) : `[redacted:${kind}]`];
      }),
    );
  }

  for await (const item of items) {
    if (item.type !== 'record') yield item;
    else yield { ...item, record: { ...item.record, data: fields(item.record.data) } };
  }
}

/** Values of the environment whose names say that they are credentials. */
function environmentSecrets(): string[] {
  const { keyKind }: Pick<Redactor, 'keyKind'> = createRedactor();
  return Object.entries(process.env).flatMap(([name, value = '']) =>
    value.length >= MIN_SECRET_CHARS && keyKind(name) !== undefined ? [value] : [],
  );
}
