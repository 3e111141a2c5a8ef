const MAX_WORDS = 6;

/** A title for what was asked first: the gist of its first line, in its own words. */
export function entitle(request: string): string {
  const [line = ''] = request.trim().split('\n', 1);
  const [gist = ''] = line
    .replace(/^\/[\w-]+\s+(?=\S)/, '')
    .replace(/^(?:please|can you|could you|would you|i want you to)\s+/i, '')
    .split(/[.;:!](?:\s|$)|(?<=\?)\s|\s+(?:and|then|so that)\s+/, 1);
  const words = gist
    .replaceAll(/[`*"“”]/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const title = words.join(' ') || 'Conversation';
  return title[0]?.toUpperCase() + title.slice(1);
}
