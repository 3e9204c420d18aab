import { describe, expect, test } from 'vitest';
import { filter, type Filter } from './filter.ts';
import { having } from './having.ts';
import { findExceededLimit, QUERY_LIMITS } from './query-limits.ts';
import { semanticQuery } from './query.ts';

const contains = (count: number): Filter => ({
  field: 'name',
  op: 'contains',
  values: Array.from({ length: count }, (_, index) => `part ${index}`),
});
const oneOf = (count: number, text = 'x'): Filter => ({
  field: 'name',
  op: 'in',
  values: Array.from({ length: count }, () => text),
});
const nested = (levels: number): object => {
  let tree: object = { field: 'name', op: 'isNull' };
  for (let level = 0; level < levels; level++) tree = { not: tree };
  return tree;
};
const issuesOf = (of: unknown) =>
  semanticQuery
    .safeParse({ dataset: 'loans', measures: ['balance'], filter: of })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('limits of a query', () => {
  test('a query within all of them is read', () => {
    expect(issuesOf({ all: [contains(QUERY_LIMITS.textMatches), nested(19), oneOf(1000)] })).toBeUndefined();
  });

  test.each([
    ['texts to search for', { any: [contains(150), contains(51)] }, 'filter.any.1', "by 'contains'"],
    ['values', { any: Array.from({ length: 11 }, () => oneOf(1000)) }, 'filter.any.10', 'at most 10000 values'],
    [
      'conditions',
      { all: Array.from({ length: 11 }, () => ({ any: Array.from({ length: 50 }, () => oneOf(1)) })) },
      'filter.all.10.any.0',
      'at most 500 conditions',
    ],
    ['characters', { any: [oneOf(1000, 'x'.repeat(500)), oneOf(1)] }, 'filter.any.1', '500000 characters'],
    ['levels', nested(21), `filter${'.not'.repeat(21)}`, 'deeper than 20 levels'],
  ])('too many %s are refused, with the field and the remedy', (_, of, path, message) => {
    expect(issuesOf(of)).toEqual([[path, expect.stringContaining(message)]]);
  });

  test('a document of any depth is refused without exhausting the stack', () => {
    for (const schema of [filter, having])
      expect(schema.safeParse(nested(50_000)).error?.issues[0]!.message).toContain('deeper than 20 levels');
    expect(filter.safeParse({ all: Array.from({ length: 400_000 }, () => 1) }).success).toBe(false);
  });

  test('count for all filters of a query together', () => {
    const custom = (place: number) => ({ kind: 'filtered', name: `m${place}`, measure: 'n', filter: contains(101) });
    expect(findExceededLimit({ customMeasures: [custom(0)] })).toBeNull();
    expect(findExceededLimit({ customMeasures: [custom(0), custom(1)] })?.path).toEqual([
      'customMeasures',
      1,
      'filter',
    ]);
  });
});
