import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  /** What helps to fill it in; read out after the label. */
  hint?: string;
  /** The control, with what ties it to the words. */
  children: (ties: { id: string; 'aria-describedby'?: string }) => VNode;
}

/** A control with its name above and its hint below. */
export function Field({ label, hint, children }: FieldProps): VNode {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(hint !== undefined && { 'aria-describedby': hintId }) })}
      {hint !== undefined && (
        <p id={hintId} class="settings-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
