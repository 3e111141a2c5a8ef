import { isDamage, isLoss, type ProblemKind } from '@loop/telemetry';
import { describe, expect, it } from 'vitest';
import { blocksUnder } from '../src/section.ts';
import { document, namesUnder } from './trace-format/document.ts';
import { findingsOf, itemsOf, type Findings } from './trace-format/segments.ts';

describe('damage', () => {
  const shown = blocksUnder(document, 'Damage', 'text').map(({ text }) => text);
  const told = blocksUnder(document, 'Damage', 'json').map(({ text }) => text);

  it.each(shown.map((block, at) => [at + 1, block, told[at] ?? '']))(
    'example %i is read as the document says',
    async (_, block, findings) => {
      expect(await findingsOf(itemsOf(block))).toEqual(JSON.parse(findings) as Findings);
    },
  );

  it('every example has its findings', () => {
    expect(shown.length).toBeGreaterThan(5);
    expect(told).toHaveLength(shown.length);
  });

  it('of every kind is in the table, and what counts as damage is what the document says', () => {
    const kinds: Record<ProblemKind, 'tail' | 'note' | 'damage'> = {
      'torn-tail': 'tail',
      'invalid-json': 'damage',
      'invalid-utf8': 'damage',
      'nul-fill': 'damage',
      'oversized-line': 'damage',
      'not-an-envelope': 'damage',
      'unsupported-version': 'damage',
      'unsupported-segment': 'damage',
      'duplicate-event': 'damage',
      'duplicate-seq': 'damage',
      gap: 'damage',
      unclean: 'note',
      'missing-segment': 'damage',
      'clock-backwards': 'note',
      suspended: 'note',
      'concurrent-writers': 'note',
      unreadable: 'damage',
    };
    expect(namesUnder('Damage')).toEqual(Object.keys(kinds));
    const notes = document.prose.find(({ text }) => text.includes(' are notes:'))?.text ?? '';
    for (const [kind, meaning] of Object.entries(kinds)) {
      const problem = { kind: kind as ProblemKind, message: '' };
      expect([kind, isLoss(problem), isDamage(problem)]).toEqual([
        kind,
        meaning !== 'note',
        meaning === 'damage',
      ]);
      const before = notes.slice(0, notes.indexOf(' are notes:'));
      expect([kind, before.includes(`\`${kind}\``)]).toEqual([kind, meaning === 'note']);
    }
  });
});
