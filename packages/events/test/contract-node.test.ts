import { describe, test } from 'vitest';
import { contractSuite } from '../src/testing/index.js';
import { adapter } from './http/servers.js';

describe('eventStreamNode', () => {
  contractSuite(adapter('eventStreamNode on node:http'), test);
});
