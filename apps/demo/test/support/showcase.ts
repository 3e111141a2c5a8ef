import { answered, called, message, type Told } from './made-session.js';

const CODE =
  "import { brew } from './kettle.js';\n\n// Three minutes.\nexport const green = brew(180);\n";

const DOT = 'R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

/** One of everything that a conversation can hold. */
export const showcase: Told = [
  ...message({
    role: 'user',
    content: [
      { type: 'text', text: 'Show me everything' },
      { type: 'image', mimeType: 'image/gif', data: DOT },
      // A document of its own, which could hold anything: no picture.
      { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' },
    ],
  }),
  ...answered(
    { type: 'thinking', thinking: 'They want to see **everything**.' },
    `First some code:\n\n\`\`\`js\n${CODE}\`\`\`\n\nand a word in \`code\`.`,
  ),
  ...called(
    { id: 'read-1', name: 'read', args: { path: 'src/teas.js' }, text: CODE },
    {
      ...{ id: 'edit-1', name: 'edit', text: 'Edited src/teas.js: one place.' },
      args: {
        path: 'src/teas.js',
        oldText: 'const a = 1;\nconst green = brew(180);\nconst z = 2;\n',
        newText: 'const a = 1;\nconst green = brew(150);\nconst white = brew(240);\nconst z = 2;\n',
      },
    },
    {
      ...{ id: 'write-1', name: 'write', text: 'Created notes.md: 1 line, 8 bytes.' },
      args: { path: 'notes.md', content: '# Notes\n' },
    },
    {
      ...{ id: 'shell-1', name: 'shell', args: { command: 'npm test' }, isError: true },
      text: '\u001b[31m1 test failed\u001b[0m\n[exit code 1]',
    },
    {
      ...{ id: 'shell-2', name: 'shell', args: { command: 'rm -rf .' }, isError: true },
      text: 'Denied: the user does not want this call to run.',
    },
    {
      ...{ id: 'batch-1', name: 'batch', args: { calls: 2 }, text: 'Two calls, one failed.' },
      within: [
        ...nested('n-1', 'list', { path: 'src' }, false),
        ...nested('n-2', 'read', { path: 'gone.js' }, true),
      ],
    },
  ),
  ...message({
    role: 'compactionSummary',
    summary: 'They asked for **everything**.',
    tokensBefore: 12_300,
  }),
  ...answered('That was all.'),
];

function nested(
  toolCallId: string,
  toolName: string,
  args: Record<string, unknown>,
  isError: boolean,
): Told {
  const call = { toolCallId, toolName, parentToolCallId: 'batch-1' };
  return [
    { type: 'nested_tool.started', ...call, args },
    { type: 'nested_tool.completed', ...call, isError, durationMs: 12 },
  ];
}
