/** How freely the agent of a session may act. */
export type PermissionPreset = 'ask' | 'auto-edit' | 'read-only' | 'full';

/** A preset as a page offers it. */
export interface PermissionPresetInfo {
  preset: PermissionPreset;
  label: string;
  description: string;
}

/** All presets, in the order a page offers them. */
export const permissionPresets: readonly PermissionPresetInfo[] = [
  {
    preset: 'ask',
    label: 'Ask first',
    description: 'Every change of a file and every command asks.',
  },
  {
    preset: 'auto-edit',
    label: 'Edit freely',
    description: 'Files are changed without asking; commands ask.',
  },
  {
    preset: 'read-only',
    label: 'Read only',
    description: 'Nothing is changed and no command runs.',
  },
  {
    preset: 'full',
    label: 'Never ask',
    description: 'Everything runs, commands included, with the rights of the server.',
  },
];

/** Of a session where nobody has chosen. */
export const defaultPreset: PermissionPreset = 'ask';

/** Whether this names a preset. */
export function isPermissionPreset(value: unknown): value is PermissionPreset {
  return permissionPresets.some(({ preset }) => preset === value);
}

/** What a preset says about a tool; a refusal holds the reason for the model. */
export type Permission = 'allow' | 'ask' | { deny: string };

/** What a tool can do at worst. */
type Effect = 'look' | 'change' | 'run';

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['list', 'look'],
  ['read', 'look'],
  ['search', 'look'],
  ['batch', 'look'],
  ['write', 'change'],
  ['edit', 'change'],
  ['shell', 'run'],
]);

const RULES: Record<PermissionPreset, Record<Effect, 'allow' | 'ask' | 'deny'>> = {
  ask: { look: 'allow', change: 'ask', run: 'ask' },
  'auto-edit': { look: 'allow', change: 'allow', run: 'ask' },
  'read-only': { look: 'allow', change: 'deny', run: 'deny' },
  full: { look: 'allow', change: 'allow', run: 'allow' },
};

/** What `preset` says about a tool. One that nobody knows counts as one that can do everything. */
export function permissionFor(preset: PermissionPreset, toolName: string): Permission {
  const effect = EFFECTS.get(toolName) ?? 'run';
  const rule = RULES[preset][effect];
  return rule === 'deny' ? { deny: refusal(toolName) } : rule;
}

function refusal(toolName: string): string {
  return `Denied: this session is read-only, so ${toolName} does not run. Do not try it in another way; say what you would do instead.`;
}
