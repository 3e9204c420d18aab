import { model } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../errors.ts';
import { readModel } from './read-model.ts';
import { schemaIssues, schemaMessage } from '../yaml/schema-messages.ts';

const TEXT = `
name: lending
title: { en: Lending }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    joins: [{ table: branch, on: [branch_id] }]
    dimensions:
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind } }
    measures:
      - { name: rows, kind: count, title: { en: Rows }, definition: { en: Rows }, format: { unit: count } }
`;
const CATALOG = { loan: { kind: 'string', branch_id: 'integer' }, branch: { branch_id: 'integer' } } as const;

function issuesOf(one: string, other: string, warehouse: { exact?: boolean; catalog?: typeof CATALOG } = {}) {
  const text = TEXT.replace(one, other);
  expect(text).not.toBe(TEXT);
  try {
    readModel({ text, file: 'm.yaml', ...warehouse });
  } catch (error) {
    if (error instanceof ModelError)
      return error.issues.map(({ line, path, message }) => `${line} ${path}: ${message}`);
    throw error;
  }
  return [];
}

describe('a document that does not fit its schema', () => {
  it.each([
    ['owner: Lending\n', '\n', "6 datasets.0.owner: 'owner' is missing: write a text."],
    ['owner: Lending', 'owner: 12', '9 datasets.0.owner: This is a number, but a text is needed.'],
    [
      'kind: count',
      'kind: counted',
      "15 datasets.0.measures.0.kind: 'counted' is not possible here. Write one of 'sum', 'count', 'count_distinct', 'average', 'min', 'max', 'median', 'percentile', 'variance', 'stddev', 'average_balance', 'combine', 'ratio', 'derived'. Did you mean 'count'?",
    ],
    [
      'type: string',
      'type: strng',
      "13 datasets.0.dimensions.0.type: 'strng' is not possible here. Write one of 'string', 'integer', 'decimal', 'date', 'timestamp', 'boolean'. Did you mean 'string'?",
    ],
    [
      'table: loan, column: kind',
      'table: loan, colum: kind',
      "13 datasets.0.dimensions.0.column.column: 'column' is missing: write a text.",
    ],
    [
      'table: loan, column: kind',
      'table: loan, colum: kind',
      "13 datasets.0.dimensions.0.column: There is no key 'colum' here. Did you mean 'column'? Possible are table, column.",
    ],
    ['on: [branch_id]', 'on: [{ column: a }]', "11 datasets.0.joins.0.on.0.key: 'key' is missing: write a text."],
    [
      'on: [branch_id]',
      'on: [5]',
      '11 datasets.0.joins.0.on.0: This is a number, but a text or a block of keys and values is needed.',
    ],
    ['on: [branch_id]', 'on: []', "11 datasets.0.joins.0.on: Name the columns that both tables have as 'on'."],
    [
      '    dimensions:',
      '    masks: [{ name: m, title: { en: M }, columns: [] }]\n    dimensions:',
      '12 datasets.0.masks.0.columns: Write at least 1 entry.',
    ],
    ['dimensions:\n', 'dimensions: x\n    other:\n', '12 datasets.0.dimensions: This is a text, but a list is needed.'],
    [
      'unit: count }',
      'unit: count, decimals: 9 }',
      '15 datasets.0.measures.0.format.decimals: Write a number of at most 6.',
    ],
    ['name: kind,', 'name: Kind,', '13 datasets.0.dimensions.0.name: Use lower-case letters, digits and _'],
  ])('%j → %j', (one, other, message) => {
    expect(issuesOf(one, other)).toContain(message);
  });

  it('never shows a message of the schema library', () => {
    const raw = /invalid|expected|unrecognized|received|too (small|big)/i;
    const values = [null, 5, 'x', {}, [], { name: 1, datasets: [{ joins: 1, measures: [{ kind: 'sum', over: 1 }] }], shared: 3, extra: 1 }]; // prettier-ignore
    for (const value of values) {
      const parsed = model.safeParse(value, { error: schemaMessage });
      for (const { message } of schemaIssues(parsed.error!)) expect(message).not.toMatch(raw);
    }
  });
});

describe('names of tables', () => {
  it('are case-insensitive within a dataset', () => {
    const upper = TEXT.replace('column: { table: loan', 'column: { table: LOAN').replace(
      'kind: count,',
      'kind: count, where: "Branch.branch_id > 0 AND LOAN.kind = \'x\'",',
    );
    const { datasets } = readModel({ text: upper, file: 'm.yaml', catalog: CATALOG });
    expect(datasets[0]!.dimensions[0]!.column!.table).toBe('loan');
  });

  it('get the warehouse’s spelling if its engine is case-sensitive', () => {
    const other = ['table: loan\n', 'table: Loan\n'] as const;
    expect(issuesOf(...other, { catalog: CATALOG })).toEqual([]);
    expect(issuesOf(...other, { catalog: CATALOG, exact: true })[0]).toBe(
      "10 datasets.0.table: 'Loan' is written 'loan' in the warehouse, which distinguishes upper and lower case. Write it so.",
    );
    expect(issuesOf('on: [branch_id]', 'on: [Branch_ID]', { catalog: CATALOG, exact: true })).toHaveLength(1);
  });
});
