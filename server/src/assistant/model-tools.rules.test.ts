import { describe, expect, test } from 'vitest';
import { checkCall, DATA_TOOLS, TEXT_TOOLS, toolsOf, writtenCall } from './model-tools.rules.ts';

const call = (name: string, input: unknown) => ({
  id: 'c1',
  name,
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
});

describe('a call of a tool', () => {
  test('is read in its form, with what was left out', () => {
    expect(checkCall(call('propose_query', { dataset: 'loans', measures: ['count'] }), DATA_TOOLS)).toMatchObject({
      name: 'propose_query',
      input: { dataset: 'loans', measures: ['count'], group_by: [], filters: [], descending: true },
    });
    expect(checkCall(call('propose_query', { choice: 2 }), DATA_TOOLS)).toMatchObject({ input: { choice: 2 } });
  });

  test.each([
    ['an unknown tool', call('run_sql', { sql: 'SELECT 1' }), /no tool 'run_sql'/],
    ['no JSON', call('find_fields', '{"text": '), /not valid JSON/],
    ['a tenant as an argument', call('find_fields', { text: 'loans', tenantId: 't' }), /[Uu]nrecognized key/],
    ['an address as an argument', call('search_docs', { text: 'loans', url: 'https://x' }), /[Uu]nrecognized key/],
    ['text of SQL', call('propose_query', { dataset: 'loans', sql: 'SELECT 1' }), /[Uu]nrecognized key/],
    ['a list of all values', call('find_values', { dataset: 'loans', field: 'name', text: '' }), /text/],
    ['nothing', call('propose_query', ''), /dataset/],
  ])('with %s is refused', (_what, input, problem) => {
    expect(checkCall(input, DATA_TOOLS)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  test('to propose a query is refused once documents have been read', () => {
    for (const name of ['propose_query', 'find_values', 'find_fields'])
      expect(checkCall(call(name, { dataset: 'loans' }), TEXT_TOOLS)).toEqual({
        problem: expect.stringContaining('documents have been read') as string,
      });
  });

  test('is also understood where a model writes it as text', () => {
    const text = '```json\n{"name": "propose_query", "arguments": {"choice": 1}}\n```';
    expect(writtenCall(text)).toMatchObject({ name: 'propose_query', arguments: '{"choice":1}' });
    expect(writtenCall('{"name": "run_sql", "arguments": {}}')).toBeNull();
    expect(writtenCall('Members by state.')).toBeNull();
  });

  test('has a flat form: one object without alternatives', () => {
    for (const { parameters } of toolsOf(DATA_TOOLS)) {
      expect(parameters).toMatchObject({ type: 'object' });
      expect(Object.keys(parameters)).not.toContain('anyOf');
    }
  });
});
