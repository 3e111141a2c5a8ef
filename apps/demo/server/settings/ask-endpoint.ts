import type { EndpointTest } from '../../wire/settings.js';

/** Whom to ask, and how. */
export interface EndpointQuestion {
  baseUrl: string;
  key: string | undefined;
  /** @default 10_000 */
  timeoutMs?: number;
}

const MAX_BYTES = 1024 * 1024;
const MAX_MODELS = 500;
const MAX_NAME = 200;

/**
 * Asks an endpoint for its models. Of what it answers only their names are told, and none that
 * repeats the key, as anything else may.
 */
export async function askEndpoint(question: EndpointQuestion): Promise<EndpointTest> {
  const { baseUrl, key, timeoutMs = 10_000 } = question;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch(`${baseUrl}/models`, {
      ...{ signal, redirect: 'manual' },
      headers: { Accept: 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return { ok: false, problem: problemWith(answer.status, key !== undefined) };
    }
    const models = modelNames(await boundedJson(answer), key);
    if (models) return { ok: true, models };
    return { ok: false, problem: 'What it answered is no list of models.' };
  } catch (error) {
    return { ok: false, problem: reasonIn(error, timeoutMs) };
  }
}

function problemWith(status: number, hasKey: boolean): string {
  if (status === 401 || status === 403) {
    return hasKey ? `It refuses the key (${status}).` : `It wants a key (${status}).`;
  }
  if (status === 404) return 'It has no /models (404): is the version missing in the base URL?';
  if (status >= 300 && status < 400) {
    return `It sends on to another address (${status}): give that one as the base URL.`;
  }
  return `It answered ${status}.`;
}

/** `undefined` for what is too large or no JSON. */
async function boundedJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

function modelNames(content: unknown, key: string | undefined): string[] | undefined {
  const { data } = (content ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return undefined;
  return data
    .map((entry: { id?: unknown } | null) => entry?.id)
    .filter((id) => typeof id === 'string' && id !== '' && id.length <= MAX_NAME)
    .filter((id) => !key || !(id as string).includes(key))
    .slice(0, MAX_MODELS) as string[];
}

/** A failure's name, never its message: that may hold what was sent. */
function reasonIn(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `It did not answer within ${timeoutMs / 1000} seconds.`;
  const code = typeof cause?.code === 'string' ? cause.code : 'no connection';
  return `It cannot be reached: ${REASONS[code] ?? code}.`;
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up just now',
  ECONNRESET: 'the connection broke',
  UND_ERR_SOCKET: 'the connection broke',
};
