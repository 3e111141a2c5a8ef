import type { SegmentLine } from '../record/envelope.js';
import { isLive, readLease, type Lease } from './lease.js';

/** The live writer of a recording, if one has its lease. */
export async function liveWriter(folder: string): Promise<Lease | undefined> {
  const lease = await readLease(folder);
  return lease && isLive(lease) ? lease : undefined;
}

/** Whether a segment is a live writer's: a lease names one process, the first of several. */
export function isWrittenBy(lease: Lease | undefined, { pid, host, bootId }: SegmentLine): boolean {
  if (!lease) return false;
  return lease.pid === pid && lease.host === host && lease.bootId === bootId;
}
