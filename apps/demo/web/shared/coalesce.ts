/** Work that many may ask for. */
export interface Coalesced {
  (): void;
  /** Whatever was asked for and has not begun is not done any more. */
  cancel(): void;
}

/**
 * Puts requests for the same work together: it runs at once, never twice at a time, and what is
 * asked for in the meantime is done once, `gapMs` after the end. So however many ask, the work is
 * begun after the last of them, and what it costs stays bounded.
 */
export function coalesce(work: () => Promise<unknown>, gapMs: number): Coalesced {
  let isBusy = false;
  let isWanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function request(): void {
    isWanted = true;
    if (!isBusy) begin();
  }

  function begin(): void {
    isBusy = true;
    isWanted = false;
    // The work tells its failures itself.
    work()
      .catch(() => {})
      .finally(() => (timer = setTimeout(end, gapMs)));
  }

  function end(): void {
    isBusy = false;
    if (isWanted) begin();
  }

  request.cancel = (): void => {
    isWanted = false;
    clearTimeout(timer);
    isBusy = false;
  };
  return request;
}
