import { LoopTelemetryError } from '../errors.js';

/** The error for a folder that cannot be read. */
export function unreadableFolder(path: string, cause: unknown): LoopTelemetryError {
  const { code } = cause as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT' ? 'there is no such folder' : `it cannot be read (${code ?? String(cause)})`;
  return new LoopTelemetryError('unreadable', `${path}: ${why}. Check the root and the session.`, {
    cause,
  });
}
