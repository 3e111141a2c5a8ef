import { expected, expectFunction, expectText } from './expect.js';
import type { AnyEvent } from './session/event.js';
import type { SessionModel } from './session/host-model.js';
import type { Message } from './session/message.js';
import type { SavedSession } from './session/saved.js';
import type { StreamOptions } from './stream/stream-options.js';

/** Options of a session's hub. Every limit of the contract is one. */
export interface SessionEventsOptions extends StreamOptions {
  sessionId: string;
  /** What {@link SessionEvents.save} returned, earlier. What was open then is interrupted now. */
  saved?: SavedSession | undefined;
  /** Instead of `saved`: an agent's own messages, taken over as complete. */
  messages?: readonly Message[] | undefined;
  /** Instead of both: the host's own controller. */
  model?: SessionModel | undefined;
  /** Rounds in a snapshot's window. @default 3 */
  rounds?: number | undefined;
  /**
   * `native`: `message_update` as the agent sends it, which repeats the whole message each time.
   * `delta`: without the repetitions; a 64 KiB answer then costs megabytes instead of a gigabyte.
   * @default 'native'
   */
  messageUpdates?: 'native' | 'delta' | undefined;
  /**
   * Whether an event becomes a frame. The default leaves out `turn_end` and `agent_end`, which
   * repeat whole messages that were sent already. An event that is left out still reaches
   * `onEvent`, but the session folds only what its clients hear of. Where it throws, the default
   * holds and `hooks.onError` hears of it.
   */
  forward?: ((event: AnyEvent) => boolean) | undefined;
}

/** An event as the agent sent it, and where the session put it. */
export interface PlacedEvent {
  readonly event: AnyEvent;
  /** `null` outside a run. */
  readonly runId: string | null;
  readonly messageIndex?: number;
}

/** Where an event belongs, when its publisher knows better than the session. */
export interface PublishPlace {
  runId?: string | null | undefined;
  messageIndex?: number | undefined;
}

/** @throws LoopEventsError `invalid-option` */
export function checkOptions(options: SessionEventsOptions): void {
  const { sessionId, messageUpdates = 'native', forward, hooks = {}, model } = options ?? {};
  expectText('sessionId', sessionId);
  expected(
    messageUpdates === 'native' || messageUpdates === 'delta',
    "messageUpdates: expected 'native' or 'delta'.",
  );
  if (forward !== undefined) expectFunction(forward, 'forward: expected a function.');
  expected(typeof hooks === 'object' && hooks !== null, 'hooks: expected an object.');
  if (model !== undefined) {
    expectFunction(model?.snapshot, 'model: expected an object with snapshot().');
  }
}
