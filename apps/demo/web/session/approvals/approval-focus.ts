/**
 * Goes through the requests that wait: from the focused one to the one after it, or before it;
 * otherwise to the one that has waited longest.
 */
export function focusApproval(step: 1 | -1 = 1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-approval]')];
  const current = cards.findIndex((card) => card.contains(document.activeElement));
  const position = current === -1 ? 0 : (current + step + cards.length) % cards.length;
  const next = cards[position];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** After an answer: the next request, or back to writing. */
export function focusAfterAnswer(): void {
  // The card that was answered is still there.
  queueMicrotask(() => {
    if (document.querySelector('[data-approval]')) return focusApproval();
    // On a touch screen writing brings up a keyboard that nobody asked for.
    if (!matchMedia('(pointer: fine)').matches) return;
    document.querySelector<HTMLElement>('.composer textarea')?.focus();
  });
}
