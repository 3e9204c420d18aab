import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { measure } from '../support/model-text.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { Question } from './questions.ts';
import type { RealData } from './shared-data.ts';

const dimension = (name: string, type: string, table: string, column: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: ${name} }, column: { table: ${table}, column: ${column} } }`;
const dataset = (name: string, table: string, dimensions: string[], measures: string[], joins = '[]') => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    table: ${table}
    joins: ${joins}
    dimensions:
${dimensions.join('\n')}
    measures:
${measures.join('\n')}`;

/** A lender's loans, and series of interest rates with a value a month or day. */
const MODEL = `
name: rates
title: { en: Rates }
description: { en: D }
datasets:${[
  dataset(
    'loans',
    'loan',
    [dimension('grade', 'string', 'loan', 'grade'), dimension('state', 'string', 'loan', 'state')],
    [
      measure('loans', 'kind: count'),
      measure('deviation', 'kind: stddev, expression: interest_rate'),
      measure('variance', 'kind: variance, expression: interest_rate, population: true'),
      measure('states', 'kind: count_distinct, expression: state'),
      measure('a_state', 'kind: ratio, numerator: [{ measure: loans }], denominator: [{ measure: states }]'),
    ],
  ),
  dataset(
    'observations',
    'observation',
    [
      dimension('series', 'string', 'observation', 'series_id'),
      dimension('day', 'date', 'observation', 'date'),
      dimension('recession', 'date', 'recession', 'began'),
    ],
    [
      measure('rate', 'kind: average, expression: value'),
      measure('volatility', 'kind: stddev, expression: value'),
      measure('first_day', 'kind: min, expression: date', 'date'),
      measure('closing', 'kind: sum, expression: value, over: { time: day, take: last, per: series }'),
      measure('spread', 'kind: average, expression: value - base.value'),
      measure('bases', 'kind: sum, expression: base.value'),
    ],
    // The federal funds rate of the month that a day is in, and whether there was a recession on it.
    `[{ table: observation, as: base, where: "series_id = 'FEDFUNDS'", latest: { at: date, by: date, carry: { days: 31 } } }, { table: recession, valid: { at: date, from: began, until: ended, ends: exclusive } }]`,
  ),
].join('')}
`;

const month = { field: 'day', grain: 'month' };
const fed = { field: 'series', op: 'in', values: ['FEDFUNDS'] };
const FED_NAMED = "(SELECT date, value FROM observation WHERE series_id = 'FEDFUNDS')";
const FED = `(SELECT date, value FROM observation WHERE series_id = 'FEDFUNDS')`;
const QUESTIONS: Record<string, Question> = {
  'rates over the base rate of the day, by year': {
    query: {
      dataset: 'observations',
      dimensions: [{ field: 'day', grain: 'year' }],
      measures: ['spread', 'bases'],
      filter: { field: 'series', op: 'in', values: ['DGS10'] },
    },
    sql: `WITH joined AS (SELECT o.*, f.date AS of, f.value AS base FROM observation o ASOF LEFT JOIN ${FED_NAMED} f ON f.date <= o.date WHERE o.series_id = 'DGS10'),
      known AS (SELECT * REPLACE (CASE WHEN date <= of + 31 THEN base END AS base, CASE WHEN date <= of + 31 THEN of END AS of) FROM joined),
      once AS (SELECT year(date) AS year, of, any_value(base) AS base FROM known GROUP BY ALL)
      SELECT make_date(year, 1, 1), spread, bases FROM (SELECT year(date) AS year, avg(value - base) AS spread FROM known GROUP BY 1) JOIN (SELECT year, sum(base) AS bases FROM once GROUP BY 1) USING (year) ORDER BY 1`,
  },
  'rates in each recession and between them': {
    query: { dataset: 'observations', dimensions: ['recession'], measures: ['rate'] },
    sql: 'SELECT began, avg(value) FROM observation o LEFT JOIN recession r ON o.date >= r.began AND (o.date < r.ended OR r.ended IS NULL) GROUP BY 1 ORDER BY 1 NULLS LAST',
  },
  'rates of loans vary, by grade': {
    query: { dataset: 'loans', dimensions: ['grade'], measures: ['loans', 'deviation', 'variance', 'a_state'] },
    sql: 'SELECT grade, count(*), stddev_samp(interest_rate), var_pop(interest_rate), count(*) / count(DISTINCT state) FROM loan GROUP BY 1 ORDER BY 1',
  },
  'percentile ranks of states': {
    query: {
      dataset: 'loans',
      dimensions: ['state'],
      measures: ['loans'],
      calculations: [{ name: 'percentile', kind: 'percentile', measure: 'loans' }],
    },
    sql: `WITH states AS (SELECT state, count(*) AS loans FROM loan GROUP BY 1)
      SELECT state, loans, (SELECT (count(*) FILTER (o.loans < s.loans) + count(*) FILTER (o.loans = s.loans) / 2) / count(*) FROM states o WHERE o.state <> s.state)
      FROM states s ORDER BY 1`,
  },
  'series begin and vary': {
    query: { dataset: 'observations', dimensions: ['series'], measures: ['first_day', 'volatility'] },
    sql: 'SELECT series_id, min(date), stddev_samp(value) FROM observation GROUP BY 1 ORDER BY 1',
  },
  'a rate and its average over a year, five months ago and now': {
    query: {
      dataset: 'observations',
      dimensions: [month],
      measures: ['rate'],
      filter: { all: [fed, { field: 'day', during: { since: '2020-01-01', until: '2023-12-31' } }] },
      calculations: [
        { name: 'ago', kind: 'compare', measure: 'rate', with: { periods: 5 } },
        { name: 'moving', kind: 'moving_average', measure: 'rate', last: 12 },
        { name: 'closing', kind: 'moving_average', measure: 'closing', last: 2 },
      ],
    },
    sql: `SELECT * FROM (SELECT date, value, lag(value, 5) OVER w, avg(value) OVER (w ROWS 11 PRECEDING), avg(value) OVER (w ROWS 1 PRECEDING)
      FROM ${FED} WINDOW w AS (ORDER BY date)) WHERE date BETWEEN '2020-01-01' AND '2023-12-31' ORDER BY 1`,
  },
};

describe(`rates of a lender and of a market (${whereIs('fred-rates')})`, () => {
  const model = compileModel(parseModel(MODEL, 'rates.yaml'));
  const questions = isThere('fred-rates') && isThere('lending-club') ? Object.entries(QUESTIONS) : [];
  let data: RealData | undefined;
  beforeAll(async () => {
    if (questions.length === 0) return;
    const observations = allOf('fred-rates/observations.parquet');
    const tables = {
      loan: allOf('lending-club/loans_full_schema.parquet'),
      observation: observations,
      recession: `SELECT CAST(min(date) AS DATE) AS began, CAST(max(date) + INTERVAL 1 MONTH AS DATE) AS ended
        FROM (SELECT date, date - to_months(CAST(row_number() OVER (ORDER BY date) AS INTEGER)) AS run FROM (${observations}) WHERE series_id = 'USREC' AND value = 1) GROUP BY run`,
    };
    data = await openRealData(tables, '2026-01-31');
  });
  afterAll(() => data?.close());

  it('have a model', () => expect([...model.datasets.keys()]).toEqual(['loans', 'observations']));

  it.each(questions)('%s: as in plain SQL', async (_, question) => {
    const { engine, sql } = await data!.answers(model, question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });
});
