// The table of contents of @loop/events/testing.

export { checkConvergence, openingAt, recordSession } from './convergence.js';
export type { Recording } from './convergence.js';

export { contractSuite } from './contract-suite.js';
export type { ContractAdapter, ContractRoute, ContractServer } from './contract-suite.js';
