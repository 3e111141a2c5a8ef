/** What a storage failed with, as far as it is kept. */
export interface StorageFailure {
  /** As the system names it (`ENOSPC`). `UNKNOWN` for what has no code. */
  code: string;
  message: string;
}

/** What is known of anything that a storage may throw. Never throws itself. */
export function failureOf(error: unknown): StorageFailure {
  const [code, message] = [fieldOf(error, 'code'), fieldOf(error, 'message')];
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: typeof message === 'string' ? message : 'an error that says nothing',
  };
}

/** How many bytes of a write are there, where the storage could tell. */
export function writtenBytesOf(error: unknown): number | undefined {
  const bytes = fieldOf(error, 'writtenBytes');
  return typeof bytes === 'number' ? bytes : undefined;
}

function fieldOf(error: unknown, name: string): unknown {
  try {
    return (error as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
