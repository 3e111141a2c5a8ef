import { formatCursor } from '@loop/events';
import { closedStatus, initialStatus } from '../connection/connection-state.js';
import { openConnection, type Connection } from '../connection/connection.js';
import { limitsOf, requireText } from '../options.js';
import { callSafely } from '../platform/call-safely.js';
import { createRequester } from '../request/request.js';
import { absoluteUrl, requireUrl } from '../request/url.js';
import { shareLists } from '../sharing/shared-lists.js';
import { sharingPlatform } from '../sharing/sharing-platform.js';
import { createStore } from '../store.js';
import { readListItems } from './list-frames.js';
import { createListReader, type ListChange, type ListDelivery } from './list-reader.js';
import type { ListSink } from './list-sink.js';
import type { ListsOptions, ListsStore, ListsStoreState } from './lists-store.js';

/**
 * Follows the list stream and says what to load again. With a `shareKey` all tabs of a browser
 * have one stream between them, and each hears everything: one has the connection, and another
 * takes over when that one is closed, crashes, or is put away. Runs in browsers, workers and Node.
 *
 * @param url where the list events are: `/api/workspaces/events`
 * @throws LoopClientError `invalid-option`. What the network brings is never thrown: it shows in
 * the state.
 */
export function connectLists(url: string | URL, options: ListsOptions = {}): ListsStore {
  const { shareKey } = options;
  const listsUrl = requireUrl('url', url, options);
  if (shareKey !== undefined) requireText('shareKey', shareKey);
  const limits = limitsOf(options);
  const request = createRequester(options);

  const reader = createListReader();
  const counts = { connections: 0, bytes: 0, frames: 0, resets: 0 };
  let lastActivityAt: number | undefined;
  let status = initialStatus;
  let closed = false;
  const store = createStore<ListsStoreState>(() => status);

  const sink: ListSink = {
    begin: reader.begin,
    join: (position) => void tell(reader.join(position)),
    take(items) {
      counts.frames += items.length;
      lastActivityAt = Date.now();
      return tell(reader.take(items));
    },
    position: () => reader.position,
    show(latest) {
      if (latest === status) return;
      status = latest;
      store.changed();
    },
  };
  const platform = shareKey === undefined ? undefined : sharingPlatform();
  const lists =
    platform && shareKey !== undefined
      ? shareLists({
          platform,
          group: [shareKey, absoluteUrl(listsUrl)],
          sink,
          pulseMs: limits.heartbeatMs,
          openStream,
        })
      : { name: 'alone' as const, ...openStream(sink, false) };

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    reconnect: lists.reconnect,
    close() {
      closed = true;
      store.silence();
      lists.close();
      sink.show(closedStatus(status));
    },
    stats() {
      const { position } = reader;
      return {
        role: lists.name,
        ...counts,
        ...(lastActivityAt !== undefined && { lastActivityAt }),
        ...(position && { cursor: formatCursor(position) }),
      };
    },
  };

  function openStream(into: ListSink, isForAll: boolean): Connection {
    return openConnection({
      url: () => listsUrl,
      request,
      limits,
      // The other tabs of the user hear through this one.
      isHeld: () => isForAll,
      onOpen() {
        counts.connections++;
        into.begin();
      },
      onBytes(count) {
        counts.bytes += count;
        lastActivityAt = Date.now();
      },
      onEvents: (events) => ({ progress: into.take(readListItems(events)) }),
      onChange: into.show,
    });
  }

  function tell({ changes, progress }: ListDelivery): boolean {
    for (const change of changes) {
      if (change.what === 'everything') counts.resets++;
      if (!closed) callSafely(() => callBack(change));
    }
    return progress;
  }

  function callBack(change: ListChange): unknown {
    const { onReset, onSessionsChanged, onProjectsChanged } = options;
    if (change.what === 'everything') return onReset?.();
    const callback = change.what === 'sessions' ? onSessionsChanged : onProjectsChanged;
    return callback?.({ workspaceId: change.workspaceId });
  }
}
