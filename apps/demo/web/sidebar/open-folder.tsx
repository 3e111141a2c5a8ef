import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { addWorkspace } from '../api/workspaces.js';
import { newSessionHash } from '../shared/route.js';

/** Makes a folder of the server's machine a workspace. */
export function OpenFolder(): VNode {
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();

  async function open(): Promise<void> {
    try {
      const { id } = await addWorkspace(path.trim());
      setPath('');
      setProblem(undefined);
      location.hash = newSessionHash(id);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <form
      class="open-folder"
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <label for="folder">Open a folder</label>
      <div>
        <input
          id="folder"
          value={path}
          placeholder="/path/to/project"
          autocomplete="off"
          spellcheck={false}
          required
          onInput={(event) => setPath(event.currentTarget.value)}
        />
        <button type="submit">Open</button>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
