import { expect, test } from 'vitest';
import { note } from '../test/http/note.js';
import { RawReader } from '../test/http/raw-reader.js';
import { serveSession } from '../test/http/served.js';
import { serverNames } from '../test/http/servers.js';

const KIB = 1_024;
const RATE = 200 * KIB;

test('a snapshot of 9 MiB at 200 KiB/s, with the default limits, on all servers at once', async () => {
  const content = 'x'.repeat(9 * 1_024 * KIB);
  const messages = [{ role: 'user' as const, content, timestamp: 0 }];
  const read = async (name: (typeof serverNames)[number]): Promise<void> => {
    const { port, session, reasons } = await serveSession(name, {}, { messages });
    const reader = new RawReader({ port });
    const done = reader.readAt(RATE);
    await reader.until('HTTP/1.1 200');
    for (let n = 1; n <= 20; n++) session.publish(note(n, KIB));
    await reader.until('id: s:20\n');
    expect(reader.ids).toEqual(Array.from({ length: 21 }, (_, n) => `s:${n}`));
    expect(reasons).toEqual([]);
    reader.leave('FIN');
    await done;
  };
  await Promise.all(serverNames.map(read));
});

test('a replay of 3.75 MiB at 200 KiB/s while more is published, reconnecting where cut', async () => {
  const read = async (name: (typeof serverNames)[number]): Promise<void> => {
    const { port, session } = await serveSession(name);
    for (let n = 1; n <= 256; n++) session.publish(note(n, 15 * KIB));
    let seq = 256;
    let publisher: NodeJS.Timeout | undefined;
    const seen: string[] = [];
    let rounds = 0;
    for (; seen.length < 300 && rounds < 5; rounds++) {
      const headers = [`Last-Event-ID: ${seen.at(-1) ?? 's:0'}`];
      const reader = new RawReader({ port, headers });
      const done = reader.readAt(RATE);
      await reader.until('HTTP/1.1 200');
      publisher ??= setInterval(() => session.publish(note(++seq, KIB)), 100);
      await Promise.race([reader.until('id: s:301\n').catch(() => {}), done]);
      seen.push(...reader.ids);
      reader.leave('FIN');
      await done;
    }
    clearInterval(publisher);
    expect(rounds).toBeLessThanOrEqual(2);
    expect(seen.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, n) => `s:${n + 1}`));
  };
  await Promise.all(serverNames.map(read));
});
