/** What the server said instead of doing what it was asked. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** `unreachable` where there was no answer at all. */
  readonly code: string;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(code: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
  }
}

/** Asks the server for something. @throws ApiProblem */
export async function ask<Value>(method: string, path: string, body?: object): Promise<Value> {
  const answer = await fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch((cause: unknown) => {
    throw new ApiProblem('unreachable', 'The server cannot be reached just now.', { cause });
  });
  const content = (await answer.json().catch(() => ({}))) as Value & {
    error?: string;
    code?: string;
  };
  if (answer.ok) return content;
  const { error = `The server answered ${answer.status}.`, code = 'unknown' } = content;
  throw new ApiProblem(code, error, { status: answer.status });
}
