import type { Trace } from '../../../wire/trace.js';
import { ask } from '../../api/ask.js';
import { pathOfSession } from '../../api/sessions.js';

/** Asks for the latest runs of a recording. */
export function readTrace(sessionId: string, runs: number): Promise<Trace> {
  return ask('GET', `${pathOfSession(sessionId)}/trace?runs=${runs}`);
}

/** Where a recording can be had as a file. */
export function pathOfExport(sessionId: string, format: 'chrome' | 'otlp'): string {
  return `${pathOfSession(sessionId)}/trace/export?format=${format}`;
}
