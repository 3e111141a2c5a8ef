import { createOutput } from '../../src/cli/output.js';
import { run } from '../../src/cli/run.js';
import { BEGIN } from './sample.js';

/** What a command line gave. */
export interface Result {
  code: number;
  out: string;
  err: string;
}

/** How it is run. */
export interface Setting {
  root?: string;
  width?: number;
  color?: boolean;
  signal?: AbortSignal;
  /** Sees each piece as it is printed. */
  onOut?: (text: string) => void;
}

/** Runs a command line in this process. */
export async function cli(
  args: readonly string[],
  { root = '.', width = 80, color = false, signal, onOut }: Setting = {},
): Promise<Result> {
  const result = { code: -1, out: '', err: '' };
  const sink = (channel: 'out' | 'err') => ({
    color,
    write(text: string): undefined {
      result[channel] += text;
      if (channel === 'out') onOut?.(text);
    },
  });
  result.code = await run(args, {
    root,
    out: createOutput(sink('out'), sink('err'), width),
    now: BEGIN + 7_200_000,
    signal: signal ?? new AbortController().signal,
  });
  return result;
}
