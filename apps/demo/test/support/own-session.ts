import { SessionEvents, type ApprovalDecision } from '@loop/events';
import { eventStreamNode } from '@loop/events/http';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { DemoInBrowser } from './demo-in-browser.js';
import { untilOpen } from './on-page.js';

/** A page that follows a session of this process, for what no agent of the demo does. */
export async function openOwnSession(
  demo: DemoInBrowser,
): Promise<{ page: Page; session: SessionEvents }> {
  const id = await demo.api.newSession();
  const session = new SessionEvents({ sessionId: id });
  const page = await demo.open();
  await showInstead(page, id, session);
  await page.goto(demo.at(id));
  await untilOpen(page);
  return { page, session };
}

/**
 * Lets a page follow a session of this process instead of the server's with the same id, and decide
 * about its requests. The rest of the page is the server's.
 */
async function showInstead(page: Page, id: string, session: SessionEvents): Promise<void> {
  const server = createServer((request, response) =>
    eventStreamNode(request, response, session),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    session.dispose();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await page.route(`**/api/sessions/${id}/events?*`, (route) => {
    const { search } = new URL(route.request().url());
    return route.continue({ url: `http://127.0.0.1:${port}/${search}` });
  });
  await page.route(`**/api/sessions/${id}/approvals/*`, (route) => {
    const approvalId = new URL(route.request().url()).pathname.replace(/.*\//, '');
    const decision = route.request().postDataJSON() as ApprovalDecision;
    const result = session.approvals.decide(approvalId, decision);
    return route.fulfill({ status: result === 'resolved' ? 200 : 409, json: {} });
  });
}
