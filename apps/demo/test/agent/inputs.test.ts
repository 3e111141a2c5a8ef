import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SkillsLoaded } from '@loop/events';
import { beforeEach, describe, expect, test } from 'vitest';
import { answering, say } from './answering-model.js';
import { observedAgent, type ObservedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, '.loop/skills/release'), { recursive: true });
});

const write = (path: string, text: string) => writeFile(join(root, path), text);
const REVIEW =
  '---\nname: review\ndescription: "Reviews code"\n---\n\nLook for off-by-one errors.\n';

function loaded({ events }: ObservedAgent): SkillsLoaded[] {
  return events.flatMap((event) => (event.type === 'skills_loaded' ? [event] : []));
}

/** The texts of the user messages that the model was sent last, block by block. */
function sentTexts({ asked }: ReturnType<typeof answering>): string[][] {
  const users = asked.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
  return users.map(({ content }) =>
    (content as { text?: string }[]).map((block) => block.text ?? ''),
  );
}

describe('skills', () => {
  test('are loaded when the agent is made, with a hash of their content', async () => {
    await write('.loop/skills/review.md', REVIEW);
    await write('.loop/skills/release/SKILL.md', 'Count the version up.');
    const observed = observedAgent({ workspace: root });
    const event = await new Promise<SkillsLoaded>((resolve) =>
      observed.agent.subscribe((e) => e.type === 'skills_loaded' && resolve(e)),
    );
    expect(event.skills).toEqual([
      {
        ...{ name: 'release', source: 'project', location: '.loop/skills/release/SKILL.md' },
        revision: expect.stringMatching(/^[0-9a-f]{12}$/),
      },
      {
        ...{ name: 'review', source: 'project', location: '.loop/skills/review.md' },
        ...{ description: 'Reviews code', revision: expect.any(String) },
      },
    ]);
  });

  test('that change are told of at the next prompt, and only then', async () => {
    await write('.loop/skills/review.md', REVIEW);
    const observed = observedAgent({ workspace: root });
    await observed.agent.prompt('hello');
    await observed.agent.prompt('hello');
    expect(loaded(observed)).toHaveLength(1);
    await write('.loop/skills/review.md', `${REVIEW}And for missing tests.\n`);
    await observed.agent.prompt('hello');
    const [first, second] = loaded(observed).map(({ skills }) => skills[0]?.revision);
    expect(second).not.toBe(first);
    await rm(join(root, '.loop'), { recursive: true });
    await observed.agent.prompt('hello');
    expect(loaded(observed).at(-1)?.skills).toEqual([]);
  });

  test('that are known already are not told of again', async () => {
    await write('.loop/skills/review.md', REVIEW);
    const first = observedAgent({ workspace: root });
    await first.agent.prompt('hello');
    const knownSkills = loaded(first)[0]?.skills;
    const second = observedAgent({ workspace: root, knownSkills });
    await second.agent.prompt('hello');
    expect(loaded(second)).toEqual([]);
  });

  test('go to the model beside what was typed, which the session keeps as it was', async () => {
    await write('.loop/skills/review.md', REVIEW);
    const model = answering([say('One.')], [say('Two.')]);
    const observed = observedAgent({ workspace: root, model });
    await observed.agent.prompt('/review src/clock.js');
    expect(sentTexts(model)).toEqual([
      ['/review src/clock.js', '<skill name="review">\nLook for off-by-one errors.\n</skill>'],
    ]);
    const typed = observed.events.find(({ type }) => type === 'message_end');
    expect(typed).toMatchObject({
      message: { content: [{ type: 'text', text: '/review src/clock.js' }] },
    });
    expect(model.asked[0]?.systemPrompt).toContain('- /review: Reviews code');
    await observed.agent.prompt('And now?');
    expect(sentTexts(model).map(({ length }) => length)).toEqual([2, 1]);
  });

  test('also beside a text that waited in the queue', async () => {
    await write('.loop/skills/review.md', REVIEW);
    const model = answering([say('One.')], [say('Two.')]);
    const { agent } = observedAgent({ workspace: root, model });
    const content = [{ type: 'text' as const, text: '/review it' }];
    agent.followUp({ role: 'user', content, timestamp: 1 });
    await agent.prompt('hello');
    expect(sentTexts(model).at(-1)).toHaveLength(2);
  });

  test.each(['/tmp is full', '/review-all', 'what does /review do?', '/constructor', '/'])(
    'a text that calls none goes as it is: %s',
    async (text) => {
      await write('.loop/skills/review.md', REVIEW);
      const model = answering([say('One.')]);
      const observed = observedAgent({ workspace: root, model });
      await observed.agent.prompt(text);
      expect(sentTexts(model)).toEqual([[text]]);
      expect(observed.answers()).toMatchObject([{ stopReason: 'stop' }]);
    },
  );

  describe('that cannot be used fail the prompt that calls them, with the reason', () => {
    const cases: [string, () => Promise<unknown>, RegExp][] = [
      ['too large', () => write('.loop/skills/network.md', 'x'.repeat(40_000)), /too large/],
      ['not text', () => write('.loop/skills/network.md', 'a\0b'), /not a text file/],
      [
        'outside of the workspace',
        async () => {
          const elsewhere = join(await temporaryFolder(), 'secret.md');
          await writeFile(elsewhere, 'Elsewhere.');
          await symlink(elsewhere, join(root, '.loop/skills/network.md'));
        },
        /leads out of the workspace/,
      ],
      ['an empty folder', () => mkdir(join(root, '.loop/skills/network')), /no such file/],
    ];
    test.each(cases)('%s', async (_what, make, reason) => {
      await make();
      const model = answering([say('One.')]);
      const observed = observedAgent({ workspace: root, model });
      await observed.agent.prompt('/network now');
      expect(model.asked).toEqual([]);
      // Once: what is wrong with the file does not pass by itself, whatever the skill is called.
      expect(observed.answers()).toMatchObject([
        { stopReason: 'error', errorMessage: expect.stringMatching(reason) },
      ]);
      expect(loaded(observed)).toEqual([]);
      await observed.agent.prompt('hello');
      expect(observed.answers().at(-1)).toMatchObject({ stopReason: 'stop' });
    });
  });

  test('the first of two of one name counts; odd names give way to the file’s', async () => {
    await write('.loop/skills/a.md', '---\nname: twin\n---\nFirst.');
    await write('.loop/skills/b.md', '---\nname: twin\n---\nSecond.');
    await write('.loop/skills/c.md', '---\nname: ../../etc\n---\nThird.');
    const observed = observedAgent({ workspace: root });
    await observed.agent.prompt('hello');
    expect(loaded(observed)[0]?.skills.map(({ name, location }) => [name, location])).toEqual([
      ['twin', '.loop/skills/a.md'],
      ['c', '.loop/skills/c.md'],
    ]);
  });

  test('a whole folder elsewhere is none of ours', async () => {
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, 'secret.md'), 'Elsewhere.');
    await rm(join(root, '.loop'), { recursive: true });
    await mkdir(join(root, '.loop'));
    await symlink(elsewhere, join(root, '.loop/skills'));
    const observed = observedAgent({ workspace: root });
    await observed.agent.prompt('hello');
    expect(loaded(observed)).toEqual([]);
  });
});

describe('AGENTS.md', () => {
  const promptWith = async (text: string) => {
    await write('AGENTS.md', text);
    const model = answering([say('One.')]);
    await observedAgent({ workspace: root, model }).agent.prompt('hello');
    return model.asked[0]?.systemPrompt ?? '';
  };

  test('stands in the system prompt', async () => {
    expect(await promptWith('Tabs, never spaces.')).toContain('Tabs, never spaces.');
  });

  test('is cut where it is too long', async () => {
    const prompt = await promptWith('x'.repeat(100_000));
    expect(prompt.length).toBeLessThan(20_000);
    expect(prompt).toContain('… (cut)');
  });

  test('elsewhere is not read', async () => {
    const elsewhere = join(await temporaryFolder(), 'AGENTS.md');
    await writeFile(elsewhere, 'A secret.');
    await symlink(elsewhere, join(root, 'AGENTS.md'));
    const model = answering([say('One.')]);
    await observedAgent({ workspace: root, model }).agent.prompt('hello');
    expect(model.asked[0]?.systemPrompt).not.toContain('A secret.');
  });
});
