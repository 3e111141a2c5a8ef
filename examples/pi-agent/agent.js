// A pi agent whose events feed a session, and whose tool asks before it runs.
// Run it with a server and a client, and see what holds: node examples/pi-agent/main.js
import { Agent } from '@earendil-works/pi-agent-core';
import { Type } from '@earendil-works/pi-ai';
import { attachAgent } from '@loop/pi';

/**
 * @import { AgentTool } from '@earendil-works/pi-agent-core'
 * @import { Model } from '@earendil-works/pi-ai'
 * @import { SessionEvents } from '@loop/events'
 */

/**
 * @param {SessionEvents} session
 * @param {Model<string>} model
 * @param {(path: string) => string} readFile
 */
export function createAgent(session, model, readFile) {
  const agent = new Agent({
    initialState: { systemPrompt: 'You look things up.', model, tools: [readTool(readFile)] },
  });
  const attachment = attachAgent(agent, session, {
    approve({ args }) {
      const { path } = /** @type {{ path: string }} */ (args);
      if (!path.startsWith('private/')) return 'allow';
      return { kind: 'tool', title: 'Read a private file', detail: path, key: `read ${path}` };
    },
  });
  return { prompt, detach: attachment };

  /** Resolves when the run is settled. @param {{ requestId: string, runId: string, text: string }} request */
  function prompt({ text, ...request }) {
    return attachment.run(request, () => agent.prompt(text));
  }
}

/**
 * @param {(path: string) => string} readFile
 * @returns {AgentTool}
 */
function readTool(readFile) {
  return {
    name: 'read',
    label: 'Read',
    description: 'Reads a file.',
    parameters: Type.Object({ path: Type.String() }),
    async execute(_toolCallId, args) {
      const { path } = /** @type {{ path: string }} */ (args);
      return { content: [{ type: 'text', text: readFile(path) }], details: {} };
    },
  };
}
