import { isLoss } from '../../read/problem.js';
import { counted } from '../format.js';
import type { Loaded } from '../load.js';
import type { Line } from '../output.js';
import { onCommandLine } from '../recordings.js';

/** What a reader should know before trusting what is shown. Empty where all is well. */
export function damageLines(loaded: Loaded): Line[] {
  const { problems, gaps } = loaded;
  const damage = problems.filter(isLoss).length;
  const lost = gaps.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...(damage === 0 ? [] : [counted(damage, 'problem')]),
    ...(lost === 0 ? [] : [`${counted(lost, 'record')} dropped while recording`]),
  ];
  if (parts.length === 0) return [];
  const text = `${parts.join(', ')}: loop-trace verify ${onCommandLine(loaded)}`;
  return ['', [{ text, look: 'yellow' }]];
}
