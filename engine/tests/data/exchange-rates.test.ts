import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { column, dataset, dimension, measure, modelText } from '../support/model-text.ts';
import { between, by, isAny, of, testQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { RealData } from './shared-data.ts';

const own = (name: string) => column('fixing', name);
const last = 'over: { time: day, take: last }';

/** Exchange rates in a wide table, a column for each currency, with the days of its life only. */
const FIXINGS = dataset({
  name: 'fixings',
  table: 'fixing',
  more: ['asOf: { table: fixing, column: Date }'],
  dimensions: [
    dimension('day', 'date', own('Date')),
    dimension('weekday', 'integer', `expression: 'WEEKDAY("Date")'`),
    dimension('iso_week', 'integer', `expression: 'ISO_WEEK("Date")'`),
    dimension('iso_year', 'integer', `expression: 'ISO_YEAR("Date")'`),
    dimension('has_lira', 'boolean', 'expression: TRY IS NOT NULL'),
    dimension('dollar', 'decimal', 'expression: CAST(USD AS decimal)'),
    dimension('franc', 'decimal', 'expression: CAST(CHF AS decimal)'),
  ],
  measures: [
    measure('days', 'kind: count'),
    measure('dollar_closing', `kind: sum, expression: USD, ${last}`),
    measure('dollar_mean', 'kind: average, expression: USD'),
    measure('dollar_least', 'kind: min, expression: USD'),
    measure('dollar_greatest', 'kind: max, expression: USD'),
    measure('lira_mean', 'kind: average, expression: TRY'),
    measure('lira_closing', `kind: sum, expression: TRY, ${last}`),
    measure('cross', 'kind: derived, expression: lira_closing / dollar_closing'),
    measure('franc_spread', 'kind: stddev, expression: CHF'),
    measure('franc_middle', 'kind: median, expression: CHF'),
    measure('first_lira', `kind: min, expression: '"Date"', where: TRY IS NOT NULL`, 'date'),
    measure('last_lat', `kind: max, expression: '"Date"', where: LVL IS NOT NULL`, 'date'),
    measure('lats', 'kind: count, where: LVL IS NOT NULL'),
    measure('mean_opening', 'kind: sum, expression: USD, over: { time: day, take: first }'),
    measure('mean_of_days', 'kind: sum, expression: JPY, over: { time: day, take: average }'),
  ],
});

const fixings = of('fixings');
/** The last fixing of each period, by hand. */
const closings = (grain: string) =>
  `(SELECT date_trunc('${grain}', "Date") AS period, arg_max(USD, "Date") AS usd, arg_max(TRY, "Date") AS try, arg_min(USD, "Date") AS opening FROM fixing GROUP BY 1)`;

const QUESTIONS: Questions = {
  'How did the dollar close each year, and how does that compare with the year before?': {
    query: fixings({
      dimensions: [by('day', 'year')],
      measures: ['dollar_closing', 'mean_opening'],
      calculations: [
        { name: 'growth', kind: 'compare', measure: 'dollar_closing', with: 'previous_period', show: 'percent_change' },
      ],
      filter: between('day', undefined, '2025-12-31'),
    }),
    sql: `SELECT period, usd, opening, usd / lag(usd) OVER (ORDER BY period) - 1 FROM ${closings('year')} WHERE period <= '2025-12-31' ORDER BY 1`,
  },
  'What did a dollar cost in lira at the end of each quarter since 2018?': {
    query: fixings({ dimensions: [by('day', 'quarter')], measures: ['cross'], filter: between('day', '2018-01-01', '2025-12-31') }), // prettier-ignore
    sql: `SELECT period, try / usd FROM ${closings('quarter')} WHERE period BETWEEN '2018-01-01' AND '2025-10-01' ORDER BY 1`,
  },
  'Between which values did the dollar move, and where was its mean, in each fiscal year from October?': {
    query: fixings({ dimensions: [by('day', 'fiscal_year')], measures: ['days', 'dollar_least', 'dollar_mean', 'dollar_greatest'] }), // prettier-ignore
    scope: { calendar: { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 10 } },
    sql: `SELECT date_trunc('year', "Date" + INTERVAL 3 MONTH) - INTERVAL 3 MONTH, count(*), min(USD), avg(USD), max(USD) FROM fixing GROUP BY 1 ORDER BY 1`,
  },
  'How calm was the franc, before, at and after its floor?': {
    query: fixings({
      dimensions: [by('day', 'year')],
      measures: ['franc_spread', 'franc_middle'],
      filter: { field: 'day', during: { since: '2010-01-01', until: '2016-12-31' } },
      order: [{ field: 'franc_spread' }],
    }),
    sql: `SELECT date_trunc('year', "Date") AS year, stddev_samp(CHF) AS spread, median(CHF) FROM fixing WHERE "Date" BETWEEN '2010-01-01' AND '2016-12-31' GROUP BY 1 ORDER BY 2`,
  },
  'Since when is there a lira, and until when was there a lats?': {
    query: fixings({ measures: ['first_lira', 'last_lat', 'lats'] }),
    sql: 'SELECT min("Date") FILTER (TRY IS NOT NULL), max("Date") FILTER (LVL IS NOT NULL), count(LVL) FROM fixing',
  },
  'On which weekdays is there no fixing, year by year?': {
    query: fixings({ dimensions: ['iso_year', 'weekday'], measures: ['days'], pivot: { columns: ['weekday'] }, filter: between('day', '2020-01-01', '2025-12-31') }), // prettier-ignore
    sql: `SELECT isoyear("Date"), ${[1, 2, 3, 4, 5].map((day) => `nullif(count(*) FILTER (isodow("Date") = ${day}), 0)`).join(', ')} FROM fixing WHERE "Date" BETWEEN '2020-01-01' AND '2025-12-31' GROUP BY 1 ORDER BY 1`,
  },
  'How many fixings have the weeks around New Year, by their numbers?': {
    query: fixings({
      dimensions: [by('day', 'week'), 'iso_year', 'iso_week'],
      measures: ['days'],
      filter: between('day', '2020-12-14', '2021-01-17'),
    }),
    sql: `SELECT date_trunc('week', "Date"), isoyear("Date"), weekofyear("Date"), count(*) FROM fixing WHERE "Date" BETWEEN '2020-12-14' AND '2021-01-17' GROUP BY ALL ORDER BY 1`,
  },
  'Which days of Easter 2024 have no fixing?': {
    query: fixings({
      dimensions: [{ field: 'day', grain: 'day', fill: true }],
      measures: ['days', 'dollar_mean'],
      filter: between('day', '2024-03-28', '2024-04-03'),
    }),
    sql: `SELECT d, count("Date"), avg(USD) FROM (SELECT CAST(unnest(generate_series(DATE '2024-03-28', DATE '2024-04-03', INTERVAL 1 DAY)) AS DATE) AS d) LEFT JOIN fixing ON "Date" = d GROUP BY 1 ORDER BY 1`,
  },
  'On which days was the franc dearer than the dollar, month by month?': {
    query: fixings({
      dimensions: [by('day', 'month')],
      measures: ['days'],
      filter: { all: [{ field: 'franc', op: 'lt', otherField: 'dollar' }, between('day', '2015-01-01', '2016-12-31')] },
    }),
    sql: `SELECT date_trunc('month', "Date"), count(*) FROM fixing WHERE CHF < USD AND "Date" BETWEEN '2015-01-01' AND '2016-12-31' GROUP BY 1 ORDER BY 1`,
  },
  'What was the mean yen of each quarter, and over four of them?': {
    query: fixings({
      dimensions: [by('day', 'quarter')],
      measures: ['mean_of_days'],
      calculations: [{ name: 'smooth', kind: 'moving_average', measure: 'mean_of_days', last: 4 }],
      filter: { all: [between('day', '2022-01-01', '2024-12-31'), isAny('has_lira', true)] },
    }),
    sql: `SELECT * FROM (SELECT q, jpy, avg(jpy) OVER (ORDER BY q ROWS 3 PRECEDING) FROM (SELECT date_trunc('quarter', "Date") AS q, avg(JPY) AS jpy FROM fixing WHERE TRY IS NOT NULL GROUP BY 1)) WHERE q BETWEEN '2022-01-01' AND '2024-12-31' ORDER BY 1`,
  },
  'What was the lira in the last three complete months and this one?': {
    query: fixings({
      dimensions: [by('day', 'month')],
      measures: ['lira_mean'],
      calculations: [{ name: 'before', kind: 'compare', measure: 'lira_mean', with: 'same_period_last_year', likeForLike: true }], // prettier-ignore
      filter: { field: 'day', during: { last: 3, unit: 'month', including: true } },
    }),
    sql: `SELECT date_trunc('month', a."Date") AS month, avg(TRY), (SELECT avg(b.TRY) FROM fixing b WHERE date_trunc('month', b."Date") = date_trunc('month', any_value(a."Date")) - INTERVAL 1 YEAR AND b."Date" <= '2025-04-13')
      FROM fixing a WHERE a."Date" >= '2026-01-01' GROUP BY 1 ORDER BY 1`,
  },
};

describe(`exchange rates (${whereIs('ecb-fx')})`, () => {
  const model = compileModel(parseModel(modelText('exchange', [FIXINGS]), 'exchange.yaml'));
  let data: RealData | undefined;
  beforeAll(async () => {
    if (isThere('ecb-fx')) data = await openRealData({ fixing: allOf('ecb-fx/eurofxref_hist.parquet') }, '2026-04-13');
  });
  afterAll(() => data?.close());

  it('have a model', () => expect(model.datasets.get('fixings')!.measures.size).toBe(15));

  testQuestions(isThere('ecb-fx') ? QUESTIONS : {}, (question) => data!.answers(model, question));
});
