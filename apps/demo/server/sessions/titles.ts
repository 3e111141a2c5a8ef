import type { AnyEvent, SessionEvents, SessionTitle, TitleState } from '@loop/events';
import type { DemoAgent } from '../agent/demo-agent.js';
import type { KeptFacts } from './kept-facts.js';
import { titleFrom } from './title.js';

/** Finds titles for sessions that have none. */
export interface Titles {
  /**
   * Takes the text's beginning as the title at once, and asks the model for a better one as soon as
   * it has begun to answer: the run never waits for it.
   */
  begin(text: string): void;
  /** What is still asked for is not wanted any more. */
  stop(): void;
}

/** What titles belong to. */
export interface TitlesOptions {
  facts: KeptFacts;
  events: SessionEvents;
  agent: Pick<DemoAgent, 'titleFor'>;
}

/** The titles of one session. A person's own title ends the search. */
export function createTitles({ facts, events, agent }: TitlesOptions): Titles {
  const stopping = new AbortController();
  const { signal } = stopping;

  function tell(title: string, state: Pick<TitleState, 'status' | 'source' | 'error'>): void {
    facts.set({ title });
    events.publish(
      { type: 'session_title', title, ...state, updatedAt: Date.now() },
      { runId: null },
    );
  }

  async function generate(text: string, fallback: string): Promise<void> {
    try {
      const title = await agent.titleFor(text, signal);
      if (!signal.aborted) tell(title, { status: 'ready', source: 'generated' });
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      tell(fallback, { status: 'error', source: 'fallback', error: { message } });
    }
  }

  return {
    begin(text) {
      const fallback = titleFrom(text);
      tell(fallback, { status: 'pending', source: 'fallback' });
      let isAsked = false;
      const leave = events.onEvent(({ event }) => {
        if (isPersonal(event)) {
          leave();
          stopping.abort();
        } else if (isAnswer(event) && !isAsked) {
          isAsked = true;
          void generate(text, fallback).finally(leave);
        }
      });
    },
    stop: () => stopping.abort(),
  };
}

/** A title that was being looked for when its process ended is the one it has. */
export function settledTitle(title: TitleState | undefined): { title?: TitleState } {
  return title?.status === 'pending' ? { title: { ...title, status: 'ready' } } : {};
}

function isPersonal(event: AnyEvent): boolean {
  return event.type === 'session_title' && (event as SessionTitle).source === 'user';
}

/** Also one that failed: every run has one. */
function isAnswer(event: AnyEvent): boolean {
  const { message } = event as { message?: { role?: unknown } };
  return event.type === 'message_start' && message?.role === 'assistant';
}
