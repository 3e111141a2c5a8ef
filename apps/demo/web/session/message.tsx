import type { AssistantContent, PromptTiming, UserMessage } from '@loop/events';
import type { VNode } from 'preact';
import { BoundedText } from '../code/bounded-text.js';
import { Markdown } from '../markdown/markdown.js';
import { memo } from '../shared/memo.js';
import { Aside } from './aside.js';
import { contentOf } from './content.js';
import { FailedCompaction, isFailedCompaction } from './failed-compaction.js';
import { Output } from './output.js';
import { Remarks } from './remarks.js';
import type { Call, Row } from './rows.js';
import { Summary } from './summary.js';
import { Thinking } from './thinking.js';
import { Timing } from './timing.js';
import { ToolCard } from './tool-card.js';

/** A message at its place. A row that stays the same is not looked at again. */
export const MessageRow = memo(({ row }: { row: Row }): VNode => {
  const { entry, strays } = row;
  return (
    <div
      class="message"
      data-role={entry.message.role}
      data-status={entry.status}
      data-superseded={entry.superseded}
      data-message-index={entry.messageIndex}
    >
      <Strays calls={strays} />
      <Body row={row} />
      <Remarks entry={entry} />
    </div>
  );
});

/** Calls that belong to no message that is known. */
export function Strays({ calls }: { calls: readonly Call[] }): VNode {
  return (
    <>
      {calls.map((call) => (
        <ToolCard key={call.toolCallId} call={call} args={call.execution?.args} />
      ))}
    </>
  );
}

function Body({ row }: { row: Row }): VNode {
  const { message } = row.entry;
  switch (message.role) {
    case 'user':
      return <UserText message={message} timing={row.timing} />;
    case 'assistant':
      return (
        <>
          {message.content.map((block, position) => (
            <AssistantBlock key={position} block={block} position={position} row={row} />
          ))}
        </>
      );
    case 'compactionSummary':
    case 'branchSummary':
      return <Summary message={message} />;
    case 'bashExecution':
      return (
        <Aside title={`$ ${message.command}`}>
          <Output content={contentOf(message.output)} isLive={false} label="Output" />
        </Aside>
      );
    default:
      if (isFailedCompaction(message)) return <FailedCompaction note={message} />;
      // System messages, results without a call, and roles that hosts have added.
      return (
        <Aside
          title={message.role === 'toolResult' ? `Result of ${message.toolName}` : message.role}
        >
          <Output content={contentOf(message)} isLive={false} label="Content" />
        </Aside>
      );
  }
}

interface UserTextProps {
  message: UserMessage;
  timing: PromptTiming | undefined;
}

function UserText({ message, timing }: UserTextProps): VNode {
  const { text, images } = contentOf(message.content);
  return (
    <>
      <div class="user-text" dir="auto">
        <span class="visually-hidden">You: </span>
        <BoundedText text={text} />
        {images.map((source) => (
          <img key={source} class="picture" src={source} alt="Picture that you sent" />
        ))}
      </div>
      {timing && <Timing timing={timing} />}
    </>
  );
}

interface BlockProps {
  block: AssistantContent;
  position: number;
  row: Row;
}

function AssistantBlock({ block, position, row }: BlockProps): VNode | null {
  const { entry, calls } = row;
  const isLast =
    entry.message.role === 'assistant' && position === entry.message.content.length - 1;
  const isLive = entry.status === 'streaming' && isLast;
  switch (block.type) {
    case 'text':
      return <Markdown text={block.text} isLive={isLive} />;
    case 'thinking':
      if (block.redacted || block.thinking === '') return null;
      return <Thinking text={block.thinking} isLive={isLive} />;
    case 'toolCall': {
      const call = calls.get(block.id) ?? {
        toolCallId: block.id,
        toolName: block.name,
        nested: [],
      };
      const draft = entry.partialArguments?.[position];
      return <ToolCard call={call} entry={entry} args={block.arguments} draft={draft} />;
    }
  }
}
