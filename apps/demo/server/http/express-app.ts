import { eventStream } from '@loop/sse-express';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express';
import { createServer, type Server } from 'node:http';
import { pipeline } from 'node:stream';
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
import { downloadBytes, downloadHeaders, type Download } from './download.js';
import { readBody } from './read-body.js';
import { methodsByPath, type Answer, type ApiRequest } from './route.js';

const REGISTER = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** The routes and the page on Express. The server does not listen yet. */
export function createExpressServer(parts: AppParts): Server {
  return createServer(createExpressApp(parts));
}

function createExpressApp({ routes, guard, page, isClosing, onFailure }: AppParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // The routes read the query themselves.
  app.set('query parser', false);
  // A path means one thing, as it does under Hono.
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use((req, res, next) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) res.setHeader(name, value);
    if (isClosing()) throw closing();
    const { host, origin, cookie } = req.headers;
    const answer = guard({
      ...{ target: req.originalUrl, host, origin, cookie },
      fetchSite: req.get('sec-fetch-site'),
      fetchMode: req.get('sec-fetch-mode'),
    });
    if (answer) send(res, answer);
    else next();
  });

  for (const { method, path, handle } of routes) {
    app.route(path)[REGISTER[method]](async (req: Request, res: Response) => {
      respond(req, res, await handle(await requestOf(req)));
    });
  }
  for (const [path, allowed] of methodsByPath(routes)) {
    app.all(path, () => {
      throw methodNotAllowed(allowed);
    });
  }

  app.use((req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw notFound('page');
    send(res, pageAnswer(page, req.path));
  });
  // Express tells an error handler by its four parameters.
  const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
    // A parameter that cannot be decoded names nothing.
    const problem = error instanceof URIError ? notFound('page') : error;
    if (!(problem instanceof ApiError)) onFailure(problem);
    if (res.headersSent) res.destroy();
    else send(res, errorAnswer(problem));
  };
  app.use(answerError);
  return app;
}

async function requestOf(req: Request): Promise<ApiRequest> {
  return {
    params: req.params as Record<string, string>,
    query: new URL(req.originalUrl, 'http://localhost').searchParams,
    ...(await readBody({
      method: req.method,
      contentType: req.headers['content-type'],
      contentLength: req.headers['content-length'],
      // Whoever sends too much should read why: leaving the body alone must not cut the connection.
      bytes: req.iterator({ destroyOnReturn: false }),
    })),
  };
}

function respond(req: Request, res: Response, answer: Answer): void {
  if ('stream' in answer) eventStream(req, res, answer.stream);
  else if ('download' in answer) sendDownload(req, res, answer.download);
  else send(res, jsonAnswer(answer.status, answer.body));
}

function sendDownload(req: Request, res: Response, download: Download): void {
  for (const [name, value] of Object.entries(downloadHeaders(download))) res.setHeader(name, value);
  if (req.method === 'HEAD') res.end();
  // On a failure it destroys the response, so that a part never looks like the whole.
  else pipeline(downloadBytes(download), res, () => {});
}

function send(res: Response, { status, headers, body }: PlainAnswer): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === null) res.end();
  else res.end(body);
}
