import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { dimension, measure } from '../support/model-text.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import { testQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import type { RealData } from './shared-data.ts';

const FOLDER = 'berka-pkdd99';
const TABLES = Object.fromEntries(
  ['account', 'card', 'client', 'disp', 'district', 'loan'].map((table) => [
    table,
    allOf(`${FOLDER}/${table}.parquet`),
  ]),
);

const column = (name: string, type: string, table: string, of: string) =>
  dimension(name, type, `column: { table: ${table}, column: ${of} }`);
const dataset = (name: string, from: string, joins: string[], dimensions: string[], measures: string[]) => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    ${from}
    joins: [${joins.join(', ')}]
    dimensions:
${dimensions.join('\n')}
    measures:
${measures.join('\n')}`;
const PLACE = [
  '{ table: account, on: [{ column: account, key: account_id }] }',
  '{ table: district, to: account, on: [{ column: district_id, key: A1 }] }',
];

/** Bookings and holdings, and what accounts, clients and districts are in them. */
const MODEL = `
name: bank
title: { en: Bank }
description: { en: D }
datasets:${[
  dataset(
    'bookings',
    'table: trans',
    ['{ table: account, on: [account_id] }', `{ table: disp, as: owner, on: [account_id], where: "type = 'OWNER'" }`],
    [
      column('account', 'integer', 'trans', 'account_id'),
      column('client', 'integer', 'owner', 'client_id'),
      column('day', 'date', 'trans', 'date'),
      column('kind', 'string', 'trans', 'type'),
    ],
    [
      measure('bookings', 'kind: count'),
      measure('turnover', 'kind: sum, expression: amount'),
      measure(
        'balance',
        'kind: sum, expression: balance, over: { time: day, take: last, per: account, order: trans_id }',
      ),
      measure(
        'mean_balance',
        'kind: sum, expression: balance, over: { time: day, take: average, per: account, order: trans_id }',
      ),
    ],
  ),
  dataset(
    'holdings',
    'table: disp',
    [
      '{ table: card, on: [disp_id], relationship: one_to_one }',
      '{ table: account, on: [account_id] }',
      '{ table: loan, to: account, on: [account_id] }',
    ],
    [column('account', 'integer', 'disp', 'account_id'), column('client', 'integer', 'disp', 'client_id')],
    [
      measure('cards', 'kind: count, where: card.card_id IS NOT NULL'),
      measure('holders', 'kind: count'),
      measure('loans', 'kind: count_distinct, expression: loan.loan_id'),
      measure('lent', 'kind: sum, expression: loan.amount'),
    ],
  ),
  dataset(
    'account_months',
    'query: { dataset: bookings, dimensions: [account, { field: day, grain: month }], measures: [balance] }',
    PLACE,
    [
      column('account', 'integer', 'account_months', 'account'),
      column('month', 'date', 'account_months', 'day_month'),
      column('region', 'string', 'district', 'A3'),
      column('district', 'string', 'district', 'A2'),
      dimension(
        'level',
        'string',
        'expression: balance, bands: [{ value: low, from: null, title: { en: L } }, { value: high, from: 30000, title: { en: H } }]',
      ),
    ],
    [
      measure('months', 'kind: count'),
      measure('average_balance', 'kind: average, expression: balance'),
      measure('middle_balance', 'kind: median, expression: balance'),
      measure('rich_accounts', 'kind: count_distinct, expression: account, where: balance > 60000'),
      measure('low_months', 'kind: count, where: balance < 15000'),
      measure('low_share', 'kind: ratio, numerator: [{ measure: low_months }], denominator: [{ measure: months }]'),
      measure('at_the_end', 'kind: sum, expression: balance, over: { time: month, take: last }'),
    ],
  ),
  dataset(
    'client_turnovers',
    'query: { dataset: bookings, dimensions: [client], measures: [turnover, bookings], having: { measure: bookings, op: gte, values: [10] } }',
    [],
    [column('client', 'integer', 'client_turnovers', 'client')],
    [
      measure('clients', 'kind: count'),
      measure('middle', 'kind: median, expression: turnover'),
      measure('p90', 'kind: percentile, share: 0.9, expression: turnover'),
      measure('spread', 'kind: stddev, expression: turnover'),
      measure('per_booking', 'kind: average, expression: turnover / bookings'),
    ],
  ),
  dataset(
    'accounts_held',
    'query: { dataset: holdings, dimensions: [account], measures: [cards, holders, loans, lent] }',
    PLACE,
    [
      column('cards', 'integer', 'accounts_held', 'cards'),
      column('holders', 'integer', 'accounts_held', 'holders'),
      column('region', 'string', 'district', 'A3'),
      dimension('has_loan', 'boolean', 'expression: loans > 0'),
    ],
    [
      measure('accounts', 'kind: count'),
      measure('lent', 'kind: sum, expression: lent'),
      measure('mean_cards', 'kind: average, expression: cards'),
      measure('salary', 'kind: average, expression: district.A11'),
    ],
  ),
  dataset(
    'mean_balances',
    'query: { dataset: bookings, dimensions: [account], measures: [mean_balance, balance] }',
    PLACE,
    [column('region', 'string', 'district', 'A3'), column('account', 'integer', 'mean_balances', 'account')],
    [
      measure('accounts', 'kind: count'),
      measure('above_average', 'kind: count, where: balance > mean_balance'),
      measure('middle', 'kind: median, expression: mean_balance'),
    ],
  ),
  dataset(
    'districts',
    'query: { dataset: account_months, dimensions: [district, region], measures: [average_balance, months], filter: { field: month, during: { since: 1993-04-01 } } }'.replace(
      '1993-04-01',
      "'1993-04-01'",
    ),
    [],
    [column('region', 'string', 'districts', 'region'), column('district', 'string', 'districts', 'district')],
    [
      measure('districts', 'kind: count'),
      measure('best', 'kind: max, expression: average_balance'),
      measure('mean', 'kind: average, expression: average_balance'),
    ],
  ),
].join('')}
`;

const balances = (day: string) =>
  `(SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM trans WHERE date <= ${day} GROUP BY account_id)`;
const DISTRICTS = 'JOIN account USING (account_id) JOIN district ON district.A1 = account.district_id';
/** Each account's balance at the end of each month. */
const MONTHS = `(SELECT month, account_id, balance FROM (SELECT CAST(unnest(generate_series(DATE '1993-01-01', DATE '1993-12-01', INTERVAL 1 MONTH)) AS DATE) AS month) AS m,
  LATERAL (SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM trans WHERE date < m.month + INTERVAL 1 MONTH GROUP BY account_id))`;
const TURNOVERS = `(SELECT client_id, sum(amount) AS turnover, count(*) AS bookings FROM trans JOIN disp USING (account_id) WHERE disp.type = 'OWNER' GROUP BY 1 HAVING count(*) >= 10)`;
const HELD = `(SELECT account_id, count(card_id) AS cards, count(*) AS holders FROM disp LEFT JOIN card USING (disp_id) GROUP BY 1)`;
const in_ = (field: string, ...values: (string | number | boolean)[]) => ({ field, op: 'in', values });

const QUESTIONS: Questions = {
  'average of the monthly balances by district': {
    query: { dataset: 'account_months', dimensions: ['district'], measures: ['average_balance', 'months'] },
    sql: `SELECT A2, avg(balance), count(*) FROM ${MONTHS} ${DISTRICTS} GROUP BY 1 ORDER BY 1`,
  },
  'median monthly balance and accounts above 60,000 by quarter': {
    query: {
      dataset: 'account_months',
      dimensions: [{ field: 'month', grain: 'quarter' }],
      measures: ['middle_balance', 'rich_accounts'],
    },
    sql: `SELECT date_trunc('quarter', month), median(CAST(balance AS DOUBLE)), count(DISTINCT account_id) FILTER (balance > 60000) FROM ${MONTHS} GROUP BY 1 ORDER BY 1`,
  },
  'share of months with a low balance, and the balance of the last month': {
    query: { dataset: 'account_months', dimensions: ['region'], measures: ['low_share', 'at_the_end'] },
    sql: `SELECT A3, count(*) FILTER (balance < 15000) / CAST(count(*) AS DOUBLE), sum(balance) FILTER (month = DATE '1993-12-01') FROM ${MONTHS} ${DISTRICTS} GROUP BY 1 ORDER BY 1`,
  },
  'months by the level of the balance, compared with the month before': {
    query: {
      dataset: 'account_months',
      dimensions: ['level', { field: 'month', grain: 'month' }],
      measures: ['months'],
      calculations: [{ name: 'before', kind: 'compare', measure: 'months', with: 'previous_period' }],
    },
    sql: `SELECT CASE WHEN balance < 30000 THEN 'low' ELSE 'high' END AS level, month, count(*), lag(count(*)) OVER (PARTITION BY level ORDER BY month) FROM ${MONTHS} GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
  },
  'median turnover of clients with ten bookings': {
    query: { dataset: 'client_turnovers', measures: ['clients', 'middle', 'p90', 'spread', 'per_booking'] },
    sql: `SELECT count(*), median(CAST(turnover AS DOUBLE)), quantile_cont(CAST(turnover AS DOUBLE), 0.9), stddev_samp(turnover), avg(turnover / bookings) FROM ${TURNOVERS}`,
  },
  'accounts by number of cards and holders': {
    query: { dataset: 'accounts_held', dimensions: ['cards', 'holders'], measures: ['accounts'] },
    sql: `SELECT cards, holders, count(*) FROM ${HELD} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'loans of accounts with a card by region, salaries of each district once': {
    query: {
      dataset: 'accounts_held',
      dimensions: ['region', 'has_loan'],
      measures: ['lent', 'mean_cards', 'salary'],
      filter: { field: 'cards', op: 'gt', values: [0] },
    },
    sql: `SELECT A3, loan_id IS NOT NULL, sum(loan.amount), avg(cards), (SELECT avg(A11) FROM (SELECT DISTINCT i.A1, i.A11 FROM ${HELD} h JOIN account a USING (account_id)
      JOIN district i ON i.A1 = a.district_id LEFT JOIN loan l USING (account_id) WHERE h.cards > 0 AND i.A3 = district.A3 AND (l.loan_id IS NOT NULL) = (loan.loan_id IS NOT NULL)))
      FROM ${HELD} ${DISTRICTS} LEFT JOIN loan USING (account_id) WHERE cards > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'accounts whose balance at the end is above their daily average': {
    query: { dataset: 'mean_balances', dimensions: ['region'], measures: ['accounts', 'above_average', 'middle'] },
    sql: `SELECT A3, count(*), count(*) FILTER (balance > mean), median(mean) FROM (SELECT account_id, sum(b.balance) / 365 AS mean, any_value(last.balance) AS balance FROM (
      SELECT day, account_id, arg_max(balance, (date, trans_id)) AS balance FROM (SELECT CAST(unnest(generate_series(DATE '1993-01-01', DATE '1993-12-31', INTERVAL 1 DAY)) AS DATE) AS day)
        JOIN trans ON date <= day GROUP BY ALL) AS b JOIN ${balances("DATE '1993-12-31'")} AS last USING (account_id) GROUP BY 1) ${DISTRICTS} GROUP BY 1 ORDER BY 1`,
  },
  'the best and the mean district of each region': {
    query: { dataset: 'districts', dimensions: ['region'], measures: ['districts', 'best', 'mean'] },
    sql: `SELECT A3, count(*), max(mean), avg(mean) FROM (SELECT A3, A2, avg(balance) AS mean FROM ${MONTHS} ${DISTRICTS} WHERE month >= DATE '1993-04-01' GROUP BY 1, 2) GROUP BY 1 ORDER BY 1`,
  },
  'the five accounts with the highest average balance at the ends of months': {
    query: {
      dataset: 'account_months',
      dimensions: ['account'],
      measures: ['average_balance'],
      order: [{ field: 'average_balance', direction: 'desc' }],
      limit: 5,
    },
    sql: `SELECT account_id, avg(balance) FROM ${MONTHS} GROUP BY 1 ORDER BY 2 DESC LIMIT 5`,
  },
  'a region among all by its accounts’ monthly balances': {
    query: {
      dataset: 'account_months',
      kind: 'benchmark',
      by: 'region',
      member: 'Prague',
      measures: ['average_balance'],
      filter: in_('level', 'high'),
    },
    sql: `SELECT 'average_balance', max(mean) FILTER (A3 = 'Prague'), count(*), quantile_cont(mean, 0.25), median(mean), quantile_cont(mean, 0.75),
      100 * (max(place) FILTER (A3 = 'Prague') - 1) // (count(*) - 1), count(*) + 1 - max(place) FILTER (A3 = 'Prague'), max(place) FILTER (A3 = 'Prague'), true
      FROM (SELECT A3, avg(balance) AS mean, rank() OVER (ORDER BY avg(balance)) AS place FROM ${MONTHS} ${DISTRICTS} WHERE balance >= 30000 GROUP BY 1)`,
  },
};

describe(`derived datasets over a bank’s accounts and clients (${whereIs(FOLDER)})`, () => {
  const model = compileModel(parseModel(MODEL, 'bank.yaml'));
  let data: RealData | undefined;
  beforeAll(async () => {
    if (isThere(FOLDER))
      data = await openRealData({ ...TABLES, trans: allOf(`${FOLDER}/trans_1993.parquet`) }, '1993-12-31');
  });
  afterAll(() => data?.close());

  it('have a valid model with queries over bookings and holdings', () => {
    expect(model.model.datasets.filter(({ query }) => query)).toHaveLength(5);
  });

  testQuestions(isThere(FOLDER) ? QUESTIONS : {}, (question) => data!.answers(model, question));
});
