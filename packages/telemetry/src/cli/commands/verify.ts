import { type Verification, verifyRecording } from '../../node/verify.js';
import { isDamage, isLoss, type Problem } from '../../read/problem.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { counted, formatBytes } from '../format.js';
import type { Line } from '../output.js';
import { findRecording } from '../recordings.js';
import { wrapped } from '../text.js';
import { vocabulary } from '../vocabulary.js';

/** `loop-trace verify` */
export const verify: Command = {
  name: 'verify',
  session: 'required',
  summary: 'Whether a recording is whole: every problem, with its place',
  examples: [
    ['verify latest', 'the session that was written last'],
    ['verify ./backup/4f2a', 'a folder'],
  ],
  exits: 'when something is damaged or missing that no crash explains',
  async run(call) {
    const { out } = call;
    const { sessionId, folder } = await findRecording(call);
    const found = await verifyRecording(folder, { schema: vocabulary });
    if (call.json) await out.json({ sessionId, ...found });
    else {
      for (const problem of found.problems) await out.print(...linesOf(problem, out.width));
      await out.print(...totals(found));
    }
    return found.isDamaged ? EXIT.found : EXIT.fine;
  },
};

function linesOf(problem: Problem, width: number): Line[] {
  const { kind, segment, line, offset, bytes, message } = problem;
  const place = [
    ...(segment === undefined ? [] : [segment]),
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
    ...(bytes === undefined ? [] : [counted(bytes, 'byte')]),
  ];
  const look = isDamage(problem) ? 'red' : isLoss(problem) ? 'yellow' : 'dim';
  return [
    [{ text: kind, look }, ...(place.length === 0 ? [] : [`  ${place.join(', ')}`])],
    ...wrapped(message, width - 4).map((text) => `    ${text}`),
  ];
}

function totals({
  records,
  segments,
  bytes,
  dropped,
  counts,
  problems,
  isDamaged,
}: Verification): Line[] {
  const read = `${counted(records, 'record')} in ${counted(segments, 'segment')}, ${formatBytes(bytes)}`;
  const lost = dropped === 0 ? '' : `, ${dropped} dropped while recording`;
  const told = problems.length;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    ...(told === 0 ? [] : ['']),
    ...(all > told ? [`${all - told} more problems are not shown.`] : []),
    [
      isDamaged ? { text: 'Damaged. ', look: 'red' } : { text: 'Whole. ', look: 'green' },
      `${read}${lost}.`,
    ],
  ];
}
