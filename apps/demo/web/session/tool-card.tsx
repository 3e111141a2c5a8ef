import type { MessageEntry } from '@loop/events';
import type { VNode } from 'preact';
import { languageOfPath } from '../code/language.js';
import { visible } from '../shared/visible.js';
import { CallApproval } from './approvals/call-approval.js';
import { DiffText } from './diff-text.js';
import { Output } from './output.js';
import type { Call } from './rows.js';
import { ToolArguments } from './tool-arguments.js';
import { ToolFate } from './tool-fate.js';
import { ToolMark } from './tool-mark.js';
import { headlineOf, isOpen, outputOf, statusOf } from './tool-state.js';
import { useWork } from './tool-work.js';

interface ToolCardProps {
  call: Call;
  /** The message that holds the call, where one is known. */
  entry?: MessageEntry;
  /** As the model gave them; while it writes, as far as it has come. */
  args: unknown;
  /** The raw text of arguments that are still being written. */
  draft?: string | undefined;
}

/** One call: what it does, how it stands, what it has shown. */
export function ToolCard({ call, entry, args, draft }: ToolCardProps): VNode {
  const status = statusOf(call, entry);
  const { change, content, details } = useWork(call.toolName, args, status);
  const headline = visible(headlineOf(args) || draft || '');
  const head = (
    <>
      <ToolMark status={status} />
      <span class="tool-name">
        <bdi>{visible(call.toolName)}</bdi>
      </span>
      <span class="tool-headline" title={headline}>
        <bdi>{headline}</bdi>
      </span>
      <ToolFate call={call} status={status} change={change} />
    </>
  );
  return (
    <div class="tool" data-status={status} data-tool-call={call.toolCallId}>
      <ToolArguments head={head} details={details} />
      {call.execution && <CallApproval execution={call.execution} />}
      {change && (
        <DiffText
          text={change.text}
          language={languageOfPath(Reflect.get(Object(args), 'path'))}
          label={`Change made by ${call.toolName}`}
        />
      )}
      {content && (
        <Output
          content={content}
          isLive={status === 'preparing'}
          label={`Content for ${call.toolName}`}
          language={languageOfPath(Reflect.get(Object(args), 'path'))}
        />
      )}
      <Output
        content={outputOf(call)}
        isLive={isOpen(status)}
        label={`Output of ${call.toolName}`}
        language={call.toolName === 'read' ? languageOfPath(headlineOf(args)) : undefined}
      />
      {call.nested.length > 0 && (
        <div class="tool-nested" role="group" aria-label={`Calls made by ${call.toolName}`}>
          {call.nested.map((nested) => (
            <ToolCard key={nested.toolCallId} call={nested} args={nested.execution?.args} />
          ))}
        </div>
      )}
    </div>
  );
}
