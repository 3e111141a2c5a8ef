import type { VNode } from 'preact';
import { InspectIcon } from '../shared/icons.js';
import { useShortcut } from '../shared/shortcut.js';

interface InspectorButtonProps {
  isOpen: boolean;
  /** The id of what it opens. */
  controls: string;
  onToggle: () => void;
}

/** Shows and hides the inspector. */
export function InspectorButton({ isOpen, controls, onToggle }: InspectorButtonProps): VNode {
  useShortcut('I', onToggle, true);
  return (
    <button
      class="inspector-button"
      type="button"
      aria-label="Inspector"
      title="Inspector (Alt I)"
      aria-keyshortcuts="Alt+I"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
    >
      <InspectIcon />
    </button>
  );
}
