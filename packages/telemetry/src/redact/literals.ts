import { BLOCK_UNITS, OTHER, Units } from './units.js';

/** What was found: the pattern's number, and where its literal begins and ends. */
export type OnLiteral = (pattern: number, start: number, end: number) => void;

/** A trie's node: what follows, and which patterns' literals end here. */
interface Node {
  readonly children: Map<number, Node>;
  readonly ends: Ending[];
  /** The node of the longest literal beginning that this one ends in. */
  fallback: Node | undefined;
  /** Where its row begins in the table. */
  row: number;
}

interface Ending {
  readonly pattern: number;
  readonly length: number;
}

/** A row of the table has one column for each of `Units`' codes. */
const COLUMNS = 128;

/**
 * Finds every place of many short literals in one pass (Aho and Corasick's automaton as a dense
 * table), so that a text which holds none of them costs one table look-up a character, however
 * many patterns there are. The table takes 512 bytes for each character of the literals.
 *
 * @param literals the literals of each pattern; none is empty. What is not of ASCII in them is found
 * by any such character: whoever looks for it compares it afterwards.
 * @returns looks through a text. Its callback must not call it: both would read into the same bytes.
 */
export function createLiteralFinder(
  literals: readonly (readonly string[])[],
): (text: string, onLiteral: OnLiteral) => void {
  const nodes = linked(trieOf(literals));
  // Where something ends comes last: one comparison tells it.
  const rows = [...nodes].sort((a, b) => Number(a.ends.length > 0) - Number(b.ends.length > 0));
  rows.forEach((node, index) => (node.row = index * COLUMNS));
  const firstEnd = rows.find((node) => node.ends.length > 0)?.row;
  const next = tableOf(nodes);
  const ends = rows.map((node) => node.ends);
  const units = new Units();

  return (text, onLiteral) => {
    if (firstEnd === undefined) return;
    const { codes } = units;
    let row = 0;
    for (let from = 0; from < text.length; from += BLOCK_UNITS) {
      const count = units.read(text, from);
      for (let at = 0; at < count; at++) {
        row = next[row + codes[at]!]!;
        if (row < firstEnd) continue;
        const end = from + at + 1;
        for (const { pattern, length } of ends[row / COLUMNS]!)
          onLiteral(pattern, end - length, end);
      }
    }
  };
}

function trieOf(literals: readonly (readonly string[])[]): Node {
  const root = createNode();
  literals.forEach((ofPattern, pattern) => {
    for (const literal of new Set(ofPattern)) {
      let node = root;
      for (let index = 0; index < literal.length; index++) {
        node = childOf(node, Math.min(literal.charCodeAt(index), OTHER));
      }
      node.ends.push({ pattern, length: literal.length });
    }
  });
  return root;
}

function createNode(): Node {
  return { children: new Map(), ends: [], fallback: undefined, row: 0 };
}

function childOf(node: Node, code: number): Node {
  let child = node.children.get(code);
  if (!child) {
    child = createNode();
    node.children.set(code, child);
  }
  return child;
}

/** All nodes from the root outwards, each with its fallback and what ends there. */
function linked(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const [code, child] of node.children) {
      child.fallback = followed(node.fallback, code) ?? root;
      child.ends.push(...child.fallback.ends);
      nodes.push(child);
    }
  }
  return nodes;
}

function followed(from: Node | undefined, code: number): Node | undefined {
  for (let node = from; node; node = node.fallback) {
    const child = node.children.get(code);
    if (child) return child;
  }
  return undefined;
}

/** For every row and code the next row. Nodes from the root outwards: farther ones build on nearer. */
function tableOf(nodes: readonly Node[]): Uint32Array {
  const table = new Uint32Array(nodes.length * COLUMNS);
  for (const { row, fallback, children } of nodes) {
    if (fallback) table.copyWithin(row, fallback.row, fallback.row + COLUMNS);
    for (const [code, child] of children) table[row + code] = child.row;
  }
  return table;
}
