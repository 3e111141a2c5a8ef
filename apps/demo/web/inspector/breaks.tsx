import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AttendedSession } from '../session/attended-session.js';
import { useStore } from '../shared/use-store.js';
import { breakOnServer, type ServerFault } from './inspect-api.js';

interface BreaksProps {
  sessionId: string;
  store: AttendedSession;
  /** Something was broken, or mended. */
  onDone: () => void;
}

/** Ways to break the stream. What they do is real, and the page has to cope. */
export function Breaks({ sessionId, store, onDone }: BreaksProps): VNode {
  const { network } = store;
  const { isOffline, isStalled } = useStore(network);
  const [problem, setProblem] = useState('');
  return (
    <section class="breaks">
      <h2>Break it</h2>
      <ul>
        <Break
          name="Drop the connection"
          does="The server destroys the sockets of all readers. The page comes back for what it missed."
          onPress={() => onServer('drop')}
        />
        <Break
          name={isOffline ? 'Come back online' : 'Go offline'}
          does="The page cuts this stream and can make no other. The lists go on."
          isOn={isOffline}
          onPress={() => {
            network.setOffline(!isOffline);
            if (isOffline) store.reconnect();
            onDone();
          }}
        />
        <Break
          name="Evict the buffer"
          does="The server forgets the frames that it could replay. Who comes back from behind gets a snapshot."
          onPress={() => onServer('evict')}
        />
        <Break
          name="Restart the stream"
          does="The server closes the session and opens it anew, under another stream id. What runs is interrupted."
          onPress={() => onServer('restart')}
        />
        <Break
          name={isStalled ? 'Read on' : 'Stop reading'}
          does="What comes piles up on the way. The server gives up a reader that is too far behind; the page, a stream it hears nothing of."
          isOn={isStalled}
          onPress={() => {
            network.setStalled(!isStalled);
            onDone();
          }}
        />
      </ul>
      <p class="problem" role="alert">
        {problem}
      </p>
    </section>
  );

  function onServer(fault: ServerFault): void {
    setProblem('');
    breakOnServer(sessionId, fault)
      .catch((error: Error) => setProblem(error.message))
      .finally(onDone);
  }
}

interface BreakProps {
  name: string;
  does: string;
  /** Of something that lasts until it is undone. */
  isOn?: boolean;
  onPress: () => void;
}

function Break({ name, does, isOn, onPress }: BreakProps): VNode {
  return (
    <li>
      <button type="button" data-on={isOn} onClick={onPress}>
        {name}
      </button>
      <span>{does}</span>
    </li>
  );
}
