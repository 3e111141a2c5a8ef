/** The language of a file, as the highlighter knows it, by the end of its name. */
const BY_ENDING: Record<string, string> = {
  ...{ js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript' },
  ...{ ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'typescript' },
  ...{ json: 'json', jsonc: 'json', css: 'css', html: 'xml', xml: 'xml', svg: 'xml', vue: 'xml' },
  ...{ py: 'python', rb: 'ruby', go: 'go', rs: 'rust', java: 'java', sql: 'sql' },
  ...{ c: 'cpp', h: 'cpp', cc: 'cpp', cpp: 'cpp', hpp: 'cpp' },
  ...{ sh: 'bash', bash: 'bash', zsh: 'bash', md: 'markdown', markdown: 'markdown' },
  ...{ yml: 'yaml', yaml: 'yaml', toml: 'ini', ini: 'ini', diff: 'diff', patch: 'diff' },
};

/** `undefined` where the name says nothing. */
export function languageOfPath(path: unknown): string | undefined {
  const ending =
    typeof path === 'string' ? /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() : undefined;
  return ending !== undefined && Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}
