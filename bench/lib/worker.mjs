// A process that answers commands, seen from outside; `commands.mjs` is its inside.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Some servers log every reader that goes; only the last words of one that died are of interest. */
const LAST_WORDS = 2_000;

/** Starts one. @returns how to ask it, and what it said when it was ready */
export async function startWorker(script, ...args) {
  const child = fork(fileURLToPath(script), args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map();
  let asked = 0;
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-LAST_WORDS);
  });
  const ended = once(child, 'exit').then(([code]) => {
    const error = new Error(`a process ended with ${code}: ${said}`);
    for (const { reject } of waiting.values()) reject(error);
    throw error;
  });
  ended.catch(() => {});
  const [{ ready }] = await Promise.race([once(child, 'message'), ended]);
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  return {
    ready,
    ask(command, options) {
      const id = ++asked;
      const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      if (child.connected) child.send({ id, command, options });
      return Promise.race([answered, ended]);
    },
    async stop() {
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}
