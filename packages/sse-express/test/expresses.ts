import express5, { type Express } from 'express';
import express4 from 'express4';

/** Both majors that the peer range allows, seen as 5: `types.test.ts` looks at the types of each. */
export const expresses: readonly (readonly [string, () => Express])[] = [
  ['Express 5', express5],
  ['Express 4', express4 as unknown as () => Express],
];
