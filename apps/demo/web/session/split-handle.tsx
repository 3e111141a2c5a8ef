import type { VNode } from 'preact';
import { useMedia } from '../shared/use-media.js';
import { clampShare, MAX_SHARE, MIN_SHARE } from './use-inspector.js';

interface SplitHandleProps {
  share: number;
  onShare: (share: number) => void;
  /** The id of what it makes larger and smaller. */
  controls: string;
}

/** The width from which two columns fit beside the lists; the style sheet says the same. */
const BESIDE = '(min-width: 75rem)';

/** Percent that one key press moves it. */
const STEP = 4;

/** The edge between conversation and inspector: it is dragged, or moved with the arrow keys. */
export function SplitHandle({ share, onShare, controls }: SplitHandleProps): VNode {
  const isBeside = useMedia(BESIDE);
  const [larger, smaller] = isBeside ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== larger && event.key !== smaller) return;
    event.preventDefault();
    onShare(clampShare(share + (event.key === larger ? STEP : -STEP)));
  }

  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void {
    if (!(currentTarget instanceof HTMLElement) || !currentTarget.hasPointerCapture(pointerId))
      return;
    const whole = currentTarget.closest('.session')?.getBoundingClientRect();
    if (!whole) return;
    const part = isBeside
      ? (whole.right - clientX) / whole.width
      : (whole.bottom - clientY) / whole.height;
    onShare(clampShare(100 * part));
  }

  return (
    <div
      class="split-handle"
      role="separator"
      tabIndex={0}
      aria-label="Size of the inspector"
      aria-controls={controls}
      aria-orientation={isBeside ? 'vertical' : 'horizontal'}
      aria-valuemin={MIN_SHARE}
      aria-valuemax={MAX_SHARE}
      aria-valuenow={share}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  );
}
