import { defineTraceSchema, event, operation, type EventsOf } from '@loop/events/trace';

const declarations = {
  note: event<{ text: string; level?: number }>('A text.', { metadata: ['level'] }),
  saved: event<{ count: number }>('Saved.', { metadata: ['count'], sync: true }),
  tool: operation(
    event<{ toolCallId: string; input?: unknown }>('Begun.', { metadata: ['toolCallId'] }),
    event<{ toolCallId: string; isError: boolean }>('Over.', { metadata: ['isError'] }),
    { id: 'toolCallId' },
  ),
  delta: event<{ index: number; text: string }>('A piece.', {
    stream: { part: 'index', text: 'text' },
  }),
  broken: event<object>('Could not be recorded.', { failure: true }),
};

/** A small vocabulary with one of everything. */
export const testSchema = defineTraceSchema({
  name: 'test.trace',
  version: 3,
  events: declarations,
});
export type TestEvents = EventsOf<typeof declarations>;
