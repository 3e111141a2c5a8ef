import {
  fenced,
  filePathIn,
  quoted,
  type Part,
  type Script,
  type ToolOutcome,
  type Turn,
} from './script.js';

const DEFAULT_FILE = 'NOTES.md';

/** Replaces a text in a file, adds to one, or makes one: reads first, then changes. */
export const changeFile: Script = {
  fits: (request) =>
    /\b(replace|change|rename|edit|add|append|insert|create|write|make|fix)\b/i.test(request) &&
    planOf(request) !== undefined,
  answer(turn) {
    const plan = planOf(turn.request);
    if (!plan) return [{ say: 'Tell me which file, and what to put there.' }];
    const [reading, change] = turn.outcomes.map((calls) => calls[0]);
    if (!reading) return readFirst(plan);
    if (!change) return carryOut(plan, reading);
    if (change.denied) return [{ say: leftAlone(plan) }];
    return [
      {
        say: change.isError
          ? `That did not work: ${change.text}`
          : `Done. ${change.text}\n\n${difference(plan)}`,
      },
    ];
  },
};

type Plan = { path: string; text: string } & (
  | { kind: 'replace'; old: string }
  | { kind: 'add' | 'create' }
);

function planOf(request: Turn['request']): Plan | undefined {
  const replace =
    /\b(?:replace|change|rename)\s+(`[^`]+`|"[^"]+"|“[^”]+”|'[^']+'|\S+)\s+(?:with|by|to|into)\s+(`[^`]+`|"[^"]+"|“[^”]+”|'[^']+'|\S+)/i.exec(
      request,
    );
  const path = filePathIn(
    request.replaceAll(/`[^`]*`|"[^"]*"/g, (piece) => (filePathIn(piece) ? piece : '')),
  );
  if (replace?.[1] && replace[2]) {
    return path === undefined
      ? undefined
      : { kind: 'replace', path, old: bare(replace[1]), text: bare(replace[2]) };
  }
  const text = contentIn(request);
  if (/\b(create|write|make)\b/i.test(request) && path)
    return { kind: 'create', path, text: text ?? 'A first line.' };
  if (/\b(add|append|insert)\b/i.test(request))
    return { kind: 'add', path: path ?? DEFAULT_FILE, text: text ?? `- ${request}` };
  return undefined;
}

/** What to put into the file: what is quoted, or what follows the verb or a colon. */
function contentIn(request: string): string | undefined {
  const piece = quoted(request);
  if (piece && filePathIn(piece) !== piece) return piece;
  return (
    /:\s*(\S[^]*)$/.exec(request)?.[1] ??
    /\b(?:saying|with)\s+(\S[^]*)$/i.exec(request)?.[1] ??
    /\b(?:add|append|insert)\s+(.+?)\s+(?:to|into|in|at the end of)\s/i.exec(request)?.[1]
  );
}

function bare(piece: string): string {
  return piece.replace(/^[`"“']|[`"”']$/g, '');
}

function readFirst({ kind, path }: Plan): Part[] {
  return [
    {
      think: `Before I ${kind === 'replace' ? 'change' : 'write'} anything I look at ${path} as it is now.`,
    },
    {
      say:
        kind === 'create'
          ? `I check whether \`${path}\` is there already.`
          : `I read \`${path}\` first.`,
    },
    { call: 'read', args: { path } },
  ];
}

function carryOut(plan: Plan, reading: ToolOutcome): Part[] {
  const { path, text } = plan;
  if (plan.kind === 'replace') {
    if (reading.isError) return [{ say: `I cannot change it: ${reading.text}` }];
    return [
      { say: `“${plan.old}” becomes “${text}”, wherever it stands in the file.` },
      { call: 'edit', args: { path, oldText: plan.old, newText: text, all: true } },
    ];
  }
  if (reading.isError || reading.text === '(empty file)') {
    return [
      { say: `\`${path}\` is new.` },
      { call: 'write', args: { path, content: `${text}\n` } },
    ];
  }
  if (plan.kind === 'create') {
    return [
      { say: `\`${path}\` is there already, so I replace it.` },
      { call: 'write', args: { path, content: `${text}\n` } },
    ];
  }
  const end = uniqueEnd(reading.text);
  if (reading.truncated || end === undefined)
    return [{ say: `\`${path}\` is too long for me to add to it safely.` }];
  return [
    { say: 'I add it at the end.' },
    { call: 'edit', args: { path, oldText: end, newText: `${end}\n${text}` } },
  ];
}

/** The shortest run of last lines that occurs once: what an edit can hold on to. */
function uniqueEnd(text: string): string | undefined {
  const lines = text.split('\n');
  for (let from = lines.length - 1; from >= 0; from--) {
    const end = lines.slice(from).join('\n');
    if (end.trim() !== '' && text.split(end).length === 2) return end;
  }
  return undefined;
}

function leftAlone(plan: Plan): string {
  return `The change was denied, so I leave \`${plan.path}\` as it is. I would have made it this one:\n\n${difference(plan)}\n\nYou can make it by hand, or ask me for another one.`;
}

function difference(plan: Plan): string {
  const removed = plan.kind === 'replace' ? [`- ${plan.old}`] : [];
  const added = plan.text.split('\n').map((line) => `+ ${line}`);
  return fenced([...removed, ...added].join('\n'), 'diff');
}
