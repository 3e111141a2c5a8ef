// A table of contents: what is named here is public.

export { connectSession } from './session/connect-session.js';
export type {
  SessionConnection,
  SessionOptions,
  SessionStore,
  SessionStoreState,
  SessionStoreStats,
} from './session/session-store.js';
export type { SessionTraffic } from './session/traffic.js';

export { connectLists } from './lists/connect-lists.js';
export type {
  ListCallback,
  ListsOptions,
  ListsStore,
  ListsStoreState,
  ListsStoreStats,
} from './lists/lists-store.js';

// What every stream's client shares.
export type { ConnectionState } from './connection/connection-state.js';
export type { HeadersOption, ClientOptions } from './options.js';
export type { ReadonlyStore } from './store.js';
export { LoopClientError } from './error.js';
export type { LoopClientErrorCode, LoopClientErrorOptions } from './error.js';

// As much of `fetch` as is used, for those who bring their own.
export type {
  ByteReaderLike,
  ByteStreamLike,
  Credentials,
  FetchLike,
  FetchLikeInit,
  ResponseLike,
} from './request/fetch-like.js';
