import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';

/** As much of `fetch` as readers of streams use, over one HTTP/2 connection. */
export interface Http2Client {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  close(): void;
}

/**
 * What all streams of the connection may have under way together. Browsers have a window as large,
 * so that one stream that is not read holds up no other.
 */
const CONNECTION_WINDOW_BYTES = 64 * 1_048_576;

const BODILESS = [204, 304];

/** @param ca the certificate to trust. */
export function http2Client(origin: string, ca: string): Http2Client {
  const session = connect(origin, { ca });
  session.on('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW_BYTES));
  session.on('error', () => {});
  return {
    fetch: (url, init = {}) => fetchOver(session, new URL(url), init),
    close: () => session.destroy(),
  };
}

function fetchOver(session: ClientHttp2Session, url: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', signal } = init;
  const fields = Object.fromEntries(new Headers(init.headers));
  const stream = session.request({
    ':method': method,
    ':path': url.pathname + url.search,
    ...fields,
  });
  const leave = (): void => stream.close(constants.NGHTTP2_CANCEL);
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  stream.once('close', () => signal?.removeEventListener('abort', leave));
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('close', () => reject(new Error(`closed with ${stream.rstCode} before its head`)));
    stream.once('response', (received) => {
      const { ':status': status = 0, ...rest } = received;
      const isBodiless = method === 'HEAD' || BODILESS.includes(status);
      if (isBodiless) stream.resume();
      const body = isBodiless ? null : bodyOf(stream, leave);
      resolve(new Response(body, { status, headers: headersOf(rest) }));
    });
  });
}

/** Takes one chunk for each that is read: what nobody reads stays under the stream's window. */
function bodyOf(stream: ClientHttp2Stream, leave: () => void): ReadableStream<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

function headersOf(fields: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}
