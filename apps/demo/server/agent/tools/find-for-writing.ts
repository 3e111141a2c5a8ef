import type { GuardedObserver } from '../observer.js';
import { findInWorkspace, type WorkspacePath } from '../workspace-path.js';

/**
 * {@link findInWorkspace} for a tool that is going to change the file: the one check of such a
 * target, told to the observer.
 */
export async function findForWriting(
  root: string,
  path: string,
  toolName: string,
  observer: Pick<GuardedObserver, 'writeChecked'>,
): Promise<WorkspacePath> {
  try {
    const found = await findInWorkspace(root, path);
    observer.writeChecked({ toolName, path: found.relative, allowed: true });
    return found;
  } catch (error) {
    const reason = (error as Error).message;
    observer.writeChecked({ toolName, path, allowed: false, reason });
    throw error;
  }
}
