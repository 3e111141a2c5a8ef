import type { AssistantContent, Message } from '@loop/events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentMessages } from '../../server/sessions/agent-messages.js';
import { newSessionFile, parseWholeFile } from '../../server/sessions/session-file.js';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf } from '../support/api.js';
import { called, said, writeSession } from '../support/made-session.js';
import { idleAgent, startServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

/** A session with something of everything, as a server has saved it. */
async function wholeFile(): Promise<unknown> {
  const dataFolder = join(await temporaryFolder(), 'data');
  const call = { id: 'c', name: 'read', args: { path: 'a' }, text: 'b' };
  await writeSession(dataFolder, 'made', { id: 'w', path: dataFolder }, [
    ...said('Hello'),
    ...called(call),
    { type: 'message_start', message: summary },
    { type: 'message_end', message: summary },
    { type: 'queue_changed', items: [{ inputId: 'i', mode: 'steer', text: 'Wait' }] },
    { type: 'session_title', title: 'T', status: 'ready' },
    { type: 'skills_loaded', skills: [{ name: 's', revision: 'r' }] },
  ]);
  const text = await readFile(join(dataFolder, 'sessions', 'made.json'), 'utf8');
  const file = JSON.parse(text) as { prompts: unknown[]; saved: { state: { timings: unknown[] } } };
  file.prompts = [{ requestId: 'p', runId: 'r' }];
  file.saved.state.timings = [{ timingId: 't', phase: 'queued', queuedAt: 1 }];
  return file;
}

const summary: Message = { role: 'compactionSummary', summary: 'So far', tokensBefore: 3 };
const whole = await wholeFile();

/** The same with another value at a path; `undefined` takes it away. */
function damaged(path: string, value: unknown): unknown {
  const copy = structuredClone(whole);
  const steps = path.split('/');
  const last = steps.pop() ?? '';
  const holder = steps.reduce<object>((at, step) => Reflect.get(at, step) as object, Object(copy));
  expect(Reflect.has(holder, last), path).toBe(true);
  Reflect.set(holder, last, value);
  return JSON.parse(JSON.stringify(copy));
}

const MESSAGES = 'saved/messages';
/** Of an agent that keeps to no types. */
const NO_TEXT = { type: 'text', text: { no: 'text' } };

describe('a session’s file', () => {
  it('that a server has written is whole', () => {
    expect(parseWholeFile(whole, 'made')).toEqual(whole);
    const fresh = newSessionFile({ id: 'w', path: '/w' });
    expect(parseWholeFile(fresh, fresh.id)).toEqual(fresh);
  });

  it('may hold what agents are free to put there', () => {
    const free: [string, unknown][] = [
      [`${MESSAGES}/0/message`, { role: 'of-a-host', content: null }],
      [`${MESSAGES}/1/message/content/0`, { type: 'of-a-provider' }],
      [`${MESSAGES}/1/message/content/0/arguments`, null],
      [`${MESSAGES}/1/message/content/0`, NO_TEXT],
      ['saved/tools/0/args', null],
      ['saved/state/title', undefined],
      [`${MESSAGES}/0/message/content`, []],
    ];
    for (const [path, value] of free) {
      const file = damaged(path, value);
      expect(parseWholeFile(file, 'made'), path).toEqual(file);
    }
  });

  it.each<[string, unknown[]]>([
    ['title', [undefined, 7]],
    ['updatedAt', ['now', 1e300]],
    ['prompts/0', [null, {}]],
    ['saved', [null, []]],
    [MESSAGES, [null, {}]],
    [`${MESSAGES}/0`, [null, 'text']],
    [`${MESSAGES}/0/status`, ['done', null]],
    [`${MESSAGES}/0/runId`, [7]],
    [`${MESSAGES}/0/message`, [null, {}, []]],
    [`${MESSAGES}/0/message/content`, [null, undefined, 7, {}, [null], [{ type: 'text' }]]],
    [`${MESSAGES}/1/message/content`, [null, 'text', [null], ['text']]],
    [`${MESSAGES}/1/message/content/0`, [null, { type: 'text' }, { type: 'thinking' }, {}]],
    [`${MESSAGES}/1/message/content/0/id`, [null, undefined]],
    [`${MESSAGES}/1/message/content/0/arguments`, [undefined]],
    [`${MESSAGES}/1/message/stopReason`, [7]],
    [`${MESSAGES}/2/message/content`, [null, [null], 'text']],
    [`${MESSAGES}/2/message/toolCallId`, [null]],
    [`${MESSAGES}/3/message/summary`, [null, undefined]],
    [`${MESSAGES}/3/message/tokensBefore`, ['many']],
    ['saved/tools/0', [null, { toolCallId: 'c' }]],
    ['saved/tools/0/toolName', [null]],
    ['saved/tools/0/status', ['odd', undefined]],
    ['saved/tools/0/messageIndex', [undefined, '1']],
    ['saved/tools/0/durationMs', ['long']],
    ['saved/state', [null, []]],
    ['saved/state/queue', [null, [null]]],
    ['saved/state/queue/0/text', [null]],
    ['saved/state/queue/0/mode', ['later']],
    ['saved/state/timings/0', [null, {}]],
    ['saved/state/title', [null, 'T']],
    ['saved/state/skills', [null, [null], [{}]]],
    ['saved/state/run', [null, 'idle']],
  ])('is damaged with another %s, and the report says where', (path, values) => {
    for (const value of values) {
      const file = damaged(path, value);
      expect(() => parseWholeFile(file, 'made'), JSON.stringify(value)).toThrow(`/${path}`);
    }
  });

  it('with a text that is none gives the agent what can be sent to a model', () => {
    const text: AssistantContent = { type: 'text', text: 'Hello' };
    const content = [NO_TEXT as unknown as AssistantContent, text];
    const [answer] = agentMessages([
      { messageIndex: 0, message: { role: 'assistant', content }, status: 'complete', runId: null },
    ]);
    expect(answer).toEqual({ role: 'assistant', content: [text] });
  });

  it.each<[string, string, AssistantContent[] | null]>([
    ['nothing in what a person said', `${MESSAGES}/0/message/content`, null],
    ['nothing in an answer', `${MESSAGES}/1/message/content`, [null] as never],
  ])('with %s is set aside at the start like other damage', async (_, path, value) => {
    const dataFolder = join(await temporaryFolder(), 'data');
    const folder = join(dataFolder, 'sessions');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'made.json'), JSON.stringify(damaged(path, value)));
    const { url, reports } = await startServer({ dataFolder, createAgent: idleAgent });
    expect(refusalIn(await send(url, '/api/sessions/made'))).toBe('404 not-found');
    expect(await readdir(folder)).toEqual([expect.stringContaining('made.json.damaged-')]);
    expect(reports).toEqual([expect.stringContaining(`/${path}`)]);
    await apiOf(url).newSession();
  });
});
