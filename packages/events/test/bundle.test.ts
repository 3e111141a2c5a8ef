import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';

const entries = {
  index: '../src/index.ts',
  http: '../src/http/index.ts',
  testing: '../src/testing/index.ts',
};

it.each(Object.entries(entries))(
  'bundles %s for a browser, with nothing from outside',
  async (_name, path) => {
    const entry = fileURLToPath(new URL(path, import.meta.url));
    const built = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'bundle' } },
    })) as Rollup.RollupOutput[];
    const chunks = built.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
    expect(chunks).toHaveLength(1);
    for (const { code, imports, dynamicImports } of chunks) {
      expect([...imports, ...dynamicImports]).toEqual([]);
      expect(code.length).toBeGreaterThan(500);
      expect(code).not.toMatch(/["'`]node:|\brequire\(|\bprocess\.|\bBuffer\b|\bdocument\b/);
    }
  },
);
