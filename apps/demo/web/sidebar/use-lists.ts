import { useEffect, useState } from 'preact/hooks';
import { useStore } from '../shared/use-store.js';
import { openLists, type Lists } from './lists.js';
import type { ListsState } from './lists-state.js';

/** The lists for as long as the component is there. */
export function useLists(): ListsState & Pick<Lists, 'retry'> {
  const [lists] = useState(openLists);
  useEffect(() => lists.close, [lists]);
  return { ...useStore(lists), retry: lists.retry };
}
