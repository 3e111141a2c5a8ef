import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionEvents } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { beforeEach, expect, test } from 'vitest';
import type { NestedToolEvent } from '../../server/agent/tools/batch.js';
import { answering, call, say } from './answering-model.js';
import { observedAgent, type ObservedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'README.md'), '# Ledger\n');
  await writeFile(join(root, 'src', 'sum.ts'), 'export const sum = 1;\n');
});

/** An agent whose model makes one batch of these calls. */
async function batchOf(...calls: { tool: string; args: object }[]): Promise<ObservedAgent> {
  const model = answering([call('batch-1', 'batch', { calls })], [say('Done.')]);
  const observed = observedAgent({ workspace: root, model });
  await observed.agent.prompt('Look');
  return observed;
}

function nested({ events }: ObservedAgent): NestedToolEvent[] {
  return events.flatMap((event) =>
    event.type === 'nested_tool.started' || event.type === 'nested_tool.completed' ? [event] : [],
  );
}

test('runs the calls side by side, and gives their results in the order of the calls', async () => {
  const observed = await batchOf(
    { tool: 'search', args: { text: 'sum' } },
    { tool: 'read', args: { path: 'README.md' } },
    { tool: 'list', args: {} },
  );
  const ids = ['batch-1/1', 'batch-1/2', 'batch-1/3'];
  const events = nested(observed);
  expect(events.slice(0, 3).map(({ type, toolCallId }) => [type, toolCallId])).toEqual(
    ids.map((id) => ['nested_tool.started', id]),
  );
  expect(
    events
      .slice(3)
      .map(({ toolCallId }) => toolCallId)
      .sort(),
  ).toEqual(ids);
  for (const event of events) {
    expect(event).toMatchObject({ parentToolCallId: 'batch-1', rootToolCallId: 'batch-1' });
  }
  expect(events.at(-1)).toMatchObject({
    ...{ type: 'nested_tool.completed', isError: false, status: 'ok' },
    ...{ durationMs: expect.any(Number), resultBytes: expect.any(Number) },
  });
  const text = observed.results()[0]?.text ?? '';
  expect(text).toMatch(/^== search .*\nsrc\/sum.ts:1: [^]*== read .*\n# Ledger[^]*== list /);
});

test('is bound as the tools in it are: paths, arguments, and no other tools', async () => {
  const observed = await batchOf(
    { tool: 'read', args: { path: '../outside.txt' } },
    { tool: 'read', args: {} },
    { tool: 'list', args: {} },
  );
  const failed = nested(observed).filter((event) => 'isError' in event && event.isError);
  const errors = failed.map((event) => [event.toolCallId, 'error' in event && event.error]);
  expect(Object.fromEntries(errors)).toEqual({
    'batch-1/1': expect.stringContaining('is refused'),
    'batch-1/2': expect.stringContaining('path'),
  });
  expect(observed.results()).toMatchObject([{ isError: false }]);

  for (const tool of ['shell', 'write', 'batch']) {
    const refused = await batchOf({ tool, args: { command: 'touch made', calls: [] } });
    expect(refused.results()).toMatchObject([{ isError: true }]);
    expect(nested(refused)).toEqual([]);
  }
});

test('fails as a whole where all of it fails', async () => {
  const observed = await batchOf({ tool: 'read', args: { path: 'nothing.txt' } });
  expect(observed.results()).toMatchObject([
    { isError: true, text: expect.stringContaining('== read {"path":"nothing.txt"} failed') },
  ]);
});

test('is bounded: as many calls and as much text as one result holds', async () => {
  const list = { tool: 'list', args: {} };
  const many = await batchOf(...Array.from({ length: 17 }, () => list));
  expect(many.results()).toMatchObject([{ isError: true }]);
  await writeFile(join(root, 'long.txt'), 'word '.repeat(6_000));
  const reading = { tool: 'read', args: { path: 'long.txt' } };
  const long = await batchOf(reading, reading, reading);
  const text = long.results()[0]?.text ?? '';
  expect(text.length).toBeLessThan(33_000);
  expect(text.match(/… \(cut\)/g)).toHaveLength(3);
});

test('aborted: every call that began has its end', async () => {
  const calls = [
    { tool: 'search', args: { text: 'sum' } },
    { tool: 'list', args: {} },
  ];
  const model = answering([call('batch-1', 'batch', { calls })]);
  const observed = observedAgent({ workspace: root, model });
  observed.agent.subscribe(({ type }) => {
    if (type === 'nested_tool.started') observed.agent.abort();
  });
  await observed.agent.prompt('Look');
  const events = nested(observed);
  expect(events.filter(({ type }) => type === 'nested_tool.started')).toHaveLength(2);
  expect(events.filter(({ type }) => type === 'nested_tool.completed')).toHaveLength(2);
});

test('in a session the nested calls stand below theirs', async () => {
  const session = new SessionEvents({ sessionId: 'session-1' });
  const model = answering(
    [call('batch-1', 'batch', { calls: [{ tool: 'list', args: {} }] })],
    [say('Done.')],
  );
  const { agent } = observedAgent({ workspace: root, model });
  attachAgent(agent, session);
  await agent.prompt('Look');
  expect(session.snapshot().tools).toMatchObject([
    { toolCallId: 'batch-1', status: 'complete', messageIndex: 1 },
    { toolCallId: 'batch-1/1', status: 'complete', messageIndex: 1, parentToolCallId: 'batch-1' },
  ]);
});
