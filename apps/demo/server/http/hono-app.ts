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
import { readJson, readJsonIfAny } from './read-json.js';
import { methodsByPath, type Answer, type ApiRequest } from './route.js';

/** The routes and the page on Hono. The server does not listen yet. */
export function createHonoServer(parts: AppParts): Server {
  return createAdaptorServer({ fetch: createHonoApp(parts).fetch }) as Server;
}

function createHonoApp({ routes, guard, page, isClosing, onFailure }: AppParts): Hono {
  const app = new Hono();

  app.use(async (c, next) => {
    if (isClosing()) throw closing();
    guard({ host: c.req.header('host'), origin: c.req.header('origin') });
    await next();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  });

  for (const { method, path, handle } of routes) {
    app.on(method, path, async (c) => respond(c, await handle(requestOf(c))));
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

function requestOf(c: Context): ApiRequest {
  const incoming = { contentType: c.req.header('content-type'), bytes: c.req.raw.body };
  return {
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    json: () => readJson(incoming),
    jsonIfAny: () => readJsonIfAny(incoming),
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
