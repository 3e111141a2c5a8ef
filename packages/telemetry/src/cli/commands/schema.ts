import { describeTraceSchema, traceSchema } from '@loop/events/trace';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { wrapped } from '../text.js';

/** `loop-trace schema` */
export const schema: Command = {
  name: 'schema',
  summary: 'The events that may be recorded, what they mean, and their former names',
  examples: [
    ['schema', 'for people'],
    ['schema --json', 'names, version and descriptions, for programs'],
  ],
  async run({ json, out }) {
    const { name, version, events, aliases } = describeTraceSchema(traceSchema);
    if (json) {
      await out.json({ name, version, events, aliases });
      return EXIT.fine;
    }
    await out.print([{ text: `${name} ${version}`, look: 'bold' }], '');
    for (const [event, description] of Object.entries(events)) {
      const lines = wrapped(description, out.width - 4).map((line) => `    ${line}`);
      await out.print([{ text: event, look: 'cyan' }], ...lines);
    }
    await out.print('', [{ text: 'Former names', look: 'bold' }], '');
    for (const [former, today] of Object.entries(aliases)) {
      await out.print(`${former.padEnd(26)} ${today}`);
    }
    return EXIT.fine;
  },
};
