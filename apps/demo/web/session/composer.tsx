import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SendIcon, StopIcon } from '../shared/icons.js';
import { newId } from '../shared/new-id.js';

interface ComposerProps {
  /** Resolves when the text was taken; what it rejects with is shown, and the text stays. */
  onSend: (prompt: { requestId: string; text: string }) => Promise<void>;
  /** Given while something runs that can be cancelled. */
  onCancel?: (() => void) | undefined;
  placeholder: string;
  /** Text to begin with. */
  initial?: string;
  /** What can be set for what is sent, below it. */
  children?: ComponentChildren;
}

/** Where people write. Enter sends, Shift+Enter makes a new line. */
export function Composer(props: ComposerProps): VNode {
  const { onSend, onCancel, placeholder, initial = '', children } = props;
  const [text, setText] = useState(initial);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // The same text sent again is the same request: it may have arrived, and only its answer got lost.
  const request = useRef<{ requestId: string; text: string } | undefined>(undefined);

  useLayoutEffect(() => fitHeight(field.current), [text]);
  useEffect(() => {
    // On a touch screen it would bring up a keyboard that nobody asked for, and nobody who is
    // writing somewhere else wants to be moved.
    const isWriting = document.activeElement?.matches('input, textarea');
    if (matchMedia('(pointer: fine)').matches && !isWriting) field.current?.focus();
  }, []);

  async function send(): Promise<void> {
    if (text.trim() === '' || isSending) return;
    if (request.current?.text !== text) request.current = { requestId: newId(), text };
    setSending(true);
    setProblem(undefined);
    try {
      await onSend(request.current);
      request.current = undefined;
      setText('');
    } catch (error) {
      setProblem(`Not sent. ${(error as Error).message}`);
    } finally {
      setSending(false);
      field.current?.focus();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, Enter chooses a character.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="composer-box">
        <textarea
          ref={field}
          rows={1}
          value={text}
          readOnly={isSending}
          placeholder={placeholder}
          aria-label="Your message"
          aria-describedby="composer-hint"
          enterkeyhint="send"
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {onCancel && (
          <button class="round" type="button" aria-label="Cancel" title="Cancel" onClick={onCancel}>
            <StopIcon />
          </button>
        )}
        <button
          class="round primary"
          type="submit"
          aria-label={onCancel ? 'Send as next' : 'Send'}
          title={onCancel ? 'Send as next' : 'Send'}
          disabled={text.trim() === ''}
        >
          <SendIcon />
        </button>
      </div>
      <div class="composer-tools">
        {children}
        <p class="hint" id="composer-hint">
          <kbd>Enter</kbd> sends, <kbd>Shift</kbd> + <kbd>Enter</kbd> makes a new line
        </p>
      </div>
    </form>
  );
}

/** As high as its text, within what the style sheet allows. */
function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
