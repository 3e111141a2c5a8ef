import { expect, test } from 'vitest';
import { answerInstead, readRequest, streamHeaders } from '../../src/http/rules.js';
import type { StreamSource } from '../../src/stream/sink.js';

const headers = streamHeaders();

function sourceThat(refuses: ReturnType<StreamSource['refusal']>): StreamSource {
  return {
    refusal: () => refuses,
    connect: () => {
      throw new Error('must not connect');
    },
  };
}

test('the head of a stream is exactly the three headers of the contract', () => {
  expect(headers).toEqual({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    'X-Accel-Buffering': 'no',
  });
  expect(streamHeaders('no-store, no-transform')['Cache-Control']).toBe('no-store, no-transform');
});

test.each(['', ' ', 'a\nb', 'a\r\nSet-Cookie: x', 'no-store ', 'é', '\0', 7, null])(
  'refuses %j as cacheControl before anything is sent',
  (value) => {
    expect(() => streamHeaders(value as string)).toThrow(
      expect.objectContaining({ name: 'LoopEventsError', code: 'invalid-option' }),
    );
  },
);

test.each([
  ['GET', undefined, undefined],
  ['HEAD', undefined, { status: 200, headers, body: undefined }],
  ['HEAD', 'disposed', { status: 404, body: undefined }],
  ['GET', 'disposed', { status: 404, code: 'disposed' }],
  ['GET', 'too-many-connections', { status: 503, code: 'too-many-connections' }],
  ['POST', undefined, { status: 405, code: 'method-not-allowed' }],
  ['POST', 'disposed', { status: 405, code: 'method-not-allowed' }],
  ['OPTIONS', undefined, { status: 405, code: 'method-not-allowed' }],
  ['get', undefined, { status: 405 }],
  [undefined, undefined, { status: 405 }],
] as const)('%s of a stream that refuses with %s', (method, refuses, expected) => {
  const answer = answerInstead(method, sourceThat(refuses), headers);
  if (expected === undefined) return expect(answer).toBeUndefined();
  const { code, ...rest } = { code: undefined, ...expected };
  expect(answer).toMatchObject(rest);
  if (code === undefined) return;
  expect(JSON.parse(answer?.body ?? '')).toEqual({ error: expect.any(String), code });
  expect(answer?.headers['Content-Type']).toBe('application/json');
  expect(answer?.headers['Cache-Control']).toBe('no-store');
});

test('405 says what is allowed, 503 says when to come back', () => {
  expect(answerInstead('PUT', sourceThat(undefined), headers)?.headers['Allow']).toBe('GET, HEAD');
  const full = answerInstead('GET', sourceThat('too-many-connections'), headers);
  expect(Number(full?.headers['Retry-After'])).toBeGreaterThan(0);
});

test.each([
  ['/e', undefined, undefined],
  ['/e', null, undefined],
  ['/e', '', undefined],
  ['/e', 's:3', 's:3'],
  ['/e?cursor=s:2', undefined, 's:2'],
  ['/e?cursor=s%3A2', '', 's:2'],
  ['/e?cursor=s:2', 's:9', 's:9'],
  ['/e?cursor=s:2', 'garbage', 'garbage'],
  ['/e?cursor=', undefined, undefined],
  ['/e?a=1&cursor=s:4&cursor=s:5', undefined, 's:4'],
  ['https://host/e?cursor=s:2#?cursor=s:7', undefined, 's:2'],
  ['/e#?cursor=s:7', undefined, undefined],
  ['/e?cursor=%E0%A4%A', undefined, '\uFFFD%A'],
  [undefined, undefined, undefined],
])('the cursor of %s with the header %j is %j', (url, header, cursor) => {
  expect(readRequest(url, header).cursor).toBe(cursor);
});

test.each([
  ['/e?approvals=1', true],
  ['/e?cursor=s:1&approvals=1', true],
  ['/e', false],
  ['/e?approvals', false],
  ['/e?approvals=', false],
  ['/e?approvals=0', false],
  ['/e?approvals=true', false],
  ['/e?approvals=01', false],
  ['/e?approvals=1%20', false],
  ['/e?Approvals=1', false],
  ['/approvals=1', false],
])('%s asks for approvals: %s', (url, approvals) => {
  expect(readRequest(url, undefined).approvals).toBe(approvals);
});
