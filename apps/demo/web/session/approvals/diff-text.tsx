import type { VNode } from 'preact';

/** A unified diff, line by line. */
export function DiffText({ text }: { text: string }): VNode {
  return (
    <pre class="approval-text diff" tabIndex={0} role="group" aria-label="Changes">
      {text.split('\n').map((line, position) => (
        <span key={position} class="diff-line" data-kind={kindOf(line)}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string | undefined {
  if (line.startsWith('@@')) return 'place';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : undefined;
}
