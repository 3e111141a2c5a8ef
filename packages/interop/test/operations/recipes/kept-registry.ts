import { ListEvents, SessionRegistry } from '@loop/events';

interface Host {
  lists: ListEvents;
  registry: SessionRegistry;
}

function createHost(): Host {
  const lists = new ListEvents();
  return { lists, registry: new SessionRegistry({ lists }) };
}

// A module that is loaded again finds what the one before has made.
const kept = globalThis as { loopHost?: Host };
export const { lists, registry }: Host = (kept.loopHost ??= createHost());
