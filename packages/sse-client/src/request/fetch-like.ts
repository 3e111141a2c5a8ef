/** As much of `fetch` as the client uses. Every platform's own fits. */
export type FetchLike = (url: string, init: FetchLikeInit) => Promise<ResponseLike>;

/** What the client asks `fetch` for. Redirects are left to it. */
export interface FetchLikeInit {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** A stream out of a cache would be an old one. */
  cache: 'no-store';
  credentials?: Credentials;
}

/** Whether cookies go along: as `fetch` means it. */
export type Credentials = 'omit' | 'same-origin' | 'include';

/** As much of a `Response` as the client uses. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStreamLike | null;
  json(): Promise<unknown>;
}

/** As much of a `ReadableStream` of bytes as the client uses. */
export interface ByteStreamLike {
  getReader(): ByteReaderLike;
  cancel(): Promise<void>;
}

/** As much of a stream's reader as the client uses. */
export interface ByteReaderLike {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

/**
 * Lets an answer go unread, so that its socket is free again. Neither a locked stream nor a failed
 * one may surface here.
 */
export function discard(response: ResponseLike): void {
  response.body?.cancel().catch(() => {});
}
