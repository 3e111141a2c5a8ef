import type { VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface ConfirmationProps {
  question: string;
  /** What is going to be done, in a word. */
  label: string;
  onConfirm: () => void;
  onLeave: () => void;
}

/** Asks before something that cannot be undone. The way out has the focus. */
export function Confirmation({ question, label, onConfirm, onLeave }: ConfirmationProps): VNode {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <div class="row-actions confirmation" role="alertdialog" aria-labelledby={id}>
      <p id={id}>{question}</p>
      <button type="button" class="danger" onClick={onConfirm}>
        {label}
      </button>
      <button type="button" ref={keep} onClick={onLeave}>
        Keep
      </button>
    </div>
  );
}
