import { describe, expect, onTestFinished, test } from 'vitest';
import { note } from './note.js';
import { RawReader } from './raw-reader.js';
import { serveSession, turn } from './served.js';
import { serverNames } from './servers.js';

const WAYS = ['FIN', 'RST', 'half-close'] as const;

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

function collectWarnings(): string[] {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error): number => warnings.push(`${name}: ${message}`);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  return warnings;
}

describe.each(serverNames)('%s, when readers leave', (name) => {
  test.each(WAYS)('%s of an idle reader ends its connection, once', async (how) => {
    const { port, session, closed, reasons } = await serveSession(name);
    const reader = await new RawReader({ port }).until('id: s:0');
    reader.leave(how);
    expect(await closed(1)).toEqual(['client']);
    session.publish(note(1));
    await turn();
    expect(reasons).toEqual(['client']);
    expect(session.stats().connections).toBe(0);
  });

  test.each(['FIN', 'RST'] as const)(
    'does not park on backpressure when the client closes by %s without ever draining',
    async (how) => {
      const { port, session, closed } = await serveSession(name);
      const reader = new RawReader({ port });
      await reader.until('id: s:0');
      reader.socket.pause();
      for (let n = 1; n <= 24; n++) session.publish(note(n, 512 * 1_024));
      await turn();
      await turn();
      reader.leave(how);
      expect(await closed(1)).toEqual(['client']);
      expect(session.stats().connections).toBe(0);
    },
  );

  test('a reader that leaves during its replay takes nothing else along', async () => {
    const { port, session, closed } = await serveSession(name);
    for (let n = 1; n <= 250; n++) session.publish(note(n, 15_000));
    const other = await new RawReader({ port }).until('id: s:250');
    const headers = ['Last-Event-ID: s:0'];
    const reader = await new RawReader({ port, headers }).until('id: s:3\n');
    reader.leave('RST');
    expect(await closed(1)).toEqual(['client']);
    session.publish(note(251));
    await other.until('id: s:251');
  });

  test('a reader that leaves before it is answered is no trouble', async () => {
    const { port, session } = await serveSession(name);
    for (let n = 0; n < 20; n++) {
      const { socket } = new RawReader({ port });
      socket.once('connect', () => socket.resetAndDestroy());
    }
    const reader = await new RawReader({ port }).until('id: s:0');
    session.publish(note(1));
    await reader.until('id: s:1');
  });

  test('hundreds that come and go leave no connection, no timer and no warning behind', async () => {
    const warnings = collectWarnings();
    const before = timers();
    const { port, session, closed } = await serveSession(name, { revalidate: () => true });
    for (let n = 0; n < 150; n++) {
      const reader = await new RawReader({ port }).until('id: s:');
      if (n % 3 === 0) session.publish(note(n));
      reader.leave(WAYS[n % 3]!);
    }
    await closed(150);
    expect(session.stats().connections).toBe(0);
    const crowd = await Promise.all(
      Array.from({ length: 50 }, () => new RawReader({ port }).until('id: s:')),
    );
    for (const [n, reader] of crowd.entries()) reader.leave(WAYS[n % 3]!);
    await closed(200);
    await turn();
    expect(session.stats().connections).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before + 1);
    expect(warnings).toEqual([]);
  });
});
