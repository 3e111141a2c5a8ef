import { redactionLaws } from '../test/redact/laws.js';

redactionLaws(100_000, 1_800_000);
