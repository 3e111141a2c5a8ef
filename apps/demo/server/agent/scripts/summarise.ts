import { filePathIn } from './script.js';

/** A piece of a transcript, as `transcriptOf` writes it. */
interface Entry {
  label: string;
  text: string;
}

/** Sums up a transcript: what was asked, read, changed and run, and what was said last. */
export function summarise(transcript: string): string {
  const entries = entriesIn(transcript);
  const texts = (...labels: string[]) =>
    entries.filter(({ label }) => labels.includes(label)).map(({ text }) => text);
  const sections = [
    section('Known from before', texts('Summary so far').map(withoutHeadings)),
    section(
      'Asked for',
      texts('User').map((text) => `“${short(text, 200)}”`),
    ),
    section('Looked at', looked(entries)),
    section(
      'Changed',
      texts('Result of edit', 'Result of write').map((text) => short(text, 200)),
    ),
    section(
      'Not done',
      texts('Error of edit', 'Error of write').map((text) => short(text, 120)),
    ),
    section('Commands', commands(entries)),
    section(
      'Said last',
      texts('Assistant')
        .slice(-1)
        .map((text) => short(text, 300)),
    ),
  ];
  return sections.filter(Boolean).join('\n\n') || 'Nothing was said that matters any more.';
}

function entriesIn(transcript: string): Entry[] {
  return transcript.split(/\n(?! {2})/).flatMap((block) => {
    const [, label, text] = /^([A-Z][\w ]*?): ([^]*)$/.exec(block) ?? [];
    return label && text !== undefined ? [{ label, text: text.replaceAll('\n  ', '\n') }] : [];
  });
}

function section(title: string, points: string[]): string {
  const list = [...new Set(points)].map((point) => `- ${point}`).join('\n');
  return list && `**${title}**\n\n${list}`;
}

/** An earlier summary as points of this one. */
function withoutHeadings(summary: string): string {
  const points = summary.split('\n').filter((line) => line.startsWith('- '));
  return short(points.map((line) => line.slice(2)).join('; '), 800);
}

function looked(entries: Entry[]): string[] {
  const paths = entries
    .filter(({ label }) => label === 'Call read' || label === 'Call batch')
    .flatMap(({ text }) => text.match(/"path":"[^"]+"/g) ?? [])
    .map((field) => filePathIn(field.slice('"path":'.length)))
    .filter((path) => path !== undefined);
  return [...new Set(paths)].map((path) => `\`${path}\``);
}

/** Calls and results of one tool come in the same order. */
function commands(entries: Entry[]): string[] {
  const calls = entries.filter(({ label }) => label === 'Call shell');
  const ends = entries.filter(({ label }) => /^(Result|Error) of shell$/.test(label));
  return calls.map(({ text }, position) => {
    const command = /"command":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? 'a command';
    return `\`${short(command, 80)}\` ${endOf(ends[position])}`;
  });
}

function endOf(end: Entry | undefined): string {
  if (!end) return 'has not ended yet';
  if (end.label === 'Result of shell') return 'ended well';
  return end.text.startsWith('Denied') ? 'was denied' : 'failed';
}

function short(text: string, chars: number): string {
  const line = text.replaceAll(/^#+ /gm, '').replaceAll(/\s+/g, ' ').trim();
  return line.length > chars ? `${line.slice(0, chars).trimEnd()}…` : line;
}
