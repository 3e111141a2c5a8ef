import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { createRandom } from './random.js';
import { ISSUED, issued } from './issued.js';

const redactor = createRedactor();

describe('what says itself whose it is goes, all of it, and its kind is told', () => {
  it.each(Object.entries(ISSUED))('%s', (kind, forms) => {
    for (const [index, form] of forms.entries()) {
      const secret = issued(form, createRandom(index + 1));
      const redact = (text: string): string => redactor.text(text).text;
      expect(redact(`It is ${secret} now.`)).toBe(`It is [redacted:${kind}] now.`);
      expect(redact(`{"v":"${secret}"}`)).toBe(`{"v":"[redacted:${kind}]"}`);
    }
  });
});
