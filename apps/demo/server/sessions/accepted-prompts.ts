/** A prompt that was accepted, and what its sender was told. */
export interface AcceptedPrompt {
  requestId: string;
  runId: string;
  /** Of one that waits in the queue of the run. */
  inputId?: string;
}

/** Remembers the latest prompts, so that a request that is repeated gets its answer again. */
export interface AcceptedPrompts {
  get(requestId: string): AcceptedPrompt | undefined;
  add(prompt: AcceptedPrompt): void;
  list(): AcceptedPrompt[];
}

/** A sender repeats a request within seconds or after a restart, not after a hundred others. */
const MAX_REMEMBERED = 100;

/** @param earlier from before a restart. */
export function rememberPrompts(earlier: readonly AcceptedPrompt[] = []): AcceptedPrompts {
  const prompts = new Map(earlier.map((prompt) => [prompt.requestId, prompt]));
  return {
    get: (requestId) => prompts.get(requestId),
    add(prompt) {
      prompts.set(prompt.requestId, prompt);
      const [oldest] = prompts.keys();
      if (prompts.size > MAX_REMEMBERED && oldest !== undefined) prompts.delete(oldest);
    },
    list: () => [...prompts.values()],
  };
}
