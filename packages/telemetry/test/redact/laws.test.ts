import { describe } from 'vitest';
import { redactionLaws } from './laws.js';

describe('laws of redaction', () => redactionLaws(Number(process.env['LOOP_FUZZ_RUNS'] ?? 400)));
