import { createServer } from 'node:http';
import express from 'express';
import { eventStream } from '@loop/sse-express';
import { loopSessions } from './loop.mjs';

export const name = 'loop-express';

export function create() {
  const { sessionOf, ...rest } = loopSessions();
  const app = express();
  app.get('/:session', (req, res) => eventStream(req, res, sessionOf(req.params.session)));
  return { server: createServer(app), ...rest };
}
