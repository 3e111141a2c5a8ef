import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the endpoint got it. */
export interface CompletionsRequest {
  path: string | undefined;
  authorization: string | undefined;
  body: {
    model: string;
    stream: boolean;
    messages: { role: string; content: unknown; tool_call_id?: string }[];
    tools?: { function: { name: string } }[];
  } & Record<string, unknown>;
}

/** One answer: writes chunks and ends, or breaks off. */
export type Answer = (response: CompletionsResponse, request: CompletionsRequest) => void;

/** What it says of itself at `/models`. */
const MODELS = JSON.stringify({ data: [{ id: 'tiny' }, { id: 'large' }] });

/**
 * A local endpoint that speaks the streaming protocol of OpenAI's chat completions: each request of
 * a conversation gets the next of `answers`. Questions beside one come without tools, and get "An
 * aside". Closed when the test is finished.
 */
export async function completionsServer(...answers: Answer[]) {
  const requests: CompletionsRequest[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end(MODELS);
    void readBody(request).then((text) => {
      const { url: path, headers } = request;
      const received: CompletionsRequest = {
        ...{ path, authorization: headers.authorization, body: JSON.parse(text) },
      };
      if (!received.body.tools) {
        return new CompletionsResponse(response).delta({ content: 'An aside' }).end('stop');
      }
      requests.push(received);
      const answer = answers[requests.length - 1];
      if (!answer) return void response.writeHead(500).end('no answer is left');
      answer(new CompletionsResponse(response), received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** The stream of one completion. */
export class CompletionsResponse {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Resolves when the connection is gone. */
  get closed(): Promise<void> {
    return new Promise((resolve) => this.#response.once('close', () => resolve()));
  }

  delta(delta: object, finishReason: string | null = null): this {
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    return this.data({
      id: 'completion-1',
      object: 'chat.completion.chunk',
      model: 'tiny',
      choices,
    });
  }

  toolCall(id: string, name: string, ...argumentPieces: string[]): this {
    const call = (rest: object) => this.delta({ tool_calls: [{ index: 0, ...rest }] });
    call({ id, type: 'function', function: { name, arguments: '' } });
    for (const piece of argumentPieces) call({ function: { arguments: piece } });
    return this;
  }

  usage(prompt: number, completion: number): this {
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    };
    return this.data({ id: 'completion-1', choices: [], usage });
  }

  data(value: object): this {
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
    }
    return this.raw(`data: ${JSON.stringify(value)}\n\n`);
  }

  /** Anything at all, once the answer has begun. */
  raw(text: string): this {
    this.#response.write(text);
    return this;
  }

  end(finishReason?: string): void {
    if (finishReason !== undefined) this.delta({}, finishReason);
    this.#response.end('data: [DONE]\n\n');
  }

  fail(status: number, message: string): void {
    this.#response.writeHead(status, { 'content-type': 'application/json' });
    this.#response.end(JSON.stringify({ error: { message, type: 'error' } }));
  }

  /** Breaks the connection, once what was written has left. */
  breakOff(): void {
    this.#response.write('', () => this.#response.destroy());
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
