import { useRef, useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/ask.js';
import { decide, type Decision } from '../../api/commands.js';

/** How answering a request stands. */
export interface DecisionState {
  /** An answer is on its way or has arrived: another one would come too late. */
  isAnswered: boolean;
  /** What there is to know about it. */
  remark: string | undefined;
  answer: (decision: Decision) => void;
}

/** Answers a request, once. What comes of it is shown when the stream says so. */
export function useDecision(sessionId: string, approvalId: string): DecisionState {
  const [remark, setRemark] = useState<string>();
  const [isAnswered, setAnswered] = useState(false);
  // Two key presses may come before a render.
  const isUnderway = useRef(false);

  async function answer(decision: Decision): Promise<void> {
    if (isUnderway.current) return;
    isUnderway.current = true;
    setAnswered(true);
    setRemark(undefined);
    try {
      await decide(sessionId, approvalId, decision);
    } catch (error) {
      const { status, message } = error as ApiProblem;
      // Somebody was faster, or the request ended with its run: the stream is about to say so.
      if (status === 409 || status === 404) return setRemark('Already answered.');
      isUnderway.current = false;
      setAnswered(false);
      setRemark(`Not sent. ${message}`);
    }
  }

  return { isAnswered, remark, answer: (decision) => void answer(decision) };
}
