import type { TraceEvents } from './payloads.js';

/**
 * Names that stand in older recordings: three that traces once had, and those of the session events
 * that were recorded under their own name.
 *
 * Contract: "Compatibility and IDs".
 */
export const formerNames: Readonly<Record<string, keyof TraceEvents>> = {
  'run.cancel_requested': 'run.cancel.requested',
  'model.input_projection': 'model.input.projected',
  'model.stream': 'model.stream.received',
  message_start: 'message.started',
  message_end: 'message.completed',
  tool_execution_start: 'tool.started',
  tool_execution_end: 'tool.completed',
  approval_requested: 'approval.started',
  approval_resolved: 'approval.completed',
  compaction_start: 'compaction.started',
  compaction_end: 'compaction.completed',
  agent_settled: 'agent.settled',
  queue_changed: 'queue.changed',
  prompt_timing: 'prompt.timing.updated',
  context_budget: 'context.budget.updated',
  skills_loaded: 'skill.loaded',
  permission_changed: 'permission.changed',
  session_title: 'session.title.updated',
  'nested_tool.started': 'tool.nested.started',
  'nested_tool.completed': 'tool.nested.completed',
};
