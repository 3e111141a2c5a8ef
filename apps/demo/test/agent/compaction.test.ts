import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompactionEnd, Message } from '@loop/events';
import { SessionEvents } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { beforeEach, describe, expect, test } from 'vitest';
import { SUMMARY_PROMPT } from '../../server/agent/compaction/summary.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import { agentMessages } from '../../server/sessions/agent-messages.js';
import { answeringModel, call, fail, say, type AnsweringOptions } from './answering-model.js';
import { observedAgent, type ObservedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await writeFile(join(root, 'README.md'), '# Ledger\n');
});

/** Answers summaries with "In short", and the rest one after the other. */
function summing(answers: Parameters<typeof say>[0][], options?: AnsweringOptions) {
  let n = 0;
  return answeringModel(
    ({ systemPrompt }) =>
      systemPrompt === SUMMARY_PROMPT ? [say('In short')] : [say(answers[n++] ?? 'No more.')],
    options,
  );
}

function ends({ events }: ObservedAgent): CompactionEnd[] {
  return events.flatMap((event) => (event.type === 'compaction_end' ? [event] : []));
}

/** What each compaction that came through says. */
function results(observed: ObservedAgent): Results[] {
  return ends(observed).map(({ result }) => result as Results);
}

interface Results {
  summary: string;
  tokensBefore: number;
  tokensAfter: number;
}

const NOTHING: Results = { summary: '', tokensBefore: 0, tokensAfter: 0 };

const compactions = ({ types }: ObservedAgent) =>
  types().filter((type) => type.startsWith('compaction'));

describe('past the threshold', () => {
  test('older rounds are summed up after the answer; the next one is made from the summary', async () => {
    const model = summing(['x'.repeat(2_400), 'y'.repeat(2_400), 'z'], { contextWindow: 1_500 });
    const observed = observedAgent({ workspace: root, model });
    await observed.agent.prompt('one');
    expect(compactions(observed)).toEqual([]);
    await observed.agent.prompt('two');
    expect(compactions(observed)).toEqual(['compaction_start', 'compaction_end']);
    expect(ends(observed)).toMatchObject([
      { reason: 'threshold', result: { summary: 'In short' }, aborted: false, willRetry: false },
    ]);
    const [{ tokensBefore, tokensAfter } = NOTHING] = results(observed);
    expect(tokensBefore).toBeGreaterThan(1_050);
    expect(tokensAfter).toBeLessThan(tokensBefore);
    const transcript = JSON.stringify(model.asked[2]?.messages);
    expect(transcript).toContain('User: one');
    expect(transcript).not.toContain('User: two');
    expect(model.asked[2]?.tools).toBeUndefined();
    await observed.agent.prompt('three');
    expect(model.roles().at(-1)).toEqual(['user', 'user', 'assistant', 'user']);
    expect(JSON.stringify(model.asked.at(-1)?.messages[0])).toContain('In short');
  });

  test('what the model has counted goes before an estimate', async () => {
    const tokens = ({ messages }: { messages: unknown[] }) => (messages.length > 2 ? 1_200 : 10);
    const model = summing(['a', 'b'], { contextWindow: 1_500, tokens });
    const observed = observedAgent({ workspace: root, model });
    await observed.agent.prompt('one');
    await observed.agent.prompt('two');
    expect(ends(observed)).toMatchObject([
      { reason: 'threshold', result: { tokensBefore: 1_200 } },
    ]);
    const budgets = observed.events.filter(({ type }) => type === 'context_budget');
    expect(budgets.at(-2)).toMatchObject({ tokens: 1_200, percent: 80, thresholdTokens: 1_050 });
    expect(budgets.at(-1)).toMatchObject({ estimated: true });
  });

  test('in the middle of a long round: its request stays, calls keep their results', async () => {
    await writeFile(join(root, 'long.txt'), 'word\n'.repeat(700));
    const reading = () => [call(crypto.randomUUID(), 'read', { path: 'long.txt' })];
    const answers = [reading, reading, () => [say('Read.')]];
    let n = 0;
    const model = answeringModel(
      ({ systemPrompt }) =>
        systemPrompt === SUMMARY_PROMPT ? [say('In short')] : (answers[n++]?.() ?? undefined),
      { contextWindow: 1_500 },
    );
    const observed = observedAgent({ workspace: root, model });
    await observed.agent.prompt('Read it twice');
    expect(ends(observed)).toMatchObject([{ reason: 'threshold', willRetry: false }]);
    expect(model.roles().at(-1)).toEqual(['user', 'user', 'assistant', 'toolResult']);
    expect(JSON.stringify(model.asked.at(-1)?.messages[1])).toContain('Read it twice');
    expect(observed.said()).toBe('Read.');
  });

  test('a summary that fails changes nothing, and is not asked for at once again', async () => {
    const model = answeringModel(
      ({ systemPrompt }) => [systemPrompt === SUMMARY_PROMPT ? fail('no') : say('x'.repeat(2_400))],
      { contextWindow: 1_500 },
    );
    const observed = observedAgent({ workspace: root, model });
    for (const text of ['one', 'two', 'and']) await observed.agent.prompt(text);
    const [first, ...more] = ends(observed);
    expect(first).toEqual({
      type: 'compaction_end',
      ...{ reason: 'threshold', aborted: false, willRetry: false, errorMessage: 'no' },
    });
    // The third answer has made the context so much longer that it is worth another try.
    expect(more).toHaveLength(1);
    expect(observed.answers().map(({ stopReason }) => stopReason)).toEqual([
      'stop',
      'stop',
      'stop',
    ]);
  });
});

describe('an overflow', () => {
  const TOO_LONG = `400 This model's maximum context length is 500 tokens`;

  /** Refuses what is not summed up, as a provider does. */
  const narrow = (fits: (messages: unknown[]) => boolean) =>
    answeringModel(({ systemPrompt, messages }) => {
      if (systemPrompt === SUMMARY_PROMPT) return [say('In short')];
      return [fits(messages) ? say('Fits.') : fail(TOO_LONG)];
    });

  test('is answered after a compaction; the failed attempt is marked', async () => {
    const model = narrow(({ length }) => length < 3);
    const session = new SessionEvents({ sessionId: 'session-1' });
    const observed = observedAgent({ workspace: root, model });
    attachAgent(observed.agent, session);
    await observed.agent.prompt('one');
    await observed.agent.prompt('two');
    expect(ends(observed)).toMatchObject([{ reason: 'overflow', willRetry: true }]);
    const { messages, state } = session.snapshot();
    expect(messages.map(({ message: { role }, superseded }) => [role, superseded])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['user', undefined],
      ['assistant', true],
      ['compactionSummary', undefined],
      ['assistant', undefined],
    ]);
    expect(state).not.toHaveProperty('compaction');
    expect(state.run.status).toBe('idle');
  });

  test('that nothing helps against is given up, and its answer stays the last word', async () => {
    const observed = observedAgent({ workspace: root, model: narrow(() => false) });
    await observed.agent.prompt('one');
    expect(ends(observed)).toMatchObject([{ willRetry: false, errorMessage: expect.any(String) }]);
    expect(observed.answers().map(({ stopReason }) => stopReason)).toEqual(['error']);
    expect(observed.types().some((type) => type.startsWith('auto_retry'))).toBe(false);
  });

  test('with an input in the queue: the run settles all the same', async () => {
    const session = new SessionEvents({ sessionId: 'session-1' });
    const observed = observedAgent({ workspace: root, model: narrow(() => false) });
    const link = attachAgent(observed.agent, session);
    const run = link.run({ requestId: 'r', runId: 'run-1' }, () => observed.agent.prompt('one'));
    link.enqueue({ text: 'two', mode: 'follow-up' });
    await run;
    expect(session.snapshot().state).toMatchObject({ run: { status: 'idle' }, queue: [{}] });
  });
});

describe('on demand', () => {
  test('keeps the latest round, and ends as a run of its own', async () => {
    const model = summing(['a', 'b', 'c']);
    const observed = observedAgent({ workspace: root, model });
    await observed.agent.prompt('one');
    await observed.agent.prompt('two');
    observed.events.length = 0;
    await observed.agent.compact();
    expect(observed.types()).toEqual([
      ...['compaction_start', 'message_start', 'message_end', 'compaction_end'],
      ...['context_budget', 'agent_settled'],
    ]);
    await observed.agent.prompt('three');
    expect(model.roles().at(-1)).toEqual(['user', 'user', 'assistant', 'user']);
  });

  test('with nothing to sum up it says so', async () => {
    const observed = observedAgent({ workspace: root, model: summing(['a']) });
    await observed.agent.compact();
    expect(ends(observed)).toMatchObject([{ errorMessage: 'There is nothing to sum up yet.' }]);
  });

  test('can be cancelled, and leaves everything as it was', async () => {
    const observed = observedAgent({
      workspace: root,
      model: createScriptedModel({ paceMs: 0 }),
    });
    await observed.agent.prompt('hello');
    await observed.agent.prompt('hello');
    observed.agent.subscribe(({ type }) => {
      if (type === 'compaction_start') observed.agent.abort();
    });
    await observed.agent.compact();
    expect(ends(observed)).toMatchObject([{ aborted: true, willRetry: false }]);
    expect(observed.events.at(-1)).toEqual({ type: 'agent_settled', aborted: true });
  });

  test('what comes in meanwhile runs after it, in the same run', async () => {
    const model = summing(['a', 'b', 'c']);
    const observed = observedAgent({ workspace: root, model });
    const session = new SessionEvents({ sessionId: 'session-1' });
    const link = attachAgent(observed.agent, session);
    await observed.agent.prompt('one');
    await observed.agent.prompt('two');
    const run = link.run({ requestId: 'r', runId: 'run-1' }, () => observed.agent.compact());
    link.enqueue({ text: 'three', mode: 'follow-up' });
    await run;
    expect(observed.said()).toBe('a\nb\nc');
    expect(model.roles().at(-1)).toEqual(['user', 'user', 'assistant', 'user']);
    const { messages, state } = session.snapshot();
    expect(messages.at(-1)?.runId).toBe('run-1');
    expect([state.queue, state.run.status]).toEqual([[], 'idle']);
  });

  test('is refused while a run is active, and refuses one', async () => {
    const { agent } = observedAgent({ workspace: root });
    const run = agent.prompt('hello');
    await expect(agent.compact()).rejects.toThrow('busy');
    await run;
    const compaction = agent.compact();
    await expect(agent.prompt('hello')).rejects.toThrow('busy');
    await compaction;
  });
});

describe('after a restart', () => {
  async function restartedAfter(prompts: string[]) {
    const first = summing(['a', 'b', 'c', 'd']);
    const observed = observedAgent({ workspace: root, model: first });
    const session = new SessionEvents({ sessionId: 'session-1', messageUpdates: 'delta' });
    attachAgent(observed.agent, session);
    for (const text of prompts) {
      await (text === '' ? observed.agent.compact() : observed.agent.prompt(text));
    }
    const history: Message[] = agentMessages(session.save().messages);
    const second = summing(['e']);
    await observedAgent({ workspace: root, model: second, history }).agent.prompt('go on');
    await observed.agent.prompt('go on');
    return [first, second].map(({ asked }) =>
      asked.at(-1)?.messages.map(({ role, content }) => [role, textIn(content)]),
    );
  }

  test.each([
    ['once', ['one', 'two', '']],
    ['twice', ['one', 'two', '', 'three', '']],
    ['in the middle', ['one', 'two', '', 'three']],
  ])('the model sees what it saw before: shortened %s', async (_when, prompts) => {
    const [live, restarted] = await restartedAfter(prompts);
    expect(live?.length).toBeGreaterThan(3);
    expect(restarted).toEqual(live);
  });
});

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as { text?: string }[]).map(({ text }) => text ?? '').join();
}

test('the scripted model sums up what it is given', async () => {
  const observed = observedAgent({ workspace: root });
  await observed.agent.prompt('replace "Ledger" with "Books" in README.md');
  await observed.agent.prompt('run `exit 3`');
  await observed.agent.prompt('hello');
  await observed.agent.compact();
  const [{ summary } = NOTHING] = results(observed);
  expect(summary).toContain('“replace "Ledger" with "Books" in README.md”');
  expect(summary).toContain('`README.md`');
  expect(summary).toContain('Edited README.md: one place.');
  expect(summary).toContain('`exit 3` failed');
  expect(summary).not.toContain('hello');
  await observed.agent.prompt('hello');
  await observed.agent.compact();
  expect(results(observed)[1]?.summary).toContain('`exit 3` failed');
});
