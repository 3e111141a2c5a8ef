import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { openTestRecorder } from './recorder-support.js';

const planted = ['Hq7Zt', 'p0mXw2', 'LrB9s'].join('');

/** All that stands in the recording after these payloads. */
function recorded(...payloads: object[]): string {
  const open = openTestRecorder({ redactor: createRedactor() });
  for (const args of payloads) open.recorder.begin('tool', { toolName: 'read', args });
  return open.lines.map(({ text }) => text).join('');
}

function nested(depth: number, inner: object): object {
  return Array.from({ length: depth }).reduce<object>((value) => ({ value }), inner);
}

// C-030
test.each([1, 2, 8])('names of secrets are known at depth %i, in any container', (depth) => {
  const names = ['password', 'apiKey', 'authorization', 'cookie'];
  const fields = Object.fromEntries(names.map((name) => [name, planted]));
  const text = recorded(
    nested(depth, fields),
    nested(depth, { list: [[[fields]]] }),
    nested(depth, { entries: [['Authorization', planted]] }),
    nested(depth, { error: Object.assign(new Error('no'), fields) }),
  );
  expect(text).not.toContain(planted);
  expect(text.match(/\[redacted:/g)?.length).toBeGreaterThanOrEqual(9);
});

// C-057
test.each([
  ...['API-KEY', 'api_key', 'ApiKey', 'X-Api-Key', 'authToken', 'AUTHORIZATION', 'client_secret'],
  ...['AWS_SECRET_ACCESS_KEY', 'DATABASE_PASSWORD', 'refresh_token', 'proxy-authorization'],
])('%s is the name of a secret, however it stands beside its value', (name) => {
  const text = recorded(
    { [name]: planted },
    { env: { [name]: planted } },
    {
      headers: [
        ['accept', 'all'],
        [name, planted],
      ],
    },
    { rawHeaders: ['Accept', 'all', name, planted] },
    { map: new Map([[name, planted]]) },
    { parameters: new URLSearchParams({ [name]: planted }) },
    { headers: new Headers({ [name]: planted }) },
    { [name]: [planted] },
  );
  expect(text).not.toContain(planted);
  expect(text.match(/\[redacted:/g)).toHaveLength(8);
});

// C-016
test('counts, limits and ids are left alone', () => {
  const harmless = {
    ...{ inputTokens: 12, output_tokens: 7, maxTokens: 4096, tokenizer: 'bpe', cacheKey: 'a/b' },
    ...{ keyboard: 'qwerty', author: 'somebody', sessionId: 's-1', operationId: 'o-1' },
    ...{ toolCallId: 'call_1', commit: '9e2e8f5c0d7b4a1e8f3c2b6a5d4e3f2a1b0c9d8e' },
    ...{ uuid: '7b0f2a54-6c1d-4e8a-9f3b-2d5c8e7a1b60', password: 7, token: true },
  };
  const open = openTestRecorder({ redactor: createRedactor() });
  open.recorder.begin('tool', { toolName: 'read', args: harmless });
  expect(open.records[0]?.data['args']).toEqual(harmless);
  expect(open.records[0]).not.toHaveProperty('meta');
});

// C-023
describe('bad values', () => {
  test('cost neither their record nor the next one', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    const bad = {
      ...{
        big: 12n,
        cycle,
        deep,
        map: new Map([['a', 1]]),
        set: new Set([1]),
        symbol: Symbol('s'),
      },
      ...{
        date: new Date(NaN),
        method: () => 1,
        sparse: Array<number>(3),
        buffer: Buffer.from('a'),
      },
      error: Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E_OUTER' }),
      toJSON: () => expect.fail(),
      get throwing(): never {
        return expect.fail();
      },
    };
    const open = openTestRecorder({ redactor: createRedactor() });
    open.recorder.begin('tool', { toolName: 'read', args: bad });
    open.recorder.record('agent.settled', { status: 'idle' });
    expect(open.records.map(({ seq, name }) => [seq, name])).toEqual([
      [1, 'tool.started'],
      [2, 'agent.settled'],
    ]);
    expect(open.records[0]?.data['args']).toMatchObject({
      ...{ big: { $bigint: '12' }, cycle: { self: { $ref: '$.args.cycle' } }, date: null },
      error: { name: 'Error', message: 'outer', code: 'E_OUTER', cause: { message: 'inner' } },
    });
  });
});
