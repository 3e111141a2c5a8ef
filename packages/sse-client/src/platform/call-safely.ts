/** Calls what the host gave. What that throws or rejects with is reported and stops nothing. */
export function callSafely(task: () => unknown): void {
  try {
    Promise.resolve(task()).catch(report);
  } catch (error) {
    report(error);
  }
}

/** Browsers show it like an uncaught error. Node would end the process for one, so there it is printed. */
function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
