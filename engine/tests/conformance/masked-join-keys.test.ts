import { rowsQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/index.ts';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';

const ROWS = [
  { tenant: 'alder', id: 'KEY-ONE', name: 'Oak', grade: 1, assets: 10 },
  { tenant: 'alder', id: 'KEY-TWO', name: 'Elm', grade: 2, assets: 20 },
];
/** The fact's key is masked for users; its equal in the joined table has a dimension and measures of its own. */
const FIELDS = {
  dimensions: `
    - { name: partner, type: string, column: { table: balance, column: branch_id } }
    - { name: derived, type: string, expression: "UPPER(balance.branch_id) || '!'" }
    - { name: letters, type: integer, expression: 'LENGTH(balance.branch_id)' }`,
  measures: `
    - { name: partners, kind: count_distinct, expression: 'balance.branch_id' }
    - { name: of_key_two, kind: sum, columns: [{ table: balance, column: assets }], where: "balance.branch_id = 'KEY-TWO'" }
    - { name: longest, kind: max, expression: 'LENGTH(balance.branch_id)' }`,
  masks:
    "[{ name: keys, title: { en: Keys }, appliesTo: { roles: ['tenant.user'] }, columns: [{ table: branch, column: branch_id }] }]",
};
const reader = (role: string): Partial<Scope> => ({ reader: { roles: [role], groups: [], attributes: {} } });
const [masked, open] = [reader('tenant.user'), reader('tenant.admin')];

const list = { kind: 'rows', columns: ['name', 'partner', 'derived', 'letters'] };
const grouped = { dimensions: ['partner', 'derived', 'letters'], measures: ['assets'] };
/** Queries that show the key, or whose result depends on it. */
const QUERIES = [
  grouped,
  list,
  { ...list, columns: ['name'], order: [{ field: 'partner' }], limit: 1 },
  { ...list, columns: ['name'], filter: { field: 'partner', op: 'in', values: ['KEY-TWO'] } },
  { measures: ['assets'], filter: { field: 'derived', op: 'startsWith', values: ['key-two'] } },
  { dimensions: ['name'], measures: ['of_key_two', 'partners', 'longest'] },
  { dimensions: ['name'], measures: ['assets'], having: { measure: 'longest', op: 'gt', values: [1] } },
  { kind: 'benchmark', by: 'partner', member: 'KEY-TWO', measures: ['assets'] },
  {
    measures: ['mine'],
    customMeasures: [
      {
        kind: 'filtered',
        name: 'mine',
        measure: 'assets',
        filter: { field: 'partner', op: 'in', values: ['KEY-TWO'] },
      },
    ],
  },
];

let tiny: TinyWarehouse;
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, FIELDS);
});
afterAll(() => tiny.close());

const resultOf = async (query: object, scope: Partial<Scope>) => {
  const { rows, totals } = await tiny.runQuery(query, scope);
  return JSON.stringify([rows, totals]);
};
const runSql = async (sql: string, scope: Partial<Scope>) => {
  const { model, version } = tiny;
  const answer = await tiny.engine.adHocSql.run({
    model,
    version,
    scope: { tenant: 'alder', ...scope },
    sql,
    limit: 10,
  });
  return answer.body;
};

describe('a masked join key', () => {
  it('is empty as its equal in the joined table, too, wherever a query uses it', async () => {
    for (const query of QUERIES) {
      const [shown, hidden] = [await resultOf(query, open), await resultOf(query, masked)];
      expect(hidden, JSON.stringify(query)).not.toMatch(/KEY/);
      // The same query depends on the key for a reader who sees it.
      expect(hidden, JSON.stringify(query)).not.toBe(shown);
    }
    expect(await resultOf(grouped, masked)).toBe('[[[null,null,null,"30"]],null]');
    expect(await resultOf(grouped, open)).toMatch(/KEY-ONE!.*KEY-TWO!/);
  });

  it('still joins: other columns of the joined table are open', async () => {
    expect(await resultOf({ dimensions: ['name'], measures: ['assets'] }, masked)).toBe(
      await resultOf({ dimensions: ['name'], measures: ['assets'] }, open),
    );
  });

  it('is empty in the rows behind a figure', async () => {
    const rowsOf = async (scope: Partial<Scope>) => {
      const query = rowsQuery.parse({
        query: { dataset: 'book', measures: ['assets'] },
        measure: 'assets',
        columns: ['name', 'partner', 'derived'],
      });
      const { model, version } = tiny;
      return (await tiny.engine.queries.runRows({ model, version, scope: { tenant: 'alder', ...scope }, rows: query }))
        .body;
    };
    expect(await rowsOf(open)).toMatch(/KEY-TWO/);
    expect(await rowsOf(masked)).not.toMatch(/KEY/);
  });

  it('is empty in both tables of ad-hoc SQL', async () => {
    for (const table of ['branch', 'balance']) {
      expect(await runSql(`SELECT branch_id FROM ${table}`, open)).toMatch(/KEY-ONE.*KEY-TWO|KEY-TWO.*KEY-ONE/);
      expect(await runSql(`SELECT branch_id FROM ${table}`, masked)).toMatch(/"rows":\[\[null\],\[null\]\]/);
    }
  });
});
