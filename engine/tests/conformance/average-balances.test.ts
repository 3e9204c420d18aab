import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import type { ModelError } from '../../src/errors.ts';
import { readOssie } from '../../src/ossie/read-ossie.ts';
import { writeOssie } from '../../src/ossie/write-ossie.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { cycleStatements, openPlain } from '../support/call-report-cycles.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { SAMPLE_DIR } from '../support/sample-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

const SAMPLE = readFileSync(join(SAMPLE_DIR, 'model.yaml'), 'utf8');
const RIGHTS = `
    rules:
      - { name: states, title: { en: Own states }, appliesTo: { groups: [examiners] }, where: 'foicu.STATE IN (:user_state)' }
    masks:
      - { name: assets, title: { en: Assets }, appliesTo: { groups: [guests] }, columns: [{ table: fs220, column: ACCT_010 }] }
      - { name: names, title: { en: Charters }, appliesTo: { groups: [visitors] }, columns: [{ table: foicu, column: CU_NUMBER }] }
  - name: loan_book
    title: { en: Loan book }
    description: { en: D }
    owner: Lending
    table: fs220
    asOf: { table: fs220, column: CYCLE_DATE }
    dimensions:
      - { name: charter, type: string, title: { en: Charter }, column: { table: fs220, column: CU_NUMBER } }
      - { name: as_of, type: date, title: { en: Day }, column: { table: fs220, column: CYCLE_DATE } }
    measures:
      - { name: loans, kind: sum, expression: ACCT_025B, over: { time: as_of, take: last }, title: { en: L }, definition: { en: D }, format: { unit: currency } }
      - { name: loans_of_large, kind: sum, expression: ACCT_025B, where: ACCT_010 >= 50000000, over: { time: as_of, take: last }, title: { en: L }, definition: { en: D }, format: { unit: currency } }
      - { name: average_book, kind: average_balance, measure: loans, with: prior_year_end, per: charter, title: { en: A }, definition: { en: D }, format: { unit: currency } }
      - { name: average_of_large, kind: average_balance, measure: loans_of_large, with: prior_year_end, per: [charter], title: { en: A }, definition: { en: D }, format: { unit: currency } }
combined:
  - name: both
    title: { en: Both }
    description: { en: D }
    owner: Finance
    facts: [call_report, loan_book]
    shared: [charter, as_of]
    measures:
      - { name: income_to_book, kind: ratio, numerator: [{ measure: net_income }], denominator: [{ measure: average_book }], annualise: true, title: { en: R }, definition: { en: D }, format: { unit: percent, decimals: 2 } }
`;
// Charter numbers are numbers in the tables, and shared dimensions have one type.
const TEXT = `${SAMPLE.trimEnd()}\n${RIGHTS.trimStart().replace(/^/, '    ')}`;
const model = compileModel(parseModel(TEXT, 'model.yaml'));

const MARCH = { field: 'as_of', op: 'in', values: ['2025-03-31'] };
const IN_MARCH = `"CYCLE_DATE" = DATE '2025-03-31'`;
const IN_DECEMBER = `"CYCLE_DATE" = DATE '2025-12-31'`;
const PRIOR = '2024-12-31';
const quarter = { field: 'as_of', grain: 'quarter' };

/** The average by hand: of the balance and that of the prior year-end, where there is one. */
const average = (code: string) => `sum(("ACCT_${code}" + coalesce(before_${code}, "ACCT_${code}"))::DOUBLE / 2)`;
const yearly = (income: string) => `(${income})::DOUBLE * 12 / any_value(month("CYCLE_DATE"))`;
const SQL: Record<string, string> = {
  average_assets: average('010'),
  average_borrowings: average('860C'),
  return_on_assets: `${yearly('sum("Acct_661A")')} / nullif(${average('010')}, 0)`,
  return_on_net_worth: `${yearly('sum("Acct_661A")')} / nullif(${average('997')}, 0)`,
  net_charge_off_ratio: `${yearly('sum("ACCT_550") - sum("ACCT_551")')} / nullif(${average('025B')}, 0)`,
  operating_expense_ratio: `${yearly('sum("ACCT_671")')} / nullif(${average('010')}, 0)`,
  cost_of_funds: `${yearly('sum("ACCT_350")')} / nullif(${average('018')} + ${average('860C')}, 0)`,
  net_loan_yield: `${yearly('sum("ACCT_110") - sum("ACCT_119")')} / nullif(${average('025B')}, 0)`,
};
const NAMES = Object.keys(SQL);
const columns = NAMES.map((name) => SQL[name]).join(', ');

let warehouse: GeneratedWarehouse;
let plain: Awaited<ReturnType<typeof openPlain>>;
beforeAll(async () => {
  const statements = await cycleStatements();
  [warehouse, plain] = await Promise.all([generateWarehouse(statements, '2025-12-31'), openPlain(statements)]);
}, 120_000);
afterAll(async () => {
  plain.close();
  await warehouse.close();
});

const reader = (groups: string[], attributes: Record<string, string[]> = {}): Partial<Scope> => ({
  reader: { roles: ['tenant.user'], groups, attributes },
});
const ask = (query: object, scope: Partial<Scope> = reader([])) =>
  warehouse.ask(model, { dataset: 'call_report', ...('kind' in query ? {} : { limit: 10_000 }), ...query }, scope);
const rowsOf = async (query: object, scope?: Partial<Scope>) => numbers((await ask(query, scope)).rows);
const sql = async (select: string) => numbers(await plain.rows(select));

describe('ratios over average balances', () => {
  it('are those of the specification for every institution', async () => {
    const engine = await rowsOf({
      dimensions: ['charter'],
      measures: NAMES,
      filter: MARCH,
      order: [{ field: 'charter' }],
    });
    const own = await sql(`SELECT "CU_NUMBER"::VARCHAR, ${columns} FROM cu WHERE ${IN_MARCH} GROUP BY 1`);
    const byCharter = (rows: unknown[][]) => rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));
    expect(byCharter(engine)).toEqual(byCharter(own));
    expect(engine.length).toBeGreaterThan(4000);
  });

  it.each([
    ['all institutions', [], '', "''"],
    ['states', ['state'], 'GROUP BY 1', '"STATE"'],
    ['peer groups, each with its institutions of the date', ['peer_group'], 'GROUP BY 1', '"Peer_Group"'],
  ])('are computed from the sums of %s', async (_, dimensions, group, key) => {
    const engine = await rowsOf({ dimensions, measures: NAMES, filter: MARCH });
    const own = await sql(`SELECT ${key}, ${columns} FROM cu WHERE ${IN_MARCH} ${group} ORDER BY 1 NULLS LAST`);
    expect(engine).toEqual(dimensions.length === 0 ? own.map((row) => row.slice(1)) : own);
  });

  it('take the prior year-end of each cycle, and of the last one in total', async () => {
    const { rows, totals } = await ask({ dimensions: [quarter], measures: NAMES, totals: true });
    const each = `SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${columns} FROM cu`;
    expect(numbers([...rows, totals!])).toEqual([
      ...(await sql(`${each} GROUP BY 1 ORDER BY 1`)),
      [null, ...(await sql(`SELECT ${columns} FROM cu WHERE ${IN_DECEMBER}`))[0]!],
    ]);
  });

  it('do not depend on the fiscal year', async () => {
    const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 7 } as const;
    const year = { field: 'as_of', grain: 'fiscal_year' };
    expect(await rowsOf({ dimensions: [year], measures: NAMES }, { ...reader([]), calendar })).toEqual(
      await sql(
        `SELECT (date_trunc('year', "CYCLE_DATE" + INTERVAL 6 MONTH) - INTERVAL 6 MONTH)::DATE::VARCHAR, ${columns} FROM cu
         WHERE "CYCLE_DATE" IN ('2025-03-31', '2025-12-31') GROUP BY 1 ORDER BY 1`,
      ),
    );
  });

  it('have a top N with the rest, subtotals and pivots from their parts', async () => {
    const two = ['average_assets', 'return_on_assets'];
    const [assets, roa] = [SQL['average_assets']!, SQL['return_on_assets']!];
    const top = { dimension: 'state', measure: 'average_assets', n: 5 };
    const [best, others] = [
      await sql(`SELECT "STATE", ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY 1 ORDER BY 2 DESC LIMIT 5`),
      (list: string) => sql(`SELECT ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} AND "STATE" NOT IN (${list})`),
    ];
    const order = [{ field: 'average_assets', direction: 'desc' }];
    const ranked = await rowsOf({ dimensions: ['state'], measures: two, filter: MARCH, top, order });
    const list = best.map(([state]) => `'${String(state)}'`).join(', ');
    expect(ranked).toEqual([
      ...best.map(([state, ...rest]) => [state, 'member', ...rest]),
      [null, 'other', ...(await others(list))[0]!],
    ]);
    const subtotals = await rowsOf({
      dimensions: ['peer_group', 'state'],
      measures: two,
      filter: MARCH,
      subtotals: [['peer_group'], []],
    });
    expect(subtotals.filter((row) => row[3] === 'all').map((row) => [row[0], row[4], row[5]])).toEqual(
      await sql(
        `SELECT "Peer_Group", ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY GROUPING SETS (("Peer_Group"), ()) ORDER BY 1 NULLS LAST`,
      ),
    );
    const pivot = await ask({
      dimensions: ['peer_group', quarter],
      measures: ['return_on_assets'],
      pivot: { columns: ['as_of_quarter'] },
    });
    const december = pivot.columns.findIndex((column) => column.pivot?.members[0]?.value === '2025-10-01');
    expect(numbers(pivot.rows.map((row) => [row[0]!, row[december]!]))).toEqual(
      await sql(`SELECT "Peer_Group", ${roa} FROM cu WHERE ${IN_DECEMBER} GROUP BY 1 ORDER BY 1`),
    );
  });

  it('choose groups by conditions on measures, whose totals cover them', async () => {
    const having = { measure: 'return_on_assets', op: 'gt', values: ['0.008'] };
    const { rows, totals } = await ask({
      dimensions: ['state'],
      measures: ['return_on_assets'],
      filter: MARCH,
      having,
      totals: true,
    });
    const roa = SQL['return_on_assets']!;
    const passing = await sql(
      `SELECT "STATE", ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY 1 HAVING ${roa} > 0.008 ORDER BY 1`,
    );
    expect(numbers(rows)).toEqual(passing);
    const list = passing.map(([state]) => `'${String(state)}'`).join(', ');
    expect(numbers([totals!])).toEqual([
      [null, ...(await sql(`SELECT ${roa} FROM cu WHERE ${IN_MARCH} AND "STATE" IN (${list})`))[0]!],
    ]);
    expect(passing.length).toBeGreaterThan(3);
  });

  it('are looked up in other periods, and have shares of their averages', async () => {
    const calculations = [
      { name: 'before', kind: 'compare', measure: 'return_on_assets', with: { periods: 3 } },
      { name: 'rank', kind: 'rank', measure: 'return_on_assets', within: ['as_of_quarter'] },
      { name: 'share', kind: 'share', measure: 'average_assets', within: ['as_of_quarter'] },
    ];
    const filter = { field: 'as_of', op: 'in', values: ['2025-12-31'] };
    const rows = await rowsOf({
      dimensions: [quarter, 'peer_group'],
      measures: ['return_on_assets'],
      calculations,
      filter,
    });
    const [assets, roa] = [SQL['average_assets']!, SQL['return_on_assets']!];
    expect(rows).toEqual(
      await sql(`WITH d AS (SELECT "Peer_Group" AS g, ${roa} AS roa, ${assets} AS a FROM cu WHERE ${IN_DECEMBER} GROUP BY 1),
        m AS (SELECT "Peer_Group" AS g, ${roa} AS roa FROM cu WHERE ${IN_MARCH} GROUP BY 1)
        SELECT '2025-10-01', g, d.roa, m.roa, rank() OVER (ORDER BY d.roa DESC), a / sum(a) OVER () FROM d LEFT JOIN m USING (g) ORDER BY g`),
    );
    const accumulate = [{ name: 'ytd', kind: 'accumulate', measure: 'average_assets', over: 'year' }];
    await expect(ask({ dimensions: [quarter], measures: [], calculations: accumulate })).rejects.toThrow(
      /semi-additive and does not add up over time/,
    );
  });

  it('are parts of measures that a query defines', async () => {
    const customMeasures = [
      {
        name: 'of_state_charters',
        kind: 'filtered',
        measure: 'return_on_assets',
        filter: { field: 'charter_type', op: 'in', values: [2, 3] },
      },
      {
        name: 'growth',
        kind: 'formula',
        expression: 'total_assets / average_assets - 1',
        format: { unit: 'percent', decimals: 1 },
      },
    ];
    const rows = await rowsOf({
      dimensions: ['state'],
      measures: ['of_state_charters', 'growth'],
      customMeasures,
      filter: MARCH,
    });
    const state = '"CU_TYPE" IN (2, 3)';
    expect(rows).toEqual(
      await sql(`SELECT "STATE", (sum("Acct_661A") FILTER (${state}))::DOUBLE * 4 / nullif(sum(("ACCT_010" + coalesce(before_010, "ACCT_010"))::DOUBLE / 2) FILTER (${state}), 0),
        sum("ACCT_010") / ${SQL['average_assets']!} - 1 FROM cu WHERE ${IN_MARCH} GROUP BY 1 ORDER BY 1`),
    );
  });
});

describe('a comparison of members', () => {
  const member = (charter: string, rest: object = {}) =>
    ask({
      kind: 'benchmark',
      by: 'charter',
      member: charter,
      measures: ['return_on_assets', 'total_assets'],
      filter: MARCH,
      ...rest,
    });
  const roa = SQL['return_on_assets']!;
  const each = (where: string) =>
    `SELECT "CU_NUMBER" AS c, ${roa} AS roa FROM cu WHERE ${IN_MARCH} AND ${where} GROUP BY 1`;

  it('computes each member by its own average', async () => {
    const peers = { field: 'peer_group', op: 'in', values: [6] };
    const [row] = numbers((await member('5536', { peers })).rows);
    const [expected] = await sql(
      `WITH e AS (${each('"Peer_Group" = 6')}) SELECT (SELECT roa FROM (${each('"CU_NUMBER" = 5536')})), count(*), quantile_cont(roa, 0.25), quantile_cont(roa, 0.5), quantile_cont(roa, 0.75) FROM e`,
    );
    expect(row!.slice(1, 6)).toEqual(expected);
    const distribution = await ask({
      kind: 'distribution',
      by: 'charter',
      measure: 'return_on_assets',
      buckets: 5,
      filter: MARCH,
      peers,
    });
    const [count] = await sql(`WITH e AS (${each('"Peer_Group" = 6')}) SELECT count(*) FROM e`);
    expect(distribution.rows.reduce((sum, line) => sum + Number(line[2]), 0)).toBe(count![0]);
  });

  it('says how many peers have no balance at the prior year-end, and whether the member has one', async () => {
    const peers = { field: 'peer_group', op: 'in', values: [6] };
    const [counts] = await sql(
      `SELECT count("ACCT_010"), count("ACCT_010") FILTER (NOT has_before) FROM cu WHERE ${IN_MARCH} AND "Peer_Group" = 6`,
    );
    const [[fresh]] = (await sql(
      `SELECT min("CU_NUMBER") FROM cu WHERE ${IN_MARCH} AND NOT has_before AND "Peer_Group" = 6`,
    )) as [[number]];
    const formOf = async (charter: string) => (await member(charter, { peers })).meta.averages;
    const dates = (withoutPrior: number) => [
      {
        date: '2025-03-31',
        priorYearEnd: PRIOR,
        rows: counts![0],
        withoutPrior: counts![1],
        member: { rows: 1, withoutPrior },
      },
    ];
    expect(await formOf('5536')).toEqual([{ column: 'return_on_assets', dates: dates(0) }]);
    expect(await formOf(String(fresh))).toEqual([{ column: 'return_on_assets', dates: dates(1) }]);
  });
});

describe('what a reader may see', () => {
  it('holds at both dates: a balance that was in a hidden row is none', async () => {
    const examiner = reader(['examiners'], { state: ['CA', 'TX'] });
    const query = { dimensions: ['state'], measures: ['average_assets', 'return_on_assets'], filter: MARCH };
    // Those that were in another state then.
    const seen = `CASE WHEN before_state IN ('CA', 'TX') THEN before_010 END`;
    const assets = `sum(("ACCT_010" + coalesce(${seen}, "ACCT_010"))::DOUBLE / 2)`;
    const { rows, meta } = await ask(query, examiner);
    expect(numbers(rows)).toEqual(
      await sql(`SELECT "STATE", ${assets}, sum("Acct_661A")::DOUBLE * 4 / ${assets} FROM cu
        WHERE ${IN_MARCH} AND "STATE" IN ('CA', 'TX') GROUP BY 1 ORDER BY 1`),
    );
    const [[count, without]] = (await sql(`SELECT count(*), count(*) FILTER (${seen} IS NULL) FROM cu
      WHERE ${IN_MARCH} AND "STATE" IN ('CA', 'TX')`)) as [[number, number]];
    const dates = [{ date: '2025-03-31', priorYearEnd: PRIOR, rows: count, withoutPrior: without, member: null }];
    expect(meta.averages).toEqual([
      { column: 'average_assets', dates },
      { column: 'return_on_assets', dates },
    ]);
  });

  it('leaves a masked balance without an average, and finds none behind a masked key', async () => {
    const query = { measures: ['average_assets', 'average_loans'], filter: MARCH };
    expect(await rowsOf(query, reader(['guests']))).toEqual(
      await sql(`SELECT NULL, ${average('025B')} FROM cu WHERE ${IN_MARCH}`),
    );
    const { rows, meta } = await ask(query, reader(['visitors']));
    expect(numbers(rows)).toEqual(await sql(`SELECT sum("ACCT_010"), sum("ACCT_025B") FROM cu WHERE ${IN_MARCH}`));
    expect(meta.averages.every(({ dates: [of] }) => of!.withoutPrior === of!.rows && of!.rows > 4000)).toBe(true);
  });
});

describe('the meta of a result', () => {
  it('lists each date of its figures, and those that are looked up', async () => {
    const own =
      await plain.rows(`SELECT "CYCLE_DATE"::VARCHAR AS d, (year("CYCLE_DATE") - 1) || '-12-31', count(*)::INT, (count(*) FILTER (NOT has_before))::INT
      FROM cu GROUP BY ALL ORDER BY 1`);
    const dates = own.map(([date, priorYearEnd, rows, withoutPrior]) => ({
      date,
      priorYearEnd,
      rows,
      withoutPrior,
      member: null,
    }));
    const query = { dimensions: [quarter], measures: ['return_on_assets', 'total_assets'] };
    expect((await ask(query)).meta.averages).toEqual([{ column: 'return_on_assets', dates }]);
    const calculations = [{ name: 'before', kind: 'compare', measure: 'return_on_assets', with: 'previous_period' }];
    const december = { field: 'as_of', op: 'in', values: ['2025-12-31'] };
    expect((await ask({ ...query, calculations, filter: december })).meta.averages).toEqual([
      { column: 'return_on_assets', dates: dates.slice(-1) },
      { column: 'before', dates },
    ]);
    expect((await ask({ dimensions: ['state'], measures: ['total_assets'] })).meta.averages).toEqual([]);
  });

  it('counts the rows of the groups that pass, and is the same where queries share a pass', async () => {
    const having = { measure: 'return_on_assets', op: 'gt', values: ['0.008'] };
    const query = { dimensions: ['state'], measures: ['return_on_assets'], filter: MARCH, having };
    const { meta } = await ask(query);
    const [[rows, without]] = (await sql(`SELECT count(*), count(*) FILTER (NOT has_before) FROM cu WHERE ${IN_MARCH}
      AND "STATE" IN (SELECT "STATE" FROM cu WHERE ${IN_MARCH} GROUP BY 1 HAVING ${SQL['return_on_assets']!} > 0.008)`)) as [
      [number, number],
    ];
    expect(meta.averages[0]!.dates).toEqual([
      { date: '2025-03-31', priorYearEnd: PRIOR, rows, withoutPrior: without, member: null },
    ]);
    const chosen = { ...query, measures: ['total_assets'] };
    expect((await ask(chosen)).meta.averages).toEqual(meta.averages);
    const queries = ['state', 'peer_group'].map((dimension) =>
      semanticQuery.parse({
        dataset: 'call_report',
        dimensions: [dimension],
        measures: ['return_on_assets'],
        filter: MARCH,
        totals: true,
      }),
    );
    const version = warehouse.versions.duckdb;
    const scope = { tenant: 'alder', ...reader([]) };
    const together = await Promise.all(
      warehouse.engine.queries.runAll(queries.map((item) => ({ model, version, scope, query: item }))),
    );
    for (const [index, result] of together.entries()) {
      const alone = await warehouse.engine.queries.run({ model, version, scope, query: queries[index]! });
      expect([result.body, result.averages]).toEqual([alone.body, alone.averages]);
    }
  });
});

describe('the origin of a figure', () => {
  const scope = { tenant: 'alder', ...reader([]) };

  it('lists the rows of the date, each with its balance at the prior year-end', async () => {
    const query = { dataset: 'call_report', dimensions: ['state'], measures: ['average_assets'], filter: MARCH };
    const cell = [{ field: 'state', value: 'GU' }];
    for (const version of Object.values(warehouse.versions)) {
      const request = rowsQuery.parse({ query, cell, measure: 'average_assets', columns: ['charter'], limit: 1000 });
      const answer = await warehouse.engine.queries.runRows({ model, version, scope, rows: request });
      const result = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(result.columns.map(({ name }) => name)).toEqual([
        'charter',
        'average_assets',
        'average_assets.prior_year_end',
        'fs220.ACCT_010',
      ]);
      expect(numbers(result.rows).map((row) => row.map(Number))).toEqual(
        await sql(`SELECT "CU_NUMBER", ("ACCT_010" + coalesce(before_010, "ACCT_010"))::DOUBLE / 2, coalesce(before_010, 0), "ACCT_010"
          FROM cu WHERE ${IN_MARCH} AND "STATE" = 'GU' ORDER BY "CU_NUMBER"::VARCHAR`),
      );
      const [[value]] = (await sql(`SELECT ${average('010')} FROM cu WHERE ${IN_MARCH} AND "STATE" = 'GU'`)) as [
        [number],
      ];
      expect([Number(result.value), result.count]).toEqual([value, result.rows.length]);
      expect(result.meta.averages[0]!.dates).toMatchObject([{ date: '2025-03-31', rows: result.count }]);
    }
  });

  it('is explained with both dates, and without the columns of the key', async () => {
    const query = semanticQuery.parse({ dataset: 'call_report', measures: ['return_on_assets'], filter: MARCH });
    const version = warehouse.versions.duckdb;
    const model_ = compileModel({ ...model.model, accounts: undefined });
    const explained = await warehouse.engine.explanations.explain({
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

describe('other datasets', () => {
  it('combine averages with figures of other facts', async () => {
    const rows = await rowsOf({ dataset: 'both', measures: ['income_to_book', 'average_assets'], filter: MARCH });
    expect(rows).toEqual(
      await sql(
        `SELECT sum("Acct_661A")::DOUBLE * 4 / ${average('025B')}, ${average('010')} FROM cu WHERE ${IN_MARCH}`,
      ),
    );
  });

  it('have balances of the last day, and of rows that satisfy a condition on each date', async () => {
    const { rows, meta } = await ask({
      dataset: 'loan_book',
      dimensions: [quarter],
      measures: ['average_book', 'average_of_large'],
    });
    const large = (loans: string, assets: string) => `CASE WHEN ${assets} >= 50000000 THEN ${loans} ELSE 0 END`;
    const [now, then] = [large('"ACCT_025B"', '"ACCT_010"'), large('before_025B', 'before_010')];
    expect(numbers(rows)).toEqual(
      await sql(`SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${average('025B')},
        sum((${now} + CASE WHEN has_before THEN ${then} ELSE ${now} END)::DOUBLE / 2) FROM cu GROUP BY 1 ORDER BY 1`),
    );
    expect(meta.averages.map(({ column, dates }) => [column, dates.length])).toEqual([
      ['average_book', 4],
      ['average_of_large', 4],
    ]);
  });

  it('run the example of the documentation', async () => {
    const [yaml] = guideExamples('Average balances', 'yaml');
    const [json] = guideExamples('Average balances', 'json');
    const common = 'title: { en: T }, definition: { en: D }, format: { unit: number }';
    const measures = yaml
      .slice(yaml.indexOf('      - { name: net_income'))
      .replaceAll(', … }', `, ${common} }`)
      .replace(
        '        # title, definition, format\n',
        '        title: { en: T }\n        definition: { en: D }\n        format: { unit: percent }\n',
      );
    const dataset = SAMPLE.slice(SAMPLE.indexOf('datasets:'), SAMPLE.indexOf('    hierarchies:'));
    const text = `name: m\ntitle: { en: M }\ndescription: { en: D }\n${dataset}    measures:\n${measures}`;
    const example = compileModel(parseModel(text, 'example.yaml'));
    const { rows, totals } = await warehouse.ask(example, JSON.parse(json) as object);
    const figures = `${average('010')}, ${SQL['return_on_assets']!}`;
    expect(numbers([...rows, totals!])).toEqual([
      ...(await sql(
        `SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${figures} FROM cu GROUP BY 1 ORDER BY 1`,
      )),
      [null, ...(await sql(`SELECT ${figures} FROM cu WHERE ${IN_DECEMBER}`))[0]!],
    ]);
  });
});

describe('a model', () => {
  const issuesOf = (from: string, to: string): string[] => {
    expect(TEXT).toContain(from);
    try {
      parseModel(TEXT.replace(from, to), 'model.yaml');
    } catch (error) {
      return (error as ModelError).issues.map(({ path, message }) => `${path}: ${message}`);
    }
    return [];
  };
  const BOOK = 'kind: average_balance, measure: loans, with: prior_year_end, per: charter';

  it.each([
    [
      'measure: loans,',
      'measure: loan,',
      /measure: There is no measure 'loan' in 'loan_book'\. Did you mean 'loans'\?/,
    ],
    [
      'measure: loans,',
      'measure: average_of_large,',
      /is of the kind average_balance\. Take the average balance of a sum/,
    ],
    [
      'per: charter',
      'per: charters',
      /per: There is no dimension 'charters' in 'loan_book'\. Did you mean 'charter'\?/,
    ],
    ['per: charter', 'per: []', /per/],
    ['with: prior_year_end', 'with: prior_month', /with: 'prior_month' is not possible here/],
  ])('with %s → %s is rejected with the remedy', (from, to, message) => {
    expect(issuesOf(BOOK, BOOK.replace(from, to)).join('\n')).toMatch(message);
  });

  it.each([
    [
      ', over: { time: as_of, take: last }',
      '',
      /adds up over time, so it is no balance\. Give it 'over' with 'take: last'/,
    ],
    ['take: last', 'take: average', /takes the average of several days\. Name a balance of the last day/],
    [
      'take: last }',
      'take: last, per: charter }',
      /takes last known values, whose average over days is 'take: average'/,
    ],
  ])('with a balance with %s → %s is rejected with the remedy', (from, to, message) => {
    const loans = '{ name: loans, kind: sum, expression: ACCT_025B, over: { time: as_of, take: last }';
    expect(issuesOf(loans, loans.replace(from, to)).join('\n')).toMatch(message);
  });

  it('is rejected where a key has several rows on a date, or a rollup holds an average', async () => {
    const version = warehouse.versions.duckdb;
    const named = TEXT.replace(
      'with: prior_year_end\n        per: charter',
      'with: prior_year_end\n        per: peer_group',
    );
    const other = parseModel(named, 'model.yaml');
    const keys = { ...other, datasets: other.datasets.map((item) => ({ ...item, joins: item.joins.slice(0, 2) })) };
    const repeated = await warehouse.engine.catalogs.repeatedKeys({ model: keys, version, tenant: 'alder' });
    expect(repeated.map(({ table, columns: of }) => [table, of])).toEqual([['foicu', ['Peer_Group', 'CYCLE_DATE']]]);
    expect(() => readModel({ text: named, file: 'model.yaml', repeated })).toThrow(
      /so a row has several balances at the prior year-end/,
    );
    const rollup =
      '    rollups: [{ name: r, dimensions: [state, as_of], measures: [return_on_assets] }]\n    rules:\n      - { name: states';
    expect(issuesOf('    rules:\n      - { name: states', rollup).join('\n')).toMatch(
      /'return_on_assets' is computed from an average with the prior year-end, which is looked up for each reader\. Leave it out/,
    );
  });

  it('keeps its averages when it is exchanged, and says that they are no metrics', () => {
    const { document, notes } = writeOssie(model.model);
    expect(notes).toContainEqual({
      place: 'call_report.measures.average_assets',
      reason: expect.stringContaining('is the average with the balance at the prior year-end') as string,
    });
    expect(readOssie(JSON.stringify(document), 'model.json').model).toEqual(model.model);
  });
});
