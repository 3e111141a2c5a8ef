import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface RenameFieldProps {
  name: string;
  onDone: (name: string) => void;
  onLeave: () => void;
}

/** A name that is being changed: Enter and leaving take it, Escape does not. */
export function RenameField({ name, onDone, onLeave }: RenameFieldProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  // Done with Enter or Escape it goes away, and going away it loses the focus.
  const isOver = useRef(false);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function finish(): void {
    if (isOver.current) return;
    isOver.current = true;
    const text = field.current?.value.trim() ?? '';
    if (text === '') onLeave();
    else onDone(text);
  }

  return (
    <form
      class="rename"
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <input
        ref={field}
        defaultValue={name}
        maxLength={100}
        aria-label={`New name for ${name}`}
        autocomplete="off"
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Escape') isOver.current = true;
        }}
      />
    </form>
  );
}
