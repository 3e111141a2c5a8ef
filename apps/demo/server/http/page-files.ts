import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** A file of the page. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Finds the file for a URL's path. */
export type PageFiles = (path: string) => PageFile | undefined;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
  '.woff2': 'font/woff2',
};

/** Nothing comes from elsewhere, nothing is inline, nobody frames the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Reads the built page into memory: it is small, and a path that names no file of it names nothing
 * at all, however many dots it has.
 */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const files = new Map<string, PageFile>();
  for (const entry of await listFiles(folder)) {
    const bytes = new Uint8Array(await readFile(join(folder, entry)));
    const path = `/${entry.split(sep).join('/')}`;
    files.set(path, { bytes, headers: headersFor(path) });
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return (path) => files.get(path);
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch {
    // The server may be built without the page; its API works all the same.
    return [];
  }
}

function headersFor(path: string): Record<string, string> {
  return {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    // Vite puts a hash of the content into the names below assets.
    'Cache-Control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    'Content-Security-Policy': POLICY,
  };
}
