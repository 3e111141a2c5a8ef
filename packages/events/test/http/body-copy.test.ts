import { expect, test } from 'vitest';
import { eventStreamResponse } from '../../src/http/index.js';
import { SessionEvents } from '../../src/session-events.js';
import { note } from './note.js';

test('a copy of the response is empty and takes nothing from it', async () => {
  const session = new SessionEvents({ sessionId: '42', streamId: 's' });
  const response = eventStreamResponse(new Request('http://host/e'), session);
  const copy = new Response(response.body, response).clone();
  expect(await copy.text()).toBe('');
  session.publish(note(1));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toContain('id: s:0');
  expect((await reader.read()).value).toContain('id: s:1');
  session.dispose();
});
