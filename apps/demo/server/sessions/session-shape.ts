import {
  flag,
  given,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  tagged,
  text,
  textOr,
  time,
} from '../storage/shape.js';

// What the server, the fold and the page take for granted of a session's file, and no more: what
// agents are free to put there (arguments, results, details, roles and blocks of their own) is
// whatever it is.

const textOrImage = listOf(
  tagged('type', { text: { text }, image: { data: text, mimeType: text } }),
);

/** A text that is none is shown as one message that cannot be, and no model is sent it. */
const answerBlocks = listOf(
  tagged('type', {
    text: { text: given },
    thinking: { thinking: given },
    toolCall: { id: text, name: text, arguments: given },
  }),
);

const summary = { summary: text, tokensBefore: optional(number), timestamp: optional(time) };

const message = tagged('role', {
  user: { content: textOr(textOrImage), timestamp: optional(time) },
  assistant: {
    content: answerBlocks,
    usage: optional(object({})),
    stopReason: optional(text),
    errorMessage: optional(text),
    timestamp: optional(time),
  },
  toolResult: {
    toolCallId: text,
    toolName: text,
    content: textOrImage,
    isError: flag,
    timestamp: optional(time),
  },
  compactionSummary: { ...summary, keptMessages: optional(number) },
  branchSummary: summary,
  custom: { customType: text, content: textOr(textOrImage) },
});

const entry = object({
  message,
  status: oneOf('streaming', 'complete', 'interrupted'),
  runId: nullable(text),
  partialArguments: optional(object({})),
});

const tool = object({
  toolCallId: text,
  toolName: text,
  messageIndex: nullable(number),
  placeIndex: optional(number),
  status: oneOf('running', 'awaiting-approval', 'complete', 'error', 'interrupted'),
  resultMessageIndex: optional(number),
  parentToolCallId: optional(text),
  durationMs: optional(number),
});

const timing = object({
  timingId: text,
  requestId: optional(text),
  runId: optional(text),
  messageIndex: optional(number),
  placeIndex: optional(number),
  phase: text,
  queuedAt: optional(time),
  startedAt: optional(time),
  firstOutputAt: optional(time),
  durationMs: optional(number),
});

const queued = object({
  inputId: text,
  requestId: optional(text),
  mode: oneOf('steer', 'follow-up'),
  text,
});

const state = object({
  run: optional(object({ status: text })),
  title: optional(object({ title: nullable(text), status: text })),
  queue: listOf(queued),
  timings: listOf(timing),
  lastApproval: optional(object({ outcome: text, by: text, waitedMs: number })),
  contextBudget: optional(
    object({
      tokens: nullable(number),
      contextWindow: number,
      percent: nullable(number),
      thresholdTokens: optional(number),
    }),
  ),
  skills: optional(listOf(object({ name: text, revision: text }))),
});

/** A session's file, of version 1. */
export const sessionShape = object({
  version: oneOf(1),
  id: text,
  workspaceId: text,
  workspacePath: text,
  title: nullable(text),
  createdAt: time,
  updatedAt: time,
  settledRuns: optional(number),
  readRuns: optional(number),
  prompts: listOf(object({ requestId: text, runId: text, inputId: optional(text) })),
  saved: object({
    version: oneOf(1),
    messages: listOf(entry),
    tools: listOf(tool),
    state,
  }),
});
