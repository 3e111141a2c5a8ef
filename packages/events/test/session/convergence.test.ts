import { convergenceLaws } from './convergence-laws.js';

convergenceLaws(60, 60_000);
