import { expect, test } from 'vitest';
import { semanticQuery } from './query.ts';

const issuesOf = (query: object) => semanticQuery.safeParse(query).error?.issues ?? [];

test('a query without a kind is an aggregate', () => {
  expect(semanticQuery.parse({ dataset: 'loans', measures: ['balance'] }).kind).toBe('aggregate');
});

test('a query that names its kind is read as this kind only', () => {
  const issues = issuesOf({ kind: 'aggregate', dataset: 'loans', measures: 'balance' });
  expect(issues.map(({ code, path }) => [code, ...path])).toEqual([['invalid_type', 'measures']]);
});

test('a query of an unknown kind is refused', () => {
  expect(issuesOf({ kind: 'guess', dataset: 'loans', measures: ['balance'] })).toHaveLength(1);
});
