import { createServer } from 'node:http';
import express from 'express';
import { eventStream } from '@loop/sse-express';
import { loopSessions } from './loop.mjs';

export function create({ heartbeatMs }) {
  const { sessionOf, ...rest } = loopSessions();
  const app = express();
  app.get('/:session', (req, res) =>
    eventStream(req, res, sessionOf(req.params.session), { heartbeatMs }),
  );
  return { server: createServer(app), ...rest };
}
