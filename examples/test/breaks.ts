/** A change to an example after which what it shows does not hold any more. */
export interface Break {
  what: string;
  file: string;
  find: string;
  replace: string;
  /** For one that leaves an example waiting. */
  deadlineMs?: number;
  /** What the example says then. */
  says: RegExp;
}

const notEqual = /✗ AssertionError/;

/** One for each example. */
export const breaks: Record<string, Break> = {
  'custom-storage': {
    what: 'a storage that does not tell the last number',
    file: 'custom-storage/storage.js',
    find: 'highestSeq(text)',
    replace: '0',
    says: notEqual,
  },
  express: {
    what: 'a server that turns every decision into a refusal',
    file: 'express/server.js',
    find: '{ decision });',
    replace: "{ decision: 'deny' });",
    says: notEqual,
  },
  fastify: {
    what: 'a server that does not hand on the cursor',
    file: 'fastify/server.js',
    find: 'eventStreamNode(request.raw,',
    replace: "eventStreamNode({ method: 'GET', headers: {} },",
    says: notEqual,
  },
  'fetch-handler': {
    what: 'a handler that hides from the stream that its reader leaves',
    file: 'fetch-handler/route.js',
    find: 'eventStreamResponse(request,',
    replace: 'eventStreamResponse(new Request(request.url),',
    says: notEqual,
  },
  hono: {
    what: 'a server that changes what was asked',
    file: 'hono/server.js',
    find: '{ requestId, runId, text })',
    replace: "{ requestId, runId, text: text + '?' })",
    says: notEqual,
  },
  'node-http': {
    what: 'a reader that comes back without Last-Event-ID',
    file: 'node-http/client.js',
    find: "{ 'Last-Event-ID': lastEventId }",
    replace: '{}',
    says: notEqual,
  },
  'own-agent': {
    what: 'a controller that knows another time than the stream',
    file: 'own-agent/conversation.js',
    find: 'requestId, acceptedAt };',
    replace: 'requestId, acceptedAt: 0 };',
    says: /✗ Error: view and session differ/,
  },
  'pi-agent': {
    what: 'an agent that asks for everything',
    file: 'pi-agent/agent.js',
    find: "startsWith('private/')",
    replace: "startsWith('')",
    says: notEqual,
  },
  prometheus: {
    what: 'counters that fall when a session goes',
    file: 'prometheus/metrics.js',
    find: 'add(left, countersOf(kind, stream.stats()));',
    replace: '',
    says: notEqual,
  },
  react: {
    what: 'a component that does not subscribe',
    file: 'react/page.js',
    find: 'store.subscribe,',
    replace: '() => () => {},',
    deadlineMs: 3_000,
    says: /✗ Error: Not done within 3000 ms/,
  },
  'tracing-alone': {
    what: 'a program that does not say what its credential is',
    file: 'tracing-alone/job.js',
    find: 'redact: { secrets: [key] },',
    replace: '',
    says: notEqual,
  },
  vanilla: {
    what: 'a server that does not see Last-Event-ID',
    file: 'vanilla/server.js',
    find: 'eventStreamNode(request,',
    replace: "eventStreamNode({ method: 'GET', headers: {} },",
    says: notEqual,
  },
};
