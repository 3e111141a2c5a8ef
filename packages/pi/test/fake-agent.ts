import type { AnyEvent } from '@loop/events';
import type { AgentLike } from '../src/agent-like.js';

/** An agent that emits what a test tells it to, and has nothing but `subscribe`. */
export class FakeAgent implements AgentLike {
  readonly listeners = new Set<(event: AnyEvent) => void>();

  subscribe(listener: (event: AnyEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Fails when a listener throws, as pi's runs do. */
  emit(event: AnyEvent & Record<string, unknown>): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** An `AgentSession` as far as its queue goes: texts in, whole lists out. */
export class FakeAgentSession extends FakeAgent {
  steering: string[] = [];
  following: string[] = [];

  steer(text: string): Promise<void> {
    this.steering.push(text);
    return this.#told();
  }

  followUp(text: string): Promise<void> {
    this.following.push(text);
    return this.#told();
  }

  clearQueue(): void {
    this.steering = [];
    this.following = [];
    void this.#told();
  }

  /** The next input runs, as pi takes it: by its text, steering first. */
  consume(text: string): void {
    const list = this.steering.includes(text) ? this.steering : this.following;
    list.splice(list.indexOf(text), 1);
    void this.#told();
    this.emit({ type: 'message_start', message: { role: 'user', content: text } });
    this.emit({ type: 'message_end', message: { role: 'user', content: text } });
  }

  #told(): Promise<void> {
    this.emit({
      type: 'queue_update',
      steering: [...this.steering],
      followUp: [...this.following],
    });
    return Promise.resolve();
  }
}
