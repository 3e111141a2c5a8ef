import { runs } from '../runs.js';
import { convergenceLaws } from './convergence-laws.js';

convergenceLaws(runs(60), 60_000);
