// Shows a component that renders again with every frame, with useSyncExternalStore alone.
// node examples/react/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { connectSession } from '@loop/sse-client';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { startServer } from '../node-http/server.js';
import { runExample, waitFor } from '../support/example.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { transcript } from '../support/transcript.js';
import { openDocument } from './document.js';
import { SessionPage } from './page.js';

await runExample(async ({ shows, atEnd }) => {
  const session = new SessionEvents({ sessionId: '42', messageUpdates: 'delta' });
  const registry = new SessionRegistry({ lists: new ListEvents() });
  registry.add('workspace-1', session);
  const agent = new ScriptedAgent();
  const { origin, stop } = await startServer(registry, agent.prompt);
  atEnd(stop);

  const { root, until, close } = openDocument();
  const { createRoot } = await import('react-dom/client');
  atEnd(close);
  const store = connectSession(`${origin}/api/sessions/42/events`);
  atEnd(store.close);
  let listeners = 0;
  const page = createElement(SessionPage, { store: { ...store, subscribe } });
  assert.match(renderToString(page), /<footer>connecting/);
  shows('a server renders it without a connection');

  const mounted = createRoot(root);
  atEnd(() => mounted.unmount());
  mounted.render(page);
  await shown('the open stream', ({ textContent }) => textContent === 'open · idle');
  agent.prompt(session, { requestId: 'request-1', runId: 'run-1', text: 'Hello?' });
  for (const words of ['Hel', 'lo', '.']) {
    agent.say(words);
    const text = transcript(session.snapshot()).join('');
    await shown(text, ({ textContent }) => textContent === `${text}open · running`);
  }
  assert.equal(root.querySelector('.assistant')?.getAttribute('aria-busy'), 'true');
  shows('each frame renders it again, the open answer included');

  agent.finish();
  await shown('the end', ({ textContent }) => textContent === 'Hello?Hello.open · idle');
  assert.equal(root.querySelector('.assistant')?.getAttribute('aria-busy'), 'false');
  assert.equal(listeners, 1);
  mounted.unmount();
  assert.equal(listeners, 0);
  shows('what is taken away hears of nothing any more');

  /** Counts who listens. @param {() => void} listener */
  function subscribe(listener) {
    const leave = store.subscribe(listener);
    listeners++;
    return () => {
      leave();
      listeners--;
    };
  }

  /**
   * @param {string} what
   * @param {(root: HTMLElement) => boolean} isThere
   */
  function shown(what, isThere) {
    return waitFor(`the page with ${what}`, until(isThere));
  }
});
