import { useEffect, useRef, useState } from 'preact/hooks';
import type { Trace, TraceOperation } from '../../../wire/trace.js';
import { coalesce } from '../../shared/coalesce.js';
import { readTrace } from './trace-api.js';

const EVERY_MS = 2_000;
const LEAST_GAP_MS = 1_000;

/** A recording as it was read last; what it said stays while nothing new comes. */
export interface ReadTrace {
  trace?: Trace;
  /** Why there is nothing newer. */
  problem?: string;
}

/** What {@link useTrace} takes. */
export interface UseTraceOptions {
  sessionId: string;
  runs: number;
  /** It is read at once when this is another one. */
  since: string;
  /** Something runs: it is read again and again. */
  isActive: boolean;
}

/** A session's recording: read anew while something happens, and while somebody looks. */
export function useTrace({ sessionId, runs, since, isActive }: UseTraceOptions): ReadTrace {
  const [read, setRead] = useState<ReadTrace>({});
  const wanted = useRef(runs);
  wanted.current = runs;
  const [look] = useState(() =>
    coalesce(async () => {
      try {
        setRead({ trace: await readTrace(sessionId, wanted.current) });
      } catch (error) {
        const { message } = error as Error;
        setRead((before) => ({ ...before, problem: message }));
      }
    }, LEAST_GAP_MS),
  );
  useEffect(look, [look, since, runs]);
  // A save or a title may end after its run; a server that is away may come back.
  const { trace, problem } = read;
  const isMoving = isActive || problem !== undefined || (trace?.operations.some(isOpen) ?? false);
  useEffect(() => {
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    const timer = isMoving ? setInterval(lookIfSeen, EVERY_MS) : undefined;
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [look, isMoving]);
  useEffect(() => () => look.cancel(), [look]);
  return read;
}

function isOpen({ missing, children }: TraceOperation): boolean {
  return missing === 'open' || children.some(isOpen);
}
