import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { SkillRevision } from '@loop/events';
import { readTextFile } from '../tools/text-file.js';
import { findInWorkspace } from '../workspace-path.js';

/** Where a workspace keeps its skills: a file each, or a folder with a `SKILL.md`. */
const FOLDER = '.loop/skills';
const MAX_SKILLS = 50;
/** A skill goes into the model's context whole. */
const MAX_BYTES = 32 * 1024;

/** Instructions for a kind of task, which a person calls with `/name`. */
export interface Skill {
  name: string;
  description?: string;
  /** Without its front matter. */
  text: string;
  /** A hash of the file. */
  revision: string;
  /** From the workspace's root. */
  location: string;
}

/** What was found, and what is wrong with the rest. */
export interface FoundSkills {
  skills: Skill[];
  /** By name: why it cannot be used. */
  problems: ReadonlyMap<string, string>;
}

/** Reads the skills of a workspace, in name order. A file that cannot be used is a problem. */
export async function readSkills(workspace: string): Promise<FoundSkills> {
  const skills: Skill[] = [];
  const problems = new Map<string, string>();
  for (const { name, location } of await placesIn(workspace)) {
    try {
      const skill = await readSkill(workspace, name, location);
      if (!skills.some((other) => other.name === skill.name)) skills.push(skill);
    } catch (error) {
      problems.set(name, (error as Error).message);
    }
  }
  return { skills, problems };
}

/** A skill as the session names it. */
export function revisionOf({ name, revision, description, location }: Skill): SkillRevision {
  return {
    ...{ name, revision, source: 'project', location },
    ...(description !== undefined && { description }),
  };
}

/** What a text calls with its first word, such as `review` in "/review src". */
export function calledName(text: string): string | undefined {
  return /^\/([\w-]+)(?=\s|$)/.exec(text)?.[1];
}

async function placesIn(workspace: string): Promise<{ name: string; location: string }[]> {
  const entries = await findInWorkspace(workspace, FOLDER)
    .then(({ absolute }) => readdir(absolute, { withFileTypes: true }))
    // Most workspaces have none.
    .catch(() => []);
  return entries
    .map(({ name }) => name)
    .sort()
    .slice(0, MAX_SKILLS)
    .map((entry) =>
      entry.endsWith('.md')
        ? { name: entry.slice(0, -'.md'.length), location: `${FOLDER}/${entry}` }
        : { name: entry, location: `${FOLDER}/${entry}/SKILL.md` },
    );
}

async function readSkill(workspace: string, name: string, location: string): Promise<Skill> {
  const content = await readTextFile(await findInWorkspace(workspace, location), MAX_BYTES);
  const { fields, text } = partsOf(content);
  const { name: given = '', description } = fields;
  return {
    name: calledName(`/${given}`) === given && given !== '' ? given : name,
    ...(description && { description }),
    text,
    revision: createHash('sha256').update(content).digest('hex').slice(0, 12),
    location,
  };
}

/** Front matter is lines of `key: value` between two lines of `---`; no more of YAML is understood. */
function partsOf(content: string): { fields: Record<string, string>; text: string } {
  const [whole, matter] = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/.exec(content) ?? [];
  if (whole === undefined || matter === undefined) return { fields: {}, text: content.trim() };
  const pairs = matter.split(/\r?\n/).flatMap((line) => {
    const [, key, value] = /^([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    return key && value ? [[key, value.replace(/^(["'])(.*)\1$/, '$2')] as const] : [];
  });
  return { fields: Object.fromEntries(pairs), text: content.slice(whole.length).trim() };
}
