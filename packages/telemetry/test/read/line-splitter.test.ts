import { expect, it } from 'vitest';
import { LineSplitter } from '../../src/read/line-splitter.ts';
import { bytesOf } from './sources.ts';

function splitter(maxBytes: number): { lines: unknown[]; splitter: LineSplitter } {
  const lines: unknown[] = [];
  const take = new LineSplitter(maxBytes, ({ bytes, text, line, offset, length }) => {
    const held = bytes();
    lines.push({ line, offset, length, held: held && Buffer.from(held).toString('latin1'), text });
  });
  return { lines, splitter: take };
}

it('whole lines of one chunk are cut where they are, also if one is no text', () => {
  const { lines, splitter: whole } = splitter(99);
  whole.push(bytesOf('first\n', 'two\n', new Uint8Array([0xff]), '\n', 'four\n', 'last'));
  whole.end();
  expect(lines).toMatchObject([
    { line: 1, offset: 0, held: 'first' },
    { line: 2, offset: 6, held: 'two' },
    { line: 3, offset: 10, held: '\u00ff' },
    { line: 4, offset: 12, held: 'four' },
    { line: 5, offset: 17, held: 'last' },
  ]);
});

it.each([
  ['at the begin of a chunk', ['12345678\n'], 1],
  ['amid a chunk', ['\n12345678\n\n'], 2],
  ['over chunks', ['1234', '5678', '\n'], 1],
  ['without a line feed', ['12345678'], 1],
])('a line as long as the limit is held, a longer one is not: %s', (_, chunks, line) => {
  for (const more of ['', '9']) {
    const { lines, splitter: limited } = splitter(8);
    for (const chunk of chunks) limited.push(bytesOf(chunk.replace('8', `8${more}`)));
    limited.end();
    const held = more === '' ? '12345678' : undefined;
    expect(lines).toContainEqual(expect.objectContaining({ line, length: 8 + more.length, held }));
  }
});

it('a chunk may be used again', () => {
  const { lines, splitter: reused } = splitter(99);
  const chunk = new Uint8Array(bytesOf('abc'));
  reused.push(chunk);
  chunk.fill(0x78);
  reused.end();
  expect(lines).toMatchObject([{ held: 'abc' }]);
});

it('of a line that is too long nothing more is copied', () => {
  const { lines, splitter: limited } = splitter(8);
  limited.push(bytesOf('123456789'));
  const more = new Uint8Array(9);
  more.slice = () => expect.unreachable();
  limited.push(more);
  limited.end();
  expect(lines).toMatchObject([{ length: 18, held: undefined }]);
});

it.each([
  ['a Uint8Array', new Uint8Array(4)],
  ['a Buffer, whose slices share its bytes', Buffer.alloc(4)],
])('a line over chunks is held though each came in the same bytes: %s', (_, chunk) => {
  const { lines, splitter: over } = splitter(99);
  for (const part of ['firs', 't li', 'ne.\n']) {
    chunk.set(bytesOf(part));
    over.push(chunk);
  }
  expect(lines).toMatchObject([{ held: 'first line.' }]);
});
