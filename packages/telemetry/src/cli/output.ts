import { neutral } from './neutral.js';

/** How a piece of a line looks where there are colours. */
export type Look = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** A piece of a line. */
export type Piece = string | { text: string; look: Look };

/** A line that is to be printed; it says nothing of terminals. */
export type Line = string | readonly Piece[];

/** Where lines go. */
export interface Sink {
  /** @returns a promise when it can take no more for now */
  write(text: string): Promise<void> | undefined;
  /** Whether the other end shows colours. */
  color: boolean;
}

/** Whether to print colours: on a terminal, unless somebody does not want any. */
export function showsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** What commands print to. */
export interface Output {
  /** Columns that a line may take. */
  readonly width: number;
  print(...lines: Line[]): Promise<void>;
  /** A document, indented. */
  json(value: unknown): Promise<void>;
  /** A document on one line. */
  jsonLine(value: unknown): Promise<void>;
  /** To the error channel: what is wrong, and what to do. */
  warn(...lines: Line[]): Promise<void>;
}

const CODES: Readonly<Record<Look, number>> = {
  ...{ bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 },
};

/** Prints to two sinks. */
export function createOutput(out: Sink, err: Sink, width: number): Output {
  async function print(sink: Sink, lines: readonly Line[]): Promise<void> {
    for (const line of lines) await sink.write(`${rendered(line, sink.color)}\n`);
  }
  return {
    width,
    print: (...lines) => print(out, lines),
    json: (value) => print(out, JSON.stringify(value, undefined, 2).split('\n')),
    jsonLine: (value) => print(out, [JSON.stringify(value)]),
    warn: (...lines) => print(err, lines),
  };
}

function rendered(line: Line, color: boolean): string {
  const pieces = typeof line === 'string' ? [line] : line;
  const text = pieces.map((piece) => {
    if (typeof piece === 'string') return neutral(piece);
    const safe = neutral(piece.text);
    return color && safe !== '' ? `\u001b[${CODES[piece.look]}m${safe}\u001b[0m` : safe;
  });
  return text.join('').trimEnd();
}

/** The text of a line, without its looks. */
export function plain(line: Line): string {
  if (typeof line === 'string') return line;
  return line.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}
