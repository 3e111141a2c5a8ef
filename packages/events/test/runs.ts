/** Whether this is the second run of a test, in Chromium. */
export const isInBrowser = 'document' in globalThis;

/**
 * How often a law is tried: in a browser a tenth as often. The engine is Node's, and has seen the
 * rest; what is the browser's own shows at once.
 */
export function runs(inNode: number): number {
  return isInBrowser ? Math.ceil(inNode / 10) : inNode;
}
