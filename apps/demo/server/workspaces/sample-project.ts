import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A project to try things on: it runs, and has something left to do and a bug that its tests show. */
const FILES: Record<string, string> = {
  'README.md': `# Kettle

A timer for tea, on the command line. You name the tea, it counts down.

    node src/kettle.js green

## How it is built

- \`src/teas.js\` knows how long each tea takes
- \`src/clock.js\` turns seconds into what people read
- \`src/kettle.js\` is the command itself

## Tests

    npm test
`,
  'package.json': `{
  "name": "kettle",
  "version": "0.3.0",
  "description": "A timer for tea, on the command line",
  "type": "module",
  "private": true,
  "scripts": {
    "start": "node src/kettle.js",
    "test": "node --test"
  }
}
`,
  'src/teas.js': `/** Minutes that each tea takes. */
export const teas = {
  green: 2,
  black: 4,
  herbal: 7,
  // TODO: white tea, once somebody has tried how long it takes
};

/** Seconds for a tea; unknown ones are treated as black. */
export function secondsFor(name) {
  return (teas[name] ?? teas.black) * 60;
}
`,
  'src/clock.js': `/** 95 becomes "1:35". */
export function formatSeconds(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60);
  return \`\${minutes}:\${rest}\`;
}
`,
  'src/kettle.js': `import { formatSeconds } from './clock.js';
import { secondsFor } from './teas.js';

const tea = process.argv[2] ?? 'black';
let left = secondsFor(tea);

console.log(\`\${tea} tea: \${formatSeconds(left)}\`);
const timer = setInterval(() => {
  left -= 1;
  console.log(formatSeconds(left));
  if (left > 0) return;
  clearInterval(timer);
  console.log('Done. Enjoy!');
}, 1000);
`,
  'test/clock.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSeconds } from '../src/clock.js';

test('pads the seconds', () => {
  assert.equal(formatSeconds(65), '1:05');
});

test('starts at zero', () => {
  assert.equal(formatSeconds(0), '0:00');
});
`,
  'AGENTS.md': `# For agents

- Plain JavaScript, no dependencies. Two spaces, single quotes, semicolons.
- Every change of \`src/clock.js\` needs a test in \`test/clock.test.js\`.
- \`npm test\` must pass before you say that you are done.
`,
  '.loop/skills/review.md': `---
name: review
description: Reviews a file of this project
---

Review the file that the user names.

1. Read it, and the tests that belong to it.
2. Name at most three problems, the worst first, each with its line.
3. Say for each what you would change. Change nothing.
`,
  'docs/ideas.md': `# Ideas

- TODO: a sound at the end
- Several kettles at once
- Remember the last tea
`,
};

/** Writes the sample project into `folder`. Files that are there already stay as they are. */
export async function writeSampleProject(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' }).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
