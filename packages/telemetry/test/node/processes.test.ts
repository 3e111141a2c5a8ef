import { describe, expect, it } from 'vitest';
import { expectWhole } from '../support/expect-whole.ts';
import { accountedFor, numbersTo, parseSegments } from '../support/lines.ts';
import { useChildren } from '../support/run-child.ts';
import { segmentTexts } from '../support/scratch.ts';

const { start, newRoot } = useChildren();

// They wait for processes more than they work. An exit hook has 200 ms by the clock, which a busy machine
// may give to others: it is asked again.
describe.concurrent('a process that ends', () => {
  it.each([
    ['forgotten', 0, 300],
    ['recorderOnly', 0, 300],
    ['exit', 0, 600],
    ['uncaught', 1, 600],
  ])('by way of "%s" has written all of its records', { retry: 2 }, async (way, code, count) => {
    const root = await newRoot();
    expect(await start(way, root).ended).toBe(code);
    const { records, damaged } = parseSegments(await segmentTexts(root, 's1'));
    expect(damaged).toEqual([]);
    // What was under way may land behind what the exit hook wrote.
    expect(records.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(numbersTo(count));
  });

  it('writes for all of its recordings', { retry: 2 }, async () => {
    const root = await newRoot();
    expect(await start('forgottenByOthers', root).ended).toBe(0);
    for (const sessionId of ['a', 'b', 'c']) {
      expect(parseSegments(await segmentTexts(root, sessionId)).records).toHaveLength(100);
    }
  });

  it('is not held up by a storage that fails', async () => {
    const root = await newRoot();
    const child = start('degraded', root);
    expect(await child.ended).toBe(0);
    expect(child.lines).toEqual(['degraded']);
    // Its segments never had a whole line, so they are gone.
    expect(await segmentTexts(root, 's1')).toEqual([]);
  });
});

describe.concurrent('a process that is killed', () => {
  // 200 of them: in the soak.
  it.each([0, 1, 2, 3])(
    'at a random moment loses nothing that it was told is written (%i)',
    async (index) => {
      const root = await newRoot();
      const child = start(index % 2 === 0 ? 'endless' : 'piecemeal', root);
      await child.printed(1 + Math.floor(Math.random() * 30));
      child.process.kill('SIGKILL');
      expect(await child.ended).toBe('SIGKILL');
      await expectWhole(root, child.lines);
    },
  );

  it('by SIGTERM in the middle of a batch likewise', async () => {
    const root = await newRoot();
    const child = start('endless', root, '20000');
    await child.printed(5);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe('SIGTERM');
    await expectWhole(root, child.lines);
  });
});

describe('two processes on one session', () => {
  it('write whole lines, each into files of its own', async () => {
    const root = await newRoot();
    const children = [start('share', root, '20000'), start('share', root, '20000')];
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0]);
    const texts = await segmentTexts(root, 's1');
    const { heads, records, damaged } = parseSegments(texts);
    expect(damaged).toEqual([]);
    const writers = [...new Set(heads.map(({ writer }) => writer))];
    expect(writers).toHaveLength(2);
    expect(records).toHaveLength(1_000);
    expect(new Set(records.map(({ eventId }) => eventId)).size).toBe(1_000);
    for (const writer of writers) {
      const own = texts.filter((text) => parseSegments([text]).heads[0]?.writer === writer);
      const seqs = accountedFor(parseSegments(own));
      expect(seqs).toEqual(numbersTo(500).map((number) => number - 1 + (seqs[0] ?? 0)));
    }
  });
});
