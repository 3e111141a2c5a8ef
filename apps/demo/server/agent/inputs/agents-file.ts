import { readTextFile } from '../tools/text-file.js';
import { findInWorkspace } from '../workspace-path.js';

const FILE = 'AGENTS.md';
/** It is in front of every request. */
const MAX_CHARS = 16_000;

/** What the workspace tells every agent; a long file's beginning. `undefined` where there is none. */
export async function readAgentsFile(workspace: string): Promise<string | undefined> {
  try {
    const text = await readTextFile(await findInWorkspace(workspace, FILE));
    return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}\n… (cut)` : text;
  } catch {
    return undefined;
  }
}
