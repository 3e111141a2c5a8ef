import { Readable } from 'node:stream';

/** A file to keep, made while it is sent. */
export interface Download {
  readonly type: string;
  /** Letters, digits, dots and dashes. */
  readonly fileName: string;
  readonly pieces: AsyncIterable<string>;
}

/** What a browser has to know of it. */
export function downloadHeaders({ type, fileName }: Download): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  };
}

/** Its bytes, made no faster than they are taken. What goes wrong cuts it: a part never looks whole. */
export function downloadBytes({ pieces }: Download): Readable {
  return Readable.from(pieces, { objectMode: false });
}
