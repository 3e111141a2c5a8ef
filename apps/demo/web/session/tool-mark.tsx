import type { VNode } from 'preact';
import { CheckIcon, CrossIcon, DeniedIcon, DotIcon } from '../shared/icons.js';
import type { CallStatus } from './tool-state.js';

/** How a call stands, as a sign; the words for it are in the same line. */
export function ToolMark({ status }: { status: CallStatus }): VNode {
  return <span class="tool-mark">{signFor(status)}</span>;
}

function signFor(status: CallStatus): VNode {
  if (status === 'complete') return <CheckIcon />;
  if (status === 'denied') return <DeniedIcon />;
  return status === 'error' ? <CrossIcon /> : <DotIcon />;
}
