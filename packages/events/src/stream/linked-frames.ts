/** How much is handed to a sink at once. */
export const MAX_PIECE_BYTES = 65_536;

/**
 * A frame's bytes at their place in the stream; a frame in parts, or longer than a piece, lies in
 * several nodes.
 * The last node of the list is always empty: the next publish fills it. Readers hold on to the
 * node they have to send next, so that frames that all readers have passed, and the buffer does
 * not retain, are free.
 */
export interface FrameNode {
  /** At most a piece; `undefined` at the end. */
  bytes: Uint8Array | undefined;
  /** Bytes of the stream before this node. */
  readonly offset: number;
  next: FrameNode | undefined;
  /** On a frame's first node, where the next frame starts. */
  nextFrame: FrameNode | undefined;
  /** What was gathered from here on for the last reader who stood here, and the place behind it. */
  gathered: { readonly bytes: WeakRef<Uint8Array>; readonly node: FrameNode } | undefined;
}

/** A piece of the stream ready to be sent, and the position behind it. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly node: FrameNode;
}

/** The growing end of the list. */
export class LinkedFrames {
  tail: FrameNode = emptyAt(0);

  /** Bytes of the whole stream so far. */
  get total(): number {
    return this.tail.offset;
  }

  /** Fills the empty node, and more where one does not hold the frame, and puts a new one behind. */
  append(frame: readonly Uint8Array[]): FrameNode {
    const first = this.tail;
    this.tail = emptyAt(first.offset + sizeOf(frame));
    layOut(frame, first, this.tail);
    first.nextFrame = this.tail;
    return first;
  }

  /** Nodes of a reader's own that lead to `next`: an opening snapshot, say. */
  before(next: FrameNode, frame: readonly Uint8Array[]): FrameNode {
    const first = emptyAt(next.offset - sizeOf(frame));
    layOut(frame, first, next);
    return first;
  }
}

/**
 * The next piece from a position; `undefined` at the end. Small frames are gathered into one
 * piece, which is copied once for all readers at that position: it lives as long as a sink holds
 * it, and keeps no frame alive.
 */
export function pieceFrom(from: FrameNode): Piece | undefined {
  const { bytes, next, gathered } = from;
  if (bytes === undefined || next === undefined) return undefined;
  if (!fits(bytes.length, next)) return { bytes, node: next };
  const known = gathered?.bytes.deref();
  if (known && gathered && !fits(known.length, gathered.node)) {
    return { bytes: known, node: gathered.node };
  }
  const piece = gather(from);
  from.gathered = { bytes: new WeakRef(piece.bytes), node: piece.node };
  return piece;
}

function gather(from: FrameNode): Piece {
  let size = 0;
  let node = from;
  while (node.next && fits(size, node)) {
    size += node.bytes.length;
    node = node.next;
  }
  const bytes = new Uint8Array(size);
  for (let part = from; part !== node && part.bytes && part.next; part = part.next) {
    bytes.set(part.bytes, part.offset - from.offset);
  }
  return { bytes, node };
}

/** Whether the node's bytes can join a piece of that size. */
function fits(size: number, node: FrameNode): node is FrameNode & { bytes: Uint8Array } {
  return node.bytes !== undefined && size + node.bytes.length <= MAX_PIECE_BYTES;
}

/** Fills nodes from `first` on, the last of which leads to `end`: one for each part, or piece of it. */
function layOut(frame: readonly Uint8Array[], first: FrameNode, end: FrameNode): void {
  let node = first;
  for (const part of frame) {
    for (let at = 0; at < part.length; at += MAX_PIECE_BYTES) {
      node.bytes = part.length <= MAX_PIECE_BYTES ? part : pieceOf(part, at);
      const offset = node.offset + node.bytes.length;
      node.next = offset === end.offset ? end : emptyAt(offset);
      node = node.next;
    }
  }
}

function pieceOf(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.subarray(at, at + MAX_PIECE_BYTES);
}

/** Bytes of a frame. */
function sizeOf(frame: readonly Uint8Array[]): number {
  let size = 0;
  for (const part of frame) size += part.length;
  return size;
}

function emptyAt(offset: number): FrameNode {
  return { bytes: undefined, offset, next: undefined, nextFrame: undefined, gathered: undefined };
}
