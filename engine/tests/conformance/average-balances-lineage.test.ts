import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import {
  average,
  IN_MARCH,
  MARCH,
  model,
  openAverageBalances,
  PRIOR,
  quarter,
  reader,
  SQL,
} from '../support/average-balances.ts';
import type { AverageBalances } from '../support/average-balances.ts';
import { numbers } from '../support/engine-pair.ts';

let cycles: AverageBalances;
beforeAll(async () => {
  cycles = await openAverageBalances();
});
afterAll(() => cycles.close());

describe('the rights of a reader', () => {
  it('apply on both dates: a balance in a hidden row does not count', async () => {
    const examiner = reader(['examiners'], { state: ['CA', 'TX'] });
    const query = { dimensions: ['state'], measures: ['average_assets', 'return_on_assets'], filter: MARCH };
    // Those that were in another state then.
    const seen = `CASE WHEN before_state IN ('CA', 'TX') THEN before_010 END`;
    const assets = `sum(("ACCT_010" + coalesce(${seen}, "ACCT_010"))::DOUBLE / 2)`;
    const { rows, meta } = await cycles.runQuery(query, examiner);
    expect(numbers(rows)).toEqual(
      await cycles.sql(`SELECT "STATE", ${assets}, sum("Acct_661A")::DOUBLE * 4 / ${assets} FROM cu
        WHERE ${IN_MARCH} AND "STATE" IN ('CA', 'TX') GROUP BY 1 ORDER BY 1`),
    );
    const [[count, without]] = (await cycles.sql(`SELECT count(*), count(*) FILTER (${seen} IS NULL) FROM cu
      WHERE ${IN_MARCH} AND "STATE" IN ('CA', 'TX')`)) as [[number, number]];
    const dates = [{ date: '2025-03-31', priorYearEnd: PRIOR, rows: count, withoutPrior: without, member: null }];
    expect(meta.averages).toEqual([
      { column: 'average_assets', dates },
      { column: 'return_on_assets', dates },
    ]);
  });

  it('leave a masked balance without an average, and find no earlier balance if the key is masked', async () => {
    const query = { measures: ['average_assets', 'average_loans'], filter: MARCH };
    expect(await cycles.rowsOf(query, reader(['guests']))).toEqual(
      await cycles.sql(`SELECT NULL, ${average('025B')} FROM cu WHERE ${IN_MARCH}`),
    );
    const { rows, meta } = await cycles.runQuery(query, reader(['visitors']));
    expect(numbers(rows)).toEqual(
      await cycles.sql(`SELECT sum("ACCT_010"), sum("ACCT_025B") FROM cu WHERE ${IN_MARCH}`),
    );
    expect(meta.averages.every(({ dates: [of] }) => of!.withoutPrior === of!.rows && of!.rows > 4000)).toBe(true);
  });
});

describe('the meta of a result', () => {
  it('lists each date of its figures, and the prior year-ends that are looked up', async () => {
    const own =
      await cycles.plain(`SELECT "CYCLE_DATE"::VARCHAR AS d, (year("CYCLE_DATE") - 1) || '-12-31', count(*)::INT, (count(*) FILTER (NOT has_before))::INT
      FROM cu GROUP BY ALL ORDER BY 1`);
    const dates = own.map(([date, priorYearEnd, rows, withoutPrior]) => ({
      date,
      priorYearEnd,
      rows,
      withoutPrior,
      member: null,
    }));
    const query = { dimensions: [quarter], measures: ['return_on_assets', 'total_assets'] };
    expect((await cycles.runQuery(query)).meta.averages).toEqual([{ column: 'return_on_assets', dates }]);
    const calculations = [{ name: 'before', kind: 'compare', measure: 'return_on_assets', with: 'previous_period' }];
    const december = { field: 'as_of', op: 'in', values: ['2025-12-31'] };
    expect((await cycles.runQuery({ ...query, calculations, filter: december })).meta.averages).toEqual([
      { column: 'return_on_assets', dates: dates.slice(-1) },
      { column: 'before', dates },
    ]);
    expect((await cycles.runQuery({ dimensions: ['state'], measures: ['total_assets'] })).meta.averages).toEqual([]);
  });

  it('counts the rows of the groups that pass, and is the same where queries share a pass', async () => {
    const having = { measure: 'return_on_assets', op: 'gt', values: ['0.008'] };
    const query = { dimensions: ['state'], measures: ['return_on_assets'], filter: MARCH, having };
    const { meta } = await cycles.runQuery(query);
    const [[rows, without]] =
      (await cycles.sql(`SELECT count(*), count(*) FILTER (NOT has_before) FROM cu WHERE ${IN_MARCH}
      AND "STATE" IN (SELECT "STATE" FROM cu WHERE ${IN_MARCH} GROUP BY 1 HAVING ${SQL['return_on_assets']!} > 0.008)`)) as [
        [number, number],
      ];
    expect(meta.averages[0]!.dates).toEqual([
      { date: '2025-03-31', priorYearEnd: PRIOR, rows, withoutPrior: without, member: null },
    ]);
    const chosen = { ...query, measures: ['total_assets'] };
    expect((await cycles.runQuery(chosen)).meta.averages).toEqual(meta.averages);
    const queries = ['state', 'peer_group'].map((dimension) =>
      semanticQuery.parse({
        dataset: 'call_report',
        dimensions: [dimension],
        measures: ['return_on_assets'],
        filter: MARCH,
        totals: true,
      }),
    );
    const version = cycles.warehouse.versions.duckdb;
    const scope = { tenant: 'alder', ...reader([]) };
    const together = await Promise.all(
      cycles.warehouse.engine.queries.runAll(queries.map((item) => ({ model, version, scope, query: item }))),
    );
    for (const [index, result] of together.entries()) {
      const alone = await cycles.warehouse.engine.queries.run({ model, version, scope, query: queries[index]! });
      expect([result.body, result.averages]).toEqual([alone.body, alone.averages]);
    }
  });
});

describe('the rows and explanation of a figure', () => {
  const scope = { tenant: 'alder', ...reader([]) };

  it('contain the rows of the date, each with its balance at the prior year-end', async () => {
    const query = { dataset: 'call_report', dimensions: ['state'], measures: ['average_assets'], filter: MARCH };
    const cell = [{ field: 'state', value: 'GU' }];
    for (const version of Object.values(cycles.warehouse.versions)) {
      const request = rowsQuery.parse({ query, cell, measure: 'average_assets', columns: ['charter'], limit: 1000 });
      const answer = await cycles.warehouse.engine.queries.runRows({ model, version, scope, rows: request });
      const result = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(result.columns.map(({ name }) => name)).toEqual([
        'charter',
        'average_assets',
        'average_assets.prior_year_end',
        'fs220.ACCT_010',
      ]);
      expect(numbers(result.rows).map((row) => row.map(Number))).toEqual(
        await cycles.sql(`SELECT "CU_NUMBER", ("ACCT_010" + coalesce(before_010, "ACCT_010"))::DOUBLE / 2, coalesce(before_010, 0), "ACCT_010"
          FROM cu WHERE ${IN_MARCH} AND "STATE" = 'GU' ORDER BY "CU_NUMBER"::VARCHAR`),
      );
      const [[value]] = (await cycles.sql(`SELECT ${average('010')} FROM cu WHERE ${IN_MARCH} AND "STATE" = 'GU'`)) as [
        [number],
      ];
      expect([Number(result.value), result.count]).toEqual([value, result.rows.length]);
      expect(result.meta.averages[0]!.dates).toMatchObject([{ date: '2025-03-31', rows: result.count }]);
    }
  });

  it('state both dates, and omit the key columns', async () => {
    const query = semanticQuery.parse({ dataset: 'call_report', measures: ['return_on_assets'], filter: MARCH });
    const version = cycles.warehouse.versions.duckdb;
    const model_ = compileModel({ ...model.model, accounts: undefined });
    const explained = await cycles.warehouse.engine.explanations.explain({
      model: model_,
      version,
      scope,
      query,
      measure: 'return_on_assets',
    });
    expect(explained.formula).toBe('Acct_661A × 12 ÷ {months} ÷ ((ACCT_010 + {prior_year_end} ACCT_010) ÷ 2)');
    expect(explained.averages).toMatchObject([{ date: '2025-03-31', priorYearEnd: PRIOR }]);
    expect(explained.accounts.map(({ account }) => account)).toEqual(['Acct_661A', 'ACCT_010']);
    expect(explained.lineage.parts[1]).toMatchObject({
      measure: 'average_assets',
      kind: 'average_balance',
      as: 'denominator',
      expression: null,
      average: { with: 'prior_year_end', per: ['charter'] },
      parts: [{ measure: 'total_assets', as: 'part', columns: [{ column: 'ACCT_010' }] }],
    });
  });
});
