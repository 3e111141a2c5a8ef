import type { AgentToolResult } from '@earendil-works/pi-agent-core';
import { withoutMachinePath } from '../workspace-path.js';

/** What a tool gives back beside its text: for pages, not for the model. */
export interface ToolDetails {
  /** Marks the result as an error although the tool has details to show. */
  failed?: true;
  /** The text was cut to its limit. */
  truncated?: true;
  [field: string]: unknown;
}

/** Characters of text that any one tool result holds. Keeps a model's context and a page usable. */
export const MAX_RESULT_CHARS = 32_000;

/** A result of one text. */
export function textResult(text: string, details: ToolDetails = {}): AgentToolResult<ToolDetails> {
  return { content: [{ type: 'text', text }], details };
}

/** Names `path` in what the file system complains about, instead of the machine's absolute path. */
export async function onPath<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw withoutMachinePath(error, path);
  }
}
