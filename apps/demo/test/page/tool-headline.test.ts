import { describe, expect, it } from 'vitest';
import { headlineOf } from '../../web/session/tool-state.js';

describe('a call in one line', () => {
  it.each([
    [{ command: 'npm\n  test', timeout: 5 }, 'npm test'],
    [{ depth: 2, path: 'src' }, 'src'],
    [{ depth: 2, hidden: true }, 'depth 2, hidden true'],
    [{ path: '', calls: [{}, {}], options: {} }, 'path, 2 calls, options'],
    [{}, ''],
    [undefined, ''],
  ])('%j is %j', (args, line) => {
    expect(headlineOf(args)).toBe(line);
  });
});
