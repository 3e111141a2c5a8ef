import { describe, expect, test } from 'vitest';
import { note } from './note.js';
import { RawReader } from './raw-reader.js';
import { serveSession } from './served.js';
import { serverNames } from './servers.js';

const MIB = 1_048_576;

describe.each(serverNames)('%s, with slow readers', (name) => {
  test('a slow reader gets a replay larger than the target whole, and stays', async () => {
    const { port, session, reasons } = await serveSession(name);
    for (let n = 1; n <= 256; n++) session.publish(note(n, 15_000));
    const reader = new RawReader({ port, headers: ['Last-Event-ID: s:0'] });
    const done = reader.readAt(8 * MIB);
    await reader.until('id: s:256\n');
    session.publish(note(257));
    await reader.until('id: s:257\n');
    expect(reader.ids).toEqual(Array.from({ length: 257 }, (_, n) => `s:${n + 1}`));
    expect(reasons).toEqual([]);
    reader.leave('FIN');
    await done;
  });

  test('a slow reader gets a snapshot larger than the sockets hold, and what came meanwhile', async () => {
    const content = 'x'.repeat(9 * MIB);
    const messages = [{ role: 'user' as const, content, timestamp: 0 }];
    const { port, session, reasons } = await serveSession(name, {}, { messages });
    const reader = new RawReader({ port });
    const done = reader.readAt(16 * MIB);
    await reader.until('HTTP/1.1 200');
    for (let n = 1; n <= 20; n++) session.publish(note(n, 1_000));
    await reader.until('id: s:20\n');
    expect(reader.ids).toEqual(Array.from({ length: 21 }, (_, n) => `s:${n}`));
    expect(reasons).toEqual([]);
    reader.leave('FIN');
    await done;
  });
});
