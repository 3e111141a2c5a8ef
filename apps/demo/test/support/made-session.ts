import {
  SessionEvents,
  type AssistantContent,
  type Message,
  type SessionEvent,
} from '@loop/events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSessionFile } from '../../server/sessions/session-file.js';

/** What happened in a session, in short. */
export type Told = readonly SessionEvent[];

/** A whole message. */
export function message(whole: Message): Told {
  return [
    { type: 'message_start', message: whole },
    { type: 'message_end', message: whole },
  ];
}

/** What a person says. */
export function said(text: string): Told {
  return message({ role: 'user', content: text });
}

/** What the model answers. */
export function answered(...content: (AssistantContent | string)[]): Told {
  const blocks = content.map((block) =>
    typeof block === 'string' ? { type: 'text' as const, text: block } : block,
  );
  return message({ role: 'assistant', content: blocks, stopReason: 'stop' });
}

/** A tool that ran. */
export interface MadeCall {
  id: string;
  name: string;
  args: Record<string, unknown>;
  text: string;
  isError?: boolean;
  /** What it did in between. */
  within?: Told;
}

/** An answer that calls tools, and what they gave back. */
export function called(...calls: MadeCall[]): Told {
  const asked = calls.map(({ id, name, args }) => ({
    ...{ type: 'toolCall' as const, id, name, arguments: args },
  }));
  return [...answered(...asked), ...calls.flatMap(ran)];
}

function ran({ id, name, args, text, isError = false, within = [] }: MadeCall): Told {
  const call = { toolCallId: id, toolName: name };
  const content = [{ type: 'text' as const, text }];
  return [
    { type: 'tool_execution_start', ...call, args },
    ...within,
    { type: 'tool_execution_end', ...call, result: { content }, isError, durationMs: 40 },
    ...message({ role: 'toolResult', ...call, content, isError }),
  ];
}

/** Writes a session's file, for a server that is started on this data folder later. */
export async function writeSession(
  dataFolder: string,
  id: string,
  workspace: { id: string; path: string },
  told: Told,
): Promise<void> {
  const events = new SessionEvents({ sessionId: id });
  for (const event of told) events.publish(event);
  const file = { ...newSessionFile(workspace), id, title: id, saved: events.save() };
  const folder = join(dataFolder, 'sessions');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.json`), JSON.stringify(file));
}
