import { describe, expect, it } from 'vitest';
import { LoopTelemetryError } from '../../src/errors.js';
import { RedactionError } from '../../src/redact/redaction-error.js';
import { createRedactor } from '../../src/redact/redactor.js';

describe('patterns of the host', () => {
  const ticket = { kind: 'ticket', pattern: /TCK-[A-Z]{8}/, hint: 'TCK-' };
  const locker = { kind: 'locker', pattern: /locker (\d{4})/i, hint: 'ocker' };
  const redactor = createRedactor({ patterns: [ticket, locker] });

  it('take their match, or its first group', () => {
    expect(redactor.text('TCK-ABCDEFGH at Locker 1234, TCK-A')).toEqual({
      text: '[redacted:ticket] at Locker [redacted:locker], TCK-A',
      count: 2,
    });
  });

  it('are asked only where their hint is', () => {
    const never = { kind: 'never', pattern: /locker \d{4}/, hint: 'nowhere' };
    expect(createRedactor({ patterns: [never] }).text('locker 1234').count).toBe(0);
  });

  it('may say in which places their match is, and have a group that need not match', () => {
    const badge = { kind: 'badge', pattern: /badge (?:(\d*) |none)/d, hint: 'badge' };
    expect(createRedactor({ patterns: [badge] }).text('badge 123 badge  badge none').text).toBe(
      'badge [redacted:badge] badge  [redacted:badge]',
    );
  });

  it('work on deltas, and hold their line', () => {
    expect(redactor.joined(['TCK-', 'ABCDEFGH'], 'complete').map(({ text }) => text)).toEqual([
      '[redacted:ticket]',
      '',
    ]);
    expect(redactor.unfinished('a line\nopen the locker for me and for all of us')).toBe(40);
  });

  it('do not redact placeholders', () => {
    const eager = createRedactor({
      patterns: [{ kind: 'word', pattern: /redacted/, hint: 'red' }],
    });
    const once = eager.text('redacted API_KEY=abcdef').text;
    expect(once).toBe('[redacted:word] API_KEY=[redacted:api-key]');
    expect(eager.text(once)).toEqual({ text: once, count: 0 });
  });

  it.each([
    ['a kind with signs', { ...ticket, kind: 'Ticket 1' }],
    ['a kind with a sign at its end', { ...ticket, kind: 'ticket]' }],
    ['a kind with a sign at its beginning', { ...ticket, kind: '[ticket' }],
    ['global', { ...ticket, pattern: /TCK-/g }],
    ['sticky', { ...ticket, pattern: /TCK-/y }],
    ['empty matches', { ...ticket, pattern: /(?:TCK-)?/ }],
    ['no hint', { ...ticket, hint: '' }],
    ['a hint that is no text', { ...ticket, hint: 7 as unknown as string }],
    ['no RegExp', { ...ticket, pattern: 'TCK-' as unknown as RegExp }],
  ])('%s: refused at once', (_label, pattern) => {
    expect(() => createRedactor({ patterns: [pattern] })).toThrow(LoopTelemetryError);
    expect(() => createRedactor({ patterns: [pattern] })).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        message: expect.stringContaining(`"${pattern.kind}" cannot be used: `) as string,
      }),
    );
  });
});

describe('the work budget', () => {
  it.each([[0], [-1], [1.5], [Number.NaN]])('of %d is refused', (maxWork) => {
    expect(() => createRedactor({ maxWork })).toThrow(LoopTelemetryError);
    expect(() => createRedactor({ maxWork })).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        message: 'maxWork: expected a positive whole number.',
      }),
    );
  });

  it('counts characters, places and patterns of the host; what is too much is not let out', () => {
    const text = 'token '.repeat(10);
    const patterns = [{ kind: 'x', pattern: /nothing here/, hint: 'token' }];
    const cost = text.length + 10 * 32;
    expect(createRedactor({ maxWork: cost }).text(text).count).toBe(0);
    for (const redactor of [
      createRedactor({ maxWork: cost - 1 }),
      createRedactor({ maxWork: cost + text.length - 1, patterns }),
    ]) {
      expect(() => redactor.text(text)).toThrow(RedactionError);
      expect(() => redactor.joined([text], 'complete')).toThrow(RedactionError);
      expect(() => redactor.unfinished(text)).toThrow(RedactionError);
    }
    expect(createRedactor({ maxWork: cost + text.length, patterns }).text(text).count).toBe(0);
    const elsewhere = [{ kind: 'x', pattern: /nothing here/, hint: 'elsewhere' }];
    expect(createRedactor({ maxWork: cost, patterns: elsewhere }).text(text).count).toBe(0);
    const error = expect.objectContaining({
      name: 'RedactionError',
      message: expect.stringContaining(`(maxWork ${cost - 1})`) as string,
    });
    expect(() => createRedactor({ maxWork: cost - 1 }).text(text)).toThrow(error);
  });

  it('is enough for a mebibyte of nothing but places', () => {
    expect(createRedactor().text('key '.repeat(262_144)).count).toBe(0);
  });
});
