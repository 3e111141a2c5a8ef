import type { HeaderRecord } from './rules.js';

/** What is used of a Node request: `node:http`, its HTTP/2 twin, or a framework's over them. */
export interface NodeRequestLike {
  readonly method?: string | undefined;
  /** From the path on; only the query is read. */
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What is used of a Node response: `node:http`, its HTTP/2 twin, or a framework's over them. */
export interface NodeResponseLike {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** Bytes accepted and not yet taken by the network, chunk framing included. */
  readonly writableLength: number;
  /** HTTP/1 only. */
  readonly destroyed?: boolean;
  /** HTTP/2 only. */
  readonly stream?: { readonly destroyed: boolean };
  readonly socket?: NodeSocketLike | null;
  /** HTTP/1 only: whether the body goes out in chunks. */
  readonly chunkedEncoding?: boolean;
  writeHead(status: number, headers: HeaderRecord): unknown;
  write(bytes: Uint8Array): boolean;
  end(): unknown;
  end(body: string): unknown;
  destroy(): unknown;
  on(event: 'drain' | 'prefinish' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'drain' | 'prefinish' | 'close' | 'error', listener: () => void): unknown;
}

/** What is used of the socket below an HTTP/1 response. */
export interface NodeSocketLike {
  /** Not once it has ended, or was destroyed. */
  readonly writable: boolean;
  write(bytes: Uint8Array): boolean;
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain', listener: () => void): unknown;
  /** Closes it when all that was written has left. */
  destroySoon(): unknown;
}
