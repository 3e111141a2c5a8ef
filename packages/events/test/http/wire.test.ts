import { describe, expect, test } from 'vitest';
import { note } from './note.js';
import { RawReader } from './raw-reader.js';
import { serveSession } from './served.js';
import { serverNames } from './servers.js';

const ATTACHMENTS = [
  ['no cursor', [], 's:10'],
  ['a replay', ['Last-Event-ID: s:7'], 's:8'],
  ['the current position', ['Last-Event-ID: s:10'], 's:10'],
  ['a cursor of another stream', ['Last-Event-ID: x:1'], 's:10'],
  ['two cursors', ['Last-Event-ID: s:7', 'Last-Event-ID: s:8'], 's:10'],
] as const;

describe.each(serverNames)('%s, byte by byte', (name) => {
  test('only what is ours and what Node adds stands in the head', async () => {
    const { port } = await serveSession(name);
    const { head } = await new RawReader({ port }).until('\r\n\r\n');
    const names = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(':', 1)[0]!.toLowerCase());
    expect(head.startsWith('HTTP/1.1 200 OK\r\n')).toBe(true);
    const ours = ['cache-control', 'content-type', 'x-accel-buffering'];
    const nodes = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
    expect(names.sort()).toEqual([...ours, ...nodes].sort());
  });

  test.each(ATTACHMENTS)('with %s, body bytes come without any publish', async (_, headers, id) => {
    const { port, session } = await serveSession(name);
    for (let n = 1; n <= 10; n++) session.publish(note(n));
    const reader = await new RawReader({ port, headers }).until('\n\n');
    expect(reader.ids[0]).toBe(id);
  });

  test('HTTP/1.0 gets a stream that its closing delimits', async () => {
    const { port, session } = await serveSession(name);
    const reader = await new RawReader({ port, version: '1.0' }).until('id: s:0');
    session.publish(note(1));
    await reader.until('id: s:1');
    expect(reader.head.toLowerCase()).not.toContain('transfer-encoding');
    session.dispose();
    expect(await reader.ended).toBe('FIN');
    expect(reader.text.endsWith('}\n\n')).toBe(true);
  });

  test('the end closes the body properly, and the socket serves the next request', async () => {
    const { port, session } = await serveSession(name);
    const reader = await new RawReader({ port }).until('id: s:0');
    session.dispose();
    await reader.until('\r\n0\r\n\r\n');
    reader.socket.write('GET /streams/one HTTP/1.1\r\nHost: test\r\n\r\n');
    await reader.until('HTTP/1.1 404');
  });

  test('a request behind an endless one waits, and is served when that one ends', async () => {
    const { port, session } = await serveSession(name);
    const reader = await new RawReader({ port }).until('id: s:0');
    reader.socket.write('GET /nowhere HTTP/1.1\r\nHost: test\r\n\r\n');
    session.publish(note(1));
    await reader.until('id: s:1');
    session.dispose();
    await reader.until('HTTP/1.1 404');
    expect(reader.text.indexOf('\r\n0\r\n\r\n')).toBeLessThan(reader.text.indexOf('404'));
  });

  test('where the server allows it, a reader that has half-closed is served on', async () => {
    const { port, session, server, closed } = await serveSession(name, { heartbeatMs: 200 });
    Object.assign(server, { httpAllowHalfOpen: true });
    const reader = await new RawReader({ port }).until('id: s:0');
    reader.leave('half-close');
    for (let n = 1; n <= 3; n++) {
      session.publish(note(n));
      await reader.until(`id: s:${n}`);
    }
    reader.leave('RST');
    // Node reads nothing more behind a FIN, so only the next write tells: a heartbeat at the latest.
    expect(await closed(1)).toEqual(['client']);
  });
});
