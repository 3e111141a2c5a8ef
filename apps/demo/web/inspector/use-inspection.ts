import { useEffect, useState } from 'preact/hooks';
import { coalesce } from '../shared/coalesce.js';
import type { Inspection } from '../../wire/inspection.js';
import { inspect } from './inspect-api.js';

const EVERY_MS = 2_000;
const LEAST_GAP_MS = 250;

/**
 * The server's side of a session's stream: looked at every now and then, and at once when `since`
 * is another one. `undefined` until the server has answered; what it said last stays.
 */
export function useInspection(sessionId: string, since: unknown): Inspection | undefined {
  const [inspection, setInspection] = useState<Inspection>();
  const [look] = useState(() =>
    // The connection beside it says what is wrong when there is no answer.
    coalesce(async () => setInspection(await inspect(sessionId)), LEAST_GAP_MS),
  );
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') look();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      look.cancel();
    };
  }, [look]);
  useEffect(look, [look, since]);
  return inspection;
}
