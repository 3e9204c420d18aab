import { aggregateQuery, rowListQuery } from '@rise/contract';
import { expect, test } from 'vitest';
import { parseCondition, queryOfWords } from './query-words.ts';

const NONE = { words: ['call_report'], by: [], where: [], order: [] };

test('words are translated into the API’s query', () => {
  const query = queryOfWords({
    words: ['call_report', 'total_assets', 'net_worth_ratio'],
    by: ['state,peer_group', 'as_of:quarter'],
    where: ['state in CA,TX', "name contains O'Neil", 'peer_group >= 3'],
    order: ['total_assets desc', 'state'],
    limit: 10,
    totals: true,
  });
  expect(aggregateQuery.parse(query)).toEqual(
    aggregateQuery.parse({
      dataset: 'call_report',
      measures: ['total_assets', 'net_worth_ratio'],
      dimensions: ['state', 'peer_group', { field: 'as_of', grain: 'quarter' }],
      filter: {
        all: [
          { field: 'state', op: 'in', values: ['CA', 'TX'] },
          { field: 'name', op: 'contains', values: ["O'Neil"] },
          { field: 'peer_group', op: 'gte', values: ['3'] },
        ],
      },
      order: [{ field: 'total_assets', direction: 'desc' }, { field: 'state' }],
      limit: 10,
      totals: true,
    }),
  );
  expect(aggregateQuery.parse(queryOfWords(NONE))).toEqual(aggregateQuery.parse({ dataset: 'call_report' }));
});

test('words are translated into the API’s list of rows', () => {
  const query = queryOfWords({
    ...NONE,
    words: ['call_report', 'name', 'state,total_assets', 'as_of:quarter'],
    where: ['total_assets > 1000000000'],
    order: ['total_assets desc'],
    limit: 5,
    rows: true,
    distinct: true,
  });
  expect(rowListQuery.parse(query)).toEqual(
    rowListQuery.parse({
      kind: 'rows',
      dataset: 'call_report',
      columns: ['name', 'state', 'total_assets', { field: 'as_of', grain: 'quarter' }],
      filter: { all: [{ field: 'total_assets', op: 'gt', values: ['1000000000'] }] },
      order: [{ field: 'total_assets', direction: 'desc' }],
      limit: 5,
      distinct: true,
    }),
  );
});

test.each([
  [{ rows: true, by: ['state'] }, '--by does not go with --rows'],
  [{ rows: true, totals: true }, '--totals does not go with --rows'],
  [{ distinct: true }, '--distinct goes with --rows only'],
  [{ rows: true, words: ['call_report', 'as_of:decade'] }, "column: 'decade' is not a grain"],
])('%j does not describe a query', (more, message) => {
  expect(() => queryOfWords({ ...NONE, ...more })).toThrow(message);
});

test.each([
  ['state=CA', 'in', ['CA']],
  ['state = New York, NY', 'in', ['New York, NY']],
  ['state != CA', 'notIn', ['CA']],
  ['state <> CA', 'notIn', ['CA']],
  ['state not in CA , TX', 'notIn', ['CA', 'TX']],
  ["state IN 'a,b','it''s', c d", 'in', ['a,b', "it's", 'c d']],
  ["state in ''", 'in', ['']],
  ['state<=-3', 'lte', ['-3']],
  ['state < 2025-01-01', 'lt', ['2025-01-01']],
  ['state starts with C', 'startsWith', ['C']],
  ['state endsWith A', 'endsWith', ['A']],
  ["state contains ' x'", 'contains', [' x']],
  ['state is null', 'isNull', []],
  ['state  is  not null ', 'isNotNull', []],
])('--where "%s"', (text, op, values) => {
  expect(parseCondition(text)).toEqual({ field: 'state', op, values });
});

test.each([
  '',
  'state',
  'state in',
  'state in CA,',
  "state in 'CA",
  'state like C',
  '= CA',
  'state >',
  'state is nothing',
])('--where "%s" is rejected with the remedy', (text) => {
  expect(() => parseCondition(text)).toThrow(/^--where: '.*' is not a condition; write a dimension/);
});

test('a grain and an order that do not exist are rejected with the remedy', () => {
  expect(() => queryOfWords({ ...NONE, by: ['as_of:fortnight'] })).toThrow(
    /'fortnight' is not a grain .* as_of: and one of .*month/,
  );
  expect(() => queryOfWords({ ...NONE, order: ['state down'] })).toThrow(/--order: 'state down' is not an order/);
});
