import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';

/** The tests' browser. It is TypeScript, which Node 20 cannot read: Vite does. */
export async function openBrowser(root, folder) {
  process.env.FONTCONFIG_FILE ??= await writeFonts(join(folder, 'fonts.conf'));
  const vite = await createServer({
    ...{ root, configFile: false, appType: 'custom', logLevel: 'error' },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = join(root, 'packages/test-browser/src/chromium.ts');
    const { launchBrowser } = await vite.environments.ssr.runner.import(module);
    const browser = await launchBrowser();
    if (!browser) throw new Error('There is no Chromium. Set CHROMIUM_PATH.');
    return browser;
  } finally {
    await vite.close();
  }
}

/**
 * The packed browser brings one family and none for code: the system's fonts are to be found, too.
 * For what only Linux reads.
 */
async function writeFonts(file) {
  const brought = join(tmpdir(), 'fonts');
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${brought}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${join(brought, 'cache')}</cachedir>
  <alias binding="same">
    <family>system-ui</family>
    <prefer><family>Open Sans</family></prefer>
  </alias>
</fontconfig>
`,
  );
  return file;
}
