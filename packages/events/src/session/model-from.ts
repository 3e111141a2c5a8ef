import { expected, optionalNumber } from '../expect.js';
import type { SessionEventsOptions } from '../session-events-options.js';
import { HostModel } from './host-model.js';
import { TimelineModel, type Model } from './model.js';
import { ownCopy, toPlain } from './plain.js';
import { savedFrom } from './saved.js';

type ModelOptions = Pick<SessionEventsOptions, 'rounds' | 'model' | 'saved' | 'messages'>;

/**
 * Who knows the session: our own model, or the host's.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function modelFrom(options: ModelOptions): Model {
  const rounds = optionalNumber('rounds', options.rounds, 3, 1);
  const { model, saved, messages } = options;
  expected(
    [model, saved, messages].filter((source) => source !== undefined).length <= 1,
    'Pass one of saved, messages and model.',
  );
  expected(
    messages === undefined || Array.isArray(messages),
    'messages: expected a list of messages.',
  );
  if (model) return new HostModel(model, rounds);
  return new TimelineModel(rounds, messages ? savedFrom(toPlain(messages)) : ownCopy(saved));
}
