import type { MessageEntry } from '@loop/events';
import type { VNode } from 'preact';
import { CheckIcon, ChevronIcon, CrossIcon, DotIcon } from '../shared/icons.js';
import { CallApproval } from './approvals/call-approval.js';
import { Output } from './output.js';
import type { Call } from './rows.js';
import {
  formatDuration,
  headlineOf,
  isOpen,
  outputOf,
  STATUS_WORDS,
  statusOf,
  type CallStatus,
} from './tool-state.js';

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
  const headline = headlineOf(args) || draft || '';
  const details = detailsOf(args, headline);
  const head = (
    <>
      <StatusMark status={status} />
      <span class="tool-name">{call.toolName}</span>
      <span class="tool-headline" title={headline}>
        <bdi>{headline}</bdi>
      </span>
      <span class="tool-fate">{fateOf(call, status)}</span>
    </>
  );
  return (
    <div class="tool" data-status={status} data-tool-call={call.toolCallId}>
      {details.length === 0 ? (
        <div class="tool-head">{head}</div>
      ) : (
        <details class="tool-details">
          <summary class="tool-head">
            {head}
            <ChevronIcon />
          </summary>
          <Arguments details={details} />
        </details>
      )}
      {call.execution && <CallApproval execution={call.execution} />}
      <Output
        content={outputOf(call)}
        isLive={isOpen(status)}
        label={`Output of ${call.toolName}`}
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

function StatusMark({ status }: { status: CallStatus }): VNode {
  const mark =
    status === 'complete' ? <CheckIcon /> : status === 'error' ? <CrossIcon /> : <DotIcon />;
  return <span class="tool-mark">{mark}</span>;
}

/** How it ended, or how it stands; for one that went well its duration says enough to the eye. */
function fateOf({ execution }: Call, status: CallStatus): VNode {
  const duration = execution?.durationMs;
  const words = STATUS_WORDS[status];
  const time = duration === undefined ? undefined : formatDuration(duration);
  if (status !== 'complete') return <span>{time ? `${words} · ${time}` : words}</span>;
  return (
    <span>
      <span class="visually-hidden">{words} </span>
      {time}
    </span>
  );
}

/** The arguments one by one, where the headline does not say them all. */
function detailsOf(args: unknown, headline: string): [name: string, value: string][] {
  if (typeof args !== 'object' || args === null || headline === JSON.stringify(args)) return [];
  const details = Object.entries(args).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return details.length === 1 && details[0]?.[1] === headline ? [] : details;
}

function Arguments({ details }: { details: [name: string, value: string][] }): VNode {
  return (
    <dl class="tool-arguments">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
