import type { CaptureMode } from '@loop/events/trace';
import { resolve } from 'node:path';

/** How this server is run. All of it comes from the environment; see the README's table. */
export interface Config {
  /** 0: any free one. */
  port: number;
  host: string;
  /** Host names, beside the loopback ones, under which the server may be asked. */
  allowedHosts: readonly string[];
  /** What everybody shows who is let in; missing: one is made where others than this machine are. */
  token: string | undefined;
  /** Absolute. Everything the server keeps is below it. */
  dataFolder: string;
  server: ServerKind;
  /** How much is recorded of each session. */
  trace: CaptureMode;
}

/** What the routes are served with. People see no difference. */
export type ServerKind = 'hono' | 'express';

const DEFAULT_PORT = 4747;
const TRACE_MODES: readonly CaptureMode[] = ['off', 'metadata', 'content', 'stream'];

/**
 * Reads the environment. The data folder's default is below the current folder, so that what a
 * trial leaves behind goes away with the clone.
 *
 * @throws Error that says which variable is wrong.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: portFrom(env['PORT']),
    host: env['HOST'] || '127.0.0.1',
    allowedHosts: listFrom(env['LOOP_ALLOWED_HOSTS']),
    token: tokenFrom(env['LOOP_TOKEN']),
    dataFolder: resolve(env['LOOP_DATA_DIR'] || '.loop-data'),
    server: serverFrom(env['LOOP_SERVER']),
    trace: traceFrom(env['LOOP_TRACE']),
  };
}

function portFrom(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT: expected a number from 0 to 65535, got "${text}".`);
}

/** It stands in an address and in a cookie, and takes the place of a password. */
function tokenFrom(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (/^[\w.~-]{16,256}$/.test(text)) return text;
  throw new Error('LOOP_TOKEN: expected 16 to 256 letters, digits or any of . ~ _ -');
}

function serverFrom(text: string | undefined): ServerKind {
  if (text === undefined || text === '') return 'hono';
  if (text === 'hono' || text === 'express') return text;
  throw new Error(`LOOP_SERVER: expected "hono" or "express", got "${text}".`);
}

function traceFrom(text: string | undefined): CaptureMode {
  const mode = TRACE_MODES.find((known) => known === (text || 'metadata'));
  if (mode !== undefined) return mode;
  throw new Error(`LOOP_TRACE: expected ${TRACE_MODES.join(', ')}, got "${text}".`);
}

function listFrom(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
