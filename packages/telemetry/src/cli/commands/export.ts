import { describeOperation, recordCounters } from '@loop/events/trace';
import { createHash } from 'node:crypto';
import { exportChrome } from '../../export/chrome.js';
import type { ExportOptions } from '../../export/fields.js';
import { exportJson } from '../../export/json.js';
import { exportOtlp } from '../../export/otlp.js';
import type { Items } from '../../export/places.js';
import { livenessOf } from '../../node/read-recording.js';
import type { Command } from '../command.js';
import { EXIT, usage } from '../exit-code.js';
import { formatBytes } from '../format.js';
import { redactedAgain } from '../redact-more.js';
import { findRecording, itemsOf } from '../recordings.js';
import { vocabulary } from '../vocabulary.js';
import { writeNewFile } from '../write-new-file.js';

const FORMATS: Readonly<
  Record<string, (items: Items, options: ExportOptions) => AsyncGenerator<string>>
> = {
  chrome: (items, options) => exportChrome(items, { ...options, counters: recordCounters }),
  otlp: (items, options) => exportOtlp(items, { ...options, sha256 }),
  json: exportJson,
};

/** `loop-trace export` */
export const exportCommand: Command = {
  name: 'export',
  session: 'required',
  summary: 'A session in a format that other tools read',
  options: {
    format: { value: 'FORMAT', help: 'chrome (Perfetto), otlp (JSON lines) or json' },
    out: { value: 'FILE', help: 'a new file, for you alone; else standard output' },
    content: { help: 'payloads whole; without it only fields that hold no content' },
    'redact-more': {
      help: "look through all text once more for credentials, those of this shell's environment too, and leave out your home folder",
    },
  },
  examples: [
    ['export latest --format chrome --out run.json', 'open run.json in ui.perfetto.dev'],
    ['export 4f2a --format otlp --out run.jsonl', 'for a collector that reads files'],
    ['export 4f2a --format json --content --redact-more', 'all there is, to be shared'],
  ],
  async run(call) {
    const format = call.value('format');
    const write = Object.hasOwn(FORMATS, format ?? '') ? FORMATS[format ?? ''] : undefined;
    if (!write)
      throw usage('Which format?', 'Say --format chrome, --format otlp or --format json.');
    const recording = await findRecording(call);
    const items = itemsOf(recording);
    const pieces = write(call.has('redact-more') ? redactedAgain(items) : items, {
      schema: vocabulary,
      content: call.has('content'),
      describe: describeOperation,
      isLive: await livenessOf(recording.folder),
    });
    const file = call.value('out');
    if (file === undefined) {
      for await (const piece of pieces) await call.out.print(...piece.trimEnd().split('\n'));
      return EXIT.fine;
    }
    const bytes = await writeNewFile(file, pieces);
    if (call.json) await call.out.json({ file, bytes, format });
    else await call.out.print(`${formatBytes(bytes)} written to ${file}`);
    return EXIT.fine;
  },
};

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
