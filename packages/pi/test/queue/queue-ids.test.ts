import { describe, expect, test } from 'vitest';
import { QueueIds } from '../../src/queue/queue-ids.js';

/** Sends lists, and names the ids `a`, `b`, … in the order in which they first appear. */
function track(...lists: { steering?: string[]; followUp?: string[] }[]) {
  const ids = new QueueIds();
  const names = new Map<string, string>();
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, String.fromCharCode(97 + names.size));
    return names.get(id);
  };
  return lists.map(({ steering = [], followUp = [] }) => {
    const { items, consumed } = ids.update({ type: 'queue_update', steering, followUp });
    const shown = items.map(({ inputId }) => nameOf(inputId)).join('');
    return consumed === undefined ? shown : `${shown}-${nameOf(consumed)}`;
  });
}

describe('ids stay with their inputs', () => {
  test.each([
    ['appended', [['x'], ['x', 'y']], ['a', 'ab']],
    ['equal texts appended', [['x'], ['x', 'x'], ['x', 'x', 'x']], ['a', 'ab', 'abc']],
    ['the first of equal texts consumed', [['x', 'x'], ['x'], []], ['ab', 'b-a', '-b']],
    ['one consumed, an equal one appended', [['x', 'y'], ['y'], ['y', 'x']], ['ab', 'b-a', 'bc']],
    [
      'one gone from the middle is not consumed',
      [
        ['x', 'y', 'z'],
        ['x', 'z'],
      ],
      ['abc', 'ac'],
    ],
    ['several gone at once', [['x', 'y'], []], ['ab', '']],
    ['another list altogether', [['x', 'y'], ['z']], ['ab', 'c']],
    [
      'consumed and appended in one',
      [
        ['x', 'y'],
        ['y', 'z'],
      ],
      ['ab', 'bc-a'],
    ],
    ['nothing changed', [['x'], ['x']], ['a', 'a']],
  ])('%s', (_what, steering, expected) => {
    expect(track(...steering.map((texts) => ({ steering: texts })))).toEqual(expected);
  });

  test('the two lists have ids of their own, steering first', () => {
    expect(
      track(
        { followUp: ['x'] },
        { steering: ['x'], followUp: ['x'] },
        { steering: [], followUp: ['x'] },
        { followUp: [] },
      ),
    ).toEqual(['a', 'ba', 'a-b', '-a']);
  });
});

test('an expected input comes under its own id, whatever comes before it', () => {
  const ids = new QueueIds();
  ids.expect({ inputId: 'mine', requestId: 'request', mode: 'steer', text: 'x' });
  ids.update({ type: 'queue_update', steering: [], followUp: ['x'] });
  ids.update({ type: 'queue_update', steering: ['y'], followUp: ['x'] });
  ids.update({ type: 'queue_update', steering: ['y', 'x'], followUp: ['x'] });
  expect(ids.items[1]).toMatchObject({ inputId: 'mine', requestId: 'request' });
  expect(ids.items.filter(({ inputId }) => inputId === 'mine')).toHaveLength(1);
});
