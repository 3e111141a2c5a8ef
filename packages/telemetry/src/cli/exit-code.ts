/** How the command ended, for scripts. */
export const EXIT = {
  fine: 0,
  /** What was asked for is there, and it is bad: damage, a failed run, something left open. */
  found: 1,
  /** There is no such recording or run, or it cannot be read. */
  unreadable: 2,
  /** The command line is wrong. */
  usage: 64,
  /** A fault of loop-trace. */
  internal: 70,
  /** A file cannot be written, or is there already. */
  cannotWrite: 73,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a message, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exit: ExitCode;
  readonly hint: string | undefined;

  constructor(exit: ExitCode, message: string, hint?: string) {
    super(message);
    this.exit = exit;
    this.hint = hint;
  }
}

/** The command line is wrong. */
export function usage(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.usage, message, hint);
}

/** What was asked for is not there. */
export function nothing(message: string, hint?: string): CommandError {
  return new CommandError(EXIT.unreadable, message, hint);
}
