import { createHash } from 'node:crypto';
import { SessionEvents } from '@loop/events';
import { traceSchema, traceSession, type CaptureMode } from '@loop/events/trace';
import { createMemoryStorage, startRecording, type TraceStorage } from '@loop/telemetry';
import { vi } from 'vitest';

const began = Date.parse('2026-11-30T10:00:00.000Z');

/** What the example of the document records: the text of each segment, under its name. */
export async function recordExample(): Promise<{ name: string; text: string }[]> {
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  countIds();
  try {
    const memory = createMemoryStorage();
    await recordCrash(memory);
    await recordAgain(memory);
    const shown = shortIds();
    return memory.segments.map(({ name, text }) => ({ name: named(name), text: shown(text) }));
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
}

/** The first process: its agent runs a command, and it is killed. */
async function recordCrash(memory: TraceStorage): Promise<void> {
  const recording = await start(memory, writers[0], 'metadata');
  const session = new SessionEvents({ sessionId: '42' });
  traceSession(session, recording.recorder);
  session.accept({ requestId: 'p1', runId: 'r1' });
  later(25);
  session.publish({
    type: 'tool_execution_start',
    toolCallId: 'call-1',
    toolName: 'shell',
    args: { command: 'npm test' },
  });
  await recording.flush();
}

/** The second one goes on, and keeps content. */
async function recordAgain(memory: TraceStorage): Promise<void> {
  later(60_000);
  const recording = await start(memory, writers[1], 'content');
  const session = new SessionEvents({ sessionId: '42' });
  const trace = traceSession(session, recording.recorder);
  session.accept({ requestId: 'p2', runId: 'r2' });
  const tool = { toolCallId: 'call-2', toolName: 'shell' };
  session.publish({ type: 'tool_execution_start', ...tool, args: { command: 'printenv' } });
  later(40);
  const content = [{ type: 'text', text: `PASSWORD=${'open-'}sesame\n${'more '.repeat(300)}` }];
  session.publish({ type: 'tool_execution_end', ...tool, result: { content }, isError: false });
  session.publish({ type: 'agent_settled' });
  trace();
  await recording.close();
}

const writers = ['1f0c22aa', '8be17d03'] as const;

/** As its file would be. */
function named(name: string): string {
  return name.replace('memory', writers[Number.parseInt(name, 10) - 1] ?? '');
}

/** With limits so low that there is something to omit. */
function start(memory: TraceStorage, writer: string, mode: CaptureMode) {
  return startRecording({
    storage: { ...memory, open: () => memory.open().then(renamed) },
    ...{ sessionId: '42', schema: traceSchema, mode, writer },
    limits: { textBytes: 64, previewChars: 32 },
    producer: { name: 'example', version: '1.0.0' },
    host: { pid: 4711, host: 'machine' },
    hash: (content) => createHash('sha256').update(content).digest('hex').slice(0, 8),
    clock: { now: () => Date.now(), mono: () => (Date.now() - began) * 1_000 },
  });
}

function renamed<Segment extends { previous: string | null }>(segment: Segment): Segment {
  return { ...segment, previous: segment.previous === null ? null : named(segment.previous) };
}

function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Short ids, all of one length: a segment's last line counts its bytes. */
function countIds(): void {
  let last = 0;
  const next = (): string => `e${String(++last).padStart(2, '0')}`;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(
    next as unknown as () => ReturnType<typeof crypto.randomUUID>,
  );
}

/** Numbers ids as they appear: others may be made in between. */
function shortIds(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) =>
    text.replaceAll(/(?<=")e\d\d(?=["-])/g, (id) => {
      const shown = known.get(id) ?? `e${String(known.size + 1).padStart(2, '0')}`;
      known.set(id, shown);
      return shown;
    });
}
