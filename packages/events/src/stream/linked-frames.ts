/**
 * A frame's bytes at its place in the stream. The last node of the list is always empty: the next
 * publish fills it. Readers hold on to the node they have to send next, so that frames that all
 * readers have passed, and the buffer does not retain, are free.
 */
export interface FrameNode {
  bytes: Uint8Array | undefined;
  /** Bytes of the stream before this node. */
  readonly offset: number;
  next: FrameNode | undefined;
}

/** A piece of the stream ready to be sent, and the position behind it. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly node: FrameNode;
  /** Bytes of `node` that were sent already. */
  readonly skip: number;
}

/** How much is handed to a sink at once. */
export const MAX_PIECE_BYTES = 65_536;

/** The list's growing end, and the cutting of pieces from any position of it. */
export class LinkedFrames {
  tail: FrameNode = { bytes: undefined, offset: 0, next: undefined };
  #gathered: { from: FrameNode; total: number; piece: Piece } | undefined;

  /** Bytes of the whole stream so far. */
  get total(): number {
    return this.tail.offset;
  }

  /** Fills the empty node and puts a new one behind it. */
  append(bytes: Uint8Array): FrameNode {
    const node = this.tail;
    node.bytes = bytes;
    node.next = this.tail = {
      bytes: undefined,
      offset: node.offset + bytes.length,
      next: undefined,
    };
    return node;
  }

  /** A node of one reader's own that leads to `next`: an opening snapshot, say. */
  before(next: FrameNode, bytes: Uint8Array): FrameNode {
    return { bytes, offset: next.offset - bytes.length, next };
  }

  /** The next piece from a position; `undefined` at the end. */
  pieceFrom(node: FrameNode, skip: number): Piece | undefined {
    const { bytes, next } = node;
    if (bytes === undefined || next === undefined) return undefined;
    if (bytes.length - skip > MAX_PIECE_BYTES) {
      const end = skip + MAX_PIECE_BYTES;
      return { bytes: bytes.subarray(skip, end), node, skip: end };
    }
    if (skip > 0) return { bytes: bytes.subarray(skip), node: next, skip: 0 };
    if (bytes.length + (next.bytes?.length ?? Infinity) > MAX_PIECE_BYTES) {
      return { bytes, node: next, skip: 0 };
    }
    return this.#gather(node);
  }

  /**
   * Several small frames as one piece. Readers at the same position get the same piece: it is
   * copied once for all of them.
   */
  #gather(from: FrameNode): Piece {
    const known = this.#gathered;
    if (known?.from === from && known.total === this.total) return known.piece;
    const parts: Uint8Array[] = [];
    let size = 0;
    let node = from;
    while (node.bytes && node.next && size + node.bytes.length <= MAX_PIECE_BYTES) {
      parts.push(node.bytes);
      size += node.bytes.length;
      node = node.next;
    }
    const piece = { bytes: joined(parts, size), node, skip: 0 };
    this.#gathered = { from, total: this.total, piece };
    return piece;
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
