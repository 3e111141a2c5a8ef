import { describeOperation, recordCounters, requestTokens } from '@loop/events/trace';
import { describe, expect, it } from 'vitest';

describe('an operation', () => {
  it.each([
    ['tool', { toolName: 'shell' }, 'tool shell'],
    ['tool.nested', { toolName: 'read' }, 'tool.nested read'],
    ['approval', { toolName: 'shell' }, 'approval shell'],
    ['approval', { toolName: 7 }, 'approval'],
    ['model.request', { purpose: 'main', model: 'small' }, 'model.request main small'],
    ['run', { outcome: 'completed' }, undefined],
    ['of.another.vocabulary', { toolName: 'shell' }, undefined],
  ])('%s of %j is called %s', (name, data, label) => {
    expect(describeOperation({ name, started: { data } })?.label).toBe(label);
    expect(describeOperation({ name, completed: { data } })?.label).toBe(label);
  });

  it('has the attributes that both of its ends tell', () => {
    const started = { data: { purpose: 'main', provider: 'acme', model: 'small' } };
    const completed = { data: { stopReason: 'stop', usage: { input: 5, output: 2 } } };
    expect(describeOperation({ name: 'model.request', started, completed })).toMatchObject({
      isRemote: true,
      attributes: {
        'gen_ai.request.model': 'small',
        'gen_ai.provider.name': 'acme',
        'gen_ai.response.finish_reasons': ['stop'],
        'gen_ai.usage.input_tokens': 5,
        'gen_ai.usage.output_tokens': 2,
      },
    });
  });

  it.each([
    [
      { input: 5, output: 2 },
      { input: 5, output: 2 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: 2 },
      { input: 5, output: 2 },
    ],
    [{ outputTokens: 2 }, { input: 0, output: 2 }],
    [{ input: '5' }, undefined],
    [null, undefined],
  ])('with a usage of %j has %j tokens', (usage, tokens) => {
    expect(requestTokens({ name: 'model.request', completed: { data: { usage } } })).toEqual(
      tokens,
    );
  });
});

it.each([
  ['context.budget.updated', { tokens: 12 }, { 'context tokens': 12 }],
  ['context.budget.updated', { tokens: null }, undefined],
  ['queue.changed', { items: ['a', 'b'] }, { 'queued inputs': 2 }],
  ['queue.changed', { items: { $omitted: { reason: 'mode', size: 3 } } }, { 'queued inputs': 3 }],
  ['queue.changed', { items: { $omitted: 'cut off' } }, undefined],
  ['message.completed', { tokens: 12 }, undefined],
])('%s with %j is worth %j', (name, data, counters) => {
  expect(recordCounters({ name, data })).toEqual(counters);
});
