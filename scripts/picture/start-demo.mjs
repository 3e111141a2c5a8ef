import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the built demo as `npm run serve` does, with a state of its own. */
export async function startDemo(root, dataFolder) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(root, 'apps/demo/dist/server/main.js')], {
    env: { PATH, HOME, PORT: '0', LOOP_DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('The demo did not start.')));
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed]);
  failed.catch(() => {});
  return {
    url: /http:\S+/.exec(line)[0],
    stop() {
      child.kill();
      return ended;
    },
  };
}
