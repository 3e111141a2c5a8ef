/** Goes to the request that has waited longest, or to the one after the focused one. */
export function focusNextApproval(): void {
  const cards = [...document.querySelectorAll<HTMLElement>('[data-approval]')];
  const current = cards.findIndex((card) => card.contains(document.activeElement));
  const next = cards[(current + 1) % cards.length];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** After an answer: the next request, or back to writing. */
export function focusAfterAnswer(): void {
  // The card that was answered is still there.
  queueMicrotask(() => {
    if (document.querySelector('[data-approval]')) return focusNextApproval();
    // On a touch screen writing brings up a keyboard that nobody asked for.
    if (!matchMedia('(pointer: fine)').matches) return;
    document.querySelector<HTMLElement>('.composer textarea')?.focus();
  });
}

/** Whether this is the key for {@link focusNextApproval}. With Option, a Mac's key is another sign. */
export function isApprovalKey({ altKey, ctrlKey, metaKey, key, code }: KeyboardEvent): boolean {
  return altKey && !ctrlKey && !metaKey && (key.toLowerCase() === 'j' || code === 'KeyJ');
}
