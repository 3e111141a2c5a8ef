/**
 * The messages of a session, as pi agents write them. No message has an id of its own: on the
 * wire a message is known by its absolute index.
 *
 * Hosts may use roles that are not named here. They travel and fold like any other message; only
 * `user` (starts a round), `assistant` (can be open) and `toolResult` (completes a tool) mean
 * something to the fold.
 */
export type Message =
  | UserMessage
  | AssistantMessage
  | ToolResultMessage
  | SystemMessage
  | BashExecutionMessage
  | CustomMessage
  | SummaryMessage;

/** A piece of plain text. */
export interface TextContent {
  type: 'text';
  text: string;
  textSignature?: string;
}

/** What a model thought before it answered. `redacted` thinking carries no readable text. */
export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}

/** An image; `data` is base64. */
export interface ImageContent {
  type: 'image';
  data: string;
  mimeType: string;
}

/** A tool that the model asks for. While it streams, `arguments` may be incomplete. */
export interface ToolCall {
  type: 'toolCall';
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** One block of an assistant's message. */
export type AssistantContent = TextContent | ThinkingContent | ToolCall;

/** What a person sent: a prompt, a steering text or a follow-up. Starts a round. */
export interface UserMessage {
  role: 'user';
  content: string | (TextContent | ImageContent)[];
  /** Epoch milliseconds. */
  timestamp?: number;
}

/** What a model answered. Fields that providers add are kept as they come. */
export interface AssistantMessage {
  role: 'assistant';
  content: AssistantContent[];
  provider?: string;
  model?: string;
  usage?: unknown;
  /**
   * How the answer ended. Not a sign of completeness: older agents set it while the message still
   * streams. {@link MessageEntry.status} says whether a message is open.
   */
  stopReason?: string;
  errorMessage?: string;
  timestamp?: number;
  durationMs?: number;
}

/** What a tool gave back for the call `toolCallId`. */
export interface ToolResultMessage {
  role: 'toolResult';
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: unknown;
  isError: boolean;
  timestamp?: number;
  durationMs?: number;
}

/** Instructions to the model; may appear in mid-session when the tool set changes. */
export interface SystemMessage {
  role: 'system';
  content: string;
  timestamp?: number;
}

/** A shell command that a person ran beside the agent. */
export interface BashExecutionMessage {
  role: 'bashExecution';
  command: string;
  output: string;
  exitCode?: number;
  cancelled?: boolean;
  truncated?: boolean;
  timestamp?: number;
}

/** An entry that an extension of the agent wrote. */
export interface CustomMessage {
  role: 'custom';
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display?: boolean;
  details?: unknown;
  timestamp?: number;
}

/** Stands for what the model no longer sees after a compaction or a change of branch. */
export interface SummaryMessage {
  role: 'compactionSummary' | 'branchSummary';
  summary: string;
  tokensBefore?: number;
  fromId?: string;
  timestamp?: number;
}
