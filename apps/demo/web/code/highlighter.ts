import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { purifyCode } from '../markdown/purify.js';

for (const [name, language] of Object.entries({
  ...{ bash, cpp, css, diff, go, ini, java, javascript, json, markdown, python, ruby, rust, sql },
  ...{ typescript, xml, yaml },
})) {
  highlighter.registerLanguage(name, language);
}

/** Longer ones stay as they are: colours are not worth a page that stands still. */
const MAX_CHARS = 40_000;

/** Code as HTML that is safe to show; `undefined` where the language is unknown or it is too long. */
export function highlight(code: string, language: string | undefined): string | undefined {
  if (!language || code.length > MAX_CHARS || !highlighter.getLanguage(language)) return undefined;
  return purifyCode(highlighter.highlight(code, { language, ignoreIllegals: true }).value);
}
