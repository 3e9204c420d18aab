import { expect, it } from 'vitest';
import { addTest, NO_FILTER, removeTest, testsInText, toExact, toFilter, writeTest } from './tests.rules.ts';

const TEXT = `# Lending
name: lending
datasets:
  - name: loans
`;
const DATASET = {
  name: 'loans',
  title: { en: 'Loans' },
  description: { en: 'Loans' },
  owner: null,
  table: 'loan',
  measures: [],
  dimensions: [
    {
      name: 'branch',
      title: { en: 'Branch' },
      description: null,
      type: 'integer' as const,
      mapping: null,
      synonyms: [],
    },
    { name: 'open', title: { en: 'Open' }, description: null, type: 'boolean' as const, mapping: null, synonyms: [] },
  ],
};
const withTest = () => addTest(TEXT, { dataset: 'loans', measure: 'amount', figure: '1250.50' })!;

it('keeps a figure as a test, with comments and the rest of the text as they are', () => {
  const { text, name } = withTest();
  expect(name).toBe('amount');
  expect(text).toBe(`${TEXT}tests:
  - name: amount
    dataset: loans
    measure: amount
    expect: 1250.5
`);
  expect(addTest(text, { dataset: 'loans', measure: 'amount', figure: 3 })!.name).toBe('amount_2');
  expect(addTest('a: [', { dataset: 'loans', measure: 'amount', figure: 3 })).toBeNull();
});

it('allows the last digits of a floating-point figure to differ, and loses no digit of an exact one', () => {
  const add = (figure: string | number) => addTest(TEXT, { dataset: 'loans', measure: 'rate', figure })!.text;
  expect(add(0.123456789012)).toContain('expect: 0.123456789\n    tolerance: { percent: 0.0001 }');
  expect(add('12345678901234567.89')).toContain('expect: "12345678901234567.89"');
  expect([toExact('1,5'), toExact('−2'), toExact('many')]).toEqual([1.5, -2, 'many']);
});

it('shows and changes values and a period, and leaves other filters to the text', () => {
  const { text } = withTest();
  const filter = {
    conditions: [
      { field: 'branch', values: ['1', '12'] },
      { field: 'open', values: ['true'] },
    ],
    period: { field: 'day', since: '', until: '2026-06-30' },
  };
  expect(toFilter(filter, DATASET)).toEqual({
    all: [
      { field: 'branch', op: 'in', values: [1, 12] },
      { field: 'open', op: 'in', values: [true] },
      { field: 'day', during: { until: '2026-06-30' } },
    ],
  });
  const changed = writeTest(text, 'amount', { filter: toFilter(filter, DATASET), tolerance: { percent: 1 } });
  expect(testsInText(changed)).toMatchObject([{ filter, tolerance: '1', tolerancePercent: true }]);
  expect(testsInText(writeTest(changed, 'amount', { filter: undefined }))![0]!.filter).toEqual(NO_FILTER);
  expect(toFilter(NO_FILTER, DATASET)).toBeUndefined();
  const other = writeTest(text, 'amount', { filter: { not: { field: 'branch', op: 'in', values: [1] } } });
  expect(testsInText(other)![0]!.filter).toBeNull();
});

it('removes a test, and the list with the last one', () => {
  const { text } = withTest();
  expect(removeTest(text, 'nothing')).toBe(text);
  expect(removeTest(text, 'amount')).toBe(TEXT);
});
