import type { VNode } from 'preact';
import { CodeText } from '../code/code-text.js';

interface DiffTextProps {
  /** Unified, without file names. */
  text: string;
  /** Of the file, where it is known. */
  language?: string | undefined;
  label: string;
}

/** A unified diff, line by line. */
export function DiffText({ text, language, label }: DiffTextProps): VNode {
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label={label}>
      {text.split('\n').map((line, position) => (
        <DiffLine key={position} line={line} language={language} />
      ))}
    </pre>
  );
}

function DiffLine({ line, language }: { line: string; language: string | undefined }): VNode {
  const kind = KINDS[line.charAt(0)];
  return (
    <span class="diff-line" data-kind={kind}>
      {kind === 'place' ? (
        line
      ) : (
        <>
          {line.charAt(0)}
          <CodeText code={line.slice(1)} language={language} />
        </>
      )}
      {'\n'}
    </span>
  );
}

const KINDS: Record<string, string | undefined> = { '@': 'place', '+': 'added', '-': 'removed' };
