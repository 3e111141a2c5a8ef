import type { ListFrame } from '@loop/events';
import { isBusiness, type ServerSentEvent } from '../decode/decoder.js';
import { isIndex, isObject, parseJson } from '../decode/json.js';

/** A position of the list stream. */
export type ListPosition = Pick<ListFrame, 'streamId' | 'seq'>;

/** A list frame, the position of one of a type that this version does not know, or `null`: unreadable. */
export type ListItem = ListFrame | (ListPosition & { type: 'unknown' }) | null;

/** Reads business events as list frames. */
export function readListItems(events: readonly ServerSentEvent[]): ListItem[] {
  return events.filter(isBusiness).map(({ data }) => toListItem(parseJson(data)));
}

/** What a value is as a list frame. Fields that a list frame does not have are left behind. */
export function toListItem(value: unknown): ListItem {
  if (!isObject(value)) return null;
  const { type, streamId, seq, workspaceId } = value;
  if (typeof type !== 'string' || typeof streamId !== 'string' || !isIndex(seq)) return null;
  switch (type) {
    case 'lists.reset':
      return { type, streamId, seq };
    case 'sessions.changed':
    case 'projects.changed':
      return typeof workspaceId === 'string' ? { type, streamId, seq, workspaceId } : null;
    default:
      return { type: 'unknown', streamId, seq };
  }
}
