import { spawn, type ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { findProgram } from '../support/program.js';
import type { Client } from './received.js';

const program = findProgram('curl');

/** `curl -N`, run again after each end as a person would, with the last id it has shown. */
export const curl: Client = {
  name: 'curl -N',
  isThere: program !== undefined,
  read(url, received) {
    let child: ChildProcess;
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
      child.kill();
    });
    const run = (): void => {
      if (isOver) return;
      const lastId = received.ids.at(-1);
      const header = lastId === undefined ? [] : ['-H', `Last-Event-ID: ${lastId}`];
      child = spawn(program!, ['-sN', ...header, url], { stdio: ['ignore', 'pipe', 'inherit'] });
      let text = '';
      child.stdout!.setEncoding('utf8').on('data', (part: string) => {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
          if (id !== undefined && data !== undefined) received.add(id, data);
        }
      });
      child.once('close', run);
    };
    run();
  },
};
