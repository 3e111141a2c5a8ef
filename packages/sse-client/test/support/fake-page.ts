import { vi } from 'vitest';

/** A page, as far as the client looks at one. */
export interface FakePage {
  visibility(state: 'visible' | 'hidden'): void;
  network(online: boolean): void;
  show(persisted: boolean): void;
  /** The page is left; `persisted`: for the back/forward cache. */
  hide(persisted: boolean): void;
  lifecycle(step: 'freeze' | 'resume'): void;
  /** Runs what waits for the next animation frame. */
  paint(): void;
  /** Listeners on the page and its document. */
  listeners(): number;
}

/** Puts a visible page, online, around the test. Undone by `vi.unstubAllGlobals()`. */
export function stubPage(): FakePage {
  const host = new CountingTarget();
  const document = Object.assign(new CountingTarget(), { visibilityState: 'visible' });
  const navigator = { onLine: true };
  const frames = new Map<number, () => void>();
  let frameId = 0;
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', host.addEventListener.bind(host));
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => {
    frames.set(++frameId, task);
    return frameId;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));

  return {
    visibility(state) {
      document.visibilityState = state;
      document.dispatchEvent(new Event('visibilitychange'));
    },
    network(online) {
      navigator.onLine = online;
      host.dispatchEvent(new Event(online ? 'online' : 'offline'));
    },
    show(persisted) {
      host.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    },
    hide(persisted) {
      host.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
    },
    lifecycle(step) {
      document.dispatchEvent(new Event(step));
    },
    paint() {
      const due = [...frames.values()];
      frames.clear();
      for (const task of due) task();
    },
    listeners: () => host.count + document.count,
  };
}

class CountingTarget extends EventTarget {
  count = 0;
  #bySignal = new WeakMap<AbortSignal, number>();

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    const [, , options] = args;
    const { signal } = options as Required<AddEventListenerOptions>;
    if (!this.#bySignal.has(signal)) signal.addEventListener('abort', () => this.#leave(signal));
    this.#bySignal.set(signal, (this.#bySignal.get(signal) ?? 0) + 1);
    this.count++;
    super.addEventListener(...args);
  }

  #leave(signal: AbortSignal): void {
    this.count -= this.#bySignal.get(signal) ?? 0;
  }
}
