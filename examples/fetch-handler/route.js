// A route handler as Next.js wants it, at app/api/sessions/[id]/events/route.js. It is a function
// from a Request to a Response, so it runs wherever there are both.
// Run it with its client, and see what holds: node examples/fetch-handler/main.js
import { eventStreamResponse } from '@loop/events/http';
import { registry } from './sessions.js';

/** Never rendered in advance, and not on an edge that has no sessions. */
export const dynamic = 'force-dynamic';
export const runtime = 'nodejs';

/**
 * @param {Request} request
 * @param {{ params: Promise<{ id: string }> }} context
 */
export async function GET(request, { params }) {
  const { id } = await params;
  const session = registry.get(id);
  if (!session) return Response.json({ error: 'unknown session' }, { status: 404 });
  return eventStreamResponse(request, session);
}
