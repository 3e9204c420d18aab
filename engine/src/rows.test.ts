import type { Cell, RowsResult } from '@rise/contract';
import { rowsQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../support/book.ts';
import { makeWarehouse } from '../support/made-warehouse.ts';
import { alike, branches, dice, FIELDS, someFilter } from '../support/random-queries.ts';
import { numbers, openTwoEngines } from '../support/two-engines.ts';
import type { TwoEngines } from '../support/two-engines.ts';
import { toQueryResult } from './answer.ts';
import type { Engine } from './engine-interface.ts';
import { QueryError } from './errors.ts';
import { compileModel } from './model/compile-model.ts';
import type { CompiledModel } from './model/compile-model.ts';
import { parseModel } from './model/parse-model.ts';
import type { Scope } from './plan/scope.ts';
import type { WarehouseVersion } from './warehouses/warehouses.ts';

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

/** The page as every engine gives it. */
async function pageOf(
  { engine, model }: { engine: Engine; model: CompiledModel },
  versions: readonly WarehouseVersion[],
  rows: object,
  scope: Partial<Scope> = {},
): Promise<RowsResult> {
  const [one, ...others] = await Promise.all(
    versions.map(async (version) => {
      const whole = { tenant: 'alder', policyHash: 'p', predicates: [], reader: everyone, ...scope };
      const answer = await engine.rows({ model, version, scope: whole, rows: rowsQuery.parse(rows) });
      return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
    }),
  );
  // Columns as they are stored come as each engine writes them: 1.50 or 1.5.
  const said = ({ rows: page, totals, count, value, meta }: RowsResult) => [
    numbers(page),
    alike([totals!]),
    count,
    alike([[value]]),
    meta.truncated,
  ];
  for (const each of others) expect(said(each)).toEqual(said(one!));
  return one!;
}
const rowsOf = (rows: object, scope: Partial<Scope> = {}) =>
  pageOf(both.tiny, [both.tiny.version, ...both.servers], { limit: 1000, ...rows }, scope);
const figure = async (query: object, row: (cells: Cell[]) => boolean, column: number, scope: Partial<Scope> = {}) =>
  (await both.ask(query, { reader: everyone, ...scope })).rows.find(row)![column]!;
const column = ({ columns, rows }: RowsResult, name: string) => {
  const place = columns.findIndex((each) => each.name === name);
  return rows.map((row) => row[place]!);
};
const sum = (cells: Cell[]) =>
  Number(cells.reduce<number>((total, each) => total + Number(each ?? 0), 0).toPrecision(11));

describe('the rows behind a cell', () => {
  const query = { dataset: 'book', dimensions: ['grade', 'size'], measures: ['assets', 'plain_ratio'] };

  it('add up to its figure; of a ratio both parts are there, and the rows are those of plain SQL', async () => {
    const cell = [{ field: 'grade', value: 3 }, { field: 'size', value: 'big' }]; // prettier-ignore
    const found = await rowsOf({ query, cell, measure: 'plain_ratio' });
    const ratio = await figure(query, ([grade, size]) => grade === 3 && size === 'big', 3);
    expect(sum(column(found, 'worth')) / sum(column(found, 'assets'))).toBeCloseTo(Number(ratio), 9);
    expect(numbers([[found.value]])).toEqual(numbers([[ratio]]));
    const plain = await both.plain(
      'SELECT branch_id, worth, assets FROM t WHERE grade = 3 AND assets >= 1000 AND (worth IS NOT NULL OR assets IS NOT NULL) ORDER BY branch_id',
    );
    const shown = numbers(
      found.rows.map((_, index) => ['id', 'worth', 'assets'].map((name) => column(found, name)[index]!)),
    );
    expect(shown.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))).toEqual(plain);
    expect([found.count, found.meta.truncated]).toEqual([plain.length, false]);
    expect(found.columns.map(({ name }) => name)).toEqual(['grade', 'size', 'id', 'name', 'open', 'day', 'month', 'standing', 'worth', 'assets', 'balance.worth', 'balance.worth_before', 'balance.assets']); // prettier-ignore
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
  ])('make up %s over everything, in a missing member and in a missing band', async (measure) => {
    const asked = { ...query, measures: [measure] };
    for (const [grade, size] of [
      [null, 'big'],
      [1, null],
      [2, 'small'],
    ] as Cell[][]) {
      const cell = [{ field: 'grade', value: grade }, { field: 'size', value: size }]; // prettier-ignore
      const { value } = await rowsOf({ query: asked, cell, measure });
      const rows = (await both.ask(asked, { reader: everyone })).rows;
      expect(numbers([[value]]), JSON.stringify(cell)).toEqual(numbers([[rows.find((row) => row[0] === grade && row[1] === size)?.[2] ?? (['branches', 'grades'].includes(measure) ? 0 : null)]])); // prettier-ignore
    }
    const all = await rowsOf({ query: asked, measure, columns: [] });
    const [[whole]] = (await both.ask({ measures: [measure] }, { reader: everyone })).rows as [[Cell]];
    expect(numbers([[all.value]])).toEqual(numbers([[whole]]));
  });

  it('of those outside the top are all but the rows of its members', async () => {
    const top = { dimension: 'name', measure: 'assets', n: 2, within: ['grade'] };
    const asked = { dataset: 'book', dimensions: ['grade', 'name'], measures: ['worth'], top };
    const cell = [{ field: 'grade', value: 1 }, { field: 'name', level: 'other' }]; // prettier-ignore
    const found = await rowsOf({ query: asked, cell, measure: 'worth' });
    const other = await figure(asked, (row) => row[0] === 1 && row[2] === 'other', 3);
    expect(numbers([[found.value, sum(column(found, 'worth'))]])).toEqual(numbers([[other, other]]));
    expect(new Set(column(found, 'name')).size).toBeGreaterThan(1);
  });

  it('come page by page, each once, and say whether there are more and how many', async () => {
    const asked = { query, measure: 'assets' };
    const whole = await rowsOf(asked);
    const pages = [];
    for (let offset = 0; offset < whole.count; offset += 20) {
      const page = await rowsOf({ ...asked, limit: 20, offset });
      expect([page.count, page.meta.truncated]).toEqual([whole.count, offset + 20 < whole.count]);
      expect(page.totals).toEqual(whole.totals);
      pages.push(...page.rows);
    }
    expect(pages).toEqual(whole.rows);
    expect(new Set(column(whole, 'id')).size).toBe(whole.count);
  });

  it('are those the reader sees, with masked columns empty and nothing said of them', async () => {
    const restricted = { reader: clerk };
    const found = await rowsOf({ query, measure: 'worth' }, restricted);
    const expected = await both.plain(
      'SELECT count(*)::int, sum(worth_before) FROM t JOIN balance USING (tenant_id, branch_id) WHERE grade <= 2 AND worth_before IS NOT NULL',
    );
    expect(numbers([[found.count, found.value]])).toEqual(expected);
    expect(new Set(column(found, 'name'))).toEqual(new Set([null]));
    expect(found.columns.map(({ name }) => name)).not.toContain('balance.worth');
    expect(new Set(column(found, 'grade'))).toEqual(new Set([1, 2]));
  });
});

describe('the rows behind any cell', () => {
  it('make up what the cell says, be it of a member, of all or of those outside the top', async () => {
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
      const { columns, rows } = await both.tiny.ask(query, { reader: everyone });
      if (rows.length === 0) continue;
      const row = random.pick(rows);
      const at = (name: string) => row[columns.findIndex((each) => each.name === name)];
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
  it('are made of the rows of their day; what has rows of two tables is asked part by part', async () => {
    const made = await makeWarehouse(BOOK_TABLES);
    const model = compileModel(parseModel(BOOK_MODEL, 'book.yaml'));
    const versions = Object.values(made.versions);
    const query = { dataset: 'book', dimensions: [{ field: 'day', grain: 'month' }], measures: ['balance'] };
    const page = (rows: object) => pageOf({ engine: made.engine, model }, versions, rows);
    const january = await page({ query, measure: 'balance', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([january.count, january.value, sum(column(january, 'balance'))]).toEqual([2, '135', 135]);
    expect(new Set(column(january, 'day'))).toEqual(new Set(['2025-01-31']));
    const ever = await page({ query, measure: 'balance' });
    expect([ever.count, ever.value]).toEqual([3, '147']);
    const mean = await page({ query, measure: 'mean', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([mean.count, mean.value]).toEqual([5, 177.5]);
    const least = await page({ query, measure: 'least', cell: [{ field: 'day_month', value: '2025-01-01' }] });
    expect([least.count, least.value]).toEqual([5, null]);
    const both_ = page({ query, measure: 'loan_to_share' });
    await expect(both_).rejects.toThrow("made of rows of 'loans' and 'shares'");
    await made.close();
  });
});

describe('what cannot be asked', () => {
  const query = { dataset: 'book', dimensions: ['grade'], measures: ['assets'] };
  it.each([
    [{ measure: 'asets' }, 'measure'],
    [{ measure: 'assets', columns: ['nmae'] }, 'columns.0'],
    [{ measure: 'assets', cell: [{ field: 'name', value: 'x' }] }, 'cell.0.field'],
    [{ measure: 'assets', cell: [{ field: 'grade', value: 'x' }] }, 'cell.0.value'],
    [{ measure: 'assets', cell: [{ field: 'grade', level: 'other' }] }, 'cell.0.level'],
    [{ measure: 'assets', query: { ...query, filter: { field: 'x', op: 'isNull' } } }, 'query.filter.field'],
  ])('%j is refused at %s', async (rows, field) => {
    const error = await rowsOf({ query, ...rows }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(QueryError);
    expect((error as QueryError).details.map((detail) => detail.field)).toContain(field);
  });
});
