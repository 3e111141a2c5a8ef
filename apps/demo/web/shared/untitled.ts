/** What a session is called that has no title yet. */
export const UNTITLED = 'Untitled session';
