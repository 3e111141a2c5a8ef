import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

/** What a command needs to run. */
export interface CommandOptions {
  command: string;
  /** Absolute; the command starts here. */
  folder: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Standard output and error, in the order they arrive. Not called after the end. */
  onOutput: (text: string) => void;
}

/** How a command ended. One that a signal ended has an exit code as shells count it: 128 + n. */
export interface CommandEnd {
  exitCode: number;
  reason: 'exit' | 'timeout' | 'aborted';
}

/** What a command may know of the server's environment: in particular not the model's API key. */
const PASSED_ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ'];

/** Between asking a group of processes to end and ending it; and for pipes that others hold open. */
const GRACE_MS = 300;

/**
 * Runs `command` with `/bin/sh` in a process group of its own. The group ends with the command, on
 * timeout and on abort, so that nothing it started is left over.
 *
 * @throws Error when the shell cannot be started.
 */
export async function runCommand(options: CommandOptions): Promise<CommandEnd> {
  const { command, folder, timeoutMs, signal, onOutput } = options;
  if (signal?.aborted) return { exitCode: 130, reason: 'aborted' };

  const child = spawn('/bin/sh', ['-c', command], {
    cwd: folder,
    env: passedEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.setEncoding('utf8').on('data', onOutput);
  child.stderr.setEncoding('utf8').on('data', onOutput);

  let reason: CommandEnd['reason'] = 'exit';
  let kill: NodeJS.Timeout | undefined;
  const stop = (why: CommandEnd['reason']) => {
    reason = why;
    signalGroup(child, 'SIGTERM');
    kill = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  };
  const onAbort = () => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop('timeout'), timeoutMs);
  try {
    return { exitCode: await exitCodeOf(child), reason };
  } finally {
    clearTimeout(timer);
    clearTimeout(kill);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Settles when the command has ended and its output is complete. */
function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`The shell cannot be started: ${error.message}`)),
    );
    child.once('exit', () => {
      signalGroup(child, 'SIGKILL');
      // A process that left the group may hold the pipes open for ever.
      const release = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, GRACE_MS);
      child.once('close', () => clearTimeout(release));
    });
    child.once('close', (code, killedBy) => {
      resolve(code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]));
    });
  });
}

function signalGroup({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // The whole group is gone already.
  }
}

function passedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
