import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LinkedFrames,
  MAX_PIECE_BYTES,
  pieceFrom,
  type FrameNode,
} from '../../src/stream/linked-frames.js';
import { joined, sameBytes } from '../bytes.js';
import { runs } from '../runs.js';

const noise = Uint8Array.from({ length: 4 * MAX_PIECE_BYTES }, (_, index) => (index * index) % 251);

/** A frame whose bytes tell frames and places apart. */
function frameOf(size: number, mark: number): Uint8Array {
  return noise.slice(mark, mark + size);
}

/** The same bytes in parts, none of them empty: the place says where they are cut. */
function inParts(bytes: Uint8Array, place: number): Uint8Array[] {
  const at = place % bytes.length;
  return at === 0 ? [bytes] : [bytes.subarray(0, at), bytes.subarray(at)];
}

function piecesFrom(start: FrameNode): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let piece = pieceFrom(start); piece; piece = pieceFrom(piece.node)) pieces.push(piece.bytes);
  return pieces;
}

const sizes = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 2, arbitrary: fc.integer({ min: 20_000, max: 50_000 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -2, max: 2 }))
      .map(([count, off]) => count * MAX_PIECE_BYTES + off),
  },
);

describe('pieces of linked frames', () => {
  it('are the frames, from any of them on, and bounded, and few', () => {
    fc.assert(
      fc.property(fc.array(sizes, { minLength: 1, maxLength: 30 }), fc.nat(), (all, place) => {
        const list = new LinkedFrames();
        const frames = all.map(frameOf);
        const nodes = frames.map((frame) => list.append(inParts(frame, place)));
        const from = place % frames.length;
        const expected = joined(frames.slice(from));
        const pieces = piecesFrom(nodes[from] as FrameNode);
        expect(sameBytes(joined(pieces), expected)).toBe(true);
        expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(
          MAX_PIECE_BYTES,
        );
        // Two neighbours that would have fitted into one piece are one.
        pieces.slice(1).forEach(({ length }, at) => {
          expect(length + (pieces[at]?.length ?? 0)).toBeGreaterThan(MAX_PIECE_BYTES);
        });
        expect(list.total).toBe(frames.reduce((sum, { length }) => sum + length, 0));
      }),
      { numRuns: runs(60) },
    );
  });

  it('are the very same bytes for all readers at a place, whoever read what in between', () => {
    const step = fc.record({ reader: fc.nat({ max: 5 }), size: sizes });
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        const list = new LinkedFrames();
        // Three readers; who is none of them publishes.
        const places = Array.from({ length: 3 }, () => list.tail);
        const seen = new Map<FrameNode, { total: number; bytes: Uint8Array }>();
        steps.forEach(({ reader, size }, mark) => {
          const node = places[reader];
          if (node === undefined) return list.append([frameOf(size, mark)]);
          const piece = pieceFrom(node);
          if (piece === undefined) return undefined;
          const { total } = list;
          const before = seen.get(node);
          if (before?.total === total) expect(piece.bytes === before.bytes).toBe(true);
          seen.set(node, { total, bytes: piece.bytes });
          places[reader] = piece.node;
          return undefined;
        });
      }),
      { numRuns: runs(60) },
    );
  });

  it('fill a piece to the byte, and begin another with the next', () => {
    const half = MAX_PIECE_BYTES / 2;
    for (const [sizes, pieces] of [
      [[half, half], [MAX_PIECE_BYTES]],
      [
        [half, half, 1],
        [MAX_PIECE_BYTES, 1],
      ],
      [
        [half, half + 1],
        [half, half + 1],
      ],
      [
        [MAX_PIECE_BYTES + 5, 7, 9],
        [MAX_PIECE_BYTES, 21],
      ],
    ] as const) {
      const list = new LinkedFrames();
      const [first] = sizes.map((size) => list.append([frameOf(size, size)]));
      expect(piecesFrom(first as FrameNode).map(({ length }) => length)).toEqual(pieces);
    }
  });

  it('take in what was published since another reader stood here', () => {
    const list = new LinkedFrames();
    const [first] = [2, 3].map((size) => list.append([frameOf(size, size)]));
    expect(piecesFrom(first as FrameNode).map(({ length }) => length)).toEqual([5]);
    list.append([frameOf(4, 4)]);
    expect(piecesFrom(first as FrameNode).map(({ length }) => length)).toEqual([9]);
  });

  it('that stand before a place lead to it, however long they are', () => {
    const list = new LinkedFrames();
    list.append([frameOf(10, 1)]);
    for (const size of [1, MAX_PIECE_BYTES, MAX_PIECE_BYTES + 1, 3 * MAX_PIECE_BYTES]) {
      const own = frameOf(size, 2);
      const start = list.before(list.tail, [own]);
      expect(list.total - start.offset).toBe(size);
      expect(sameBytes(joined(piecesFrom(start)), own)).toBe(true);
    }
    const start = list.before(list.tail, [frameOf(5, 3)]);
    list.append([frameOf(7, 4)]);
    expect(piecesFrom(start).map(({ length }) => length)).toEqual([12]);
  });
});
