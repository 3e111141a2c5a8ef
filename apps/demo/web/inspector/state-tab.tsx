import type { VNode } from 'preact';
import { useStore } from '../shared/use-store.js';
import type { InspectorProps } from './inspector.js';

/** What the page knows of the session. */
export function StateTab({ store }: InspectorProps): VNode {
  const { view } = useStore(store);
  return <p>{view.messageCount} messages</p>;
}
