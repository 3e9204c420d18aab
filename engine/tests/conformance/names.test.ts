import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { planQuery } from '../../src/planner/query.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from '../support/tiny-warehouse.ts';

const ROWS: Branch[] = [
  { tenant: 'alder', id: 'a', name: 'North', day: '2025-10-31', assets: 100, worth: 3 },
  { tenant: 'alder', id: 'b', name: 'South', day: '2025-12-31', assets: 300, worth: 1 },
  { tenant: 'alder', id: 'c', name: 'South', day: '2025-12-31', assets: 50, worth: 9 },
];

/** A query of each shape over a dimension and a measure. */
const queriesOf = (dimension: string, measure: string) => {
  const month = { field: 'day', grain: 'month', fill: true };
  const dimensions = [dimension, 'day'];
  const measures = [measure, 'worth_ratio'];
  return [
    { dimensions, measures, totals: true, order: [{ field: measure, direction: 'desc' }] },
    { dimensions, measures, subtotals: 'rollup', top: { dimension, measure, n: 1 } },
    { dimensions, measures, pivot: { columns: [dimension], totals: true } },
    { dimensions: [month, dimension], measures },
    {
      dimensions: [dimension, { field: 'day', grain: 'month' }],
      measures: [],
      calculations: [
        { name: 'share_of_all', kind: 'share', measure },
        { name: 'rank_of_all', kind: 'rank', measure },
        { name: 'month_before', kind: 'compare', measure, with: 'previous_period' },
        { name: 'since_january', kind: 'accumulate', measure, over: 'year' },
      ],
    },
    {
      dimensions,
      measures,
      totals: true,
      having: { measure, op: 'gt', values: [60] },
    },
    { kind: 'benchmark', by: dimension, member: 'North', measures },
    { kind: 'distribution', by: dimension, member: 'North', measure, buckets: 3 },
  ].map((query) => ({ dataset: 'book', ...query }));
};

/** Names of the warehouse and of the queries' own calculations. */
const TAKEN = new Set([
  'id',
  'name',
  'grade',
  'open',
  'day',
  'size',
  'assets',
  'worth',
  'worth_ratio',
  'day_month',
  'tenant_id',
  'share_of_all',
  'rank_of_all',
  'month_before',
  'since_january',
]);

let plain: TinyWarehouse;
/**
 * Names that generated SQL uses for tables and columns of its own, in each of the queries: only there can they clash.
 */
let wordsOf: string[][];
let words: string[];
beforeAll(async () => {
  plain = await openTiny(ROWS);
  wordsOf = queriesOf('name', 'assets').map((query) => {
    const written = writeSql(
      planQuery(plain.model, { tenant: 'alder' }, semanticQuery.parse(query), '2025-12-31'),
      duckdb,
    );
    const quoted = `${written.rows.sql} ${written.totals?.sql ?? ''}`.matchAll(/"([a-z][a-z0-9_]*)"/g);
    return [...new Set([...quoted].map(([, word]) => word!))].filter((word) => !TAKEN.has(word));
  });
  words = [...new Set(wordsOf.flat())];
});
afterAll(() => plain.close());

/** A result without columns, whose names differ; a benchmark has the name of the measure in its rows. */
async function comparable(warehouse: TinyWarehouse, query: object, measure: string) {
  const { rows, totals } = await warehouse.runQuery(query);
  return { rows: rows.map((row) => (row[0] === measure ? ['assets', ...row.slice(1)] : row)), totals };
}

/** Results of each query, and of the same one in which a word that its SQL uses is the name of a field. */
async function results(named: TinyWarehouse, fieldsOf: (word: string) => [string, string], among: string[]) {
  const pairs = [];
  for (const [place, query] of queriesOf('name', 'assets').entries()) {
    const expected = await comparable(plain, query, 'assets');
    for (const word of wordsOf[place]!.filter((item) => among.includes(item))) {
      const [dimension, measure] = fieldsOf(word);
      const own = queriesOf(dimension, measure)[place]!;
      pairs.push({ word, own, expected, got: await comparable(named, own, measure) });
    }
  }
  return pairs;
}

describe('a name that generated SQL uses itself', () => {
  it('is found', () => {
    expect(words).toEqual(expect.arrayContaining(['parts', 'around', 'rows']));
  });

  it('can be a dimension', async () => {
    const dimensions = words.map(
      (word) => `- { name: ${word}, type: string, column: { table: branch, column: name } }`,
    );
    const named = await openTiny(ROWS, {}, { dimensions: `\n${dimensions.join('\n')}` });
    try {
      const pairs = await results(named, (word) => [word, 'assets'], words);
      expect(pairs.length).toBeGreaterThan(words.length);
      for (const { word, own, expected, got } of pairs)
        expect(got, `${word}: ${JSON.stringify(own)}`).toEqual(expected);
    } finally {
      await named.close();
    }
  });

  it('can be a measure, unless another column of the query has the name', async () => {
    const clash = { measures: '\n- { name: day_month, kind: sum, columns: [{ table: balance, column: assets }] }' };
    const clashing = await openTiny(ROWS, {}, clash);
    try {
      const dimensions = [{ field: 'day', grain: 'month' }];
      const query = { dimensions, calculations: [{ name: 'all', kind: 'share', measure: 'day_month' }] };
      await expect(clashing.runQuery(query)).rejects.toMatchObject({ details: [{ field: 'dimensions.0' }] });
      expect((await clashing.runQuery({ dimensions: ['day'], measures: ['day_month'] })).rows).toHaveLength(2);
    } finally {
      await clashing.close();
    }

    const free = words.filter((word) => !['branches', 'lost', 'kept'].includes(word));
    const measures = free.map(
      (word) => `- { name: ${word}, kind: sum, columns: [{ table: balance, column: assets }] }`,
    );
    const named = await openTiny(ROWS, {}, { measures: `\n${measures.join('\n')}` });
    try {
      const pairs = await results(named, (word) => ['name', word], free);
      expect(pairs.length).toBeGreaterThan(free.length);
      for (const { word, own, expected, got } of pairs)
        expect(got, `${word}: ${JSON.stringify(own)}`).toEqual(expected);
    } finally {
      await named.close();
    }
  });
});
