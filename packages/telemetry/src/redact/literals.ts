/** What was found: the pattern's number, and where its literal begins and ends. */
export type OnLiteral = (pattern: number, start: number, end: number) => void;

/** A trie's node: what follows, and which patterns' literals end here. */
interface Node {
  readonly children: Map<number, Node>;
  readonly ends: Ending[];
  /** The node of the longest literal beginning that this one ends in. */
  fallback: Node | undefined;
  id: number;
}

interface Ending {
  readonly pattern: number;
  readonly length: number;
}

const CHARACTERS = 128;

/** All characters outside of ASCII: whoever looks for them compares them afterwards. */
const OTHER = 127;

/**
 * Finds every place of many short literals in one pass (Aho and Corasick's automaton as a dense
 * table), so that a text which holds none of them costs one table look-up a character, however
 * many patterns there are. The table takes 256 bytes for each character of the literals.
 *
 * @param literals the literals of each pattern; none is empty.
 */
export function createLiteralFinder(
  literals: readonly (readonly string[])[],
): (text: string, onLiteral: OnLiteral) => void {
  const nodes = linked(trieOf(literals));
  // Nodes where something ends come last: one comparison tells them.
  nodes.sort((a, b) => Number(a.ends.length > 0) - Number(b.ends.length > 0));
  nodes.forEach((node, id) => (node.id = id));
  const firstEnd = nodes.findIndex((node) => node.ends.length > 0);
  const isEmpty = firstEnd < 0;
  const next = tableOf(nodes);
  const ends = nodes.map((node) => node.ends);

  return (text, onLiteral) => {
    if (isEmpty) return;
    let state = 0;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      state = next[(state << 7) | (code < OTHER ? code : OTHER)]!;
      if (state < firstEnd) continue;
      for (const { pattern, length } of ends[state]!) {
        onLiteral(pattern, index + 1 - length, index + 1);
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
  return { children: new Map(), ends: [], fallback: undefined, id: 0 };
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

/** For every node and character the next node; nearer nodes first, as farther ones build on them. */
function tableOf(nodes: readonly Node[]): Uint16Array | Uint32Array {
  const size = nodes.length * CHARACTERS;
  const table = nodes.length > 0xffff ? new Uint32Array(size) : new Uint16Array(size);
  const root = nodes.find((node) => !node.fallback)!;
  for (const node of breadthFirst(root)) {
    const row = node.id * CHARACTERS;
    if (node.fallback) {
      const inherited = node.fallback.id * CHARACTERS;
      table.copyWithin(row, inherited, inherited + CHARACTERS);
    }
    for (const [code, child] of node.children) table[row + code] = child.id;
  }
  return table;
}

function breadthFirst(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children.values());
  return nodes;
}
