const FRAGMENT = 6;

/** Fragments of the credential, beyond what is public of it, that can be read in the text. */
export function leaksOf(text: string, secret: string, publicPrefix = ''): string[] {
  const fragments: string[] = [];
  for (let at = publicPrefix.length; at + FRAGMENT <= secret.length; at++) {
    const fragment = secret.slice(at, at + FRAGMENT);
    if (/[A-Za-z0-9]{3}/.test(fragment) && text.includes(fragment)) fragments.push(fragment);
  }
  return fragments;
}
