/** How a scripted model answers. */
export type Manner = 'thorough' | 'brisk';

/** Milliseconds between pieces, where the thorough manner takes `paceMs`. */
export function paceIn(manner: Manner, paceMs: number): number {
  return manner === 'brisk' ? paceMs / 3 : paceMs;
}

/** Characters that a brisk answer is content with. */
const BRIEF_CHARS = 280;

/**
 * The beginning of a long text: whole blocks of Markdown, at least one. A block that only announces
 * the next one goes with it.
 */
export function briefly(text: string): string {
  const blocks = blocksOf(text);
  const kept: string[] = [];
  let chars = 0;
  for (const block of blocks) {
    if (kept.length > 0 && chars + block.length > BRIEF_CHARS) break;
    kept.push(block);
    chars += block.length;
  }
  while (kept.length > 1 && isAnnouncement(kept.at(-1) ?? '')) kept.pop();
  return kept.length === blocks.length ? text : kept.join('\n\n');
}

/** Parts between blank lines; a fence is one part, whatever blank lines it holds. */
function blocksOf(text: string): string[] {
  const parts = text.trim().split('\n\n');
  const blocks: string[] = [];
  let isOpen = false;
  for (const part of parts) {
    if (isOpen) blocks.push(`${blocks.pop() ?? ''}\n\n${part}`);
    else blocks.push(part);
    const fences = part.match(/^```/gm)?.length ?? 0;
    if (fences % 2 === 1) isOpen = !isOpen;
  }
  return blocks;
}

function isAnnouncement(block: string): boolean {
  return block.endsWith(':') || /^#{1,6} [^\n]*$/.test(block);
}
