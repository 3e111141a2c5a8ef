import { followRecording } from '../../node/follow.js';
import type { ReadItem } from '../../read/read-item.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-code.js';
import { recordFilter } from '../record-filter.js';
import { findRecording, itemsOf } from '../recordings.js';
import { itemDocument, itemLine } from '../show/item-line.js';
import { vocabulary } from '../vocabulary.js';

/** `loop-trace events` */
export const events: Command = {
  name: 'events',
  session: 'required',
  summary: 'The records of a session in their order, each on a line',
  options: {
    name: { value: 'NAME', isList: true, help: 'this event, or all below it; former names too' },
    run: { value: 'ID', help: 'of this run, by the start of its id' },
    op: { value: 'ID', help: 'of this operation, by the start of its id' },
    since: { value: 'TIME', help: 'not before: 15m ago, or 2026-11-01T10:00:00Z' },
    until: { value: 'TIME', help: 'not after' },
    from: { value: 'SEQ', help: 'not before this number' },
    to: { value: 'SEQ', help: 'not after this number' },
    follow: { help: 'go on with what is recorded from now on, until Ctrl+C' },
  },
  examples: [
    ['events latest --follow', 'watch a session'],
    ['events 4f2a --name tool --name approval', 'tools and approvals'],
    ['events latest --from 120 --to 140 --json', 'some records whole, one JSON document a line'],
  ],
  async run(call) {
    const { out } = call;
    const isWanted = recordFilter(call);
    const recording = await findRecording(call);
    const items: AsyncIterable<ReadItem> = call.has('follow')
      ? followRecording(recording.folder, { schema: vocabulary, signal: call.signal })
      : itemsOf(recording);
    for await (const item of items) {
      if (!isWanted(item)) continue;
      const document = call.json ? itemDocument(item) : undefined;
      const line = call.json ? undefined : itemLine(item, out.width);
      if (document !== undefined) await out.jsonLine(document);
      if (line !== undefined) await out.print(line);
    }
    return EXIT.fine;
  },
};
