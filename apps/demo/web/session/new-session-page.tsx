import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sendPrompt, type Prompt } from '../api/commands.js';
import { addSession, type SessionChoices } from '../api/sessions.js';
import type { Workspace } from '../api/workspaces.js';
import { PageHeader } from '../shared/page-header.js';
import { sessionHash } from '../shared/route.js';
import { Choices } from './choices.js';
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
  const [choices, setChoices] = useState<SessionChoices>({});

  useEffect(() => {
    document.title = `New session · Loop`;
  }, []);

  async function send(prompt: Prompt): Promise<void> {
    sessionId.current ??= (await addSession(id, choices)).id;
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
        <Composer placeholder="Say what to do" onSend={send}>
          <Choices
            permission={choices.permission}
            model={choices.model}
            onPermission={async (permission) => setChoices({ ...choices, permission })}
            onModel={async (model) => setChoices({ ...choices, model })}
          />
        </Composer>
      </div>
    </main>
  );
}
