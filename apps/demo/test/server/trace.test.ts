import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Trace, TraceOperation } from '../../wire/trace.js';
import { apiOf, framesFrom, type Api } from '../support/api.js';
import { onEachServer, onUsualServer } from '../support/each-server.js';
import type { RunningServer, StartOptions } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

/** A session on a server that was just started, and what is told of it. */
async function staged(starting: Promise<RunningServer>) {
  const server = await starting;
  const api = apiOf(server.url);
  const id = await api.newSession({ permission: 'ask' });
  const trace = (query = ''): Promise<Trace> => api.get(`/api/sessions/${id}/trace${query}`);
  const download = (format: string): Promise<Response> =>
    fetch(new URL(`/api/sessions/${id}/trace/export?format=${format}`, server.url));
  return { ...server, api, id, trace, download };
}

onUsualServer((startServer) => {
  const stage = (options?: StartOptions) => staged(startServer(options));

  it('nests what happened: the approval in the tool that it gates, with its wait', async () => {
    const { url, api, id, trace } = await stage();
    const waited = await runWithApproval(url, api, id);
    const { operations, recording, mode, runs, cut, readAt } = await trace();
    const run = named(operations, 'run')[0];
    const tool = named(run?.children, 'tool')[0];
    const approval = named(tool?.children, 'approval')[0];
    expect(run).toMatchObject({ status: 'complete', outcome: 'ok', runId: run?.operationId });
    expect(tool).toMatchObject({ label: 'tool shell', parentOperationId: run?.operationId });
    expect(approval).toMatchObject({ label: 'approval shell', outcome: 'ok' });
    expect(approval?.completed?.data).toMatchObject({ outcome: 'allowed', by: 'user' });
    expect(approval?.durationMs).toBeGreaterThanOrEqual(waited - 5);
    expect(tool?.durationMs).toBeGreaterThanOrEqual(approval?.durationMs ?? Infinity);
    expect(named(run?.children, 'model.request')[0]?.label).toMatch(/^model\.request main /);
    expect(run?.points.map(({ name }) => name)).toContain('message.completed');
    expect({ mode, runs, cut }).toEqual({
      mode: 'metadata',
      runs: { shown: 1, total: 1 },
      cut: { operations: 0, points: 0 },
    });
    expect(recording).toMatchObject({ segments: 1, damaged: false });
    expect(readAt).toBeGreaterThan((run?.startedAt ?? Infinity) + (run?.durationMs ?? 0));
    // Metadata only: what was typed is described, not told.
    expect(JSON.stringify(operations)).not.toContain('echo done');
  });

  it('tells what is under way as open, with what is recorded so far', async () => {
    const { api, id, trace } = await stage();
    await api.prompt(id, 'run `echo done`');
    await expect
      .poll(async () => all((await trace()).operations).find(({ name }) => name === 'approval'))
      .toMatchObject({ status: 'incomplete', missing: 'open', outcome: 'unknown' });
  });

  it('holds the latest runs only, and says how many there are', async () => {
    const { api, id, trace } = await stage();
    for (const text of ['Read README.md', 'Look around', 'Read README.md']) await api.ask(id, text);
    const whole = await trace();
    const { operations, runs } = await trace('?runs=1');
    expect(runs).toEqual({ shown: 1, total: 3 });
    expect(named(whole.operations, 'run')).toHaveLength(3);
    expect(named(operations, 'run')).toEqual(named(whole.operations, 'run').slice(-1));
    for (const wrong of ['0', '101', 'x', '-1']) {
      await expect(trace(`?runs=${wrong}`)).rejects.toThrow('invalid-query');
    }
  });

  it('tells a damaged recording as far as it is whole', async () => {
    const { api, id, trace, dataFolder } = await stage();
    await api.ask(id, 'Read README.md');
    const folder = join(dataFolder, 'traces', 'v1');
    const files = await readdir(folder, { recursive: true });
    const segment = files.find((file) => file.endsWith('.jsonl')) ?? '';
    await appendFile(join(folder, segment), '{"v":1,"seq":oops}\n');
    const { operations, problems, recording } = await trace();
    expect(recording?.damaged).toBe(true);
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'invalid-json' }));
    expect(named(operations, 'run')).toHaveLength(1);
  });

  it('counts the pieces of a stream, instead of sending them', async () => {
    const { api, id, trace } = await stage({ trace: 'stream' });
    await api.ask(id, 'Read README.md');
    const { operations, mode } = await trace();
    const main = all(operations).filter(({ label }) => label.startsWith('model.request main'));
    expect(mode).toBe('stream');
    expect(Math.max(...main.map(({ pieces = 0 }) => pieces))).toBeGreaterThan(5);
    expect(JSON.stringify(operations)).not.toContain('model.stream.received');
    expect(JSON.stringify(operations)).toContain('README.md');
  });

  it('of a server that is stopped in the middle of a run has the end of all that was stopped', async () => {
    const { id, api, close, dataFolder } = await stage();
    await api.post(`/api/sessions/${id}/permission`, { preset: 'full' });
    await api.prompt(id, 'run `sleep 30`');
    await expect.poll(async () => (await api.session(id)).snapshot.tools).toHaveLength(1);
    await close();
    const again = apiOf((await startServer({ dataFolder })).url);
    const { operations } = await again.get<Trace>(`/api/sessions/${id}/trace`);
    const endless = all(operations).filter(({ status }) => status !== 'complete');
    expect(endless.map(({ label }) => label)).toEqual([]);
    expect(named(operations, 'run')).toMatchObject([{ outcome: 'cancelled' }]);
    // For people the run is one that was interrupted, all the same.
    const { messages, tools } = (await again.session(id)).snapshot;
    expect(tools).toMatchObject([{ status: 'interrupted' }]);
    expect(messages.map(({ status }) => status)).not.toContain('streaming');
  });

  it('that is off is an answer that says so', async () => {
    const { api, id, trace } = await stage({ trace: 'off' });
    await api.ask(id, 'Read README.md');
    expect(await trace()).toMatchObject({ mode: 'off', recording: null, operations: [] });
  });
});

onEachServer((startServer) => {
  const stage = (options?: StartOptions) => staged(startServer(options));

  describe('an export', () => {
    it.each([
      ['chrome', 'application/json', /^trace-[\w-]{8}\.chrome\.json$/],
      ['otlp', 'application/x-ndjson', /^trace-[\w-]{8}\.otlp\.jsonl$/],
    ])('as %s is a file', async (format, type, name) => {
      const { api, id, download } = await stage();
      await api.ask(id, 'Read README.md');
      const { status, headers, text } = await read(await download(format));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const disposition = headers.get('content-disposition') ?? '';
      expect(/^attachment; filename="(.*)"$/.exec(disposition)?.[1]).toMatch(name);
      expect(namesIn(format, text)).toEqual(expect.arrayContaining(['run', 'tool read']));
    });

    it('is refused in another format, and where nothing is recorded', async () => {
      const { url, id } = await stage({ trace: 'off' });
      const at = (query: string) => send(url, `/api/sessions/${id}/trace/export${query}`);
      for (const query of ['', '?format=', '?format=xml', '?format=__proto__', '?format=Chrome']) {
        expect(refusalIn(await at(query)), query).toBe('400 invalid-query');
      }
      expect(refusalIn(await at('?format=chrome'))).toBe('404 not-found');
    });

    it('tells HEAD what GET would be told', async () => {
      const { url, api, id } = await stage();
      await api.ask(id, 'Read README.md');
      const path = `/api/sessions/${id}/trace/export?format=otlp`;
      const { status, headers, body } = await send(url, path, { method: 'HEAD' });
      expect({ status, body }).toEqual({ status: 200, body: '' });
      expect(headers['content-disposition']).toMatch(/^attachment/);
    });
  });
});

/** Runs a command that somebody allows. @returns the least it waited, in milliseconds */
async function runWithApproval(url: string, api: Api, id: string): Promise<number> {
  await api.prompt(id, 'run `echo done`');
  for await (const frame of framesFrom(new URL(`/api/sessions/${id}/events`, url))) {
    const [pending] = frame.snapshot?.state.pendingApprovals ?? [];
    if (!pending) continue;
    const waited = Date.now() - pending.requestedAt;
    await api.post(`/api/sessions/${id}/approvals/${pending.approvalId}`, { decision: 'allow' });
    await api.settled(id);
    return waited;
  }
  throw new Error('Nobody was asked.');
}

function named(operations: readonly TraceOperation[] = [], name: string): TraceOperation[] {
  return operations.filter((operation) => operation.name === name);
}

function all(operations: readonly TraceOperation[]): TraceOperation[] {
  return operations.flatMap((operation) => [operation, ...all(operation.children)]);
}

async function read(answer: Response) {
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

interface Span {
  name: string;
}

/** The names of what an export holds; everything in it has to be JSON. */
function namesIn(format: string, text: string): string[] {
  if (format === 'chrome') {
    return (JSON.parse(text) as { traceEvents: Span[] }).traceEvents.map(({ name }) => name);
  }
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const { resourceSpans } = JSON.parse(line) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    })
    .map(({ name }) => name);
}
