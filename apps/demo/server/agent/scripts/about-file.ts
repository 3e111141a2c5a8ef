import { extname } from 'node:path';
import { count, linesIn } from './script.js';

/** Two or three true sentences about a file, from its name and its text. */
export function aboutFile(path: string, text: string): string {
  const lines = linesIn(text);
  if (path.endsWith('package.json')) return aboutManifest(text) ?? plain(path, lines);
  if (/\.mdx?$/i.test(path)) return aboutMarkdown(path, lines);
  if (/\.[cm]?[jt]sx?$/.test(path)) return aboutCode(path, lines);
  return plain(path, lines);
}

function aboutManifest(text: string): string | undefined {
  const manifest = parseObject(text);
  if (!manifest) return undefined;
  const name = asText(manifest['name']) ?? 'without a name';
  const version = asText(manifest['version']);
  const description = asText(manifest['description']);
  const dependencies = Object.keys(asObject(manifest['dependencies'])).length;
  const commands = Object.keys(asObject(manifest['scripts'])).map((script) => `\`${script}\``);
  return [
    `The manifest names the package **${name}**${version ? ` at version ${version}` : ''}.`,
    description ? `It describes itself as “${description.replace(/\.$/, '')}”.` : '',
    commands.length > 0
      ? `Its scripts are ${commands.slice(0, 8).join(', ')}.`
      : 'It has no scripts.',
    `It depends on ${count(dependencies, 'package')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function aboutMarkdown(path: string, lines: string[]): string {
  const headings = lines
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => line.replace(/^#+ /, ''));
  const prose = lines.find((line) => /^[A-Za-z“"*]/.test(line));
  return [
    headings[0] ? `\`${path}\` is titled **${headings[0]}**.` : `\`${path}\` has no heading.`,
    prose ? `It begins: “${shorten(prose, 160)}”` : '',
    headings.length > 1 ? `Its further headings: ${headings.slice(1, 7).join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function aboutCode(path: string, lines: string[]): string {
  const exported = lines
    .map(
      (line) =>
        /^export\s+(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/.exec(
          line,
        )?.[1],
    )
    .filter((name) => name !== undefined);
  const imports = new Set(
    lines.map((line) => /from ['"]([^'"]+)['"]/.exec(line)?.[1]).filter(Boolean),
  );
  return [
    `\`${path}\` holds ${count(lines.length, 'line')} of code.`,
    exported.length > 0
      ? `It exports ${exported
          .slice(0, 8)
          .map((name) => `\`${name}\``)
          .join(', ')}.`
      : 'It exports nothing by name.',
    imports.size > 0
      ? `It builds on ${[...imports]
          .slice(0, 6)
          .map((name) => `\`${name}\``)
          .join(', ')}.`
      : 'It imports nothing.',
  ].join(' ');
}

function plain(path: string, lines: string[]): string {
  const kind = extname(path).slice(1);
  return `\`${path}\` is a ${kind ? `${kind} ` : ''}file with ${count(lines.length, 'line')} that ${lines.length === 1 ? 'is' : 'are'} not empty.`;
}

function shorten(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, chars).trimEnd()}…` : text;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
