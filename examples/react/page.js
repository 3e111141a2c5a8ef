// A React component over a session's store. There is no build here, so no JSX:
// h('p', null, text) is <p>{text}</p>.
// See what holds: node examples/react/main.js
import { createElement as h, useSyncExternalStore } from 'react';

/**
 * @import { MessageEntry } from '@loop/events'
 * @import { SessionStore } from '@loop/sse-client'
 */

/** @param {{ store: SessionStore }} props */
export function SessionPage({ store }) {
  const { view, connection } = useSyncExternalStore(
    store.subscribe,
    store.getSnapshot,
    store.getSnapshot,
  );
  return h(
    'main',
    null,
    view.messages.map((entry) => h(MessageRow, { key: entry.messageIndex, entry })),
    h('footer', null, connection.status, ' · ', view.state.run.status),
  );
}

/** An entry is replaced when it changes, never changed itself. @param {{ entry: MessageEntry }} props */
function MessageRow({ entry: { message, status } }) {
  const content = 'content' in message ? message.content : '';
  const text = typeof content === 'string' ? content : content.map(textOf).join('');
  return h('p', { className: message.role, 'aria-busy': status === 'streaming' }, text);
}

/** @param {{ type: string, text?: string }} part */
function textOf(part) {
  return part.text ?? '';
}
