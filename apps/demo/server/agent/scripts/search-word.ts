import {
  count,
  fenced,
  linesIn,
  quoted,
  type Part,
  type Script,
  type ToolOutcome,
} from './script.js';

/** Searches for a word and shows the place with its surroundings. */
export const searchWord: Script = {
  fits: (request) =>
    wordIn(request) !== undefined &&
    /\b(search|find|grep|where|look for|occurrences?)\b/i.test(request) &&
    !/\breplace\b/i.test(request),
  answer({ request, outcomes }) {
    const word = wordIn(request) ?? '';
    const [search, closer] = outcomes.map((calls) => calls[0]);
    if (!search) {
      return [
        { think: `A plain search for “${word}” over all text files will tell where to look.` },
        { say: `Searching for “${word}”.` },
        { call: 'search', args: { text: word } },
      ];
    }
    const places = search.isError ? [] : placesIn(search.text);
    if (!places[0]) return [{ say: `“${word}” does not occur in any text file of the workspace.` }];
    if (!closer) {
      const { path, line } = places[0];
      return [
        { say: `${count(places.length, 'match')}. The first is in \`${path}\`; I read around it.` },
        { call: 'read', args: { path, offset: Math.max(1, line - 4), limit: 10 } },
      ];
    }
    return report(word, places, closer);
  },
};

interface Place {
  path: string;
  line: number;
}

function wordIn(request: string): string | undefined {
  return (
    quoted(request) ??
    /\b(?:for|find|grep|word|is)\s+(?:the\s+)?(?:word\s+)?([\w.$@-]{2,})\s*\W*$/i.exec(request)?.[1]
  );
}

function placesIn(text: string): Place[] {
  return linesIn(text).flatMap((line) => {
    const [, path, number] = /^(.+?):(\d+): /.exec(line) ?? [];
    return path && number ? [{ path, line: Number(number) }] : [];
  });
}

function report(word: string, places: Place[], closer: ToolOutcome): Part[] {
  const perFile = new Map<string, number>();
  for (const { path } of places) perFile.set(path, (perFile.get(path) ?? 0) + 1);
  const rows = [...perFile].slice(0, 8).map(([path, n]) => `| \`${path}\` | ${n} |`);
  return [
    { think: 'Counted per file this is easier to take in than a list of lines.' },
    {
      say: [
        `“${word}” occurs on ${count(places.length, 'line')} in ${count(perFile.size, 'file')}:`,
        '',
        '| file | lines |',
        '|---|---:|',
        ...rows,
        ...(closer.isError
          ? []
          : ['', `Around \`${places[0]?.path}:${places[0]?.line}\`:`, '', fenced(closer.text)]),
      ].join('\n'),
    },
  ];
}
