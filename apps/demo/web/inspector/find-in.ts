/** A value without parts of its own, and where it is. */
export interface Found {
  path: string;
  value: unknown;
}

/** What a search came to. */
export interface Findings {
  found: Found[];
  /** There may be more: so many were enough, or so much was looked through. */
  isCut: boolean;
}

const MAX_FOUND = 100;
const MAX_VISITED = 50_000;
/** Letters of a text that are looked through. */
const MAX_LETTERS = 100_000;
/** Letters shown before what was found in a long text. */
const LEAD = 40;

/** Looks for `text` in the paths and the values below `root`, in any case of letters. */
export function findIn(root: object, text: string): Findings {
  const wanted = text.toLowerCase();
  const found: Found[] = [];
  let visited = 0;
  visit('', root);
  return { found, isCut: found.length >= MAX_FOUND || visited >= MAX_VISITED };

  function visit(path: string, value: unknown): void {
    if (found.length >= MAX_FOUND || ++visited >= MAX_VISITED) return;
    if (typeof value === 'object' && value !== null) {
      const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
      for (const [key, part] of parts) visit(pathTo(path, key), part);
      return;
    }
    const at = String(value).slice(0, MAX_LETTERS).toLowerCase().indexOf(wanted);
    if (at >= 0) found.push({ path, value: fromNearby(value, at) });
    else if (path.toLowerCase().includes(wanted)) found.push({ path, value });
  }
}

function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** A long text from shortly before the place on. */
function fromNearby(value: unknown, at: number): unknown {
  if (typeof value !== 'string' || at <= LEAD) return value;
  return `… ${value.slice(at - LEAD)}`;
}
