import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A browser, and what its process needs of the environment. */
export interface PackedChromium {
  executablePath: string;
  env: Record<string, string>;
}

const NAME = 'chromium';

/** Makes the package unpack the libraries that a bare system lacks, too. */
const BARE_SYSTEM = { AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' };
const UNPACK = `import packed from '@sparticuz/chromium'; await packed.executablePath();`;

/** The browser that comes as a package, unpacked on first use. It runs on Linux on x64 only. */
export async function packedChromium(): Promise<PackedChromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = tmpdir();
  const executablePath = join(folder, NAME);
  if (!existsSync(executablePath)) await unpack(folder);
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']];
  return {
    executablePath,
    env: {
      FONTCONFIG_PATH: join(folder, 'fonts'),
      ...ownEnvironment(),
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
    },
  };
}

/**
 * The package takes a file that is there for one that is whole. So it unpacks into a folder of its
 * own, and the browser is moved last: of several processes that start at once, none runs half a one.
 */
async function unpack(folder: string): Promise<void> {
  const own = await mkdtemp(join(folder, 'unpacked-chromium-'));
  try {
    // In a process of its own: the package asks the environment where temporary files go.
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...BARE_SYSTEM, TMPDIR: own },
    });
    const others = (await readdir(own)).filter((name) => name !== NAME);
    for (const name of [...others, NAME]) await move(join(own, name), join(folder, name));
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** A folder that another process has moved there first is the same one. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
