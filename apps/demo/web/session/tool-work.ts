import { useMemo } from 'preact/hooks';
import { visible } from '../shared/visible.js';
import type { Content } from './content.js';
import { changeIn, type ShownChange } from './shown-change.js';
import { headlineOf, isFigure, type CallStatus } from './tool-state.js';

/** What a call is given, sorted by the way it is shown. */
export interface ToolWork {
  /** Of an edit. */
  change: ShownChange | undefined;
  /** What is written to a file. */
  content: Content | undefined;
  /** The other arguments, where the headline does not say them all. */
  details: readonly (readonly [name: string, value: string])[];
}

/** Arguments that a card shows in a way of their own. */
const SHOWN_APART: ReadonlySet<string> = new Set(['oldText', 'newText', 'content']);

/**
 * Reads a call's arguments. While somebody is asked about it the request shows more exactly what
 * will happen than its arguments do.
 */
export function useWork(toolName: string, args: unknown, status: CallStatus): ToolWork {
  const isAsked = status === 'awaiting-approval';
  const isWritten = status !== 'preparing';
  const change = useMemo(
    () => (isWritten && !isAsked ? changeIn(args) : undefined),
    [args, isWritten, isAsked],
  );
  const text: unknown = toolName === 'write' ? Reflect.get(Object(args), 'content') : undefined;
  const content = typeof text === 'string' && !isAsked ? { text, images: [] } : undefined;
  const isApart = change !== undefined || content !== undefined || isAsked;
  return { change, content, details: useMemo(() => detailsOf(args, isApart), [args, isApart]) };
}

function detailsOf(args: unknown, isApart: boolean): ToolWork['details'] {
  if (typeof args !== 'object' || args === null || Object.values(args).every(isFigure)) return [];
  const headline = headlineOf(args);
  const details = Object.entries(args)
    .filter(([name]) => !isApart || !SHOWN_APART.has(name))
    .map(
      ([name, value]) =>
        [name, visible(typeof value === 'string' ? value : JSON.stringify(value))] as const,
    );
  return details.length === 1 && details[0]?.[1] === headline ? [] : details;
}
