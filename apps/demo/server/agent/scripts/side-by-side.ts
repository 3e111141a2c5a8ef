import { count, linesIn, type Script } from './script.js';

/** Calls several tools in one answer; they run side by side and end in another order. */
export const sideBySide: Script = {
  fits: (request) =>
    /\b(parallel|side by side|at once|at the same time|simultaneously|everything)\b/i.test(request),
  answer({ outcomes }) {
    const results = outcomes[0];
    if (!results) {
      return [
        { think: 'Four questions that do not depend on each other: I ask them all in one go.' },
        { say: 'I start these together: the slowest one decides when I go on.' },
        {
          call: 'shell',
          args: { command: 'for i in 1 2 3; do echo "counting… $i"; sleep 0.7; done; ls | wc -l' },
        },
        { call: 'list', args: { depth: 3 } },
        { call: 'search', args: { text: 'todo' } },
        { call: 'shell', args: { command: 'sleep 0.5; date -u +%Y' } },
      ];
    }
    const rows = results.map(
      ({ tool, args, text, isError, denied }) =>
        `| ${tool} | \`${aboutCall(args)}\` | ${denied ? 'denied' : isError ? 'failed' : count(linesIn(text).length, 'line')} |`,
    );
    return [
      {
        say: [
          'All of them are back:',
          '',
          '| tool | about | answer |',
          '|---|---|---|',
          ...rows,
          '',
          'They ended in another order than I asked; their results stand in the order of the calls.',
        ].join('\n'),
      },
    ];
  },
};

function aboutCall({ command, text }: Record<string, unknown>): string {
  const about = typeof command === 'string' ? command : typeof text === 'string' ? text : 'folder';
  return about.length > 24 ? `${about.slice(0, 24)}…` : about;
}
