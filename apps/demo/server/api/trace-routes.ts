import { describeOperation, recordCounters, traceSchema } from '@loop/events/trace';
import { exportChrome, exportOtlp, type ExportOptions, type Items } from '@loop/telemetry/export';
import { livenessOf, readRecording } from '@loop/telemetry/node';
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { badRequest, notFound } from '../http/api-error.js';
import { wholeNumber } from '../http/fields.js';
import type { ApiRequest, Route } from '../http/route.js';
import { sessionOf } from './look-up.js';
import type { RouteParts } from './routes.js';
import { readTrace } from './trace-document.js';

/** How a recording is exported, and what the file is. */
interface Format {
  type: string;
  ending: string;
  write: (items: Items, options: ExportOptions) => AsyncGenerator<string>;
}

const FORMATS: Readonly<Record<string, Format>> = {
  chrome: {
    type: 'application/json',
    ending: 'chrome.json',
    write: (items, options) => exportChrome(items, { ...options, counters: recordCounters }),
  },
  otlp: {
    type: 'application/x-ndjson',
    ending: 'otlp.jsonl',
    write: (items, options) => exportOtlp(items, { ...options, sha256 }),
  },
};

const DEFAULT_RUNS = 5;
const MAX_RUNS = 100;

/** Looking at a session's recording, and taking it elsewhere. Nothing here changes it. */
export function traceRoutes({
  sessions,
  traces,
}: Pick<RouteParts, 'sessions' | 'traces'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/sessions/:id/trace',
      async handle(request) {
        const id = await idOf(request);
        const runs = wholeNumber(request.query.get('runs'), 'runs', DEFAULT_RUNS);
        if (runs < 1 || runs > MAX_RUNS) {
          throw badRequest('invalid-query', `runs: expected 1 to ${MAX_RUNS}.`);
        }
        const body = await traces.read(id, async (folder) =>
          readTrace({ mode: traces.mode, folder, bytes: await sizeOf(folder), runs }),
        );
        return { status: 200, body };
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/trace/export',
      async handle(request) {
        const id = await idOf(request);
        const name = request.query.get('format') ?? '';
        const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
        if (!format) throw badRequest('invalid-query', 'format: expected chrome or otlp.');
        const pieces = await traces.read(id, (folder) => exported(folder, format));
        const { type, ending } = format;
        return { download: { type, fileName: `trace-${id.slice(0, 8)}.${ending}`, pieces } };
      },
    },
  ];

  async function idOf(request: ApiRequest): Promise<string> {
    return (await sessionOf(sessions, request)).events.sessionId;
  }
}

async function exported(folder: string, format: Format): Promise<AsyncIterable<string>> {
  if ((await sizeOf(folder)) === undefined) throw notFound('recording');
  const pieces = format.write(readRecording(folder, { schema: traceSchema }), {
    ...{ schema: traceSchema, describe: describeOperation },
    isLive: await livenessOf(folder),
  });
  return begun(pieces);
}

/** Exports read all before they write: what cannot be read is answered with a status, not cut off. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await pieces.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* pieces;
  })();
}

/** Bytes of a recording's segments; `undefined` where there are none. */
async function sizeOf(folder: string): Promise<number | undefined> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const segments = files.filter((file) => file.endsWith('.jsonl'));
  const sizes = await Promise.all(segments.map((file) => stat(join(folder, file))));
  return sizes.length === 0 ? undefined : sizes.reduce((sum, { size }) => sum + size, 0);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
