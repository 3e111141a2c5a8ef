import { aboutFile } from './about-file.js';
import { lookAround } from './look-around.js';
import { fenced, filePathIn, type Script } from './script.js';

/** Shows that a skill has arrived: what it asks for, and the file that it is called with. */
export const skillScript: Script = {
  fits: (request) => /^\/[\w-]+(\s|$)/.test(request),
  answer(turn) {
    const { skill, request, outcomes } = turn;
    // A slash that calls nothing is no more than how a text begins.
    if (!skill) return lookAround.answer(turn);
    const path = filePathIn(request);
    const intro = `You call the skill **${skill.name}**. Its text has come along with yours:\n\n${fenced(skill.text, 'markdown')}`;
    if (path === undefined) return [{ say: `${intro}\n\n${MORE}` }];
    const [reading] = outcomes.map((calls) => calls[0]);
    if (!reading) {
      return [
        { think: `${skill.name} is meant for a file: ${path}. I read it.` },
        { say: intro },
        { call: 'read', args: { path } },
      ];
    }
    const found = reading.isError
      ? `\`${path}\` cannot be read: ${reading.text}`
      : aboutFile(path, reading.text);
    return [{ say: `${found}\n\n${MORE}` }];
  },
};

const MORE =
  'A scripted model cannot do what a skill says; a real one works by it, and gets exactly what I got.';
