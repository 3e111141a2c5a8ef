import type { SessionEvents } from '@loop/events';
import type { Request, Response } from 'express';
import type { Request as Request4, Response as Response4 } from 'express4';
import { expect, test } from 'vitest';
import { eventStream } from '../src/index.js';

declare const session: SessionEvents;

interface Params {
  id: string;
}
interface Locals {
  user: string;
  [key: string]: unknown;
}
type Body = { error: string };

// The type parameters of requests and responses do not fit into each other; none is asked for.
const accepted = [
  (req: Request, res: Response) => eventStream(req, res, session),
  (req: Request<Params, Body>, res: Response<Body, Locals>) => eventStream(req, res, session),
  (req: Request4, res: Response4) => eventStream(req, res, session),
  (req: Request4<Params, Body>, res: Response4<Body, Locals>) => eventStream(req, res, session),
];

const refused = [
  // @ts-expect-error: `heartbeat` is no option
  (req: Request, res: Response) => eventStream(req, res, session, { heartbeat: 5 }),
  // @ts-expect-error: a session's id is no stream
  (req: Request, res: Response) => eventStream(req, res, 'one'),
  // @ts-expect-error: the response does not come first
  (req: Request, res: Response) => eventStream(res, req, session),
];

test('takes the requests and responses of Express 4 and 5 with any type parameters', () => {
  expect([accepted.length, refused.length]).toEqual([4, 3]);
});
