import { eventStream } from '@loop/sse-hono';
import { Hono, type Context } from 'hono';
import { ApiError, notFound } from './api-error.js';
import type { Guard } from './guard.js';
import type { PageFiles } from './page-files.js';
import { readJson } from './read-json.js';
import { methodsByPath, type Answer, type ApiRequest, type Route } from './route.js';

/** What an app serves, in terms that no framework owns. */
export interface AppParts {
  routes: readonly Route[];
  guard: Guard;
  page: PageFiles;
  /** Whether the server is about to end. */
  isClosing: () => boolean;
  /** Told of a failure that is the server's own. */
  onFailure: (error: unknown) => void;
}

/** The routes and the page as a Hono app. */
export function createHonoApp(parts: AppParts): Hono {
  const { routes, guard, page, isClosing, onFailure } = parts;
  const app = new Hono();

  app.use(async (c, next) => {
    if (isClosing()) throw closing();
    guard({ host: c.req.header('host'), origin: c.req.header('origin') });
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
  });

  for (const { method, path, handle } of routes) {
    app.on(method, path, async (c) => respond(c, await handle(requestOf(c))));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(path, () => {
      const allowed = methods.join(', ');
      throw new ApiError(405, 'method-not-allowed', `Use ${allowed}.`, { Allow: allowed });
    });
  }

  app.get('*', (c) => {
    const file = page(c.req.path);
    if (!file) throw notFound('page');
    return c.body(file.bytes, 200, file.headers);
  });

  app.notFound(() => {
    throw notFound('page');
  });
  app.onError((error) => {
    if (!(error instanceof ApiError)) onFailure(error);
    return problem(error);
  });
  return app;
}

/**
 * A page whose stream has just ended comes back at once, on a connection that is still open. What
 * it would find is a session that has ended, and it would take that for good.
 */
function closing(): ApiError {
  const headers = { 'Retry-After': '1', Connection: 'close' };
  return new ApiError(503, 'closing', 'The server is about to end.', headers);
}

function requestOf(c: Context): ApiRequest {
  return {
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    json: () => readJson({ contentType: c.req.header('content-type'), bytes: c.req.raw.body }),
  };
}

function respond(c: Context, answer: Answer): Response {
  if ('stream' in answer) return eventStream(c, answer.stream);
  const { status, body } = answer;
  return body === undefined ? new Response(null, { status }) : json(status, body);
}

function problem(error: Error): Response {
  if (!(error instanceof ApiError)) {
    return json(500, { error: 'Something went wrong on the server.', code: 'internal' });
  }
  return json(error.status, { error: error.message, code: error.code }, error.headers);
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}
