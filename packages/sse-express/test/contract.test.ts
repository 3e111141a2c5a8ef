import { contractSuite, type ContractAdapter } from '@loop/events/testing';
import compression from 'compression';
import express5, { type Express } from 'express';
import { describe, test } from 'vitest';
import { eventStream } from '../src/index.js';
import { expresses } from './expresses.js';
import { serveApp } from './serve.js';

function start(createApp: () => Express): ContractAdapter['start'] {
  return (find) => {
    const app = createApp();
    app.get('/streams/:id', (req, res) => {
      const route = find(req.params.id);
      if (route) eventStream(req, res, route.source, route.options);
      else res.status(404).json({ error: 'unknown session' });
    });
    return serveApp(app);
  };
}

describe.each(expresses)('eventStream on %s', (_, express) => {
  contractSuite({ start: start(express) }, test);
});

describe('eventStream behind compression()', () => {
  const createApp = (): Express => express5().use(compression({ threshold: 0 }));
  contractSuite({ start: start(createApp) }, test);
});
