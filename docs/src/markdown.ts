/** Text of a document, and the line it stands on. */
export interface Located {
  readonly text: string;
  readonly line: number;
}

/** Text under a heading. */
export interface Headed extends Located {
  readonly heading: string;
}

/** A block of code. `line` is that of its first line of code. */
export interface CodeBlock extends Headed {
  /** What the fence says; empty for a block that says nothing, and for one that is only indented. */
  readonly language: string;
  /** The comment directly before the block. */
  readonly comment: Located | undefined;
}

/** What the checks look at. */
export interface Markdown {
  readonly blocks: readonly CodeBlock[];
  /** Lines that are no code. */
  readonly prose: readonly Headed[];
  /** Code within a line. */
  readonly spans: readonly Located[];
  readonly links: readonly Located[];
  /** What a link can lead to behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/;
const HEADING = /^#{1,6}\s+(.*)/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+\.)\s/;

/**
 * Reads the Markdown that these documents are written in, line by line: a library would give a
 * tree without line numbers, and a failed check has to name the line.
 */
export function parseMarkdown(source: string): Markdown {
  const lines = source.split('\n');
  const blocks: CodeBlock[] = [];
  const prose: Headed[] = [];
  let comment: Located | undefined;
  let heading = '';
  let isInList = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const isIndented = /^ {4}/.test(line) && !isInList && lines[at - 1] === '';
    if (line.startsWith('<!--')) {
      const end = endOf(lines, at, (candidate) => candidate.includes('-->'));
      comment = { text: lines.slice(at, end + 1).join('\n'), line: at + 1 };
      at = end;
    } else if (fence) {
      const [, indent = '', mark = '', language = ''] = fence;
      const end = endOf(lines, at + 1, (candidate) => candidate.trim() === mark);
      const code = lines.slice(at + 1, end).map((each) => each.slice(indent.length));
      blocks.push({ language, text: code.join('\n'), line: at + 2, heading, comment });
      comment = undefined;
      at = end;
    } else if (isIndented) {
      const end = endOf(lines, at, (candidate) => !/^ {4}|^$/.test(candidate));
      const code = lines.slice(at, end).map((each) => each.slice(4));
      const text = code.join('\n');
      blocks.push({ language: '', text, line: at + 1, heading, comment: undefined });
      at = end - 1;
    } else if (line.trim() !== '') {
      heading = HEADING.exec(line)?.[1] ?? heading;
      prose.push({ text: line, line: at + 1, heading });
      isInList = LIST_ITEM.test(line) || (isInList && /^\s/.test(line));
      comment = undefined;
    }
  }
  return { blocks, prose, ...inline(prose) };
}

/** The first line from `start` on that `isEnd`; the document's end where none is. */
function endOf(lines: readonly string[], start: number, isEnd: (line: string) => boolean): number {
  let at = start;
  while (at < lines.length && !isEnd(lines[at] ?? '')) at++;
  return at;
}

const SPAN = /(`+)(.+?)\1/g;
const LINK = /\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]:\s*(\S+)|\b(?:href|src|srcset)="([^"]+)"/g;
const ANCHOR = /\b(?:id|name)="([^"]+)"/g;

function inline(prose: readonly Located[]): Pick<Markdown, 'spans' | 'links' | 'anchors'> {
  const spans: Located[] = [];
  const links: Located[] = [];
  const anchors = new Set<string>();
  for (const { text, line } of prose) {
    for (const [, , code = ''] of text.matchAll(SPAN)) spans.push({ text: code.trim(), line });
    const rest = text.replaceAll(SPAN, '');
    for (const [, ...targets] of rest.matchAll(LINK)) {
      links.push({ text: targets.find((target) => target !== undefined) ?? '', line });
    }
    for (const [, id = ''] of rest.matchAll(ANCHOR)) anchors.add(id);
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined) anchors.add(firstFree(anchors, slug(heading)));
  }
  return { spans, links, anchors };
}

/** The anchor that GitHub gives a heading. */
function slug(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading that was there before gets a number. */
function firstFree(taken: ReadonlySet<string>, wanted: string): string {
  let anchor = wanted;
  for (let number = 1; taken.has(anchor); number++) anchor = `${wanted}-${number}`;
  return anchor;
}
