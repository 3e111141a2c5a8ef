import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isText } from '../read/is-text.js';

/**
 * Who writes a recording, in its `writer.json`. A hint: for readers, which tell an open operation
 * from a crashed one by it, and for `prune`. It never keeps anybody from recording, and where two
 * write at once it names the one that came first.
 */
export interface Lease {
  pid: number;
  /** When the process started, in the kernel's ticks: a pid may be used again. Linux only. */
  startTicks?: string;
  /** Names the running kernel. Linux only. */
  bootId?: string;
  host: string;
  /** Names this opening. */
  token: string;
  /** RFC 3339. */
  since: string;
}

const FILE = 'writer.json';

/**
 * Takes the lease for an opening, unless a live writer has it. Taken again with the same token it
 * stays. @returns gives it back; neither of them fails
 */
export async function takeLease(
  folder: string,
  token: string = randomUUID(),
): Promise<() => Promise<void>> {
  try {
    const held = await readLease(folder);
    if (held === undefined || !isLive(held)) await writeLease(folder, token);
  } catch {
    // A recording without a lease is as good, only less is known of it.
  }
  return () => giveBack(folder, token);
}

/** @returns `undefined` where there is none, or none that can be read */
export async function readLease(folder: string): Promise<Lease | undefined> {
  try {
    const lease = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Partial<Lease> | null;
    const { pid, host, token, since } = lease ?? {};
    const isWhole =
      Number.isSafeInteger(pid) && (pid as number) > 0 && [host, token, since].every(isText);
    return isWhole ? (lease as Lease) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether its writer still runs, as far as this machine can tell. */
export function isLive({ pid, host, bootId, startTicks }: Lease): boolean {
  if (host !== hostname() || bootId !== currentBootId() || !isRunning(pid)) return false;
  return startTicks === startTicksOf(pid);
}

/** Of the running kernel; `undefined` where there is no way to know. */
export function currentBootId(): string | undefined {
  return readText('/proc/sys/kernel/random/boot_id')?.trim();
}

async function writeLease(folder: string, token: string): Promise<void> {
  const file = join(folder, `${FILE}.${token}`);
  await writeFile(file, `${JSON.stringify(leaseOf(token))}\n`, { flag: 'wx', mode: 0o600 });
  await rename(file, join(folder, FILE));
}

async function giveBack(folder: string, token: string): Promise<void> {
  try {
    const held = await readLease(folder);
    if (held?.token === token) await rm(join(folder, FILE));
  } catch {
    // A stale lease is told from a live one.
  }
}

function leaseOf(token: string): Lease {
  const { pid } = process;
  const startTicks = startTicksOf(pid);
  const bootId = currentBootId();
  return {
    pid,
    ...(startTicks === undefined ? {} : { startTicks }),
    ...(bootId === undefined ? {} : { bootId }),
    host: hostname(),
    token,
    since: new Date().toISOString(),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The name before it, in brackets, may hold spaces and brackets of its own. */
function startTicksOf(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
