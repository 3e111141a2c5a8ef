import type { StreamFn } from '@earendil-works/pi-agent-core';
import type { Api, Model } from '@earendil-works/pi-ai';

/** A model and the way to ask it. */
export interface AgentModel {
  /** What the agent and its messages say about the model. `model.id` is its name. */
  readonly model: Model<Api>;
  /** Asks it. Failures are told in the stream, as pi wants it. */
  readonly stream: StreamFn;
}
