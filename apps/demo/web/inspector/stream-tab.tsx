import type { VNode } from 'preact';
import { useStore } from '../shared/use-store.js';
import type { InspectorProps } from './inspector.js';

/** How what the page knows got here. */
export function StreamTab({ store }: InspectorProps): VNode {
  const { connection } = useStore(store);
  return <p>{connection.status}</p>;
}
