import type { Cell, RowsResult } from '@rise/contract';
import { rowsQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/loan-book.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import { alike, branches, dice, FIELDS, someFilter } from '../support/random-queries.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { Engine } from '../../src/engine.ts';
import { QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { Scope } from '../../src/plan/scope.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';

const RIGHTS = {
  rules: '[{ name: low, title: { en: R }, appliesTo: { roles: [clerk] }, where: "grade <= 2" }]',
  masks:
    '[{ name: names, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: name }, { table: balance, column: worth }] }]',
};
const everyone = { roles: ['auditor'], groups: [], attributes: {} };
const clerk = { roles: ['clerk'], groups: [], attributes: {} };

let both: TwoEngines;
beforeAll(async () => {
  both = await openTwoEngines(branches(7), { ...FIELDS, ...RIGHTS });
});
afterAll(() => both.close());

/** The page, which must be the same on every engine. */
async function pageOf(
  { engine, model }: { engine: Engine; model: CompiledModel },
  versions: readonly WarehouseVersion[],
  rows: object,
  scope: Partial<Scope> = {},
): Promise<RowsResult> {
  const [one, ...others] = await Promise.all(
    versions.map(async (version) => {
      const whole = { tenant: 'alder', reader: everyone, ...scope };
      const answer = await engine.queries.runRows({ model, version, scope: whole, rows: rowsQuery.parse(rows) });
      return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
    }),
  );
  // Stored columns have each engine's own format: 1.50 or 1.5.
  const message = ({ rows: page, totals, count, value, meta }: RowsResult) => [
    numbers(page),
    alike([totals!]),
    count,
    alike([[value]]),
    meta.truncated,
  ];
  for (const other of others) expect(message(other)).toEqual(message(one!));
  return one!;
}
const rowsOf = (rows: object, scope: Partial<Scope> = {}) =>
  pageOf(both.tiny, [both.tiny.version, ...both.servers], { limit: 1000, ...rows }, scope);
const figure = async (query: object, row: (cells: Cell[]) => boolean, column: number, scope: Partial<Scope> = {}) =>
  (await both.runQuery(query, { reader: everyone, ...scope })).rows.find(row)![column]!;
const column = ({ columns, rows }: RowsResult, name: string) => {
  const place = columns.findIndex((column) => column.name === name);
  return rows.map((row) => row[place]!);
};
const sum = (cells: Cell[]) =>
  Number(cells.reduce<number>((total, cell) => total + Number(cell ?? 0), 0).toPrecision(11));

describe('the rows behind a cell', () => {
  const query = { dataset: 'book', dimensions: ['grade', 'size'], measures: ['assets', 'plain_ratio'] };

  it('add up to its figure, include both parts of a ratio, and equal those of plain SQL', async () => {
    const cell = [
      { field: 'grade', value: 3 },
      { field: 'size', value: 'big' },
    ];
    const result = await rowsOf({ query, cell, measure: 'plain_ratio' });
    const ratio = await figure(query, ([grade, size]) => grade === 3 && size === 'big', 3);
    expect(sum(column(result, 'worth')) / sum(column(result, 'assets'))).toBeCloseTo(Number(ratio), 9);
    expect(numbers([[result.value]])).toEqual(numbers([[ratio]]));
    const plain = await both.plain(
      'SELECT branch_id, worth, assets FROM t WHERE grade = 3 AND assets >= 1000 AND (worth IS NOT NULL OR assets IS NOT NULL) ORDER BY branch_id',
    );
    const shown = numbers(
      result.rows.map((_, index) => ['id', 'worth', 'assets'].map((name) => column(result, name)[index]!)),
    );
    expect(shown.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual(plain);
    expect([result.count, result.meta.truncated]).toEqual([plain.length, false]);
    expect(result.columns.map(({ name }) => name)).toEqual([
      'grade',
      'size',
      'id',
      'name',
      'open',
      'day',
      'month',
      'standing',
      'worth',
      'assets',
      'balance.worth',
      'balance.worth_before',
      'balance.assets',
    ]);
  });

  it.each([
    'branches',
    'assets',
    'kept',
    'worth_ratio',
    'yearly_ratio',
    'big_assets',
    'grades',
    'mean_worth',
    'least',
    'middle',
    'ninth',
    'spread',
  ])('produce %s for everything, for a missing member and for a missing band', async (measure) => {
    const request = { ...query, measures: [measure] };
    for (const [grade, size] of [
      [null, 'big'],
      [1, null],
      [2, 'small'],
    ] as Cell[][]) {
      const cell = [
        { field: 'grade', value: grade },
        { field: 'size', value: size },
      ];
      const { value } = await rowsOf({ query: request, cell, measure });
      const rows = (await both.runQuery(request, { reader: everyone })).rows;
      expect(numbers([[value]]), JSON.stringify(cell)).toEqual(
        numbers([
          [
            rows.find((row) => row[0] === grade && row[1] === size)?.[2] ??
              (['branches', 'grades'].includes(measure) ? 0 : null),
          ],
        ]),
      );
    }
    const all = await rowsOf({ query: request, measure, columns: [] });
    const [[whole]] = (await both.runQuery({ measures: [measure] }, { reader: everyone })).rows as [[Cell]];
    expect(numbers([[all.value]])).toEqual(numbers([[whole]]));
  });

  it('of "other" are all rows except those of the top members', async () => {
    const top = { dimension: 'name', measure: 'assets', n: 2, within: ['grade'] };
    const request = { dataset: 'book', dimensions: ['grade', 'name'], measures: ['worth'], top };
    const cell = [
      { field: 'grade', value: 1 },
      { field: 'name', level: 'other' },
    ];
    const result = await rowsOf({ query: request, cell, measure: 'worth' });
    const other = await figure(request, (row) => row[0] === 1 && row[2] === 'other', 3);
    expect(numbers([[result.value, sum(column(result, 'worth'))]])).toEqual(numbers([[other, other]]));
    expect(new Set(column(result, 'name')).size).toBeGreaterThan(1);
  });

  it('are paged without duplicates, with their count and a truncation flag', async () => {
    const request = { query, measure: 'assets' };
    const whole = await rowsOf(request);
    const pages = [];
    for (let offset = 0; offset < whole.count; offset += 20) {
      const page = await rowsOf({ ...request, limit: 20, offset });
      expect([page.count, page.meta.truncated]).toEqual([whole.count, offset + 20 < whole.count]);
      expect(page.totals).toEqual(whole.totals);
      pages.push(...page.rows);
    }
    expect(pages).toEqual(whole.rows);
    expect(new Set(column(whole, 'id')).size).toBe(whole.count);
  });

  it('are restricted to the reader’s rows, with masked columns null and not named', async () => {
    const restricted = { reader: clerk };
    const result = await rowsOf({ query, measure: 'worth' }, restricted);
    const expected = await both.plain(
      'SELECT count(*)::int, sum(worth_before) FROM t JOIN balance USING (tenant_id, branch_id) WHERE grade <= 2 AND worth_before IS NOT NULL',
    );
    expect(numbers([[result.count, result.value]])).toEqual(expected);
    expect(new Set(column(result, 'name'))).toEqual(new Set([null]));
    expect(result.columns.map(({ name }) => name)).not.toContain('balance.worth');
    expect(new Set(column(result, 'grade'))).toEqual(new Set([1, 2]));
  });
});

describe('the rows behind any cell', () => {
  it('add up to the cell’s figure for a member, for all, and for "other"', async () => {
    const random = dice(5);
    let others = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const measure = random.pick(['branches', 'assets', 'kept', 'plain_ratio', 'grades', 'mean_worth', 'middle']);
      const dimensions = [...new Set([random.pick(['name', 'grade']), random.pick(['size', 'open', 'month'])])];
      const best = random.pick(['greatest', 'least'] as const);
      const query = {
        dataset: 'book',
        dimensions,
        measures: [measure],
        filter: someFilter(random),
        ...(random.roll(2) === 0 ? { subtotals: 'rollup' } : {}),
        top: { dimension: random.pick(dimensions), measure: 'assets', n: 1 + random.roll(2), best },
      };
      const { columns, rows } = await both.tiny.runQuery(query, { reader: everyone });
      if (rows.length === 0) continue;
      const row = random.pick(rows);
      const at = (name: string) => row[columns.findIndex((column) => column.name === name)];
      const cell = dimensions.map((field) => ({ field, value: at(field), level: at(`${field}.level`) ?? 'member' }));
      others += Number(cell.some(({ level }) => level === 'other'));
      const { value, count } = await rowsOf({ query, cell, measure, columns: [] });
      const place = JSON.stringify({ turn, query, cell, count });
      expect(numbers([[value]]), place).toEqual(numbers([[at(measure)]]));
    }
    expect(others).toBeGreaterThan(5);
  });
});

describe('balances and several facts', () => {
  it('have the rows of their snapshot date; a measure over two tables is drilled through part by part', async () => {
    const warehouse = await generateWarehouse(BOOK_TABLES);
    const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
    const versions = Object.values(warehouse.versions);
    const query = { dataset: 'book', dimensions: [{ field: 'day', grain: 'month' }], measures: ['balance'] };
    const page = (rows: object) => pageOf({ engine: warehouse.engine, model }, versions, rows);
    const january = await page({ query, measure: 'balance', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([january.count, january.value, sum(column(january, 'balance'))]).toEqual([2, '135', 135]);
    expect(new Set(column(january, 'day'))).toEqual(new Set(['2025-01-31']));
    const ever = await page({ query, measure: 'balance' });
    expect([ever.count, ever.value]).toEqual([3, '147']);
    const mean = await page({ query, measure: 'mean', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([mean.count, mean.value]).toEqual([5, 177.5]);
    const least = await page({ query, measure: 'least', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([least.count, least.value]).toEqual([5, '135']);
    const both_ = page({ query, measure: 'loan_to_share' });
    await expect(both_).rejects.toThrow("computed from rows of 'loans' and 'shares'");
    await warehouse.close();
  });
});

describe('invalid requests', () => {
  const query = { dataset: 'book', dimensions: ['grade'], measures: ['assets'] };
  it.each([
    [{ measure: 'asets' }, 'measure'],
    [{ measure: 'assets', columns: ['nmae'] }, 'columns.0'],
    [{ measure: 'assets', cell: [{ field: 'name', value: 'x' }] }, 'cell.0.field'],
    [{ measure: 'assets', cell: [{ field: 'grade', value: 'x' }] }, 'cell.0.value'],
    [{ measure: 'assets', cell: [{ field: 'grade', level: 'other' }] }, 'cell.0.level'],
    [{ measure: 'assets', query: { ...query, filter: { field: 'x', op: 'isNull' } } }, 'query.filter.field'],
    [{ measure: 'assets', query: { ...query, measures: ['assets', 'x'] } }, 'query.measures.1'],
  ])('%j is refused at %s', async (rows, field) => {
    const error = await rowsOf({ query, ...rows }).catch((issue: unknown) => issue);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).details.map((detail) => detail.field)).toContain(field);
  });

  it('suggest the dimension that was meant', async () => {
    const message = "'grad' is not among the query's dimensions, which are grade. Did you mean 'grade'?";
    await expect(rowsOf({ query, measure: 'assets', cell: [{ field: 'grad', value: 1 }] })).rejects.toMatchObject({
      details: [{ field: 'cell.0.field', message }],
    });
  });
});
