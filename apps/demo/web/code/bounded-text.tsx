import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { CodeText } from './code-text.js';

/** More than this, in characters, is shown when somebody asks for it. */
const MAX_CHARS = 40_000;
/** A piece of a long text, in characters: what is not in sight is not laid out. */
const PIECE_CHARS = 8_000;

interface BoundedTextProps {
  text: string;
  /** Of code, where it is known. */
  language?: string | undefined;
}

/** A text of any length: of a long one the beginning and the end, until somebody wants all. */
export function BoundedText({ text, language }: BoundedTextProps): VNode {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= MAX_CHARS) return <CodeText code={text} language={language} />;
  if (isWhole) return <Pieces text={text} />;
  const left = text.length - MAX_CHARS;
  return (
    <>
      {text.slice(0, MAX_CHARS / 2)}
      <span class="text-gap">
        {left.toLocaleString('en')} characters are not shown here{' '}
        <button type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
      </span>
      {text.slice(-MAX_CHARS / 2)}
    </>
  );
}

function Pieces({ text }: { text: string }): VNode {
  const pieces = useMemo(() => piecesOf(text), [text]);
  return (
    <>
      {pieces.map((piece, position) => (
        <span
          key={position}
          class="text-piece"
          style={{ containIntrinsicBlockSize: `auto ${1.5 * piece.split('\n').length}em` }}
        >
          {piece}
        </span>
      ))}
    </>
  );
}

/** Cut at line ends, where there are any. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const limit = start + PIECE_CHARS;
    const lineEnd = limit < text.length ? text.lastIndexOf('\n', limit - 1) + 1 : text.length;
    const end = lineEnd > start ? lineEnd : limit;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
