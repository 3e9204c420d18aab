import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { bands, column, combined, dataset, dimension, measure, modelText } from '../support/model-text.ts';
import { between, by, isAny, of, testQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { RealData } from './shared-data.ts';

const FOLDER = 'fdic-structure-events';
const quoted = (name: string) => `expression: '"${name}"'`;

const FAILURES = dataset({
  name: 'failures',
  table: 'failure',
  joins: ['{ table: cost, on: [{ column: Cert, key: CERT }], relationship: one_to_one }'],
  dimensions: [
    dimension('bank', 'string', quoted('Bank Name')),
    dimension('city', 'string', column('failure', 'City')),
    dimension('state', 'string', column('failure', 'State')),
    dimension('acquirer', 'string', quoted('Acquiring Institution')),
    dimension('closed', 'date', quoted('Closing Date')),
    dimension('charter', 'string', column('cost', 'CHCLASS1')),
    dimension('resolution', 'string', column('cost', 'RESTYPE1')),
    dimension('size', 'string', `${column('cost', 'QBFASSET')}, ${bands(['small', null], ['middle', 100000], ['large', 1000000])}`), // prettier-ignore
    dimension('deals', 'integer', 'per: { key: acquirer, take: count }'),
    dimension('first_deal', 'date', `${quoted('Closing Date')}, per: { key: acquirer, take: min }`),
    dimension('years_since', 'integer', 'since: { from: first_deal, to: closed, grain: year }'),
  ],
  measures: [
    measure('failures', 'kind: count'),
    measure('cost', 'kind: sum, expression: cost.COST'),
    measure('assets', 'kind: sum, expression: cost.QBFASSET'),
    measure('deposits', 'kind: sum, expression: cost.QBFDEP'),
    measure('known_assets', 'kind: sum, expression: cost.QBFASSET, where: cost.COST IS NOT NULL'),
    measure('cost_share', 'kind: ratio, numerator: [{ measure: cost }], denominator: [{ measure: known_assets }]', 'percent'), // prettier-ignore
    measure('middle_assets', 'kind: median, expression: cost.QBFASSET'),
    measure('acquirers', `kind: count_distinct, expression: '"Acquiring Institution"'`),
    measure('last_closing', `kind: max, expression: '"Closing Date"'`, 'date'),
  ],
});
const LIQUIDATIONS = dataset({
  name: 'liquidations',
  table: 'liquidation',
  dimensions: [
    dimension('event', 'string', column('liquidation', 'CHANGECODE_DESC')),
    dimension('class', 'string', column('liquidation', 'CLASS')),
    dimension('state', 'string', column('liquidation', 'PSTALP')),
    dimension('effective', 'date', 'expression: CAST(EFFDATE AS date)'),
    dimension('established', 'date', 'expression: CAST(ESTDATE AS date)'),
    dimension('age', 'string', `expression: "DATE_DIFF('year', CAST(ESTDATE AS date), CAST(EFFDATE AS date))", ${bands(['young', null], ['grown', 10], ['old', 50])}`), // prettier-ignore
    dimension('name', 'string', column('liquidation', 'INSTNAME')),
  ],
  measures: [
    measure('liquidations', 'kind: count'),
    measure('mean_age', `kind: average, expression: "DATE_DIFF('year', CAST(ESTDATE AS date), CAST(EFFDATE AS date))"`),
    measure('first_one', 'kind: min, expression: CAST(EFFDATE AS date)', 'date'),
    measure('states', 'kind: count_distinct, expression: PSTALP'),
  ],
});
const REORGANIZATIONS = dataset({
  name: 'reorganizations',
  table: 'reorganization',
  dimensions: [
    dimension('event', 'string', column('reorganization', 'CHANGECODE_DESC')),
    dimension('state', 'string', column('reorganization', 'PSTALP')),
    dimension('effective', 'date', 'expression: CAST(EFFDATE AS date)'),
    dimension('institution', 'integer', column('reorganization', 'CERT')),
    dimension('times', 'integer', 'per: { key: institution, take: count }'),
  ],
  measures: [
    measure('reorganizations', 'kind: count'),
    measure('institutions', 'kind: count_distinct, expression: CERT'),
  ],
});
const COMBINED = combined(
  'ends',
  ['failures', 'liquidations', 'reorganizations'],
  ['state', '{ name: day, of: { failures: closed, liquidations: effective, reorganizations: effective } }'],
  [measure('events', 'kind: combine, terms: [{ measure: failures }, { measure: liquidations }, { measure: reorganizations }]')], // prettier-ignore
);

const failures = of('failures');
const liquidations = of('liquidations');
const reorganizations = of('reorganizations');
const ends = of('ends');
const FAILED = 'failure f LEFT JOIN cost c ON c.CERT = f."Cert"';
const YEARS = "date_diff('year', CAST(ESTDATE AS TIMESTAMP), CAST(EFFDATE AS TIMESTAMP))";

const QUESTIONS: Questions = {
  'How many banks failed each year, and at which cost of their assets?': {
    query: failures({ dimensions: [by('closed', 'year')], measures: ['failures', 'cost', 'assets', 'cost_share'] }),
    sql: `SELECT date_trunc('year', "Closing Date"), count(*), sum(COST), sum(QBFASSET), sum(COST) / sum(QBFASSET) FILTER (COST IS NOT NULL) FROM ${FAILED} GROUP BY 1 ORDER BY 1`,
  },
  'Who took over most banks, and who took one each?': {
    query: failures({
      dimensions: ['acquirer'],
      measures: ['failures', 'last_closing'],
      top: { dimension: 'acquirer', measure: 'failures', n: 2 },
      order: [{ field: 'failures', direction: 'desc' }],
    }),
    sql: `WITH best AS (SELECT "Acquiring Institution" AS a FROM failure GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 2)
      SELECT b.a, CASE WHEN b.a IS NULL THEN 'other' ELSE 'member' END, count(*), max("Closing Date") FROM failure LEFT JOIN best b ON b.a = "Acquiring Institution" GROUP BY 1, 2 ORDER BY 2, 3 DESC, 1`,
  },
  'How many acquirers took over one, two or more banks?': {
    query: failures({ dimensions: ['deals'], measures: ['acquirers', 'failures'] }),
    sql: 'SELECT n, count(*), sum(n) FROM (SELECT "Acquiring Institution", count(*) AS n FROM failure GROUP BY 1) GROUP BY 1 ORDER BY 1',
  },
  'Do acquirers come back in later years?': {
    query: failures({
      dimensions: [by('first_deal', 'year'), 'years_since'],
      measures: ['acquirers'],
      calculations: [{ name: 'retention', kind: 'retention', measure: 'acquirers', since: 'years_since' }],
      filter: between('closed', '2007-01-01'),
    }),
    sql: `WITH f AS (SELECT "Acquiring Institution" AS a, min("Closing Date") AS first FROM failure GROUP BY 1),
      c AS (SELECT date_trunc('year', first) AS cohort, date_diff('year', first, "Closing Date") AS since, count(DISTINCT a) AS n FROM failure JOIN f ON a = "Acquiring Institution" WHERE "Closing Date" >= '2007-01-01' GROUP BY 1, 2)
      SELECT cohort, since, n, n / (SELECT n FROM c z WHERE z.cohort = c.cohort AND z.since = 0) FROM c ORDER BY 1, 2`,
  },
  'Which failed banks with “Õ’hara” or “citizens” in the name are known with their size?': {
    query: failures({
      dimensions: ['size', 'charter'],
      measures: ['failures', 'middle_assets', 'deposits'],
      filter: { all: [{ field: 'bank', op: 'contains', values: ['citizens', 'stâte bank'] }, { field: 'size', op: 'isNotNull' }] }, // prettier-ignore
    }),
    sql: `SELECT CASE WHEN QBFASSET < 100000 THEN 'small' WHEN QBFASSET < 1000000 THEN 'middle' ELSE 'large' END, CHCLASS1, count(*), median(QBFASSET::DOUBLE), sum(QBFDEP) FROM ${FAILED}
      WHERE ("Bank Name" ILIKE '%citizens%' OR "Bank Name" ILIKE '%state bank%') AND QBFASSET IS NOT NULL GROUP BY 1, 2 ORDER BY min(QBFASSET) >= 1000000, min(QBFASSET) >= 100000, 2`,
  },
  'Which states had more than twenty failures, and how do they rank by year of the crisis?': {
    query: failures({
      dimensions: ['state', by('closed', 'year')],
      measures: ['failures'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'failures', within: ['closed_year'] }],
      filter: between('closed', '2008-01-01', '2011-12-31'),
      having: { measure: 'failures', op: 'gte', values: [9] },
    }),
    sql: `SELECT "State", date_trunc('year', "Closing Date") AS year, count(*), rank() OVER (PARTITION BY year ORDER BY count(*) DESC) FROM failure WHERE "Closing Date" BETWEEN '2008-01-01' AND '2011-12-31' GROUP BY 1, 2 HAVING count(*) >= 9 ORDER BY 1, 2`,
  },
  'How are failures resolved, where that is known, with the quarter’s share?': {
    query: failures({
      dimensions: ['resolution', by('closed', 'quarter')],
      measures: ['failures'],
      calculations: [{ name: 'rolling', kind: 'accumulate', measure: 'cost', over: { last: 4 } }],
      filter: { all: [isAny('charter', 'NM'), between('closed', '2012-01-01', '2013-12-31')] },
    }),
    sql: `WITH q AS (SELECT RESTYPE1, date_trunc('quarter', "Closing Date") AS quarter, count(*) AS n, sum(COST) AS cost FROM ${FAILED} WHERE CHCLASS1 = 'NM' AND "Closing Date" < '2014-01-01' GROUP BY 1, 2)
      SELECT RESTYPE1, quarter, n, sum(cost) OVER (PARTITION BY RESTYPE1 ORDER BY quarter RANGE BETWEEN INTERVAL 9 MONTH PRECEDING AND CURRENT ROW) FROM q ORDER BY 1, 2`,
  },
  'How old were institutions when they closed, by event?': {
    query: liquidations({ dimensions: ['event', 'age'], measures: ['liquidations', 'mean_age', 'first_one'] }),
    sql: `SELECT CHANGECODE_DESC, CASE WHEN ${YEARS} < 10 THEN 'young' WHEN ${YEARS} < 50 THEN 'grown' ELSE 'old' END, count(*), avg(${YEARS}), min(CAST(left(EFFDATE, 10) AS DATE)) FROM liquidation GROUP BY 1, 2 ORDER BY 1, min(${YEARS})`,
  },
  'In which years did a class close more than the year before?': {
    query: liquidations({
      dimensions: ['class', by('effective', 'year')],
      measures: ['liquidations', 'states'],
      calculations: [
        { name: 'change', kind: 'compare', measure: 'liquidations', with: 'previous_period', show: 'change' },
      ],
      filter: { all: [isAny('class', 'N', 'SB'), between('effective', '2003-01-01', '2012-12-31')] },
    }),
    sql: `WITH y AS (SELECT CLASS, CAST(left(EFFDATE, 4) AS INTEGER) AS year, count(*) AS n, count(DISTINCT PSTALP) AS states FROM liquidation WHERE CLASS IN ('N', 'SB') GROUP BY 1, 2)
      SELECT y.CLASS, make_date(y.year, 1, 1), y.n, y.states, y.n - b.n FROM y LEFT JOIN y b ON b.CLASS = y.CLASS AND b.year = y.year - 1 WHERE y.year BETWEEN 2003 AND 2012 ORDER BY 1, 2`,
  },
  'Which institutions were reorganized how often?': {
    query: reorganizations({ dimensions: ['times', 'event'], measures: ['institutions', 'reorganizations'] }),
    sql: `SELECT n, CHANGECODE_DESC, count(DISTINCT CERT), count(*) FROM reorganization JOIN (SELECT CERT, count(*) AS n FROM reorganization GROUP BY 1) USING (CERT) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'How many events of each kind had California and Texas in the crisis?': {
    query: ends({
      dimensions: ['state', by('day', 'year')],
      measures: ['failures', 'liquidations', 'reorganizations', 'events'],
      filter: { all: [isAny('state', 'CA', 'TX'), between('day', '2008-01-01', '2010-12-31')] },
    }),
    sql: `WITH e AS (SELECT "State" AS state, year("Closing Date") AS year, 'f' AS kind FROM failure UNION ALL SELECT PSTALP, CAST(left(EFFDATE, 4) AS INTEGER), 'l' FROM liquidation UNION ALL SELECT PSTALP, CAST(left(EFFDATE, 4) AS INTEGER), 'r' FROM reorganization)
      SELECT state, make_date(year, 1, 1), count(*) FILTER (kind = 'f'), count(*) FILTER (kind = 'l'), count(*) FILTER (kind = 'r'), count(*) FROM e WHERE state IN ('CA', 'TX') AND year BETWEEN 2008 AND 2010 GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Where is Georgia among all states, by failures and their mean cost?': {
    query: failures({ kind: 'distribution', by: 'state', member: 'GA', measure: 'failures', buckets: 5 }),
    sql: `WITH each AS (SELECT "State" AS state, count(*)::DOUBLE AS value FROM failure GROUP BY 1), ends AS (SELECT quantile_cont(value, 0.01) AS lo, quantile_cont(value, 0.99) AS hi FROM each),
      bucket AS (SELECT n, lo + (hi - lo) * n / 5 AS lower, lo + (hi - lo) * (n + 1) / 5 AS upper FROM ends, range(5) AS r(n))
      SELECT CASE WHEN n > 0 THEN lower END, CASE WHEN n < 4 THEN upper END, count(state), coalesce(bool_or(state = 'GA'), FALSE)
      FROM bucket LEFT JOIN each ON (n = 0 OR value >= lower) AND (n = 4 OR value < upper) GROUP BY n, lower, upper ORDER BY n`,
  },
};

describe(`closed and merged institutions (${whereIs(FOLDER)})`, () => {
  const text = modelText('ends', [FAILURES, LIQUIDATIONS, REORGANIZATIONS], `combined:${COMBINED}`);
  const model = compileModel(parseModel(text, 'institutions.yaml'));
  let data: RealData | undefined;
  beforeAll(async () => {
    const files = { failure: 'failed_bank_list', cost: 'failures_with_cost', liquidation: 'liquidations', reorganization: 'interim_mergers_reorganizations' }; // prettier-ignore
    const tables = Object.entries(files).map(([table, file]) => [table, allOf(`${FOLDER}/${file}.parquet`)] as const);
    if (isThere(FOLDER)) data = await openRealData(Object.fromEntries(tables), '2021-10-31');
  });
  afterAll(() => data?.close());

  it('have a model', () => expect(model.datasets.size).toBe(4));

  testQuestions(isThere(FOLDER) ? QUESTIONS : {}, (question) => data!.answers(model, question));
});
