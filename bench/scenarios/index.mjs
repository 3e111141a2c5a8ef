// All that is measured, in the order of the table.
import { job as backlog } from '../jobs/backlog.mjs';
import { job as forms } from '../jobs/forms.mjs';
import { job as publishCost } from '../jobs/publish-cost.mjs';
import { job as publishGrowth } from '../jobs/publish-growth.mjs';
import { job as sessionMemory } from '../jobs/session-memory.mjs';
import { job as stateFrame } from '../jobs/state-frame.mjs';
import { job as traceReader } from '../trace/reader.mjs';
import { job as traceRecorder } from '../trace/recorder.mjs';
import { job as traceWriter } from '../trace/writer.mjs';
import { fanOuts } from './fan-out.mjs';
import { growths } from './growth.mjs';
import { idle } from './idle.mjs';
import { stalled } from './stalled.mjs';
import { storms } from './storm.mjs';

const jobs = [
  { ...publishGrowth, module: 'jobs/publish-growth.mjs' },
  { ...publishCost, module: 'jobs/publish-cost.mjs' },
  { ...stateFrame, module: 'jobs/state-frame.mjs' },
  { ...forms, module: 'jobs/forms.mjs' },
  { ...sessionMemory, module: 'jobs/session-memory.mjs' },
  { ...backlog, module: 'jobs/backlog.mjs' },
  { ...traceRecorder, module: 'trace/recorder.mjs' },
  { ...traceWriter, module: 'trace/writer.mjs' },
  { ...traceReader, module: 'trace/reader.mjs' },
];

/**
 * - `figures`: what `run` answers, by key. `isToFloor`: read as a ratio to raw-http.
 * - `isOurs`: a law of ours; of the others only raw-http is measured, to compare.
 * - `leftOut`: servers that cannot take part, and why.
 * - `module`: it needs no server, and is a job for a process of its own.
 * - `quick`: whom a quick run measures there, `ours` or `all`; otherwise it leaves the scenario out.
 */
export const scenarios = [...fanOuts, ...storms, ...growths, idle, stalled, ...jobs];
