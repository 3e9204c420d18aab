import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import type { ModelError } from '../../src/errors.ts';
import { readOssie } from '../../src/ossie/read-ossie.ts';
import { writeOssie } from '../../src/ossie/write-ossie.ts';
import {
  average,
  IN_DECEMBER,
  IN_MARCH,
  MARCH,
  model,
  NAMES,
  PRIOR,
  SAMPLE,
  SQL,
  TEXT,
  columns,
  openAverageBalances,
  quarter,
  reader,
} from '../support/average-balances.ts';
import type { AverageBalances } from '../support/average-balances.ts';
import { numbers } from '../support/engine-pair.ts';
import { guideExamples } from '../support/model-guide.ts';

let cycles: AverageBalances;
beforeAll(async () => {
  cycles = await openAverageBalances();
});
afterAll(() => cycles.close());

describe('ratios over average balances', () => {
  it('match the specification for every institution', async () => {
    const engine = await cycles.rowsOf({
      dimensions: ['charter'],
      measures: NAMES,
      filter: MARCH,
      order: [{ field: 'charter' }],
    });
    const own = await cycles.sql(`SELECT "CU_NUMBER"::VARCHAR, ${columns} FROM cu WHERE ${IN_MARCH} GROUP BY 1`);
    const byCharter = (rows: unknown[][]) => rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));
    expect(byCharter(engine)).toEqual(byCharter(own));
    expect(engine.length).toBeGreaterThan(4000);
  });

  it.each([
    ['all institutions', [], '', "''"],
    ['states', ['state'], 'GROUP BY 1', '"STATE"'],
    ['peer groups, each with its institutions of the date', ['peer_group'], 'GROUP BY 1', '"Peer_Group"'],
  ])('are computed from the sums of %s', async (_, dimensions, group, key) => {
    const engine = await cycles.rowsOf({ dimensions, measures: NAMES, filter: MARCH });
    const own = await cycles.sql(`SELECT ${key}, ${columns} FROM cu WHERE ${IN_MARCH} ${group} ORDER BY 1 NULLS LAST`);
    expect(engine).toEqual(dimensions.length === 0 ? own.map((row) => row.slice(1)) : own);
  });

  it('use the prior year-end of each cycle; totals use that of the last cycle', async () => {
    const { rows, totals } = await cycles.runQuery({ dimensions: [quarter], measures: NAMES, totals: true });
    const each = `SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${columns} FROM cu`;
    expect(numbers([...rows, totals!])).toEqual([
      ...(await cycles.sql(`${each} GROUP BY 1 ORDER BY 1`)),
      [null, ...(await cycles.sql(`SELECT ${columns} FROM cu WHERE ${IN_DECEMBER}`))[0]!],
    ]);
  });

  it('do not depend on the fiscal year', async () => {
    const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 7 } as const;
    const year = { field: 'as_of', grain: 'fiscal_year' };
    expect(await cycles.rowsOf({ dimensions: [year], measures: NAMES }, { ...reader([]), calendar })).toEqual(
      await cycles.sql(
        `SELECT (date_trunc('year', "CYCLE_DATE" + INTERVAL 6 MONTH) - INTERVAL 6 MONTH)::DATE::VARCHAR, ${columns} FROM cu
         WHERE "CYCLE_DATE" IN ('2025-03-31', '2025-12-31') GROUP BY 1 ORDER BY 1`,
      ),
    );
  });

  it('are computed from their parts in a top N with the rest, subtotals and pivots', async () => {
    const two = ['average_assets', 'return_on_assets'];
    const [assets, roa] = [SQL['average_assets']!, SQL['return_on_assets']!];
    const top = { dimension: 'state', measure: 'average_assets', n: 5 };
    const [best, others] = [
      await cycles.sql(
        `SELECT "STATE", ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY 1 ORDER BY 2 DESC LIMIT 5`,
      ),
      (list: string) => cycles.sql(`SELECT ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} AND "STATE" NOT IN (${list})`),
    ];
    const order = [{ field: 'average_assets', direction: 'desc' }];
    const ranked = await cycles.rowsOf({ dimensions: ['state'], measures: two, filter: MARCH, top, order });
    const list = best.map(([state]) => `'${String(state)}'`).join(', ');
    expect(ranked).toEqual([
      ...best.map(([state, ...rest]) => [state, 'member', ...rest]),
      [null, 'other', ...(await others(list))[0]!],
    ]);
    const subtotals = await cycles.rowsOf({
      dimensions: ['peer_group', 'state'],
      measures: two,
      filter: MARCH,
      subtotals: [['peer_group'], []],
    });
    expect(subtotals.filter((row) => row[3] === 'all').map((row) => [row[0], row[4], row[5]])).toEqual(
      await cycles.sql(
        `SELECT "Peer_Group", ${assets}, ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY GROUPING SETS (("Peer_Group"), ()) ORDER BY 1 NULLS LAST`,
      ),
    );
    const pivot = await cycles.runQuery({
      dimensions: ['peer_group', quarter],
      measures: ['return_on_assets'],
      pivot: { columns: ['as_of_quarter'] },
    });
    const december = pivot.columns.findIndex((column) => column.pivot?.members[0]?.value === '2025-10-01');
    expect(numbers(pivot.rows.map((row) => [row[0]!, row[december]!]))).toEqual(
      await cycles.sql(`SELECT "Peer_Group", ${roa} FROM cu WHERE ${IN_DECEMBER} GROUP BY 1 ORDER BY 1`),
    );
  });

  it('can be used in conditions on measures, and totals cover the groups that pass', async () => {
    const having = { measure: 'return_on_assets', op: 'gt', values: ['0.008'] };
    const { rows, totals } = await cycles.runQuery({
      dimensions: ['state'],
      measures: ['return_on_assets'],
      filter: MARCH,
      having,
      totals: true,
    });
    const roa = SQL['return_on_assets']!;
    const passing = await cycles.sql(
      `SELECT "STATE", ${roa} FROM cu WHERE ${IN_MARCH} GROUP BY 1 HAVING ${roa} > 0.008 ORDER BY 1`,
    );
    expect(numbers(rows)).toEqual(passing);
    const list = passing.map(([state]) => `'${String(state)}'`).join(', ');
    expect(numbers([totals!])).toEqual([
      [null, ...(await cycles.sql(`SELECT ${roa} FROM cu WHERE ${IN_MARCH} AND "STATE" IN (${list})`))[0]!],
    ]);
    expect(passing.length).toBeGreaterThan(3);
  });

  it('can be compared with other periods, and have shares', async () => {
    const calculations = [
      { name: 'before', kind: 'compare', measure: 'return_on_assets', with: { periods: 3 } },
      { name: 'rank', kind: 'rank', measure: 'return_on_assets', within: ['as_of_quarter'] },
      { name: 'share', kind: 'share', measure: 'average_assets', within: ['as_of_quarter'] },
    ];
    const filter = { field: 'as_of', op: 'in', values: ['2025-12-31'] };
    const rows = await cycles.rowsOf({
      dimensions: [quarter, 'peer_group'],
      measures: ['return_on_assets'],
      calculations,
      filter,
    });
    const [assets, roa] = [SQL['average_assets']!, SQL['return_on_assets']!];
    expect(rows).toEqual(
      await cycles.sql(`WITH d AS (SELECT "Peer_Group" AS g, ${roa} AS roa, ${assets} AS a FROM cu WHERE ${IN_DECEMBER} GROUP BY 1),
        m AS (SELECT "Peer_Group" AS g, ${roa} AS roa FROM cu WHERE ${IN_MARCH} GROUP BY 1)
        SELECT '2025-10-01', g, d.roa, m.roa, rank() OVER (ORDER BY d.roa DESC), a / sum(a) OVER () FROM d LEFT JOIN m USING (g) ORDER BY g`),
    );
    const accumulate = [{ name: 'ytd', kind: 'accumulate', measure: 'average_assets', over: 'year' }];
    await expect(cycles.runQuery({ dimensions: [quarter], measures: [], calculations: accumulate })).rejects.toThrow(
      /semi-additive and does not add up over time/,
    );
  });

  it('can be parts of custom measures', async () => {
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
    const rows = await cycles.rowsOf({
      dimensions: ['state'],
      measures: ['of_state_charters', 'growth'],
      customMeasures,
      filter: MARCH,
    });
    const state = '"CU_TYPE" IN (2, 3)';
    expect(rows).toEqual(
      await cycles.sql(`SELECT "STATE", (sum("Acct_661A") FILTER (${state}))::DOUBLE * 4 / nullif(sum(("ACCT_010" + coalesce(before_010, "ACCT_010"))::DOUBLE / 2) FILTER (${state}), 0),
        sum("ACCT_010") / ${SQL['average_assets']!} - 1 FROM cu WHERE ${IN_MARCH} GROUP BY 1 ORDER BY 1`),
    );
  });
});

describe('a comparison of members', () => {
  const member = (charter: string, rest: object = {}) =>
    cycles.runQuery({
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

  it('computes each member’s own average', async () => {
    const peers = { field: 'peer_group', op: 'in', values: [6] };
    const [row] = numbers((await member('5536', { peers })).rows);
    const [expected] = await cycles.sql(
      `WITH e AS (${each('"Peer_Group" = 6')}) SELECT (SELECT roa FROM (${each('"CU_NUMBER" = 5536')})), count(*), quantile_cont(roa, 0.25), quantile_cont(roa, 0.5), quantile_cont(roa, 0.75) FROM e`,
    );
    expect(row!.slice(1, 6)).toEqual(expected);
    const distribution = await cycles.runQuery({
      kind: 'distribution',
      by: 'charter',
      measure: 'return_on_assets',
      buckets: 5,
      filter: MARCH,
      peers,
    });
    const [count] = await cycles.sql(`WITH e AS (${each('"Peer_Group" = 6')}) SELECT count(*) FROM e`);
    expect(distribution.rows.reduce((sum, line) => sum + Number(line[2]), 0)).toBe(count![0]);
  });

  it('states how many peers lack a balance at the prior year-end, and whether the member has one', async () => {
    const peers = { field: 'peer_group', op: 'in', values: [6] };
    const [counts] = await cycles.sql(
      `SELECT count("ACCT_010"), count("ACCT_010") FILTER (NOT has_before) FROM cu WHERE ${IN_MARCH} AND "Peer_Group" = 6`,
    );
    const [[fresh]] = (await cycles.sql(
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

describe('other datasets', () => {
  it('can combine averages with figures of other facts', async () => {
    const rows = await cycles.rowsOf({
      dataset: 'both',
      measures: ['income_to_book', 'average_assets'],
      filter: MARCH,
    });
    expect(rows).toEqual(
      await cycles.sql(
        `SELECT sum("Acct_661A")::DOUBLE * 4 / ${average('025B')}, ${average('010')} FROM cu WHERE ${IN_MARCH}`,
      ),
    );
  });

  it('can average balances of the last day, and of rows that satisfy a condition on each date', async () => {
    const { rows, meta } = await cycles.runQuery({
      dataset: 'loan_book',
      dimensions: [quarter],
      measures: ['average_book', 'average_of_large'],
    });
    const large = (loans: string, assets: string) => `CASE WHEN ${assets} >= 50000000 THEN ${loans} ELSE 0 END`;
    const [now, then] = [large('"ACCT_025B"', '"ACCT_010"'), large('before_025B', 'before_010')];
    expect(numbers(rows)).toEqual(
      await cycles.sql(`SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${average('025B')},
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
    const { rows, totals } = await cycles.warehouse.runQuery(example, JSON.parse(json) as object);
    const figures = `${average('010')}, ${SQL['return_on_assets']!}`;
    expect(numbers([...rows, totals!])).toEqual([
      ...(await cycles.sql(
        `SELECT date_trunc('quarter', "CYCLE_DATE")::DATE::VARCHAR, ${figures} FROM cu GROUP BY 1 ORDER BY 1`,
      )),
      [null, ...(await cycles.sql(`SELECT ${figures} FROM cu WHERE ${IN_DECEMBER}`))[0]!],
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
    const version = cycles.warehouse.versions.duckdb;
    const named = TEXT.replace(
      'with: prior_year_end\n        per: charter',
      'with: prior_year_end\n        per: peer_group',
    );
    const other = parseModel(named, 'model.yaml');
    const keys = { ...other, datasets: other.datasets.map((item) => ({ ...item, joins: item.joins.slice(0, 2) })) };
    const repeated = await cycles.warehouse.engine.catalogs.repeatedKeys({ model: keys, version, tenant: 'alder' });
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

  it('keeps its averages in an Ossie export, and reports that they are not metrics', () => {
    const { document, notes } = writeOssie(model.model);
    expect(notes).toContainEqual({
      place: 'call_report.measures.average_assets',
      reason: expect.stringContaining('is the average with the balance at the prior year-end') as string,
    });
    expect(readOssie(JSON.stringify(document), 'model.json').model).toEqual(model.model);
  });
});
