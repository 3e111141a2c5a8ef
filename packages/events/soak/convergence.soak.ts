import { convergenceLaws } from '../test/session/convergence-laws.js';

convergenceLaws(20_000, 1_800_000);
