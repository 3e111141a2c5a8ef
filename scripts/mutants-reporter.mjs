// Tells of each mutant as soon as it is tested: a run that is broken off has told what it found so far.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

class AtOnce {
  static inject = ['options'];
  #file;

  constructor({ htmlReporter }) {
    this.#file = htmlReporter.fileName.replace(/html$/, 'tsv');
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, '');
  }

  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    const { line, column } = location.start;
    const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
    const fault = replacement?.replaceAll(/\s+/g, ' ');
    appendFileSync(this.#file, `${[status, place, mutatorName, fault].join('\t')}\n`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'at-once', injectableClass: AtOnce }];
