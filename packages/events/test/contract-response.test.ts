import { describe, test } from 'vitest';
import { contractSuite } from '../src/testing/index.js';
import { adapter } from './http/servers.js';

describe('eventStreamResponse', () => {
  contractSuite(adapter('eventStreamResponse on a bare fetch handler'), test);
});
