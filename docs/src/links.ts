import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readDocument, root, type Document, type Problem } from './documents.ts';

/** Links within the repository that lead nowhere. Addresses of the web are not asked for. */
export function checkLinks(document: Document): Problem[] {
  return document.links.flatMap(({ text, line }) => {
    const message = /^[a-z]+:/i.test(text) ? undefined : faultOf(document, text);
    return message === undefined ? [] : [{ document: document.name, line, message }];
  });
}

function faultOf(document: Document, target: string): string | undefined {
  const [path = '', anchor] = target.split('#', 2);
  const name = path === '' ? document.name : posix.join(posix.dirname(document.name), path);
  if (path !== '' && !existsSync(join(root, name))) return `${path} is not there`;
  if (anchor === undefined) return undefined;
  if (!name.endsWith('.md')) return `${target}: only documents have anchors`;
  const { anchors } = path === '' ? document : readDocument(name);
  return anchors.has(anchor) ? undefined : `${name} has no heading #${anchor}`;
}
