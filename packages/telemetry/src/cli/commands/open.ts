import { describeOperation } from '@loop/events/trace';
import { LoopTelemetryError } from '../../errors.js';
import { operationList } from '../../export/json.js';
import { walk } from '../../read/walk.js';
import type { OperationNode } from '../../read/operation-node.js';
import type { Call, Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { formatDateTime, formatMs } from '../format.js';
import { load, type Loaded } from '../load.js';
import type { Line } from '../output.js';
import { findRecording, recordingsIn } from '../recordings.js';
import { markOf } from '../show/outcome.js';
import { column, cut, rightColumn } from '../text.js';
import { labelOf, vocabulary } from '../vocabulary.js';

interface Open {
  node: OperationNode;
  sessionId: string;
  of: Loaded;
}

/** `loop-trace open` */
export const open: Command = {
  name: 'open',
  session: 'optional',
  summary: 'Operations that began and have no end, the oldest first',
  examples: [
    ['open', 'in all recordings'],
    ['open latest', 'in the session that was written last'],
  ],
  exits: 'when there are any',
  async run(call) {
    const { out } = call;
    const all = await openOperations(call);
    if (call.json) await out.json(all.map(documentOf));
    else if (all.length === 0) await out.print('Nothing is open.');
    else for (const one of all) await out.print(lineOf(one, call.now, out.width));
    return all.length === 0 ? EXIT.fine : EXIT.found;
  },
};

async function openOperations(call: Call): Promise<Open[]> {
  const chosen = call.session !== undefined;
  const recordings = chosen ? [await findRecording(call)] : await recordingsIn(call.root);
  const all: Open[] = [];
  for (const recording of recordings) {
    try {
      const of = await load(recording);
      for (const { node } of walk(of.tree.roots)) {
        if (node.status !== 'incomplete') continue;
        all.push({ node: { ...node, children: [] }, sessionId: recording.sessionId, of });
      }
    } catch (error) {
      // One recording that cannot be read never hides the others.
      if (chosen || !(error instanceof LoopTelemetryError)) throw error;
      await call.out.warn(error.message);
    }
  }
  return all.sort((a, b) => a.node.startedAt - b.node.startedAt);
}

function documentOf({ node, sessionId, of }: Open): object {
  const alone = { roots: [node], byId: new Map(), points: [] };
  const [operation] = operationList(alone, of.places, {
    schema: vocabulary,
    describe: describeOperation,
  });
  return { sessionId, ...operation };
}

function lineOf({ node, sessionId }: Open, now: number, width: number): Line {
  const { sign, word, look } = markOf(node);
  const age = rightColumn(formatMs(now - node.startedAt), 7);
  return [
    { text: formatDateTime(node.startedAt), look: 'dim' },
    ` ${age}  `,
    { text: column(`${sign} ${word}`, 12), look },
    ' ',
    { text: column(labelOf(node), Math.max(16, width - 62)), look: 'bold' },
    ' ',
    cut(sessionId, 18),
  ];
}
