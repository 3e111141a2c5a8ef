import { describe, expect, it } from 'vitest';
import { askEndpoint } from '../../server/settings/ask-endpoint.js';
import { KEY, modelsServer } from '../support/endpoints.js';

describe('a test of an endpoint', () => {
  const models = JSON.stringify({
    data: [{ id: 'tiny' }, { id: 7 }, null, { id: `for ${KEY}` }, { id: 'large' }],
  });

  it.each([
    ['its models', 200, models, { ok: true, models: ['tiny', 'large'] }],
    ['a refusal', 401, KEY, { ok: false, problem: 'It refuses the key (401).' }],
    [
      'nothing there',
      404,
      '',
      { ok: false, problem: expect.stringContaining('version') as string },
    ],
    ['a failure', 500, KEY, { ok: false, problem: 'It answered 500.' }],
    ['no JSON', 200, KEY, { ok: false, problem: 'What it answered is no list of models.' }],
    [
      ...(['too much', 200, 'x'.repeat(1_100_000)] as const),
      { ok: false, problem: 'What it answered is no list of models.' },
    ],
    [
      ...(['another address', 302, ''] as const),
      { ok: false, problem: expect.stringContaining('another address') as string },
    ],
  ])('says of %s what it is', async (_what, status, body, expected) => {
    const { baseUrl } = await modelsServer(status, body);
    expect(await askEndpoint({ baseUrl, key: KEY })).toEqual(expected);
  });

  it('ends where nobody listens, where nothing is answered, and where no key was given', async () => {
    const silent = await modelsServer(0, '');
    expect(await askEndpoint({ baseUrl: silent.baseUrl, key: KEY, timeoutMs: 20 })).toEqual({
      ...{ ok: false, problem: 'It did not answer within 0.02 seconds.' },
    });
    expect(await askEndpoint({ baseUrl: 'http://127.0.0.1:1/v1', key: KEY })).toMatchObject({
      ...{ ok: false, problem: expect.stringContaining('cannot be reached') as string },
    });
    const { baseUrl } = await modelsServer(401, '');
    expect(await askEndpoint({ baseUrl, key: undefined })).toEqual({
      ...{ ok: false, problem: 'It wants a key (401).' },
    });
  });
});
