/** All settings. */
export interface Settings {
  endpoints: ShownEndpoint[];
  /** What the server was started with; `null`: no model. */
  environment: EnvironmentModel | null;
}

/** An endpoint as people see it. Keys are never in it. */
export interface ShownEndpoint {
  id: string;
  name: string;
  /** Up to and including the version. */
  baseUrl: string;
  models: ShownModel[];
  hasKey: boolean;
  /** The variable of the server's environment that holds its key. */
  keyFromEnv?: string;
  /** What is unwise about its address. */
  warning?: string;
}

/** A model behind an endpoint. */
export interface ShownModel {
  /** The endpoint's own name for it. */
  name: string;
  /** Tokens of prompt and answer together. */
  contextWindow: number;
}

/** The model that the environment names, without its key. */
export interface EnvironmentModel {
  baseUrl: string;
  model: string;
  contextWindow: number;
  hasKey: boolean;
}

/** What an endpoint says when it is asked for its models. */
export type EndpointTest = { ok: true; models: string[] } | { ok: false; problem: string };
