import { traceSchema } from '@loop/events/trace';
import { foldOperations, runsOf, type ReadItem, type ReadRecord } from '@loop/telemetry';
import { readRecording, verifyRecording } from '@loop/telemetry/node';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiOf, framesFrom, type Api } from '../support/api.js';
import { startServer } from '../support/running-server.js';

/** What the demo never records, and why. */
const NEVER_SEEN: Record<string, string> = {
  'trace.capture.failed': 'every event of the demo can be recorded',
};

describe('a session’s trace', () => {
  it('has every name of the vocabulary, its lifetimes paired, and its end', async () => {
    const server = await startServer({ trace: 'stream' });
    const api = apiOf(server.url);
    const id = await api.newSession({ permission: 'ask' });
    const answering = answerAll(server.url, id);
    await api.ask(id, 'Take the tour');
    await changeSettings(api, id);
    await queueAndCancel(api, id, join(server.dataFolder, 'sample-project'));
    answering.abort();
    await server.close();

    const place = { root: server.dataFolder, sessionId: id };
    const items: ReadItem[] = [];
    for await (const item of readRecording(place, { schema: traceSchema })) items.push(item);
    const records = items.flatMap((item) => (item.type === 'record' ? [item.record] : []));
    const seen = new Set(records.map(({ name }) => name));
    const missing = [...traceSchema.events.keys()].filter((name) => !seen.has(name));
    expect(missing).toEqual(Object.keys(NEVER_SEEN));
    expect(items.filter(({ type }) => type === 'problem' || type === 'gap')).toEqual([]);
    expect(records.at(-1)?.name).toBe('session.detached');
    expect(await verifyRecording(place)).toMatchObject({ problems: [] });
    await expectLifetimes(items, records);
  }, 120_000);
});

/** Whoever watches says yes to everything. */
function answerAll(url: string, id: string): AbortController {
  const leaving = new AbortController();
  const answered = new Set<string>();
  void (async () => {
    for await (const frame of framesFrom(new URL(`/api/sessions/${id}/events`, url))) {
      if (leaving.signal.aborted) return;
      for (const { approvalId } of frame.snapshot?.state.pendingApprovals ?? []) {
        if (answered.has(approvalId)) continue;
        answered.add(approvalId);
        await apiOf(url).post(`/api/sessions/${id}/approvals/${approvalId}`, { decision: 'allow' });
      }
    }
  })().catch(() => {});
  return leaving;
}

async function changeSettings(api: Api, id: string): Promise<void> {
  const { models } = await api.get<{ models: { id: string }[] }>('/api/models');
  await api.post(`/api/sessions/${id}/model`, { model: models[0]?.id });
  await api.post(`/api/sessions/${id}/permission`, { preset: 'full' });
}

/** An input that waits, runs, and is stopped. */
async function queueAndCancel(api: Api, id: string, folder: string): Promise<void> {
  await api.prompt(id, 'run `until [ -e go ]; do sleep 0.05; done`');
  const later = { requestId: crypto.randomUUID(), text: 'Look around', mode: 'follow-up' };
  await api.post(`/api/sessions/${id}/prompt`, later);
  await writeFile(join(folder, 'go'), '');
  await api.settled(id);
  await api.prompt(id, 'do something slow');
  await api.post(`/api/sessions/${id}/cancel`);
  await api.settled(id);
}

/** Whatever has begun has its end, lies in something that is there, and says how it went. */
async function expectLifetimes(items: ReadItem[], records: ReadRecord[]): Promise<void> {
  const tree = await foldOperations(items, { schema: traceSchema });
  const operations = [...tree.byId.values()].flat();
  expect(operations.filter(({ status }) => status !== 'complete')).toEqual([]);
  expect(operations.filter(({ isParentMissing }) => isParentMissing)).toEqual([]);
  expect(operations.length).toBeGreaterThan(30);
  const runs = [...runsOf(tree).keys()];
  expect(runs).toHaveLength(3);
  for (const run of runs) {
    const own = records.filter(({ runId }) => runId === run);
    const after = own.slice(own.findIndex(({ name }) => name === 'run.completed') + 1);
    // What the host does on its account may outlast a run: its save, the title it asked for.
    expect(after.filter(({ name }) => /^(tool|approval|message|compaction)/.test(name))).toEqual(
      [],
    );
  }
  const requests = operations.filter(({ name }) => name === 'model.request');
  const purposes = new Set(requests.map(({ started }) => started?.data['purpose']));
  expect(purposes).toEqual(new Set(['compaction', 'main', 'title']));
  const gated = operations.filter(({ name }) => name === 'approval');
  for (const { parentOperationId = '' } of gated) {
    expect(tree.byId.get(parentOperationId)?.[0]?.name).toBe('tool');
  }
  expect(gated.length).toBeGreaterThan(0);
}
