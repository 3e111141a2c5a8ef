import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, type Document, type Problem } from './documents.ts';
import { commandLines } from './paths.ts';

const SCRIPT = /(?:\bcd (\S+) && )?\bnpm (?:run ([\w:-]+)|(start|test)\b)/g;

/**
 * Commands of npm that no `package.json` has: that of the folder that `cd` enters, otherwise the
 * root's or the one beside the document.
 */
export function checkCommands(document: Document): Problem[] {
  return commandLines(document).flatMap(({ text, line }) =>
    [...text.matchAll(SCRIPT)].flatMap(([, entered, named, usual]) => {
      const folders = entered === undefined ? ['.', dirname(document.name)] : [entered];
      const script = named ?? usual ?? '';
      if (folders.some((folder) => scriptsOf(folder).has(script))) return [];
      const message = `${join(folders[0] ?? '', 'package.json')} has no script ${script}`;
      return [{ document: document.name, line, message }];
    }),
  );
}

function scriptsOf(folder: string): Set<string> {
  const manifest = join(root, folder, 'package.json');
  if (!existsSync(manifest)) return new Set();
  const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: object };
  return new Set(Object.keys(scripts ?? {}));
}
