import { ApiError, badRequest } from './api-error.js';

/** The largest body that is read, in bytes: a prompt with a long paste, not an upload. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Beyond the limit as much as this is read and dropped: who still sends does not hear the answer. */
const MAX_DROPPED_BYTES = 16 * MAX_BODY_BYTES;

/** A body on its way. Node's requests and web streams both are one. */
export interface IncomingBody {
  contentType: string | null | undefined;
  bytes: AsyncIterable<Uint8Array> | null;
}

/**
 * Reads a JSON body. Only `application/json` is taken: a page of another site cannot send that
 * without asking first, which the server never allows.
 *
 * @throws ApiError
 */
export async function readJson({ contentType, bytes }: IncomingBody): Promise<unknown> {
  checkType(contentType);
  return parse(await readBytes(bytes));
}

/**
 * Reads a JSON body where there is one; `undefined` where it is empty.
 *
 * @throws ApiError
 */
export async function readJsonIfAny({ contentType, bytes }: IncomingBody): Promise<unknown> {
  const body = await readBytes(bytes);
  if (body.byteLength === 0) return undefined;
  checkType(contentType);
  return parse(body);
}

function checkType(contentType: string | null | undefined): void {
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
  if (size <= MAX_BODY_BYTES) return;
  const message = `The body is larger than ${MAX_BODY_BYTES} bytes.`;
  // What is left of a body would be taken for the next request.
  const headers = size > MAX_DROPPED_BYTES ? { Connection: 'close' } : {};
  throw new ApiError(413, 'too-large', message, headers);
}
