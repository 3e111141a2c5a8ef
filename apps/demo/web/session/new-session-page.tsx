import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addSession, sendPrompt, type Prompt, type Workspace } from '../shared/api.js';
import { PageHeader } from '../shared/page-header.js';
import { sessionHash } from '../shared/route.js';
import { Composer } from './composer.js';
import { Suggestions } from './suggestions.js';

interface NewSessionPageProps {
  workspace: Workspace;
  onMenu: () => void;
}

/** Begins a session: it comes into being with its first prompt. */
export function NewSessionPage({ workspace, onMenu }: NewSessionPageProps): VNode {
  const { id, name, path } = workspace;
  // Kept when the prompt fails, so that another attempt leaves no empty session behind.
  const sessionId = useRef<string | undefined>(undefined);

  useEffect(() => {
    document.title = `New session · Loop`;
  }, []);

  async function send(prompt: Prompt): Promise<void> {
    sessionId.current ??= (await addSession(id)).id;
    await sendPrompt(sessionId.current, prompt);
    location.hash = sessionHash(sessionId.current);
  }

  return (
    <main class="page">
      <PageHeader title="New session" onMenu={onMenu} />
      <div class="start">
        <h2>
          What should be done in <bdi>{name}</bdi>?
        </h2>
        <p class="path">
          <bdi>{path}</bdi>
        </p>
        <Suggestions onChoose={send} />
      </div>
      <div class="foot">
        <Composer placeholder="Say what to do" onSend={send} />
      </div>
    </main>
  );
}
