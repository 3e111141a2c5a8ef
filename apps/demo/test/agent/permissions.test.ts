import { describe, expect, test } from 'vitest';
import { guardObserver } from '../../server/agent/observer.js';
import {
  defaultPreset,
  isPermissionPreset,
  permissionFor,
  permissionPresets,
  type PermissionPreset,
} from '../../server/agent/permissions.js';
import { BATCH_TOOLS } from '../../server/agent/tools/batch.js';
import { createWorkspaceTools } from '../../server/agent/tools/workspace-tools.js';

const PRESETS: PermissionPreset[] = ['ask', 'auto-edit', 'read-only', 'full'];

test.each<[string, ...string[]]>([
  // tool      ask      auto-edit read-only full
  ['list', 'allow', 'allow', 'allow', 'allow'],
  ['read', 'allow', 'allow', 'allow', 'allow'],
  ['search', 'allow', 'allow', 'allow', 'allow'],
  ['write', 'ask', 'allow', 'deny', 'allow'],
  ['edit', 'ask', 'allow', 'deny', 'allow'],
  ['shell', 'ask', 'ask', 'deny', 'allow'],
  ['a tool that nobody knows', 'ask', 'ask', 'deny', 'allow'],
  ['constructor', 'ask', 'ask', 'deny', 'allow'],
])('%s', (tool, ...expected) => {
  const verdicts = PRESETS.map((preset) => permissionFor(preset, tool));
  expect(verdicts.map((v) => (typeof v === 'string' ? v : 'deny'))).toEqual(expected);
});

test('a refusal tells the model which tool, and why', () => {
  expect(permissionFor('read-only', 'shell')).toEqual({
    deny: expect.stringMatching(/^Denied: .*read-only.*shell/),
  });
});

test('every tool of the agent has its rule', () => {
  const names = createWorkspaceTools('.', { emit() {}, observer: guardObserver() }).map(
    ({ name }) => name,
  );
  const looking = names.filter((name) => permissionFor('read-only', name) === 'allow');
  expect(looking).toEqual(['list', 'read', 'search', 'batch']);
  expect(BATCH_TOOLS.filter((name) => !looking.includes(name))).toEqual([]);
  expect(names.filter((name) => permissionFor('auto-edit', name) === 'ask')).toEqual(['shell']);
});

describe('the list of presets', () => {
  test('names each one once, with words for a page; the default asks', () => {
    expect(permissionPresets.map(({ preset }) => preset)).toEqual(PRESETS);
    expect(new Set(permissionPresets.map(({ label }) => label)).size).toBe(PRESETS.length);
    expect(defaultPreset).toBe('ask');
  });

  test.each<[unknown, boolean]>([
    ['ask', true],
    ['full', true],
    ['Ask', false],
    ['toString', false],
    [undefined, false],
    [1, false],
  ])('%s', (value, expected) => {
    expect(isPermissionPreset(value)).toBe(expected);
  });
});
