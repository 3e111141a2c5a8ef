import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Rollup } from 'vite';

/** The package as one script for a page. */
export async function bundleClient(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@loop/source', ...defaultClientConditions] },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'client' } },
  })) as Rollup.RollupOutput[];
  const chunks = built.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  return chunks.map(({ code }) => code).join('\n');
}
