/** An answer that is not the one asked for: `{ error, code }` with a status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** For programs; the message is for people. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Something that is not there. */
export function notFound(what: string): ApiError {
  return new ApiError(404, 'not-found', `There is no such ${what}.`);
}

/** Something that the disk did not take. */
export function notSaved(): ApiError {
  return new ApiError(500, 'not-saved', 'This could not be saved.');
}

/** Something that the disk does not give. */
export function notReadable(what: string): ApiError {
  return new ApiError(500, 'not-readable', `The session’s ${what} cannot be read.`);
}

/** A request whose content is wrong. */
export function badRequest(code: string, message: string): ApiError {
  return new ApiError(400, code, message);
}
