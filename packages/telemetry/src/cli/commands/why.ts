import { describeOperation } from '@loop/events/trace';
import { operationList } from '../../export/json.js';
import { failedRuns, firstFailure } from '../../read/first-failure.js';
import type { OperationNode } from '../../read/operation-node.js';
import { chosenRun } from '../chosen-run.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { counted } from '../format.js';
import { load, type Loaded } from '../load.js';
import { findRecording, onCommandLine } from '../recordings.js';
import { damageLines } from '../show/damage-lines.js';
import { explain, type Explanation, whyLines } from '../show/why-lines.js';
import { vocabulary } from '../vocabulary.js';

/** `loop-trace why` */
export const why: Command = {
  name: 'why',
  session: 'required',
  summary: 'What went wrong first, what it lay in, and what ran before it',
  options: {
    run: { value: 'ID', help: 'this run, by the start of its id; else the last one that failed' },
  },
  examples: [
    ['why latest', 'the last failed run of the session that was written last'],
    ['why 4f2a --run r7', 'a run of your choice'],
  ],
  exits: 'when something failed',
  async run(call) {
    const { out } = call;
    const loaded = await load(await findRecording(call));
    const failed = failedRuns(loaded.tree);
    const runId = chosenRun(loaded, call.value('run')) ?? failed.at(-1)?.runId;
    const failure = firstFailure(loaded.tree, runId);
    const explained = failure && explain(loaded.tree, loaded.places, failure);
    if (call.json) await out.json(documentOf(loaded, explained, runId, failed));
    else if (!explained) await out.print('Nothing failed, as far as it was recorded.');
    else {
      for (const line of whyLines(explained, loaded.places, out.width)) await out.print(line);
      const others = failed.filter((run) => run.runId !== runId).length;
      if (others > 0) await out.print('', `${counted(others, 'other run')} failed: see --run.`);
      const { node } = explained.failure;
      const seq = (node.completed ?? node.started)?.seq ?? 0;
      const from = Math.max(1, seq - 10);
      const line = `loop-trace events ${onCommandLine(loaded)} --from ${from} --to ${seq + 5}`;
      await out.print('', [{ text: `Records around it: ${line}`, look: 'dim' }]);
    }
    if (!call.json) await out.print(...damageLines(loaded));
    return failure ? EXIT.found : EXIT.fine;
  },
};

function documentOf(
  { sessionId, places }: Loaded,
  explained: Explanation | undefined,
  runId: string | undefined,
  failed: readonly OperationNode[],
): object {
  const shown = (nodes: readonly OperationNode[]): object[] =>
    nodes.flatMap((node) => {
      const alone = { roots: [{ ...node, children: [] }], byId: new Map(), points: [] };
      return [...operationList(alone, places, { schema: vocabulary, describe: describeOperation })];
    });
  const failedRunIds = failed.flatMap((run) => run.runId ?? []);
  if (!explained)
    return { sessionId, runId: runId ?? null, failure: null, failedRuns: failedRunIds };
  const { failure, errorName, before } = explained;
  return {
    sessionId,
    runId: failure.node.runId ?? null,
    failure: {
      reason: failure.reason,
      errorName: errorName ?? null,
      error: failure.node.error ?? null,
      operation: shown([failure.node])[0],
      chain: shown(failure.chain),
      before: shown(before),
    },
    failedRuns: failedRunIds,
  };
}
