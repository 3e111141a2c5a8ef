/** What a script goes by: the last thing a person wrote, and what was done about it so far. */
export interface Turn {
  request: string;
  /** Outcomes of the tools called since then, one list for each answer that called any. */
  outcomes: ToolOutcome[][];
  /** How often the model was asked this and failed. */
  failures: number;
  /** What stands for the conversation before, where it was summed up. */
  summary?: string;
  /** The skill that the request calls with its first word. */
  skill?: { name: string; text: string };
}

/** How a tool call went. */
export interface ToolOutcome {
  tool: string;
  args: Record<string, unknown>;
  text: string;
  isError: boolean;
  /** Somebody, or the session's preset, did not want it to run. */
  denied: boolean;
  /** The tool gave less than there is. */
  truncated: boolean;
}

/** A part of the scripted model's next answer. An answer that calls tools is asked for the next one. */
export type Part =
  | { think: string }
  | { say: string }
  | { call: string; args: Record<string, unknown> }
  /** The provider breaks here with this message. */
  | { fail: string };

/** One way to deal with a request. */
export interface Script {
  /** Whether the request is one for this script. */
  fits(request: string): boolean;
  /** The answer to the turn so far. */
  answer(turn: Turn): Part[];
}

/** A text in quotes of any kind, or `undefined`. */
export function quoted(request: string): string | undefined {
  return /`([^`]+)`|"([^"]+)"|“([^”]+)”|'([^']+)'/.exec(request)?.slice(1).find(Boolean);
}

/** The first word that looks like a file of a project. */
export function filePathIn(request: string): string | undefined {
  return /(?<![\w./-])(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,9}(?![\w/])|\b(?:LICENSE|Makefile|Dockerfile)\b/.exec(
    request,
  )?.[0];
}

/** The lines of a tool's text, without the tool's own remarks. */
export function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('…'));
}

/** `text` as a fenced block, at most `maxLines` of it. */
export function fenced(text: string, language = '', maxLines = 12): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, maxLines).join('\n');
  return `\`\`\`${language}\n${shown}${lines.length > maxLines ? '\n…' : ''}\n\`\`\``;
}

/** "1 file", "3 files". */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`;
}
