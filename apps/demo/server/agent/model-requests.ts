import type { StreamFn } from '@earendil-works/pi-agent-core';
import type { AssistantMessage, Context } from '@earendil-works/pi-ai';
import type { AgentModel } from './agent-model.js';
import type { GuardedObserver, ModelPurpose, ModelRequestEnd } from './observer.js';

/** A question beside the conversation: one text in, one text out, no tools. */
export interface SideQuestion {
  purpose: Exclude<ModelPurpose, 'main'>;
  systemPrompt: string;
  text: string;
  signal: AbortSignal;
}

/** All ways to ask the model, each of them observed. */
export interface ModelRequests {
  /** A run begins: its first request is a first attempt. */
  begin(): void;
  /** Asks for the next answer of the conversation. */
  main(context: Context, options: Parameters<StreamFn>[2]): ReturnType<StreamFn>;
  /** @throws Error (rejects) when the answer fails, is aborted or is empty. */
  ask(question: SideQuestion): Promise<string>;
}

/** @param chosen the model as it is now: read for each request. */
export function createModelRequests(
  chosen: () => AgentModel,
  observer: GuardedObserver,
): ModelRequests {
  let attempt = 1;

  async function request(
    purpose: ModelPurpose,
    context: Context,
    options: Parameters<StreamFn>[2],
  ): Promise<Awaited<ReturnType<StreamFn>>> {
    const { model, stream } = chosen();
    const end = observer.modelRequest({
      ...{ purpose, provider: model.provider, model: model.id },
      messageCount: context.messages.length,
      toolCount: context.tools?.length ?? 0,
      attempt: purpose === 'main' ? attempt : 1,
    });
    try {
      const answer = await stream(model, context, options);
      void answer.result().then((message) => {
        if (purpose === 'main') attempt = message.stopReason === 'error' ? attempt + 1 : 1;
        end(endOf(message));
      });
      return answer;
    } catch (error) {
      end({ stopReason: 'error', errorMessage: String(error) });
      throw error;
    }
  }

  return {
    begin: () => void (attempt = 1),
    main: (context, options) => request('main', context, options),
    async ask({ purpose, systemPrompt, text, signal }) {
      const messages: Context['messages'] = [
        { role: 'user', content: text, timestamp: Date.now() },
      ];
      const stream = await request(purpose, { systemPrompt, messages }, { signal });
      const answer = await stream.result();
      if (answer.stopReason === 'error' || answer.stopReason === 'aborted') {
        throw new Error(answer.errorMessage ?? 'The model gave no reason.');
      }
      const said = textOf(answer);
      if (said === '') throw new Error('The model answered nothing.');
      return said;
    },
  };
}

function endOf({ stopReason, usage, errorMessage, responseId }: AssistantMessage): ModelRequestEnd {
  return {
    ...{ stopReason, usage },
    ...(errorMessage !== undefined && { errorMessage }),
    ...(responseId !== undefined && { responseId }),
  };
}

function textOf({ content }: AssistantMessage): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();
}
