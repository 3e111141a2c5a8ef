import { ApiError, badRequest } from './api-error.js';
import type { ApiRequest } from './route.js';

/** The largest body that is read, in bytes: a prompt with a long paste, not an upload. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Beyond the limit as much as this is read and dropped: who still sends does not hear the answer. */
const MAX_DROPPED_BYTES = 16 * MAX_BODY_BYTES;

/** A body on its way. Node's requests and web streams both are one. */
export interface IncomingBody {
  method: string;
  contentType: string | undefined;
  /** As the sender has announced it. */
  contentLength: string | undefined;
  bytes: AsyncIterable<Uint8Array> | null;
}

/**
 * Reads a body, before anything is done with its request: one that is too large is refused by every
 * route, also by those that need none. What a GET may send along is nobody's, and stays unread.
 *
 * Only `application/json` is taken: a page of another site cannot send that without asking first,
 * which the server never allows.
 *
 * @throws ApiError 413, 400 where it broke off
 */
export async function readBody(
  incoming: IncomingBody,
): Promise<Pick<ApiRequest, 'json' | 'jsonIfAny'>> {
  const { method, contentType, contentLength, bytes } = incoming;
  const isRead = method !== 'GET' && method !== 'HEAD';
  if (!isRead && Number(contentLength) > MAX_BODY_BYTES) throw tooLarge(Number(contentLength));
  const body = isRead ? await readBytes(bytes) : new Uint8Array();
  return {
    async json() {
      checkType(contentType);
      return parse(body);
    },
    async jsonIfAny() {
      if (body.byteLength === 0) return undefined;
      checkType(contentType);
      return parse(body);
    },
  };
}

function checkType(contentType: string | undefined): void {
  if (/^application\/json\s*(;|$)/i.test(contentType ?? '')) return;
  throw new ApiError(415, 'unsupported-media-type', 'Send application/json.');
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('invalid-json', 'The body is not JSON.');
  }
}

async function readBytes(bytes: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of whole(bytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The body's pieces, as long as there are not too many of them. */
async function* whole(bytes: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of bytes ?? []) {
      size += chunk.byteLength;
      if (size > MAX_DROPPED_BYTES) break;
      if (size <= MAX_BODY_BYTES) yield chunk;
    }
  } catch {
    throw badRequest('incomplete', 'The body broke off.');
  }
  if (size > MAX_BODY_BYTES) throw tooLarge(size);
}

function tooLarge(size: number): ApiError {
  const message = `The body is larger than ${MAX_BODY_BYTES} bytes.`;
  // What is left of a body would be taken for the next request.
  const headers = size > MAX_DROPPED_BYTES ? { Connection: 'close' } : {};
  return new ApiError(413, 'too-large', message, headers);
}
