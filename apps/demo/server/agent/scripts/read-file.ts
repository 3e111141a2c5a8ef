import { basename, extname } from 'node:path';
import { aboutFile } from './about-file.js';
import { fenced, filePathIn, linesIn, type Script } from './script.js';

/** Reads the file that the request names and tells what is in it; looks around when there is none. */
export const readFileScript: Script = {
  fits: (request) =>
    filePathIn(request) !== undefined &&
    /\b(read|show|open|look at|explain|what('s| is) in|view)\b/i.test(request),
  answer({ request, outcomes }) {
    const path = filePathIn(request) ?? '';
    const [reading, listing] = outcomes.map((calls) => calls[0]);
    if (!reading) {
      return [
        {
          think: `They want to know what is in ${path}. I read it before I say anything about it.`,
        },
        { call: 'read', args: { path } },
      ];
    }
    if (!reading.isError) {
      return [
        {
          say: `${aboutFile(path, reading.text)}\n\nIt begins like this:\n\n${fenced(reading.text, extname(path).slice(1))}`,
        },
      ];
    }
    if (!listing) {
      return [
        {
          think:
            'It cannot be read. Perhaps the name is only a little wrong: I look at what there is.',
        },
        { say: `\`${path}\` cannot be read: ${reading.text}` },
        { call: 'list', args: { depth: 4 } },
      ];
    }
    return [{ say: suggestion(path, linesIn(listing.text)) }];
  },
};

function suggestion(path: string, entries: string[]): string {
  const name = basename(path, extname(path)).toLowerCase();
  const files = entries.map((entry) => entry.trim()).filter((entry) => !entry.endsWith('/'));
  const alike = files.filter((file) => file.toLowerCase().includes(name));
  const sameKind = files.filter((file) => extname(file) === extname(path));
  const near = (alike.length > 0 ? alike : sameKind).slice(0, 5).map((file) => `\`${file}\``);
  return near.length > 0
    ? `Do you mean one of these? ${near.join(', ')}`
    : `Nothing here has a name like \`${path}\`.`;
}
