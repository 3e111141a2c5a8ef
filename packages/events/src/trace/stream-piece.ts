import type { MessageUpdate } from '../session/event.js';
import type { StreamPiece } from './payloads.js';

/**
 * What an update says of the model's stream, without what it repeats: the message so far, and the
 * whole of a part that has ended. All of it is in the pieces before.
 */
export function streamPiece({ assistantMessageEvent: native }: MessageUpdate): StreamPiece {
  const piece: StreamPiece = { type: native.type };
  if ('contentIndex' in native) piece.contentIndex = native.contentIndex;
  switch (native.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'toolcall_delta':
      return { ...piece, delta: native.delta };
    case 'toolcall_start':
      return withCall(piece, native.id, native.toolName);
    case 'toolcall_end':
      return withCall(piece, native.toolCall.id, native.toolCall.name);
    case 'done':
      return { ...piece, reason: native.reason };
    case 'error': {
      const { errorMessage } = native.error;
      const end = { ...piece, reason: native.reason };
      return errorMessage === undefined ? end : { ...end, errorMessage };
    }
    default:
      return piece;
  }
}

function withCall(piece: StreamPiece, toolCallId?: string, toolName?: string): StreamPiece {
  return {
    ...piece,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(toolName === undefined ? {} : { toolName }),
  };
}
