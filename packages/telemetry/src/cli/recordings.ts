import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { sessionOf } from '../node/recording-file.js';
import { readRecording } from '../node/read-recording.js';
import { recordingFolders } from '../node/recording-folder.js';
import { sizeOf } from '../node/segment-files.js';
import type { ReadItem } from '../read/read-item.js';
import type { Call } from './command.js';
import { nothing, usage } from './exit-code.js';
import { vocabulary } from './vocabulary.js';

/** A recording on the disk. */
export interface Found {
  sessionId: string;
  folder: string;
}

const MAX_NAMED = 8;

/**
 * The recording that a call names: by the path of its folder, by its session's id, by the start of
 * one, or as the one that was written last.
 *
 * @throws CommandError where there is none, or several
 */
export async function findRecording({ root, session = '' }: Call): Promise<Found> {
  if (/[/\\]/.test(session) || /^\.+$/.test(session)) return recordingAt(resolve(session));
  const all = await recordingsIn(root);
  if (all.length === 0)
    throw nothing(`There are no recordings in ${root}.`, 'Say where they are with --root DIR.');
  const exact = all.find(({ sessionId }) => sessionId === session);
  if (exact) return exact;
  if (session === 'latest') return latestOf(all);
  const matches = all.filter(({ sessionId }) => sessionId.startsWith(session));
  const [first, ...others] = matches;
  if (first && others.length === 0) return first;
  if (first) throw usage(`"${session}" may be one of several.`, `${named(matches)}`);
  throw nothing(`No session begins with "${session}".`, named(all));
}

/** All recordings below a root, in the order of their folders' names. */
export async function recordingsIn(root: string): Promise<Found[]> {
  const folders = await recordingFolders(root);
  return Promise.all(folders.sort().map(found));
}

/** What a reader yields of a recording, damaged or not. */
export function itemsOf({ folder }: Found): AsyncIterable<ReadItem> {
  return readRecording(folder, { schema: vocabulary });
}

/** A session as it can be written on a command line; a stand-in where its id is no plain word. */
export function onCommandLine({ sessionId }: Found): string {
  return /^[\w.-]{1,40}$/.test(sessionId) ? sessionId : '<session>';
}

async function recordingAt(folder: string): Promise<Found> {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw nothing(`${folder} is no folder.`, 'Name the folder of a recording.');
  return found(folder);
}

async function found(folder: string): Promise<Found> {
  return { sessionId: (await sessionOf(folder)) ?? basename(folder), folder };
}

async function latestOf(all: readonly Found[]): Promise<Found> {
  const dated = all.map(async (one) => {
    const { changedAt } = await sizeOf(one.folder).catch(() => ({ changedAt: 0 }));
    return { one, changedAt };
  });
  const [latest] = (await Promise.all(dated)).sort((a, b) => b.changedAt - a.changedAt);
  if (!latest) throw nothing('There are no recordings.');
  return latest.one;
}

function named(some: readonly Found[]): string {
  const ids = some.slice(0, MAX_NAMED).map(({ sessionId }) => sessionId);
  const more = some.length - ids.length;
  return `There are: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
