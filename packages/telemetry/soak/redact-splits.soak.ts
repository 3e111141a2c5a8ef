import { describe } from 'vitest';
import { everyPlace, splitLaws } from '../test/redact/splits.js';

describe('at every place', () => splitLaws(everyPlace));
