import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExportOptions } from '../../src/export/fields.js';
import { exportOtlp, otlpLines } from '../../src/export/otlp.js';
import { type OtlpSpan, otlpSpans } from '../../src/export/otlp-spans.js';
import { joined, made, ORIGIN, type Plan, plans } from './make.js';
import { otlpProblems } from './validate-otlp.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function spans(list: readonly Plan[], options: ExportOptions = {}, loose = 0): OtlpSpan[] {
  const { tree, places } = made(list, loose);
  return [...otlpSpans(tree, places, { ...options, sha256 })];
}

function file(list: readonly Plan[], options: ExportOptions = {}, loose = 0): string {
  const { tree, places } = made(list, loose);
  return [...otlpLines(otlpSpans(tree, places, { ...options, sha256 }), places)].join('');
}

const attribute = (span: OtlpSpan | undefined, key: string): unknown =>
  span?.attributes.find((attribute) => attribute.key === key)?.value;

describe('a recording as spans', () => {
  test('ids are derived, the real ones are attributes', () => {
    const [run, step] = spans([
      { id: 'run', name: 'run', start: 0, took: 9, runId: 'r7' },
      { id: 'op', start: 1, took: 2, parent: 0, runId: 'r7' },
    ]);
    expect(run?.traceId).toBe(sha256('loop:run:r7').slice(0, 32));
    expect(step?.spanId).toBe(sha256('op').slice(0, 16));
    expect(step?.parentSpanId).toBe(run?.spanId);
    expect(run?.parentSpanId).toBeUndefined();
    expect(attribute(step, 'loop.operationId')).toEqual({ stringValue: 'op' });
    expect(attribute(step, 'loop.writer')).toEqual({ stringValue: 'w0' });
    expect(step).toMatchObject({
      startTimeUnixNano: `${ORIGIN + 1}000`,
      endTimeUnixNano: `${ORIGIN + 3}000`,
      kind: 1,
    });
  });

  test.each([
    ['ok', { code: 1 }],
    ['error', { code: 2, message: 'it broke' }],
    ['cancelled', undefined],
    ['unknown', undefined],
  ] as const)('an outcome %s has the status %o', (outcome, status) => {
    const [span] = spans([{ id: 'a', start: 0, took: 1, outcome }]);
    expect(span?.status).toEqual(status);
    expect(attribute(span, 'loop.outcome')).toEqual({ stringValue: outcome });
  });

  test('what has no end ends with the last record, marked, without a status', () => {
    const [open] = spans([
      { id: 'open', start: 3 },
      { id: 'later', start: 50, took: 1 },
    ]);
    expect(open?.endTimeUnixNano).toBe(`${ORIGIN + 51}000`);
    expect(open?.status).toBeUndefined();
    expect(attribute(open, 'loop.incomplete')).toEqual({ boolValue: true });
    expect(open?.events.at(-1)).toMatchObject({
      name: 'incomplete',
      timeUnixNano: open?.endTimeUnixNano,
    });
  });

  test('a parent that is not there is flagged, not invented', () => {
    const [orphan] = spans([{ id: 'a', start: 0, took: 1, isParentMissing: true }]);
    expect(orphan?.parentSpanId).toBeUndefined();
    expect(attribute(orphan, 'loop.parentMissing')).toEqual({ boolValue: true });
    expect(attribute(orphan, 'loop.parentOperationId')).toEqual({ stringValue: 'gone' });
  });

  test('payloads go out on request only, numbers as the format wants them', () => {
    const plan = {
      id: 'a',
      start: 0,
      took: 1,
      data: { n: 7, f: 1.5, deep: { list: [true, null] } },
    };
    expect(attribute(spans([plan])[0], 'loop.data.n')).toBeUndefined();
    const [span] = spans([plan], { content: true });
    expect(attribute(span, 'loop.data.n')).toEqual({ intValue: '7' });
    expect(attribute(span, 'loop.data.f')).toEqual({ doubleValue: 1.5 });
    const list = { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, {}] } } };
    expect(attribute(span, 'loop.data.deep')).toEqual({ kvlistValue: { values: [list] } });
  });

  test('a vocabulary may name it, say that it asks elsewhere, and add attributes', () => {
    const [span] = spans([{ id: 'a', start: 0, took: 1 }], {
      describe: () => ({
        label: 'chat m',
        isRemote: true,
        attributes: { 'gen_ai.request.model': 'm' },
      }),
    });
    expect(span).toMatchObject({ name: 'chat m', kind: 3 });
    expect(attribute(span, 'gen_ai.request.model')).toEqual({ stringValue: 'm' });
  });

  test('any recording makes a valid file, and nothing without an end is a success', () => {
    fc.assert(
      fc.property(plans, fc.nat(2), fc.boolean(), (list, loose, content) => {
        expect(otlpProblems(file(list, { content }, loose))).toEqual([]);
        const all = spans(list, { content }, loose);
        expect(all).toHaveLength(list.length + loose);
        for (const span of all) {
          if (attribute(span, 'loop.incomplete')) expect(span.status).toBeUndefined();
          if (span.status?.code === 1)
            expect(attribute(span, 'loop.outcome')).toEqual({ stringValue: 'ok' });
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what a reader yields, in any order, makes a valid file', async () => {
    await fc.assert(
      fc.asyncProperty(
        plans.map((list) => made(list, 1).items).chain((items) => fc.shuffledSubarray(items)),
        async (items) => {
          expect(otlpProblems(await joined(exportOtlp(items, { sha256 })))).toEqual([]);
        },
      ),
    );
  });

  test('a long recording is several lines, each a document with its resource', () => {
    const list = Array.from({ length: 400 }, (_, index) => ({
      id: `op${index}`,
      start: index,
      took: 1,
    }));
    const lines = file(list).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toContain('"service.name"');
    expect(otlpProblems(file(list))).toEqual([]);
  });
});

describe('the validator', () => {
  const right = spans([{ id: 'a', start: 0, took: 1 }])[0] as OtlpSpan;
  const text = (span: object): string =>
    `${JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans: [span] }] }] })}\n`;
  test.each([
    ['an id of zeros', { spanId: '0'.repeat(16) }],
    ['an id in base64', { traceId: 'AAECAwQFBgcICQoLDA0ODw==' }],
    ['a number for a time', { startTimeUnixNano: 5 }],
    ['an end before the start', { endTimeUnixNano: '1' }],
    ['a kind by its name', { kind: 'SPAN_KIND_INTERNAL' }],
    ['a parent that is not there', { parentSpanId: '1'.repeat(16) }],
    ['snake case', { trace_state: '' }],
    ['an attribute twice', { attributes: [right.attributes[0], right.attributes[0]] }],
    ['an integer as a number', { attributes: [{ key: 'n', value: { intValue: 5 } }] }],
    ['a status by its name', { status: { code: 'STATUS_CODE_OK' } }],
  ])('refuses %s', (_, wrong) => {
    expect(otlpProblems(text(right))).toEqual([]);
    expect(otlpProblems(text({ ...right, ...wrong })).length).toBeGreaterThan(0);
  });
});
