import type { ExitCode } from './exit-code.js';
import type { Output } from './output.js';

/** An option of a command. */
export interface OptionSpec {
  /** What stands for its value in help; missing: it has none. */
  value?: string;
  /** It may be given several times. */
  isList?: true;
  help: string;
}

/** A command of loop-trace. */
export interface Command {
  name: string;
  summary: string;
  /** Whether it is about one session. */
  session?: 'required' | 'optional';
  options?: Readonly<Record<string, OptionSpec>>;
  /** Command lines without the program's name, and what they are for. */
  examples: readonly (readonly [line: string, what: string])[];
  /** When it ends with another code than 0, beyond what holds for all. */
  exits?: string;
  run(call: Call): Promise<ExitCode>;
}

/** One use of a command. */
export interface Call {
  /** The folder that holds `traces/`. */
  root: string;
  /** As it was named: an id, the start of one, `latest`, or a path. */
  session: string | undefined;
  json: boolean;
  has(option: string): boolean;
  /** The value of an option that was given. */
  value(option: string): string | undefined;
  values(option: string): readonly string[];
  out: Output;
  /** Epoch milliseconds. */
  now: number;
  /** Aborted when somebody wants the command to end. */
  signal: AbortSignal;
}
