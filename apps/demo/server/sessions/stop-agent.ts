import { setTimeout } from 'node:timers/promises';
import type { DemoAgent } from '../agent/demo-agent.js';

/** How long an agent gets to stop what it runs, in milliseconds. */
const GRACE_MS = 400;

/** Aborts what an agent does, and waits until it has stopped, within bounds. */
export async function stopAgent(agent: DemoAgent): Promise<void> {
  const grace = new AbortController();
  const { signal } = grace;
  agent.abort();
  await Promise.race([
    agent.waitForIdle(),
    setTimeout(GRACE_MS, undefined, { signal }).catch(() => {}),
  ]);
  grace.abort();
}
