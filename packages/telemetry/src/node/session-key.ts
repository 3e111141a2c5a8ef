import { createHash } from 'node:crypto';

const plain = /^[A-Za-z0-9_-]{1,64}$/;
/** Names that Windows keeps for devices, and the form of the names that are made here. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|x-.*)$/i;

/**
 * The names that a session's folder may have. The first is the session's id where that is a good
 * name; the other, made of its hash, is used where it is not, or where another session has that
 * folder already: some file systems do not tell `a` from `A`.
 */
export function sessionKeys(sessionId: string): string[] {
  const hashed = `x-${createHash('sha256').update(sessionId).digest('hex').slice(0, 32)}`;
  return plain.test(sessionId) && !reserved.test(sessionId) ? [sessionId, hashed] : [hashed];
}
