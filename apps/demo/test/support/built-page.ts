import { fileURLToPath } from 'node:url';

/** Where `vite build` puts the page. */
export const builtPage: string = fileURLToPath(new URL('../../dist/web', import.meta.url));
