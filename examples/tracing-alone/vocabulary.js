// What is recorded: events with names of one's own. No session and no stream is needed.
import { defineTraceSchema, event, operation } from '@loop/telemetry';

/** @import { EventDeclaration } from '@loop/telemetry' */

/** @type {EventDeclaration<{ file: string }>} */
const jobStarted = event('A file is imported.', { metadata: ['file'] });
/** @type {EventDeclaration<{ outcome: 'ok' | 'error' }>} */
const jobCompleted = event('The import is over.', { metadata: ['outcome'] });
/** @type {EventDeclaration<{ name: string, request: string }>} */
const stepStarted = event('A step of an import begins.', { metadata: ['name'] });
/** @type {EventDeclaration<{ outcome: 'ok' | 'error', rows: number }>} */
const stepCompleted = event('The step is over.', { metadata: ['outcome', 'rows'] });
/** @type {EventDeclaration<{ row: number, text: string }>} */
const rowSkipped = event('A row could not be read.', { metadata: ['row'] });

export const schema = defineTraceSchema({
  name: 'imports',
  version: 1,
  events: {
    job: operation(jobStarted, jobCompleted),
    step: operation(stepStarted, stepCompleted),
    'row.skipped': rowSkipped,
  },
});
