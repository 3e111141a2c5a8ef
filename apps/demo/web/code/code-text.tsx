import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { useHighlighter } from './use-highlighter.js';

/** Code in its colours, where its language is known. */
export function CodeText({
  code,
  language,
}: {
  code: string;
  language: string | undefined;
}): VNode {
  const highlight = useHighlighter(language !== undefined);
  const html = useMemo(() => highlight?.(code, language), [highlight, code, language]);
  if (html === undefined) return <>{code}</>;
  return <code dangerouslySetInnerHTML={{ __html: html }} />;
}
