// A document without a browser, for React to render into. It has to be there before react-dom is.
import { Window } from 'happy-dom';

/** @returns {{ root: HTMLElement, until: (isThere: (root: HTMLElement) => boolean) => Promise<void>, close: () => Promise<void> }} */
export function openDocument() {
  const window = new Window();
  const { document: opened, navigator } = window;
  for (const [name, value] of Object.entries({ window, document: opened, navigator })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  const root = document.body.appendChild(document.createElement('div'));
  return { root, until, close: () => window.happyDOM.close() };

  /** Resolves as soon as what is shown is as wanted. @param {(root: HTMLElement) => boolean} isThere */
  function until(isThere) {
    return new Promise((resolve) => {
      const observer = new window.MutationObserver(look);
      const watched = /** @type {import('happy-dom').HTMLElement} */ (
        /** @type {unknown} */ (root)
      );
      observer.observe(watched, {
        ...{ childList: true, subtree: true, characterData: true, attributes: true },
      });
      look();

      function look() {
        if (!isThere(root)) return;
        observer.disconnect();
        resolve(undefined);
      }
    });
  }
}
