import { describeOperation } from '@loop/events/trace';
import { operationList } from '../../export/json.js';
import { chosenRun, ofRun } from '../chosen-run.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { formatDateTime } from '../format.js';
import { load } from '../load.js';
import { findRecording } from '../recordings.js';
import { damageLines } from '../show/damage-lines.js';
import { treeLines } from '../show/tree-lines.js';
import { cut } from '../text.js';
import { vocabulary } from '../vocabulary.js';

/** `loop-trace tree` */
export const tree: Command = {
  name: 'tree',
  session: 'required',
  summary: 'What a session did: operations in each other, with outcomes, durations and tokens',
  options: { run: { value: 'ID', help: 'this run alone, by the start of its id' } },
  examples: [
    ['tree latest', 'the session that was written last'],
    ['tree 4f2a --run r7', 'one run of the session whose id begins with 4f2a'],
    ['tree latest --json', 'the same as a list of operations with their depth'],
  ],
  async run(call) {
    const { out } = call;
    const loaded = await load(await findRecording(call));
    const { places, problems, gaps, sessionId } = loaded;
    const shown = ofRun(loaded.tree, chosenRun(loaded, call.value('run')));
    if (call.json) {
      const operations = [
        ...operationList(shown, places, { schema: vocabulary, describe: describeOperation }),
      ];
      await out.json({ sessionId, operations, problems, gaps });
      return EXIT.fine;
    }
    const first = shown.roots[0];
    const begun = first ? `  ${formatDateTime(first.startedAt)} UTC` : '';
    const name = cut(sessionId, out.width - begun.length - 9);
    await out.print([{ text: 'session ', look: 'dim' }, { text: name, look: 'bold' }, begun], '');
    for (const line of treeLines({ tree: shown, places, problems, width: out.width })) {
      await out.print(line);
    }
    if (!first) await out.print('No operation was recorded.');
    await out.print(...damageLines(loaded));
    return EXIT.fine;
  },
};
