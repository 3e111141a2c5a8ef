import type { Inspection } from '../../wire/inspection.js';
import { ask } from '../api/ask.js';
import { pathOfSession } from '../api/sessions.js';

/** What the server can break. */
export type ServerFault = 'drop' | 'evict' | 'restart';

/** Asks how the stream stands. */
export function inspect(sessionId: string): Promise<Inspection> {
  return ask('GET', `${pathOfSession(sessionId)}/inspect`);
}

/** Breaks something, for real. */
export function breakOnServer(sessionId: string, fault: ServerFault): Promise<unknown> {
  return ask('POST', `${pathOfSession(sessionId)}/inspect/${fault}`);
}
