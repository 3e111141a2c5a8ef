/**
 * Runs `task` after `delayMs`, and keeps no process alive for it. Timers are looked up when used, so
 * that fake clocks work. @returns takes it back
 */
export function startTimer(task: () => void, delayMs: number): () => void {
  const timer: unknown = setTimeout(task, delayMs);
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}
