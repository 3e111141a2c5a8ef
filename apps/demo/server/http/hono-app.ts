import { createAdaptorServer } from '@hono/node-server';
import { eventStream } from '@loop/sse-hono';
import { Hono, type Context } from 'hono';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import {
  closing,
  COMMON_HEADERS,
  errorAnswer,
  jsonAnswer,
  methodNotAllowed,
  pageAnswer,
  type AppParts,
  type PlainAnswer,
} from './answers.js';
import { ApiError, notFound } from './api-error.js';
import { downloadBytes, downloadHeaders } from './download.js';
import { readBody } from './read-body.js';
import { methodsByPath, type Answer, type ApiRequest } from './route.js';

/** The routes and the page on Hono. The server does not listen yet. */
export function createHonoServer(parts: AppParts): Server {
  return createAdaptorServer({ fetch: createHonoApp(parts).fetch }) as Server;
}

function createHonoApp({ routes, guard, page, isClosing, onFailure }: AppParts): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    if (isClosing()) throw closing();
    const answer = guard({
      target: c.req.path + new URL(c.req.url).search,
      host: c.req.header('host'),
      origin: c.req.header('origin'),
      cookie: c.req.header('cookie'),
      fetchSite: c.req.header('sec-fetch-site'),
      fetchMode: c.req.header('sec-fetch-mode'),
    });
    if (answer) c.res = responseOf(answer);
    else await next();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  });

  for (const { method, path, handle } of routes) {
    app.on(method, path, async (c) => respond(c, await handle(await requestOf(c))));
  }
  for (const [path, allowed] of methodsByPath(routes)) {
    app.all(path, () => {
      throw methodNotAllowed(allowed);
    });
  }

  app.get('*', (c) => responseOf(pageAnswer(page, c.req.path)));
  app.notFound(() => {
    throw notFound('page');
  });
  app.onError((error) => {
    if (!(error instanceof ApiError)) onFailure(error);
    const { headers, ...answer } = errorAnswer(error);
    return responseOf({ ...answer, headers: { ...COMMON_HEADERS, ...headers } });
  });
  return app;
}

async function requestOf(c: Context): Promise<ApiRequest> {
  return {
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    ...(await readBody({
      method: c.req.method,
      contentType: c.req.header('content-type'),
      contentLength: c.req.header('content-length'),
      bytes: c.req.raw.body,
    })),
  };
}

function respond(c: Context, answer: Answer): Response {
  if ('stream' in answer) return eventStream(c, answer.stream);
  if ('download' in answer) {
    const body = Readable.toWeb(downloadBytes(answer.download)) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: downloadHeaders(answer.download) });
  }
  return responseOf(jsonAnswer(answer.status, answer.body));
}

function responseOf({ status, headers, body }: PlainAnswer): Response {
  return new Response(body, { status, headers });
}
