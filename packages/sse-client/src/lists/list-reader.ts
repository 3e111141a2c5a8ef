import type { ListItem, ListPosition } from './list-frames.js';

/** What a list page has to load again. */
export type ListChange =
  | { what: 'everything' }
  | { what: 'sessions' | 'projects'; workspaceId: string };

/** What came of some frames. */
export interface ListDelivery {
  changes: ListChange[];
  /** The stream went on from where it was. */
  progress: boolean;
}

/** Turns frames into what they ask to load. Whatever may have been missed asks for everything. */
export interface ListReader {
  /** The last frame of the stream that is being read; `undefined` before its first one. */
  readonly position: ListPosition | undefined;
  /** Another stream begins. */
  begin(): void;
  /** Goes on from the middle of a stream. Everything has to be loaded once. */
  join(position: ListPosition): ListDelivery;
  take(items: readonly ListItem[]): ListDelivery;
}

const everything: ListChange = { what: 'everything' };

/** Makes a reader at the beginning of a stream. */
export function createListReader(): ListReader {
  let position: ListPosition | undefined;

  return {
    get position() {
      return position;
    },
    begin() {
      position = undefined;
    },
    join(given) {
      position = given;
      return { changes: [everything], progress: true };
    },
    take(items) {
      const changes: ListChange[] = [];
      let progress = false;
      for (const item of items) {
        // One that cannot be read has no number, so the next will look like one after a hole as well.
        const place = item ? moveTo(item) : 'elsewhere';
        if (place === 'old') continue;
        if (place === 'next') progress = true;
        const change = place === 'next' ? changeOf(item) : everything;
        // Loading everything twice in a row is once too many.
        const isNews = change !== everything || changes.at(-1) !== everything;
        if (change && isNews) changes.push(change);
      }
      return { changes, progress };
    },
  };

  /** Goes where the item stands, unless that was before. */
  function moveTo({ type, streamId, seq }: NonNullable<ListItem>): 'next' | 'old' | 'elsewhere' {
    const before = position?.streamId === streamId ? position.seq : undefined;
    const isReset = type === 'lists.reset';
    if (before !== undefined && seq <= before && !isReset) return 'old';
    position = { streamId, seq };
    return before !== undefined && seq === before + 1 && !isReset ? 'next' : 'elsewhere';
  }
}

/** What a frame that leads on asks to load; nothing, where its type is not known. */
function changeOf(item: ListItem): ListChange | undefined {
  switch (item?.type) {
    case 'sessions.changed':
      return { what: 'sessions', workspaceId: item.workspaceId };
    case 'projects.changed':
      return { what: 'projects', workspaceId: item.workspaceId };
    default:
      return undefined;
  }
}
