import type { ApprovalRequest } from '@loop/events';
import type { VNode } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Decision } from '../../api/commands.js';
import { ApprovalDetail, sessionScopeOf } from './approval-detail.js';
import { focusAfterAnswer } from './approval-focus.js';
import { ApprovalsContext } from './approvals-context.js';
import { useDecision } from './use-decision.js';

interface ApprovalCardProps {
  sessionId: string;
  request: ApprovalRequest;
}

const ANSWERS: { label: string; key: string; decision: Decision }[] = [
  { label: 'Allow once', key: 'A', decision: { decision: 'allow', scope: 'once' } },
  { label: 'Allow for this session', key: 'S', decision: { decision: 'allow', scope: 'session' } },
  { label: 'Deny', key: 'D', decision: { decision: 'deny' } },
];

/** A request that waits: what exactly will happen, and the ways to answer. */
export function ApprovalCard({ sessionId, request }: ApprovalCardProps): VNode {
  const { approvalId, title, reason } = request;
  const { isAnswered, remark, answer } = useDecision(sessionId, approvalId);
  const [note, setNote] = useState('');
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const scope = sessionScopeOf(request);

  useLayoutEffect(() => {
    const { current } = card;
    return () => {
      // It goes away when anybody has answered; whoever was in it goes on with what is next.
      if (current?.contains(document.activeElement)) focusAfterAnswer();
    };
  }, []);

  function send(decision: Decision): void {
    const said = note.trim();
    answer(decision.decision === 'deny' && said !== '' ? { ...decision, note: said } : decision);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, altKey, metaKey, repeat, target } = event;
    if (ctrlKey || altKey || metaKey || repeat || target instanceof HTMLInputElement) return;
    const chosen = ANSWERS.find((one) => one.key === key.toUpperCase());
    if (!chosen) return;
    event.preventDefault();
    send(chosen.decision);
  }

  return (
    <div
      class="approval"
      ref={card}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-detail`}
      data-approval={approvalId}
      onKeyDown={onKeyDown}
    >
      <p class="approval-title" id={`${id}-title`}>
        <span class="visually-hidden">Approve? </span>
        <bdi>{title}</bdi>
        <Position approvalId={approvalId} />
      </p>
      {reason && <p class="approval-reason">{reason}</p>}
      <div id={`${id}-detail`}>
        <ApprovalDetail request={request} />
      </div>
      <div class="approval-answers" aria-busy={isAnswered}>
        {ANSWERS.map(({ label, key, decision }) => (
          // Never disabled: that would take the focus away. A second answer is not sent.
          <button key={key} type="button" aria-keyshortcuts={key} onClick={() => send(decision)}>
            {label} <kbd aria-hidden="true">{key}</kbd>
          </button>
        ))}
        <p class="approval-remark" role="status">
          {remark}
        </p>
      </div>
      {scope && <p class="approval-scope">For this session means: {scope}.</p>}
      <form
        class="approval-note"
        onSubmit={(event) => {
          event.preventDefault();
          send({ decision: 'deny' });
        }}
      >
        <input
          value={note}
          maxLength={1_000}
          aria-label="Deny with a note to the agent"
          placeholder="Deny with a note: what it should do instead"
          autocomplete="off"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </form>
    </div>
  );
}

/** Which one of several it is. */
function Position({ approvalId }: { approvalId: string }): VNode | null {
  const { pending } = useContext(ApprovalsContext);
  const position = pending.findIndex((request) => request.approvalId === approvalId);
  if (pending.length < 2 || position === -1) return null;
  return (
    <span class="tag">
      {position + 1} of {pending.length}
    </span>
  );
}
