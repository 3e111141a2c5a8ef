import type { HistoryPage, MessageEntry, Snapshot } from '@loop/events';
import type { SessionAnswer, SessionSummary } from '../../wire/session.js';

/** What a new session begins with. */
export interface Choices {
  permission?: string;
  model?: string;
}

/** A plain client of the demo's API. */
export interface Api {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: unknown): Promise<Body>;
  patch<Body>(path: string, body: unknown): Promise<Body>;
  delete(path: string): Promise<void>;
  /** The first workspace's id. */
  workspaceId(): Promise<string>;
  /** The sessions of the first workspace, as its list shows them. */
  list(query?: string): Promise<SessionSummary[]>;
  /** A new session in the first workspace, whose agent asks nobody unless it is told to. */
  newSession(choices?: Choices): Promise<string>;
  session(id: string): Promise<SessionAnswer>;
  /** Allows what waits for an approval, for once. */
  allow(id: string): Promise<void>;
  /** Starts a run. */
  prompt(id: string, text: string): Promise<string>;
  /** Starts a run and waits for its end. */
  ask(id: string, text: string): Promise<SessionAnswer>;
  /** Waits until nothing runs. */
  settled(id: string): Promise<SessionAnswer>;
  /** All messages, from the first one on. */
  messages(id: string): Promise<MessageEntry[]>;
}

/** @param base the server's URL. */
export function apiOf(base: string): Api {
  const api: Api = {
    get: (path) => ask('GET', path),
    post: (path, body = {}) => ask('POST', path, body),
    patch: (path, body) => ask('PATCH', path, body),
    delete: (path) => ask('DELETE', path),
    async workspaceId() {
      const { workspaces } = await api.get<{ workspaces: { id: string }[] }>('/api/workspaces');
      return workspaces[0]?.id ?? '';
    },
    async list(query = '') {
      const path = `/api/workspaces/${await api.workspaceId()}/sessions${query}`;
      return (await api.get<{ sessions: SessionSummary[] }>(path)).sessions;
    },
    async newSession(choices) {
      const created = await api.post<{ id: string }>(
        `/api/workspaces/${await api.workspaceId()}/sessions`,
        { permission: 'full', ...choices },
      );
      return created.id;
    },
    session: (id) => api.get(`/api/sessions/${id}`),
    async allow(id) {
      const { pendingApprovals } = (await api.session(id)).snapshot.state;
      for (const { approvalId } of pendingApprovals) {
        await api.post(`/api/sessions/${id}/approvals/${approvalId}`, { decision: 'allow' });
      }
    },
    async prompt(id, text) {
      const body = { requestId: crypto.randomUUID(), text };
      return (await api.post<{ runId: string }>(`/api/sessions/${id}/prompt`, body)).runId;
    },
    async ask(id, text) {
      await api.prompt(id, text);
      return api.settled(id);
    },
    async settled(id) {
      await untilIdle(new URL(`/api/sessions/${id}/events`, base));
      return api.session(id);
    },
    async messages(id) {
      const { snapshot } = await api.session(id);
      let { messages, firstMessageIndex: before } = snapshot;
      while (before > 0) {
        const page = await api.get<HistoryPage>(
          `/api/sessions/${id}/history?before=${before}&rounds=20`,
        );
        messages = [...page.messages, ...messages];
        before = page.firstMessageIndex;
      }
      return messages;
    },
  };
  return api;

  async function ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const init = body === undefined ? {} : jsonBody(body);
    const answer = await fetch(new URL(path, base), { method, ...init });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as Body;
  }
}

/** A request's body, as JSON. */
export function jsonBody(body: unknown): { body: string; headers: Record<string, string> } {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Reads frames until one says that no run is active. */
async function untilIdle(url: URL): Promise<void> {
  for await (const frame of framesFrom(url)) {
    if (frame.snapshot?.state.run.status === 'idle') return;
  }
  throw new Error('The stream ended before the run did.');
}

/** As much of a frame as tests look at. */
export interface AnyFrame {
  type: string;
  streamId: string;
  seq: number;
  snapshot?: Snapshot;
  event?: { type: string };
  /** Of the list stream. */
  workspaceId?: string;
}

/**
 * A stream's frames, for as long as somebody reads them.
 *
 * @param leaving ends it from outside, also while nothing comes.
 */
export async function* framesFrom(
  url: URL,
  leaving: AbortController = new AbortController(),
): AsyncGenerator<AnyFrame> {
  const answer = await fetch(url, { signal: leaving.signal });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data && data !== '{}') yield JSON.parse(data) as AnyFrame;
      }
    }
  } finally {
    leaving.abort();
  }
}
