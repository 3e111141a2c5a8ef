import { aboutFile } from './about-file.js';
import { count, linesIn, type Part, type Script, type ToolOutcome } from './script.js';

/** Files that tell about a project, the most telling first. */
const TELLING = [
  'README.md',
  'readme.md',
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'Makefile',
];
const MAX_FILES = 3;

/** Looks at the folder, reads what describes it, and sums up. Also the answer to anything unknown. */
export const lookAround: Script = {
  fits: () => true,
  answer({ outcomes }) {
    const [listing, readings] = outcomes;
    if (!listing?.[0]) return lookAtFolder();
    if (!readings) {
      const files = worthReading(linesIn(listing[0].text));
      return files.length > 0 ? readTogether(files) : sumUp(listing[0], []);
    }
    return sumUp(listing[0], readings);
  },
};

function lookAtFolder(): Part[] {
  return [
    {
      think:
        'The best start is the folder itself: what is in it, how deep it goes, and which files describe the rest.',
    },
    { say: 'I’ll look at the folder first.' },
    { call: 'list', args: { depth: 2 } },
  ];
}

function readTogether(files: string[]): Part[] {
  const names = files.map((file) => `\`${file}\``).join(', ');
  return [
    {
      think: `These describe it best: ${files.join(', ')}. They do not depend on each other, so I read them at once.`,
    },
    { say: `Now what describes it: ${names}.` },
    ...files.map((path) => ({ call: 'read', args: { path, limit: 200 } })),
  ];
}

/** The telling files of the top folder; without any, the first ones that look like text. */
function worthReading(entries: string[]): string[] {
  const top = entries.filter((entry) => !entry.startsWith(' ') && !/\/$|\(link\)$/.test(entry));
  const telling = TELLING.filter((name) => top.includes(name));
  const texts = top.filter((name) =>
    /\.(md|txt|[cm]?[jt]sx?|py|rs|go|json|ya?ml|toml)$/.test(name),
  );
  return (telling.length > 0 ? telling : texts).slice(0, MAX_FILES);
}

function sumUp(listing: ToolOutcome, readings: ToolOutcome[]): Part[] {
  const entries = linesIn(listing.text).filter((line) => line !== '(empty)');
  if (entries.length === 0) {
    return [
      {
        say: 'The folder is empty. Tell me what to put there: for instance “create notes.md with a first idea”.',
      },
    ];
  }
  const folders = entries.filter((entry) => entry.endsWith('/'));
  const found = readings
    .filter((reading) => !reading.isError)
    .map((reading) => `- ${aboutFile(String(reading.args['path']), reading.text)}`);
  return [
    { think: 'I have seen enough for a summary: what it is, how it is laid out, where to go on.' },
    {
      say: [
        '## What this is',
        '',
        found.length > 0 ? found.join('\n') : 'No file in the top folder describes the project.',
        '',
        '## How it is laid out',
        '',
        `Two levels deep there are ${count(entries.length - folders.length, 'file')} in ${count(folders.length, 'folder')}:`,
        '',
        kinds(entries),
        '',
        'Ask me to read a file, to search for a word, to change something, or to run a command.',
      ].join('\n'),
    },
  ];
}

/** A table of file endings, the most frequent first. */
function kinds(entries: string[]): string {
  const tally = new Map<string, number>();
  for (const entry of entries.filter((line) => !line.endsWith('/'))) {
    const ending = /\.\w+$/.exec(entry.trim())?.[0] ?? 'no ending';
    tally.set(ending, (tally.get(ending) ?? 0) + 1);
  }
  const rows = [...tally].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 6);
  return [
    '| kind | files |',
    '|---|---:|',
    ...rows.map(([ending, n]) => `| \`${ending}\` | ${n} |`),
  ].join('\n');
}
