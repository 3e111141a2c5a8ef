import type { ConnectionState, ReadonlyStore, SessionStoreState } from '../../src/index.js';

/** Resolves with the first state that `isIt` accepts. */
export async function until<State>(
  store: ReadonlyStore<State>,
  isIt: (state: State) => boolean,
): Promise<State> {
  return new Promise((resolve) => {
    let leave = (): void => {};
    const look = (): void => {
      const state = store.getSnapshot();
      if (!isIt(state)) return;
      leave();
      resolve(state);
    };
    leave = store.subscribe(look);
    look();
  });
}

/** Whether the view stands at `seq`. */
export function at(seq: number): (state: SessionStoreState) => boolean {
  return ({ view }) => view.streamId !== null && view.seq === seq;
}

/** Whether the store has stopped. */
export function stopped({ connection }: { connection: ConnectionState }): boolean {
  return connection.status === 'closed';
}
