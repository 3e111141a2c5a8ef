import { describe, expect, it, vi } from 'vitest';
import { LoopTelemetryError } from '../../src/errors.js';
import { createRedactor } from '../../src/redact/redactor.js';
import { Work } from '../../src/redact/work.js';

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
    const more = createRedactor({ patterns: [{ kind: 'sign', pattern: /\[red/, hint: 'red' }] });
    const beside = '[redacted:token][redacted:token] and [redacted:word]';
    expect(more.text(beside)).toEqual({ text: beside, count: 0 });
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

  const tooMuch = expect.objectContaining({
    name: 'RedactionError',
    message: expect.stringContaining('(maxWork 1)') as string,
  });

  /** What looking through a text is counted as. */
  function costOf(text: string): number {
    const spend = vi.spyOn(Work.prototype, 'spend');
    createRedactor().text(text);
    const units = spend.mock.calls.reduce((sum, [some]) => sum + some, 0);
    spend.mockRestore();
    return units;
  }

  it('counts each look at a character, places where a pattern is asked, and what an answer rests on', () => {
    const plain = 'There is nothing here.';
    expect(costOf(plain)).toBe(plain.length);
    expect(costOf('A monkey is here.')).toBe('A monkey is here.'.length + 32);
    const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);
    const [before, after] = [`One ${key} here.`, 'One [redacted:github-token] here.'];
    expect(costOf(after)).toBeGreaterThan(after.length);
    expect(costOf(before)).toBe(before.length + 32 + key.length + costOf(after));
  });

  it('is refused where it is too much, whoever looks', () => {
    const text = 'key'.repeat(300_000);
    const redactor = createRedactor({ maxWork: 1 });
    expect(() => redactor.text(text)).toThrow(tooMuch);
    expect(() => redactor.joined([text], 'complete')).toThrow(tooMuch);
    expect(() => redactor.unfinished(text)).toThrow(tooMuch);
    expect(createRedactor({ maxWork: 64 }).text(text).count).toBe(0);
  });

  it('is one for all looks at a text', () => {
    const filler = 'x '.repeat(4_000_000);
    const redactor = createRedactor({ maxWork: 1 });
    expect(redactor.text(filler).count).toBe(0);
    // One look is all that this leaves room for, and what was found asks for another one.
    expect(() => redactor.text(`password="a1b2c3" ${filler}`)).toThrow(tooMuch);
  });

  it('counts the text for each pattern of the host whose hint is in it', () => {
    const text = 'elsewhere '.repeat(300_000);
    const patternsWith = (hint: string) =>
      ['a', 'b', 'c'].map((kind) => ({ kind, pattern: /nothing here/, hint }));
    const withHint = createRedactor({ maxWork: 1, patterns: patternsWith('where') });
    expect(() => withHint.text(text)).toThrow(tooMuch);
    const withoutHint = createRedactor({ maxWork: 1, patterns: patternsWith('there') });
    expect(withoutHint.text(text).count).toBe(0);
  });

  it('is always enough for a short text', () => {
    expect(createRedactor({ maxWork: 1 }).text('key '.repeat(100_000)).count).toBe(0);
  });

  it('is enough for a mebibyte of nothing but places', () => {
    expect(createRedactor().text('key '.repeat(262_144)).count).toBe(0);
  });
});
