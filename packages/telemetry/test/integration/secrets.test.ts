import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SessionEvents, type AnyEvent } from '@loop/events';
import { traceSchema, traceSession, type CaptureMode } from '@loop/events/trace';
import { exportChrome, exportJson, exportOtlp } from '@loop/telemetry/export';
import { openRecording, readRecording } from '@loop/telemetry/node';
import { describe, expect, it } from 'vitest';
import { samples, SHAPES } from '../redact/corpus.js';
import { HARMLESS } from '../redact/harmless.js';
import { leaksOf } from '../redact/leaks.js';
import { scratchFolder } from '../support/scratch.js';

/** A run in which `text` turns up wherever an agent meets one. */
function eventsWith(text: string, n: number): AnyEvent[] {
  const call = { toolCallId: `call-${n}`, toolName: 'shell' };
  const failure = Object.assign(new Error(text), { code: 'E_TOOL', cause: { note: text } });
  const content = [{ type: 'text', text: `before\n${text}\nafter` }];
  const events = [
    { type: 'message_end', message: { role: 'user', content: text } },
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    ...pieces(text),
    { type: 'message_end', message: { role: 'assistant', content, errorMessage: text } },
    { type: 'tool_execution_start', ...call, args: { command: text, env: { [text]: 1 } } },
    { type: 'tool_execution_end', ...call, result: { content, details: failure }, isError: true },
    { type: 'compaction_start', reason: 'manual' },
    {
      type: 'compaction_end',
      reason: 'manual',
      errorMessage: text,
      result: [[text], { deep: [text] }],
    },
    { type: 'session_title', title: text, status: 'ready', error: { message: text } },
  ];
  return events as AnyEvent[];
}

/** As a model streams it: split anew for each text. */
function pieces(text: string): object[] {
  const size = 1 + (text.length % 7);
  const deltas = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  const update = (event: object) => ({ type: 'message_update', assistantMessageEvent: event });
  return [
    ...deltas.map((delta) => update({ type: 'text_delta', contentIndex: 0, delta })),
    update({ type: 'text_end', contentIndex: 0, content: text }),
  ];
}

/** All that a recording leaves behind, exports included. */
async function recorded(texts: readonly string[], mode: CaptureMode): Promise<string> {
  const root = await scratchFolder();
  const diagnostics: string[] = [];
  const place = { root, sessionId: 'session' };
  const recording = await openRecording({
    ...{ ...place, mode, schema: traceSchema, sync: 'never' },
    onDiagnostic: ({ message }) => diagnostics.push(message),
  });
  const session = new SessionEvents({ sessionId: 'session', messageUpdates: 'delta' });
  const stop = traceSession(session, recording.recorder);
  for (const [n, text] of texts.entries()) {
    session.accept({ requestId: `request-${n}`, runId: `run-${n}` });
    for (const event of eventsWith(text, n)) session.publish(event);
    recording.recorder.failed('test', 'map', new TypeError(text));
    session.settle();
  }
  stop();
  expect(await recording.close()).toEqual({ ok: true });
  const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
  const exports = [exportChrome, exportJson].map((one) =>
    collected(
      one(readRecording(place, { schema: traceSchema }), { schema: traceSchema, content: true }),
    ),
  );
  const otlp = exportOtlp(readRecording(place, { schema: traceSchema }), {
    schema: traceSchema,
    content: true,
    sha256,
  });
  return [
    ...filesIn(root),
    ...(await Promise.all([...exports, collected(otlp)])),
    ...diagnostics,
  ].join('\n');
}

async function collected(lines: AsyncIterable<string>): Promise<string> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all.join('\n');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [name, readFileSync(path, 'utf8')];
  });
}

/** What is in every recording, or made up anew for each. */
const OWN_WORDS =
  /"(eventId|time|mono|monoOrigin|ts|dur|writer|traceId|spanId|(startT|endT|t)imeUnixNano)":"?[^",]*|session/g;

describe.each(['metadata', 'content', 'stream'] as const)('mode %s', (mode) => {
  it('leaves no credential in any file, error, diagnostic or export', async () => {
    const leaks: string[] = [];
    const all = samples(SHAPES);
    // Few at a time: in one large text six characters may meet by chance.
    for (let at = 0; at < all.length; at += 10) {
      const some = all.slice(at, at + 10);
      const written = (
        await recorded(
          some.map(({ text }) => text),
          mode,
        )
      ).replaceAll(OWN_WORDS, '');
      for (const { label, secret, publicPrefix } of some) {
        leaks.push(...leaksOf(written, secret, publicPrefix).map((leak) => `${label}: ${leak}`));
      }
      expect(written.split('[redacted:').length).toBeGreaterThan(some.length);
    }
    expect(leaks).toEqual([]);
  });

  it('changes nothing that only looks like one', async () => {
    const written = await recorded(
      HARMLESS.map(([, text]) => text),
      mode,
    );
    expect(written).not.toContain('[redacted:');
    if (mode === 'metadata') return;
    for (const [label, text] of HARMLESS) {
      const inJson = JSON.stringify(text).slice(1, -1);
      expect(written.includes(inJson), label).toBe(true);
    }
  });
});
