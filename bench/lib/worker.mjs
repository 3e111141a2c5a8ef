// A process that answers commands.
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Starts one. @returns how to ask it, and what it said when it was ready */
export async function startWorker(script, args = []) {
  const child = fork(script, args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let asked = 0;
  const [{ ready }] = await once(child, 'message');
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} has ended: ${code}`));
  });
  return {
    ready,
    ask(command, options) {
      const id = ++asked;
      child.send({ id, command, options });
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
