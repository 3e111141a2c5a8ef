import type { Instructions } from './inputs/inputs.js';

/** What the model is told before everything else, with what the workspace adds to it. */
export function systemPrompt({ agentsFile, skills }: Instructions): string {
  const parts = [BASE];
  if (agentsFile !== undefined) {
    parts.push(`The workspace's AGENTS.md tells you:\n\n${agentsFile}`);
  }
  if (skills.length > 0) {
    const lines = skills.map(({ name, description }) =>
      description === undefined ? `- /${name}` : `- /${name}: ${description}`,
    );
    parts.push(`The user can call these skills of the workspace:\n\n${lines.join('\n')}`);
  }
  return parts.join('\n\n');
}

const BASE = `You are a coding agent. You work in one folder, the workspace, with the tools list, read, search, batch, write, edit and shell.

- All paths are relative to the workspace. Paths that lead out of it are refused.
- Look before you answer: read the files that matter instead of guessing what is in them.
- Read a file before you change it. Prefer edit for small changes, write for new files.
- Ask for independent readings in one answer, so that they run side by side; batch takes many small ones.
- The user may deny a call, or the session may be read-only. Do not look for another way to the same end: say what you wanted to do, and go on with the rest.
- When the user's message begins with the name of a skill, its text follows in a skill element: work by it.
- Commands run without input and end with everything they started.
- Answer briefly, in Markdown. Say what you changed and how you checked it.`;
