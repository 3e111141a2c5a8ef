import type { AgentMessage } from '@earendil-works/pi-agent-core';
import type { Message, UserMessage } from '@earendil-works/pi-ai';
import type { ModelInputProjection } from '../observer.js';
import { inputText, type Instructions } from './inputs.js';
import { calledName, type Skill } from './skills.js';

/** What a model is sent, and where it comes from. */
export interface ModelInput extends ModelInputProjection {
  sent: Message[];
}

/**
 * What of the agent's messages the model is sent. The session keeps what people typed; a skill that
 * they call stands beside it only here, as it is now.
 */
export function modelInput(
  messages: readonly AgentMessage[],
  { skills, agentsFile }: Instructions,
): ModelInput {
  const sent: Message[] = [];
  const pieces: ModelInput['messages'] = [
    { role: 'system', origin: 'system' },
    ...(agentsFile === undefined ? [] : [{ role: 'system', origin: 'agents-file' } as const]),
    ...(skills.length === 0 ? [] : [{ role: 'system', origin: 'skill' } as const]),
  ];
  const input = messages.map(({ role }) => role).lastIndexOf('user');
  messages.forEach((message, position) => {
    switch (message.role) {
      case 'compactionSummary':
        sent.push(userText(SUMMARY_HEAD + message.summary, message));
        pieces.push({ role: 'user', origin: 'summary' });
        return;
      case 'user': {
        const skill = skillCalled(message, skills);
        sent.push(skill ? withSkill(message, skill) : message);
        pieces.push({ role: 'user', origin: position === input ? 'input' : 'history' });
        if (skill) pieces.push({ role: 'user', origin: 'skill' });
        return;
      }
      case 'assistant':
      case 'toolResult':
        sent.push(message);
        pieces.push({ role: message.role, origin: 'history' });
        return;
      default:
      // No agent of ours makes any of these.
    }
  });
  return { sent, messages: pieces };
}

const SUMMARY_HEAD = 'What was said and done before:\n\n';

/** The summary that a message stands for, if it does. */
export function summaryIn(message: Message | undefined): string | undefined {
  if (message?.role !== 'user') return undefined;
  const text = inputText(message.content);
  return text.startsWith(SUMMARY_HEAD) ? text.slice(SUMMARY_HEAD.length) : undefined;
}

/** What somebody typed, and the skill that {@link modelInput} has put beside it. */
export function typedAndSkill(text: string): {
  typed: string;
  skill?: Pick<Skill, 'name' | 'text'>;
} {
  const [whole, name, content] = /\n?<skill name="([^"]*)">\n([^]*)\n<\/skill>$/.exec(text) ?? [];
  if (whole === undefined || name === undefined || content === undefined) return { typed: text };
  return { typed: text.slice(0, -whole.length), skill: { name, text: content } };
}

function skillCalled({ content }: UserMessage, skills: readonly Skill[]): Skill | undefined {
  const name = calledName(inputText(content));
  return skills.find((skill) => skill.name === name);
}

function withSkill(message: UserMessage, { name, text }: Skill): UserMessage {
  const typed =
    typeof message.content === 'string'
      ? [{ type: 'text' as const, text: message.content }]
      : message.content;
  const added = `<skill name="${name}">\n${text}\n</skill>`;
  return { ...message, content: [...typed, { type: 'text', text: added }] };
}

function userText(text: string, { timestamp }: { timestamp: number }): UserMessage {
  return { role: 'user', content: [{ type: 'text', text }], timestamp };
}
