import { formerNames } from './former-names.js';
import type { TraceEvents } from './payloads.js';
import { defineTraceSchema, event, operation, type TraceSchema } from './schema.js';

type Events = TraceEvents;

/**
 * The vocabulary of an agent session's trace: ten lifetimes, eighteen single events. Each says which
 * of its fields hold no content, so that metadata mode may keep them.
 *
 * Contract: "Trace event names".
 */
export const traceSchema: TraceSchema<TraceEvents> = defineTraceSchema({
  name: 'loop.trace',
  version: 1,
  events: {
    run: operation(
      event<Events['run.started']>('A prompt or a continuation was taken on.', {
        metadata: ['requestId', 'acceptedAt'],
      }),
      event<Events['run.completed']>('The run is settled, its queued inputs included.', {
        metadata: ['outcome'],
        sync: true,
      }),
    ),
    'input.prepare': operation(
      event<Events['input.prepare.started']>('An input is made ready: skills, instructions.', {
        metadata: ['requestId', 'inputId', 'mode', 'chars'],
      }),
      event<Events['input.prepare.completed']>('The input is ready, or could not be made so.', {
        metadata: ['outcome', 'skills'],
      }),
    ),
    'model.change': operation(
      event<Events['model.change.started']>('Somebody asked for another model or effort.', {
        metadata: ['changeId', 'model', 'previous'],
      }),
      event<Events['model.change.completed']>('The choice is kept, or was not to be had.', {
        metadata: ['changeId', 'model', 'previous', 'outcome'],
      }),
      { id: 'changeId' },
    ),
    'model.request': operation(
      event<Events['model.request.started']>('A model is called.', {
        metadata: [
          'purpose',
          'provider',
          'model',
          'effort',
          'attempt',
          'messageCount',
          'toolCount',
        ],
      }),
      event<Events['model.request.completed']>('The call has its answer, or none will come.', {
        metadata: ['stopReason', 'usage', 'responseId'],
      }),
    ),
    tool: operation(
      event<Events['tool.started']>('A tool was called; it may still wait for an approval.', {
        metadata: ['toolCallId', 'toolName', 'parentToolCallId'],
      }),
      event<Events['tool.completed']>('The tool has its result, good or bad.', {
        metadata: ['toolCallId', 'toolName', 'parentToolCallId', 'isError', 'durationMs'],
      }),
      { id: 'toolCallId' },
    ),
    'tool.nested': operation(
      event<Events['tool.nested.started']>('A tool called another one.', {
        metadata: ['toolCallId', 'parentToolCallId', 'rootToolCallId', 'toolName', 'startedAt'],
      }),
      event<Events['tool.nested.completed']>('The inner call is over.', {
        metadata: [
          'toolCallId',
          'parentToolCallId',
          'rootToolCallId',
          'toolName',
          'isError',
          'status',
          'durationMs',
          'resultBytes',
        ],
      }),
      { id: 'toolCallId' },
    ),
    approval: operation(
      event<Events['approval.started']>('Somebody is asked, and the agent waits.', {
        metadata: [
          'approvalId',
          'toolCallId',
          'toolName',
          'parentToolCallId',
          'runId',
          'messageIndex',
          'kind',
          'requestedAt',
        ],
      }),
      event<Events['approval.completed']>('Somebody, or the end of the run, has answered.', {
        metadata: [
          'approvalId',
          'toolCallId',
          'toolName',
          'outcome',
          'scope',
          'by',
          'resolvedAt',
          'waitedMs',
        ],
      }),
      { id: 'approvalId' },
    ),
    'permission.change': operation(
      event<Events['permission.change.started']>('Somebody asked for another preset.', {
        metadata: ['changeId', 'preset', 'previousPreset', 'source'],
      }),
      event<Events['permission.change.completed']>('The preset is kept, or was not to be had.', {
        metadata: ['changeId', 'preset', 'previousPreset', 'source', 'outcome'],
      }),
      { id: 'changeId' },
    ),
    compaction: operation(
      event<Events['compaction.started']>("The model's context is about to be shortened.", {
        metadata: ['reason'],
      }),
      event<Events['compaction.completed']>('The context is shorter, or stays as it was.', {
        metadata: ['reason', 'aborted', 'willRetry'],
      }),
    ),
    'session.save': operation(
      event<Events['session.save.started']>('The session is about to be written.', {
        metadata: ['saveId', 'messageCount'],
      }),
      event<Events['session.save.completed']>('The attempt to write it is over.', {
        metadata: ['saveId', 'outcome', 'bytes'],
        sync: true,
      }),
      { id: 'saveId' },
    ),

    'session.attached': event<Events['session.attached']>('The recording follows a session.', {
      metadata: ['activeRunId'],
      spare: true,
    }),
    'session.detached': event<Events['session.detached']>('The recording lets the session go.', {
      metadata: ['reason', 'activeRunId'],
      spare: true,
    }),
    'session.title.updated': event<Events['session.title.updated']>(
      'The session has a title, or a reason for having none.',
      { metadata: ['status', 'source', 'updatedAt'] },
    ),
    'run.cancel.requested': event<Events['run.cancel.requested']>(
      'Somebody asked a busy run to stop. When it has stopped is another event.',
      { metadata: ['requestId'], spare: true },
    ),
    'agent.settled': event<Events['agent.settled']>('The agent does nothing any more.', {
      metadata: ['aborted'],
      spare: true,
    }),
    'input.consumed': event<Events['input.consumed']>('An input left the queue to run.', {
      metadata: ['inputId', 'requestId', 'mode'],
    }),
    'message.started': event<Events['message.started']>('A message that nobody streams begins.', {
      metadata: ['messageIndex', 'role'],
    }),
    'message.completed': event<Events['message.completed']>('A message is final.', {
      metadata: ['messageIndex', 'role', 'stopReason', 'usage'],
    }),
    'queue.changed': event<Events['queue.changed']>('The queue is another one than before.', {
      metadata: ['consumed'],
    }),
    'prompt.timing.updated': event<Events['prompt.timing.updated']>(
      'How long an input has waited and run so far.',
      {
        metadata: [
          'timingId',
          'requestId',
          'runId',
          'messageIndex',
          'phase',
          'outcome',
          'queuedAt',
          'startedAt',
          'firstOutputAt',
          'completedAt',
          'durationMs',
        ],
      },
    ),
    'context.budget.updated': event<Events['context.budget.updated']>(
      "How full the model's context is.",
      {
        metadata: [
          'tokens',
          'contextWindow',
          'percent',
          'reserveTokens',
          'thresholdTokens',
          'estimated',
          'observedAt',
        ],
      },
    ),
    'skill.loaded': event<Events['skill.loaded']>('The skills the agent has, with revisions.'),
    'model.input.projected': event<Events['model.input.projected']>(
      'Where the parts of what a model was sent came from.',
      { metadata: ['parts', 'tools'] },
    ),
    'model.stream.received': event<Events['model.stream.received']>(
      "One event of a model's stream, without the message so far.",
      { stream: { part: 'contentIndex', text: 'delta' } },
    ),
    'permission.changed': event<Events['permission.changed']>('A preset was kept and holds.', {
      metadata: ['preset', 'previousPreset', 'source', 'changedAt'],
    }),
    'permission.policy.resolved': event<Events['permission.policy.resolved']>(
      'What the preset says about a call.',
      { metadata: ['preset', 'toolName', 'toolCallId', 'verdict'] },
    ),
    'permission.write.checked': event<Events['permission.write.checked']>(
      'Whether a tool may write to a place.',
      { metadata: ['toolName', 'toolCallId', 'allowed'] },
    ),
    'trace.capture.failed': event<Events['trace.capture.failed']>(
      'Something could not be recorded.',
      { metadata: ['source', 'stage', 'errorName', 'errorMessage', 'suppressed'], failure: true },
    ),
  },
  aliases: formerNames,
});
