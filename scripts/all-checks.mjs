// Every check of what is built. Ends with 0 only when all have passed.
//
// The demo's tests take longest, and wait more than they work. So they run beside all others; as one of
// their tasks they would begin last, behind whatever takes a core.
import { spawn } from 'node:child_process';

const shared = ['--continue=dependencies-successful'];
const codes = await Promise.all([
  turbo('test', '--filter=@loop/demo', ...shared),
  turbo('lint', 'test', 'check:pack', 'check:public', '--filter=!@loop/demo', ...shared),
]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;

/** @returns {Promise<number>} the exit code */
function turbo(...args) {
  const child = spawn('turbo', ['run', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
