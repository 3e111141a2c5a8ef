import type { ContractAdapter } from '@loop/events/testing';
import type { App } from './apps.js';

/**
 * The contract suite through a proxy. The app behind it is the same for every check, since a proxy
 * is told once where it leads.
 */
export function contractBehind(app: () => App, origin: () => string): ContractAdapter {
  return {
    start: (find) => {
      const own = app().find;
      app().find = find;
      const stop = (): Promise<void> => {
        app().find = own;
        app().cut();
        return Promise.resolve();
      };
      return Promise.resolve({ origin: origin(), stop });
    },
  };
}
