import { describe, expect, it } from 'vitest';
import { diffModels } from '../documents/diff-models.ts';
import { parseModel, readModel } from '../documents/read-model.ts';
import { ModelError } from '../errors.ts';
import { judgeFigure } from './model-tests.ts';

const MODEL = `name: lending
title: { en: Lending }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: day, title: { en: Day }, type: date, column: { table: loan, column: day } }
      - { name: branch, title: { en: Branch }, type: integer, column: { table: loan, column: branch } }
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: D }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: Amount }, definition: { en: D }, format: { unit: number } }
      - { name: newest, kind: max, expression: day, title: { en: Newest }, definition: { en: D }, format: { unit: date } }
`;
const ONE = '{ name: total, dataset: loans, measure: amount, expect: 12.5 }';
const withTests = (...tests: string[]) => `${MODEL}tests:\n${tests.map((test) => `  - ${test}\n`).join('')}`;

function issuesOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ModelError)
      return error.issues.map(({ line, path, message }) => `${line} ${path}: ${message}`);
    throw error;
  }
  return [];
}
const issue = (test: string) => issuesOf(() => parseModel(withTests(test), 'model.yaml')).join('\n');

describe('tests of a model', () => {
  it('name a measure, the rows that count, and the figure they expect', () => {
    const { tests } = parseModel(
      withTests(
        ONE,
        '{ name: north, title: { en: North, tr: Kuzey }, dataset: loans, measure: loans, filter: { all: [{ field: branch, op: in, values: [1] }, { field: day, during: { until: 2026-06-30 } }] }, expect: "3", tolerance: { percent: 1 } }',
      ),
      'model.yaml',
    );
    expect(tests).toMatchObject([
      { name: 'total', expect: 12.5, tolerance: 0 },
      { name: 'north', title: { tr: 'Kuzey' }, expect: '3', tolerance: { percent: 1 } },
    ]);
  });

  it.each([
    [
      '{ name: total, dataset: loan, measure: amount, expect: 1 }',
      "19 tests.0.dataset: There is no dataset 'loan'. Did you mean 'loans'?",
    ],
    [
      '{ name: total, dataset: loans, measure: amout, expect: 1 }',
      "19 tests.0.measure: There is no measure 'amout' in 'loans'. Did you mean 'amount'?",
    ],
    [
      '{ name: total, dataset: loans, measure: newest, expect: 1 }',
      "19 tests.0.measure: 'newest' is a date or time. Take a measure that is a number.",
    ],
    [
      '{ name: total, dataset: loans, measure: amount }',
      '19 tests.0.expect: This is missing: write a number or a text.',
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expect: many }',
      '19 tests.0.expect: Write a number, such as 1234.56',
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expect: 12345678901234567890 }',
      '19 tests.0.expect: A number of more than 15 digits is not exact. Write it in quotes.',
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expect: 1, tolerance: -1 }',
      '19 tests.0.tolerance: Write a number of at least 0.',
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expect: 1, filter: { field: brnch, op: in, values: [1] } }',
      "19 tests.0.filter.field: There is no dimension 'brnch' in 'loans'. Did you mean 'branch'?",
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expect: 1, filter: { all: [{ field: branch, op: in, values: [north] }] } }',
      '19 tests.0.filter.all.0.values',
    ],
    [
      '{ name: total, dataset: loans, measure: amount, expects: 1 }',
      "tests.0: There is no key 'expects' here. Did you mean 'expect'?",
    ],
  ])('report what is wrong at its place: %s', (test, expected) => {
    expect(issue(test)).toContain(expected);
  });

  it('have names of their own', () => {
    const issues = issuesOf(() => parseModel(withTests(ONE, ONE), 'model.yaml'));
    expect(issues).toEqual(["20 tests.1.name: There are two tests 'total'. Rename one."]);
  });

  it('are differences between models', () => {
    const [before, after] = [withTests(ONE), withTests(ONE.replace('12.5', '13'))].map((text) =>
      parseModel(text, 'model.yaml'),
    );
    expect(diffModels(before!, after!)).toEqual([
      {
        change: 'changed',
        kind: 'test',
        dataset: null,
        name: 'total',
        before: { expect: 12.5 },
        after: { expect: 13 },
      },
    ]);
  });
});

describe('tests of a template', () => {
  const read = (text: string) =>
    readModel({ text: `extends: lending\n${text}`, file: 'own.yaml', template: withTests(ONE) }).tests;

  it('are inherited, changed and added to by name', () => {
    expect(read('')).toMatchObject([{ name: 'total', expect: 12.5 }]);
    expect(
      read('tests: [{ name: total, expect: 20 }, { name: count, dataset: loans, measure: loans, expect: 2 }]'),
    ).toMatchObject([
      { name: 'total', measure: 'amount', expect: 20 },
      { name: 'count', expect: 2 },
    ]);
  });

  it('are left out where the document hides them, or their measure', () => {
    expect(read('hide: [total]')).toEqual([]);
    expect(read('datasets: [{ name: loans, hide: [amount] }]')).toEqual([]);
    expect(issuesOf(() => read('hide: [totals]')).join()).toMatch(/no dataset or test 'totals' to hide.*'total'/);
  });

  it('report errors at their place in the document', () => {
    expect(issuesOf(() => read('tests: [{ name: total, measure: amounts }]')).join()).toMatch(
      /^2 tests\.0\.measure: There is no measure 'amounts'/,
    );
  });
});

describe('a figure', () => {
  const test = { name: 't', dataset: 'd', measure: 'm', expect: '100.10', tolerance: 0 } as const;

  it('is compared exactly, within the tolerance', () => {
    expect(judgeFigure(test, '100.1')).toEqual({ passed: true, actual: '100.1', difference: '0' });
    expect(judgeFigure(test, '100.0999')).toEqual({ passed: false, actual: '100.0999', difference: '-0.0001' });
    expect(judgeFigure({ ...test, tolerance: 0.0001 }, '100.0999')).toMatchObject({ passed: true });
    expect(judgeFigure({ ...test, expect: '-200', tolerance: { percent: 5 } }, -210)).toMatchObject({ passed: true });
    expect(judgeFigure({ ...test, expect: '-200', tolerance: { percent: 5 } }, -210.5)).toMatchObject({
      passed: false,
      difference: '-10.5',
    });
    expect(judgeFigure({ ...test, expect: 0 }, 1e-7)).toMatchObject({ passed: false, difference: '0.0000001' });
  });

  it('that does not exist fails', () => {
    expect(judgeFigure(test, null)).toEqual({ passed: false, actual: null, difference: null });
  });
});
