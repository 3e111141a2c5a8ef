import { expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../src/read/outcome.ts';

const omitted = { $omitted: { reason: 'mode', type: 'object', size: 2 } };

test.each([
  ['ok', { isError: false }],
  ['ok', { outcome: 'completed' }],
  ['ok', { stopReason: 'toolUse' }],
  ['ok', { outcome: 'allowed' }],
  ['ok', { isError: false, error: null, errorMessage: '' }],
  ['error', { isError: true, status: 'ok' }],
  ['error', { stopReason: 'error', errorMessage: 'overloaded' }],
  ['error', { error: omitted }],
  ['error', { outcome: 'refused' }],
  ['error', { reason: 'manual', errorMessage: 'no model' }],
  ['cancelled', { stopReason: 'aborted', errorMessage: 'Request was aborted' }],
  ['cancelled', { aborted: true }],
  ['cancelled', { outcome: 'denied', by: 'person' }],
  ['cancelled', { allowed: false }],
  ['unknown', {}],
  ['unknown', { outcome: 'sideways', result: 'error' }],
  ['unknown', { isError: omitted, reason: 'manual', aborted: false }],
] as const)('%s: %j', (outcome, data) => {
  expect(outcomeOf(data)).toBe(outcome);
});

test('the text of an error is bounded and ends on a whole character', () => {
  expect(errorOf({ error: { message: 'm', name: 'n' } })).toBe('m');
  expect(errorOf({ error: omitted, errorName: 'TypeError' })).toBe('TypeError');
  expect(errorOf({ isError: true })).toBeUndefined();
  expect(errorOf({ errorMessage: '😀'.repeat(200) })).toBe(`${'😀'.repeat(127)}…`);
});
