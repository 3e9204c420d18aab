import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { historyText, openBranchHistory, readerOf } from '../support/branch-history.ts';
import type { BranchHistory } from '../support/branch-history.ts';

let history: BranchHistory;
beforeAll(async () => {
  history = await openBranchHistory();
});
afterAll(() => history.close());

const GUARDED = `    rules:
      - { name: northern, title: { en: North }, appliesTo: { roles: [clerk] }, where: "branch_history.region = 'north'" }
      - { name: sized, title: { en: Small }, appliesTo: { roles: [teller] }, where: "size_band.name = 'small'" }
    masks:
      - { name: regions, title: { en: R }, appliesTo: { roles: [blind] }, columns: [{ table: branch_history, column: region }] }
      - { name: starts, title: { en: S }, appliesTo: { roles: [timeless] }, columns: [{ table: branch_history, column: valid_from }] }
      - { name: days, title: { en: D }, appliesTo: { roles: [dayless] }, columns: [{ table: booking, column: day }] }
      - { name: quotes, title: { en: Q }, appliesTo: { roles: [quoteless] }, columns: [{ table: rate, column: quoted_on }] }`;

describe('rights and valid rows', () => {
  const guarded = compileModel(parseModel(historyText({ rest: GUARDED }), 'bank.yaml'));

  it('apply a rule to the row that was valid', async () => {
    expect(await history.rowsOf({ dimensions: ['branch'], measures: ['bookings'] }, guarded, ['clerk'])).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
    expect(await history.rowsOf({ measures: ['bookings', 'amount'] }, guarded, ['teller'])).toEqual([[1, 100]]);
  });

  it('mask a column, and all columns if the masked one decides which row is valid', async () => {
    const query = { measures: ['amount', 'desks', 'in_euros', 'north'] };
    expect(await history.rowsOf(query, guarded, ['blind'])).toEqual([[4500, 15, 1650, 0]]);
    expect(await history.rowsOf(query, guarded, ['timeless'])).toEqual([[4500, null, 1650, 0]]);
    expect(await history.rowsOf(query, guarded, ['dayless'])).toEqual([[4500, null, null, 0]]);
    expect(await history.rowsOf(query, guarded, ['quoteless'])).toEqual([[4500, 15, null, 4]]);
    // A rule sees what a mask hides.
    expect(await history.rowsOf({ measures: ['bookings'] }, guarded, ['dayless', 'clerk'])).toEqual([[4]]);
  });

  it('are explained in words', async () => {
    const query = semanticQuery.parse({ dataset: 'bookings', measures: ['in_euros'], dimensions: ['region', 'size'] });
    const scope = { tenant: 'alder', reader: readerOf('dayless') };
    const request = { model: guarded, version: history.warehouse.versions.duckdb, scope, query, measure: 'in_euros' };
    const { lineage, tables, masks } = await history.warehouse.engine.explanations.explain(request);
    expect(lineage.columns.map(({ table, masked }) => [table, masked])).toEqual([
      ['booking', false],
      ['rate', true],
    ]);
    expect(masks.map(({ name }) => name)).toEqual(['days']);
    expect(tables[0]!.joins).toEqual(['branch_history', 'rate', 'size_band']);
    const { tables: seen } = await history.warehouse.engine.explanations.explain({
      ...request,
      scope: { tenant: 'alder', reader: readerOf() },
    });
    expect(seen[0]!.roles.map(({ name, where, valid }) => [name, where, valid?.en])).toEqual([
      [
        'branch_history',
        "branch_history.status = 'open'",
        'valid on booking.day: from valid_from until valid_until (inclusive)',
      ],
      ['rate', null, 'latest by quoted_on, up to booking.day, for 7 days at most'],
      ['size_band', null, 'valid at booking.amount: from least until most (exclusive)'],
    ]);
    expect(seen[0]!.roles[1]!.valid!.tr).toBe('booking.day itibarıyla quoted_on sırasında sonuncu, en çok 7 gün');
  });

  it('limit ad-hoc SQL to rows that are valid for visible facts', async () => {
    const runQuery = (sql: string, ...roles: string[]) => history.warehouse.sql(guarded, sql, readerOf(...roles));
    const histories = 'SELECT branch_id, region FROM branch_history ORDER BY 1, 2';
    // Also the rows that are valid now, in the other role.
    expect(await runQuery(histories, 'clerk')).toEqual([['a', 'north'], ['a', 'south'], ['b', 'north']]); // prettier-ignore
    expect(await runQuery(histories, 'teller')).toEqual([['a', 'north'], ['a', 'south']]); // prettier-ignore
    expect(await runQuery('SELECT name FROM size_band ORDER BY 1', 'teller')).toEqual([['small']]);
    expect(await runQuery('SELECT code, rate FROM rate ORDER BY 1', 'clerk')).toEqual([['USD', 0.5]]);
    expect(await runQuery('SELECT count(*) FROM rate')).toEqual([[7]]);
  });
});
