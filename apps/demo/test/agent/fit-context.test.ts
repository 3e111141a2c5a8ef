import type { AgentMessage } from '@earendil-works/pi-agent-core';
import { expect, test } from 'vitest';
import { fitContext } from '../../server/agent/fit-context.js';

const TEXT = 'x'.repeat(4_000);

/** Messages by their first letters: u(ser), t(ool result), everything of about 1 000 tokens. */
function messages(roles: string): AgentMessage[] {
  return Array.from(roles, (role, at) =>
    role === 'u'
      ? { role: 'user', content: TEXT, timestamp: at }
      : {
          role: 'toolResult',
          toolCallId: String(at),
          toolName: 'read',
          content: [{ type: 'text', text: TEXT }],
          isError: false,
          timestamp: at,
        },
  );
}

test.each([
  ['everything fits', 'uttut', 100_000, 'uttut'],
  ['the oldest round goes', 'uttut', 3_500, 'ut'],
  ['a round is kept whole or not at all', 'uttutut', 5_500, 'utut'],
  ['the last round stays, however long it is', 'ututtttt', 2_500, 'uttttt'],
  ['nothing a person wrote: nothing to cut at', 'ttt', 1_500, 'ttt'],
  ['nothing at all', '', 1_000, ''],
])('%s', (_what, roles, maxTokens, expected) => {
  const all = messages(roles);
  expect(fitContext(all, maxTokens)).toEqual(all.slice(all.length - expected.length));
});
