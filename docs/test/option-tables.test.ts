import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../src/documents.ts';
import { defaultsIn, tablesIn, type InterfacePlace } from '../src/option-tables.ts';

const SESSION: InterfacePlace[] = [
  'packages/events/src/session-events-options.ts#SessionEventsOptions',
  'packages/events/src/stream/stream-options.ts#StreamOptions',
];
const STREAM: InterfacePlace[] = [
  'packages/events/src/http/options.ts#EventStreamOptions',
  'packages/events/src/stream/sink.ts#ConnectOptions',
];
const RECORDING = 'packages/telemetry/src/record/recording-options.ts#RecordingOptions';

/** By document: how a table begins, and the interfaces behind its tables of that kind, in order. */
const tables: readonly [document: string, heading: string, places: InterfacePlace[][]][] = [
  ['packages/events/README.md', 'option', [SESSION, STREAM]],
  ['packages/sse-express/README.md', 'option', [STREAM]],
  ['packages/sse-hono/README.md', 'option', [STREAM]],
  [
    'packages/sse-client/README.md',
    'option',
    [
      ['packages/sse-client/src/options.ts#ClientOptions'],
      ['packages/sse-client/src/session/session-store.ts#SessionOptions'],
      ['packages/sse-client/src/lists/lists-store.ts#ListsOptions'],
    ],
  ],
  ['packages/pi/README.md', 'option', [['packages/pi/src/attachment.ts#AttachOptions']]],
  [
    'packages/telemetry/README.md',
    'option',
    [[RECORDING], ['packages/telemetry/src/node/prune.ts#PruneOptions']],
  ],
  [
    'packages/telemetry/README.md',
    'limit',
    [['packages/telemetry/src/record/limits.ts#TraceLimits']],
  ],
];

/** What an adapter takes from the request itself. */
const OF_THE_REQUEST = new Set(['cursor', 'approvals']);

test.each(tables)(
  '%s names every %s, with the default that the code names',
  (name, heading, all) => {
    const shown = tablesIn(readFileSync(join(root, name), 'utf8'), heading);
    expect(shown).toHaveLength(all.length);
    for (const [index, places] of all.entries()) {
      const declared = Object.entries(
        Object.assign({}, ...places.map(defaultsIn)) as object,
      ).filter(([option]) => places !== STREAM || !OF_THE_REQUEST.has(option)) as [
        string,
        string,
      ][];
      const table = shown[index] ?? {};
      expect(Object.keys(table).sort()).toEqual(declared.map(([option]) => option).sort());
      for (const [option, value] of declared) {
        // A table may be shorter: `none` for `none: nobody is asked`.
        expect(value.slice(0, table[option]?.length || undefined), option).toBe(table[option]);
      }
    }
  },
);
