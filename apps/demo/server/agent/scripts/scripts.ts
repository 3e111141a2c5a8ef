import { changeFile } from './change-file.js';
import { help } from './help.js';
import { longAnswer } from './long-answer.js';
import { lookAround } from './look-around.js';
import { outage } from './outage.js';
import { readFileScript } from './read-file.js';
import { runCommandScript } from './run-command.js';
import type { Script } from './script.js';
import { searchWord } from './search-word.js';
import { sideBySide } from './side-by-side.js';
import { skillScript } from './skill.js';
import { tour } from './tour.js';

/** The first one that fits is taken; the last fits everything. */
const SCRIPTS: readonly Script[] = [
  tour,
  skillScript,
  help,
  outage,
  sideBySide,
  runCommandScript,
  searchWord,
  changeFile,
  readFileScript,
  longAnswer,
  lookAround,
];

/** The script for what a person wrote. */
export function scriptFor(request: string): Script {
  return SCRIPTS.find((script) => script.fits(request)) ?? lookAround;
}
