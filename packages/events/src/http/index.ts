// The entry `@loop/events/http`. What is named here is public.
export { eventStreamNode } from './event-stream-node.js';
export { eventStreamResponse } from './event-stream-response.js';
export type { NodeRequestLike, NodeResponseLike, NodeSocketLike } from './node-types.js';
export type { EventStreamOptions } from './options.js';
export type { HeaderRecord } from './rules.js';
export type {
  ByteSink,
  CloseReason,
  ConnectOptions,
  Connection,
  ConnectionStats,
  Opening,
  SnapshotReason,
  StreamSource,
} from '../stream/sink.js';
