const SCHEME_AND_USER = /:(?:\/\/|\\\/\\\/)[^\s/?#@:"'`<>\\]{0,200}$/;
const LONGEST_BEFORE = 205;

const PASSWORD = /:[^\s/?#"'`<>\\]{1,400}@/y;

/**
 * Whether what ends at `end` is the user of an address, as in `https://x-access-token:…@host`. It
 * names no value then: the password ends before the host, and addresses have a rule of their own.
 */
export function isUserOfAddress(text: string, end: number): boolean {
  PASSWORD.lastIndex = end;
  return (
    PASSWORD.test(text) && SCHEME_AND_USER.test(text.slice(Math.max(0, end - LONGEST_BEFORE), end))
  );
}
