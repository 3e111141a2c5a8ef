/** As much of the platform's lock manager as the client uses. */
export interface LocksLike {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    hold: () => Promise<void> | undefined,
  ): Promise<unknown>;
  query(): Promise<unknown>;
}

/** As much of a `BroadcastChannel` as the client uses. */
export interface ChannelLike {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** What it takes to share a stream between tabs. */
export interface SharingPlatform {
  locks: LocksLike;
  openChannel(name: string): ChannelLike;
}

/**
 * What this platform has for sharing; `undefined` where something is missing: in Node 20, and in
 * pages over plain HTTP from another host than localhost, where browsers have no Web Locks.
 */
export function sharingPlatform(): SharingPlatform | undefined {
  const { navigator, BroadcastChannel, origin } = globalThis as Partial<SharingGlobals>;
  const locks = navigator?.locks;
  // A sandboxed frame shares with nobody, and may not even ask.
  if (origin === 'null') return undefined;
  if (typeof locks?.request !== 'function' || typeof BroadcastChannel !== 'function') {
    return undefined;
  }
  return { locks, openChannel: (name) => new BroadcastChannel(name) };
}

interface SharingGlobals {
  origin: string;
  navigator: { locks?: LocksLike };
  BroadcastChannel: new (name: string) => ChannelLike;
}
