import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { findInWorkspace } from '../workspace-path.js';
import { MAX_RESULT_CHARS, textResult, type ToolDetails } from './result.js';
import { linesOf, readTextFile } from './text-file.js';

const DEFAULT_LINES = 500;

const parameters = Type.Object({
  path: Type.String({ description: 'File, relative to the workspace' }),
  offset: Type.Optional(
    Type.Integer({ minimum: 1, description: 'First line to read. Default: 1' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: `Lines to read. Default: ${DEFAULT_LINES}` }),
  ),
});

/** Reads a text file of the workspace at `root`, or some of its lines. */
export function createReadTool(root: string): AgentTool<typeof parameters, ToolDetails> {
  return {
    name: 'read',
    label: 'Read a file',
    description: `Read a text file. Long files come in parts: go on with offset. At most ${MAX_RESULT_CHARS} characters at once.`,
    parameters,
    async execute(_toolCallId, { path, offset = 1, limit = DEFAULT_LINES }) {
      const file = await findInWorkspace(root, path);
      const lines = linesOf(await readTextFile(file));
      if (offset > Math.max(1, lines.length)) {
        throw new Error(
          `"${file.relative}" has ${lines.length} lines; offset ${offset} lies behind its end.`,
        );
      }
      const part = fitting(lines.slice(offset - 1, offset - 1 + limit));
      const last = offset - 1 + part.count;
      const more = last < lines.length;
      return textResult(
        more ? `${part.text}\n… go on with offset ${last + 1}` : part.text || '(empty file)',
        {
          path: file.relative,
          firstLine: offset,
          lastLine: last,
          totalLines: lines.length,
          ...((more || part.cut) && { truncated: true as const }),
        },
      );
    },
  };
}

/** As many of the lines as a result holds: at least one, cut where it alone is too long. */
function fitting(lines: string[]): { text: string; count: number; cut: boolean } {
  let chars = 0;
  let count = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > MAX_RESULT_CHARS && count > 0) break;
    count++;
  }
  const text = lines.slice(0, count).join('\n');
  if (text.length <= MAX_RESULT_CHARS) return { text, count, cut: false };
  return { text: `${text.slice(0, MAX_RESULT_CHARS)} … (line cut)`, count, cut: true };
}
