import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './documents.ts';

/** Defaults by name. */
export type Defaults = Record<string, string>;

/** Where an interface stands: a path from the root, `#`, its name. */
export type InterfacePlace = `${string}#${string}`;

const MEMBER = /^ {2}(?:\/\*\*([^]*?)\*\/\n {2})?(?:readonly )?(\w+)(\??):/gm;

/** What an interface's comments say of its members: their defaults, or that there is none. */
export function defaultsIn(place: InterfacePlace): Defaults {
  const [path = '', name = ''] = place.split('#', 2);
  const source = readFileSync(join(root, path), 'utf8');
  const start = source.search(new RegExp(`^export interface ${name}\\b`, 'm'));
  if (start === -1) throw new Error(`${path} has no interface ${name}`);
  const body = source.slice(start, source.indexOf('\n}', start));
  return Object.fromEntries(
    [...body.matchAll(MEMBER)].map(([, comment = '', member = '', mark]) => [
      member,
      defaultOf(comment) ?? (mark === '' ? 'required' : 'none'),
    ]),
  );
}

function defaultOf(comment: string): string | undefined {
  const text = /@default ([^]*)$/.exec(comment)?.[1];
  return text && plain(text.replaceAll(/\s*\n\s*\*? ?/g, ' '));
}

/** The tables of a document that begin so, in order. */
export function tablesIn(text: string, heading: string): Defaults[] {
  return text
    .split(`\n| ${heading} | default |`)
    .slice(1)
    .map((table) => {
      const [rows = ''] = table.split('\n\n', 1);
      const cells = rows
        .split('\n')
        .slice(2)
        .map((row) => row.split(' | '));
      return Object.fromEntries(
        cells.map(([name = '', value = '']) => [plain(name.replace(/^\| /, '')), plain(value)]),
      );
    });
}

function plain(text: string): string {
  return text.replaceAll('`', '').trim();
}
