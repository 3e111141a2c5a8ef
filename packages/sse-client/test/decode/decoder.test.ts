import { describe, expect, it } from 'vitest';
import { createDecoder, type ServerSentEvent } from '../../src/decode/decoder.js';

const limit = 8 * 1024 * 1024;
const NUL = '\0';
const BOM = '\ufeff';
const x2048 = 'x'.repeat(2048);

/** Rows of the public event-stream table: a body and what a decoder makes of it. */
const rows: [row: string, body: string, expected: string[]][] = [
  ['P-01 one BOM', `${BOM}data:1\n\n${BOM}data:2\n\ndata:3\n\n\n`, ['1', '3']],
  ['P-02 two BOMs', `${BOM}${BOM}data:1\n\ndata:2\n\ndata:3\n\n\n`, ['2', '3']],
  [
    'P-03 comments',
    `data:1\r:${NUL}\n:\r\ndata:2\n:${x2048}\rdata:3\n:data:fail\r:${x2048}\ndata:4\n\n`,
    ['1\n2\n3\n4'],
  ],
  ['P-04 unfinished', 'retry:1000\ndata:test1\n\nid:test\ndata:test2\n', ['test1']],
  ['P-05 data', 'data:\n\ndata\ndata\n\ndata:test\n\n\n', ['', '\n', 'test']],
  ['P-06 empty event', 'event: \ndata:data\n\n\n', ['data']],
  ['P-07 event', 'event:test\ndata:x\n\ndata:x\n\n\n', ['test:x', 'x']],
  ['P-08 id', 'id: …\nretry: 200\ndata: hello\n\n', ['hello@…']],
  ['P-09 id kept', 'id: …\ndata: 1\n\ndata: …\n\n', ['1@…', '…@…']],
  [
    'P-10 ids',
    'id: 1\ndata: 1\n\ndata: 2\n\nid: 2\ndata:3\n\ndata:4\n\n',
    ['1@1', '2@1', '3@2', '4@2'],
  ],
  ['P-11 empty id', 'id: 1\ndata: 1\n\nid:\ndata:2\n\ndata:3\n\n', ['1@1', '2', '3']],
  ['P-12 bare id', 'id: 1\ndata: 1\n\nid\ndata:2\n\ndata:3\n\n', ['1@1', '2', '3']],
  ...['\0\0', 'x\0', '\0x', 'x\0x', ' \0'].map((id): [string, string, string[]] => [
    `P-13 NUL in id ${JSON.stringify(id)}`,
    `id: ${id}\nretry: 200\ndata: hello\n\n`,
    ['hello'],
  ]),
  [
    'P-14 parsing',
    `data:${NUL}\ndata:  2\rData:1\ndata${NUL}:2\ndata:1\r${NUL}data:4\nda-ta:3\rdata_5\ndata:3\rdata:\r\n data:32\ndata:4\n\n`,
    [`${NUL}\n 2\n1\n3\n\n4`],
  ],
  ['P-15 bogus retry', 'retry:3000\nretry:1000x\ndata:x\n\n\n', ['x']],
  ['P-16 empty retry', 'retry\ndata:test\n\n\n', ['test']],
  ['P-17 retry', 'retry:03000\ndata:x\n\n\n', ['x']],
  [
    'P-18 unknown field',
    'data:test\n data\ndata\nfoobar:xxx\njustsometext\n:thisisacommentyay\ndata:test\n\n\n',
    ['test\n\ntest'],
  ],
  ['P-19 leading space', 'data:\ttest\rdata: \ndata:test\n\n\n', ['\ttest\n\ntest']],
  ['P-20 line ends', 'data:test\r\ndata\ndata:test\r\n\r\n', ['test\n\ntest']],
  ['P-21 NUL', `data:${NUL}\n\n\n\n\n`, [NUL]],
  ['P-22 always UTF-8', 'data:ok…\n\n\n', ['ok…']],
  [
    'P-23 event data',
    'data:msg\ndata: msg\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
    ['msg\nmsg', '', 'end'],
  ],
  ['P-24 three line ends', 'data: cr\r\rdata: lf\n\ndata: crlf\r\n\r\n', ['cr', 'lf', 'crlf']],
  ['P-25 plain', 'data: hello\n\n', ['hello']],
  ['C-125 characters', 'id: s:1\ndata: 你好🌍é\n\ndata: 🌍\n\n', ['你好🌍é@s:1', '🌍@s:1']],
];

describe.each(rows)('%s', (_row, body, expected) => {
  const bytes = encode(body);

  it('comes whole', () => {
    expect(decode([bytes])).toEqual(expected);
  });

  it('comes byte by byte', () => {
    expect(decode(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('comes in two pieces, cut anywhere', () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(decode(pieces), `cut at ${cut}`).toEqual(expected);
    }
  });
});

describe('chunks', () => {
  it.each<[row: string, chunks: (string | number[])[], expected: string[]]>([
    ['P-25', ['da', 'ta: hel', 'lo\n\n'], ['hello']],
    ['X-01', ['data:a\r', '\ndata:b\r', '\n\r', '\n'], ['a\nb']],
    ['X-02', ['data:a\r', '\rdata:b\r\r'], ['a', 'b']],
    ['X-03', ['data:a\n\r', '\ndata:b\n\n'], ['a', 'b']],
    ['X-04', [[0xef], [0xbb, 0xbf], 'data:1\n\n'], ['1']],
    ['X-05', ['data: ', [0xe4, 0xbd], [0xa0], '\n\n'], ['你']],
    // The parser forgets the id of a block without data. Nobody here asks for it: the client goes
    // on from the frame it applied last.
    ['X-06', ['id: s:1\n', '\n', 'data: x\n\n'], ['x']],
  ])('%s', (_row, chunks, expected) => {
    expect(decode(chunks.map(encode))).toEqual(expected);
  });

  // To copy what has come for each of the small pieces would be half a terabyte.
  it.each([64 * 1024, 4])('X-07: takes 2 MiB in pieces of %d bytes in linear time', (size) => {
    const piece = encode('y'.repeat(size));
    const pieces = Array.from({ length: (2 * 1024 * 1024) / size }, () => piece);
    const [text] = decode([encode('data: '), ...pieces, encode('\n\n')]);
    expect(text).toHaveLength(2 * 1024 * 1024);
  });

  it('X-08: lets an endless comment pass, and what follows it', () => {
    const piece = encode('c'.repeat(64 * 1024));
    const pieces = Array.from({ length: 16 }, () => piece);
    expect(decode([encode(':'), ...pieces, encode('\ndata:x\n\n')])).toEqual(['x']);
  });
});

describe('retry', () => {
  it.each([
    ['retry:3000\nretry:1000x\ndata:x\n\n', 3000],
    ['retry\ndata:test\n\n', undefined],
    ['retry:03000\ndata:x\n\n', 3000],
    ['retry: 1\nretry: 2\n', 2],
  ])('%j', (body, retryMs) => {
    expect(createDecoder(limit).feed(encode(body)).retryMs).toBe(retryMs);
  });

  it('is told once', () => {
    const decoder = createDecoder(limit);
    decoder.feed(encode('retry: 5\n'));
    expect(decoder.feed(encode('data: x\n\n'))).not.toHaveProperty('retryMs');
  });
});

describe('size', () => {
  it('counts bytes, not characters', () => {
    expect(sizes('data: 漢漢\n\n', 12)).toEqual([false]);
    expect(sizes('data: 漢漢\n\n', 11)).toEqual([true]);
  });

  it('holds for an event that comes in one chunk, and lets those before it through', () => {
    const { events, tooLarge } = createDecoder(10).feed(
      encode('data:1\n\ndata:2\n\ndata:12345678\n\n'),
    );
    expect(events.map(({ data }) => data)).toEqual(['1', '2']);
    expect(tooLarge).toBe(true);
  });

  it('is the same wherever the chunks are cut', () => {
    const bytes = encode('data: 1234\r\ndata: 漢字\r\n\r\n');
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(isTooLarge(pieces, 22), `22, cut at ${cut}`).toBe(false);
      expect(isTooLarge(pieces, 21), `21, cut at ${cut}`).toBe(true);
    }
  });

  it('adds up the lines of an event and begins anew with the next', () => {
    expect(sizes('data:1\ndata:2\n\n', 11)).toEqual([true]);
    expect(sizes('data:1\n\ndata:2\n\n', 6)).toEqual([false]);
  });

  it('bounds a line that never ends', () => {
    expect(isTooLarge([encode('data:'), encode('x'.repeat(20))], 16)).toBe(true);
    expect(isTooLarge([encode(':'), encode('x'.repeat(20))], 16)).toBe(true);
  });

  it('does not add up comments, which nothing keeps', () => {
    expect(
      isTooLarge(
        Array.from({ length: 100 }, () => encode(': alive\n')),
        16,
      ),
    ).toBe(false);
  });
});

function decode(chunks: Uint8Array[]): string[] {
  const decoder = createDecoder(limit);
  let lastId = '';
  return chunks.flatMap((chunk) => decoder.feed(chunk).events.map(show));

  /** `name:data@id`, with what is missing left out: a message has no name. */
  function show({ event, data, id = lastId }: ServerSentEvent): string {
    lastId = id;
    return (event ? `${event}:` : '') + data + (id ? `@${id}` : '');
  }
}

function sizes(body: string, maxEventBytes: number): boolean[] {
  return [createDecoder(maxEventBytes).feed(encode(body)).tooLarge];
}

function isTooLarge(chunks: Uint8Array[], maxEventBytes: number): boolean {
  const decoder = createDecoder(maxEventBytes);
  return chunks.some((chunk) => decoder.feed(chunk).tooLarge);
}

function encode(text: string | number[]): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text);
}
