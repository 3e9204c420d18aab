import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { addModel } from './add-model.rules.ts';

const MODEL = `name: bank
mappings:
  - name: kinds
shared:
  joins:
    - { table: branch, on: [id] }
datasets:
  - name: loans
    table: loan
  - name: call_report
    table: fs220
`;

it('adds what a text lacks, and leaves what it has as it is', () => {
  const text = '# mine\nextends: ncua\ndatasets:\n  - name: call_report\n    measures: []\n';
  const added = addModel(text, MODEL, new Set(['call_report']))!;
  expect(added.added).toEqual(['kinds', 'branch', 'loans']);
  expect(added.unchanged).toEqual(['call_report']);
  expect(added.text).toContain('# mine');
  expect(parse(added.text)).toEqual({
    extends: 'ncua',
    mappings: [{ name: 'kinds' }],
    shared: { joins: [{ table: 'branch', on: ['id'] }] },
    datasets: [
      { name: 'call_report', measures: [] },
      { name: 'loans', table: 'loan' },
    ],
  });
});

it('does not add a dataset that the template has', () => {
  const added = addModel('extends: ncua\n', MODEL, new Set(['loans', 'call_report']))!;
  expect(added.unchanged).toEqual(['loans', 'call_report']);
  expect(parse(added.text)).not.toHaveProperty('datasets');
});

it('takes the whole model into an empty text, and nothing into a broken one', () => {
  expect(addModel(' ', MODEL, new Set())!.text).toBe(MODEL);
  expect(addModel('a: [', MODEL, new Set())).toBeNull();
});
