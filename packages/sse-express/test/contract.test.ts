import { contractSuite, type ContractAdapter } from '@loop/events/testing';
import { describe, test } from 'vitest';
import { eventStream } from '../src/index.js';
import { expresses } from './expresses.js';
import { serveApp } from './serve.js';

describe.each(expresses)('eventStream on %s', (_, express) => {
  const start: ContractAdapter['start'] = (find) => {
    const app = express();
    app.get('/streams/:id', (req, res) => {
      const route = find(req.params.id);
      if (route) eventStream(req, res, route.source, route.options);
      else res.status(404).json({ error: 'unknown session' });
    });
    return serveApp(app);
  };
  contractSuite({ start }, test);
});
