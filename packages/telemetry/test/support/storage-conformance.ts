import { expect, it } from 'vitest';
import type { TraceSegment, TraceStorage } from '../../src/record/storage.ts';
import { numbersTo, parseSegments, recordLine } from './lines.ts';
import { startWriter } from './start-writer.ts';

/** A place where segments are kept, as a test sees it. */
export interface StoragePlace {
  /** A storage for one opening of the recording. */
  storage(): TraceStorage;
  /** The texts of all segments, in order. */
  texts(): Promise<string[]>;
  /** Puts a segment there that no writer of ours has written. */
  plant(text: string): Promise<void>;
}

/** What every storage must do. Run it on your own: `makePlace` makes an empty place. */
export function storageConformance(makePlace: () => Promise<StoragePlace>): void {
  it('has nothing before the first opening, and asking makes nothing', async () => {
    const place = await makePlace();
    expect(await place.storage().resume()).toEqual({ lastSeq: 0, bytes: 0 });
    expect(await place.texts()).toEqual([]);
  });

  it('numbers segments, names them apart and says which was before', async () => {
    const place = await makePlace();
    const storage = place.storage();
    await storage.resume();
    const segments = [await opened(storage), await opened(storage), await opened(place.storage())];
    expect(segments.map(({ number }) => number)).toEqual([1, 2, 3]);
    const names = segments.map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
    expect(segments.map(({ previous }) => previous)).toEqual([null, names[0], names[1]]);
  });

  it('keeps lines as they are, in order, and counts their bytes', async () => {
    const place = await makePlace();
    const segment = await place.storage().open();
    const texts = [
      '{"a":1}\n',
      '{"text":"語\u{1F600}"}\n{"b":2}\n',
      `{"long":"${'x'.repeat(300_000)}"}\n`,
    ];
    for (const text of texts) expect(await segment.append([text])).toBe(Buffer.byteLength(text));
    await segment.sync();
    const atOnce = segment.appendSync?.(['{"c":3}\n']);
    expect([undefined, 8]).toContain(atOnce);
    await segment.close();
    expect(await place.texts()).toEqual([
      texts.join('') + (atOnce === undefined ? '' : '{"c":3}\n'),
    ]);
  });

  it('takes lines at once while others are under way, each whole', async () => {
    const place = await makePlace();
    const segment = await place.storage().open();
    const pending = segment.append([`{"first":"${'x'.repeat(500_000)}"}\n`]);
    segment.appendSync?.(['{"second":1}\n']);
    await pending;
    await segment.close();
    const lines = (await place.texts()).join('').split('\n').filter(Boolean);
    expect(lines).toHaveLength(segment.appendSync === undefined ? 1 : 2);
    for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
  });

  it.each<[string, string, number]>([
    ['a record', recordLine(7).text, 7],
    ['a record under a former name', '{"v":1,"seq":9,"name":"model.stream","data":{}}\n', 9],
    ['a gap', `${recordLine(3).text}{"v":1,"kind":"gap","from":4,"to":12,"count":9}\n`, 12],
    ['an end', '{"v":1,"kind":"end","records":0,"lastSeq":44,"dropped":0}\n', 44],
    ['a record of 300 KB', recordLine(5, { pad: 300_000 }).text, 5],
    ['a record longer than what is looked at first', recordLine(6, { pad: 1_500_000 }).text, 6],
    [
      'a record with line separators of Unicode',
      '{"v":1,"seq":8,"data":{"t":"a\u2028b\u2029"}}\n',
      8,
    ],
    ['a line without its end', recordLine(7).text + recordLine(8).text.trimEnd(), 8],
    ['a torn line', `${recordLine(7).text}{"v":1,"seq":8,"na`, 7],
    ['a line torn behind a bracket', `${recordLine(7).text}{"v":1,"seq":8,"data":{"a":{}`, 7],
    ['a higher number further up', recordLine(30).text + recordLine(20).text, 30],
    ['damage', `${recordLine(7).text}\0\0\0\0\nrubbish\n{"v":1,"seq":"x"}\n`, 7],
    ['only a first line', '{"v":1,"kind":"segment","segment":1}\n', 0],
  ])('goes on behind %s', async (_what, text, lastSeq) => {
    const place = await makePlace();
    await place.plant(text);
    expect(await place.storage().resume()).toEqual({ lastSeq, bytes: Buffer.byteLength(text) });
  });

  it('finds the highest number also where later segments have lower ones, or none', async () => {
    const place = await makePlace();
    await place.plant(recordLine(500).text);
    await place.plant(recordLine(120).text);
    for (let i = 0; i < 12; i++) await place.plant('{"v":1,"kind":"segment"}\n');
    expect((await place.storage().resume()).lastSeq).toBe(500);
  });

  it('never touches what an earlier opening has written: ten openings, each after a torn line', async () => {
    const place = await makePlace();
    const before: string[] = [];
    for (const opening of numbersTo(10)) {
      const started = await startWriter(place.storage());
      started.push(2);
      expect(await started.close()).toEqual({ ok: true });
      await place.plant(`${recordLine(opening * 3).text}{"v":1,"seq":${opening * 3 + 1},"na`);
      const texts = await place.texts();
      expect(texts.slice(0, before.length)).toEqual(before);
      before.splice(0, Infinity, ...texts);
    }
    const { records, damaged } = parseSegments(before);
    expect(records.map(({ seq }) => seq)).toEqual(numbersTo(30));
    expect(damaged).toHaveLength(10);
  });
}

/** Opened, with a line in it, and closed. */
async function opened(storage: TraceStorage): Promise<TraceSegment> {
  const segment = await storage.open();
  await segment.append(['{}\n']);
  await segment.close();
  return segment;
}
