import type { ContractAdapter } from '@loop/events/testing';
import type { App } from './apps.js';

/**
 * The contract suite through a proxy. The app behind it is the same for every check, since a proxy
 * is told once where it leads.
 */
export function contractBehind(app: () => App, origin: () => string): ContractAdapter {
  return {
    start: (find) => {
      app().find = find;
      const stop = (): Promise<void> => Promise.resolve(app().cut());
      return Promise.resolve({ origin: origin(), stop });
    },
  };
}
