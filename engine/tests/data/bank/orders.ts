import type { MappedCode } from '../../../src/plan/mappings.ts';
import { by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import { balances, DISTRICTS } from './balances.ts';

const orders = of('orders');
const districts = of('districts');
const business = of('business');
const months = of('months');
const bookings = of('bookings');
const code = (of: string, value: string): MappedCode => ({ code: of, value, attributes: {}, from: null, until: null });
const PURPOSES: MappedCode[] = [code('SIPO', 'household'), code('UVER', 'loan'), code('POJISTNE', 'insurance')];

/** Standing orders, districts without a date, and several facts beside each other. */
export const ORDERS: Questions = {
  'What do standing orders pay for, where a blank is no purpose?': {
    query: orders({ dimensions: ['purpose'], measures: ['orders', 'ordered', 'accounts'] }),
    scope: { mappings: { hash: 'purposes', codes: new Map([['purpose', PURPOSES]]) } },
    sql: `SELECT CASE k_symbol WHEN 'SIPO' THEN 'household' WHEN 'UVER' THEN 'loan' WHEN 'POJISTNE' THEN 'insurance' ELSE 'unmapped' END, count(*), sum(amount), count(DISTINCT account_id)
      FROM standing_order GROUP BY 1 ORDER BY 1`,
  },
  'Which four banks receive most, and what do the others on average?': {
    query: orders({
      dimensions: ['bank'],
      measures: ['ordered', 'mean_order', 'accounts'],
      top: { dimension: 'bank', measure: 'ordered', n: 4 },
      order: [{ field: 'ordered', direction: 'desc' }],
    }),
    sql: `WITH best AS (SELECT bank_to FROM standing_order GROUP BY 1 ORDER BY sum(amount) DESC LIMIT 4)
      SELECT b.bank_to, CASE WHEN b.bank_to IS NULL THEN 'other' ELSE 'member' END, sum(amount), avg(amount), count(DISTINCT account_id) FROM standing_order o LEFT JOIN best b USING (bank_to) GROUP BY 1, 2 ORDER BY 2, 3 DESC`,
  },
  'How much do accounts with one, two or more orders have on loan, each loan once?': {
    query: orders({ dimensions: ['orders_of_account', 'pays_loan'], measures: ['accounts', 'orders', 'lent'] }),
    sql: `WITH a AS (SELECT account_id, count(*) AS n, bool_or(k_symbol = 'UVER') AS pays FROM standing_order GROUP BY 1)
      SELECT CASE WHEN n < 2 THEN 'one' WHEN n < 3 THEN 'two' ELSE 'more' END, pays, count(*), sum(n), sum(amount) FROM a LEFT JOIN loan USING (account_id) GROUP BY 1, 2 ORDER BY min(least(n, 3)), 2`,
  },
  'Do orders for loans pay the installments to the last digit?': {
    query: orders({
      dimensions: ['region'],
      measures: ['orders', 'ordered'],
      filter: { all: [isAny('symbol', 'UVER'), { field: 'amount', op: 'eq', otherField: 'installment' }] },
    }),
    sql: `SELECT A3, count(*), sum(o.amount) FROM standing_order o ${DISTRICTS} JOIN loan l USING (account_id) WHERE k_symbol = 'UVER' AND o.amount = l.payments GROUP BY 1 ORDER BY 1`,
  },
  'Which orders are over 14,000 crowns exactly, and of no stated purpose?': {
    query: orders({
      dimensions: ['amount', 'symbol'],
      measures: ['orders', 'largest'],
      filter: { all: [{ field: 'amount', op: 'gte', values: ['10000.50'] }, isAny('symbol', ' ', 'LEASING')] },
    }),
    sql: "SELECT amount, k_symbol, count(*), max(amount) FROM standing_order WHERE amount >= 10000.5 AND k_symbol IN (' ', 'LEASING') GROUP BY 1, 2 ORDER BY 1, 2",
  },
  'How many people live in towns, by region and in all?': {
    query: districts({
      dimensions: ['region'],
      measures: ['districts', 'inhabitants', 'urban', 'urban_share'],
      totals: true,
    }),
    sql: 'SELECT A3, count(*), sum(A4), sum(A4 * A10 / 100), sum(A4 * A10 / 100) / sum(A4) FROM district GROUP BY ROLLUP (A3) ORDER BY 1',
  },
  'How many crimes are there a head, where they were counted?': {
    query: districts({
      dimensions: ['region', 'size'],
      measures: ['crimes_1995', 'crime_rate', 'more_crimes', 'unemployment_1995'],
    }),
    sql: `SELECT A3, CASE WHEN A4 < 80000 THEN 'small' WHEN A4 < 150000 THEN 'middle' ELSE 'large' END AS size, sum(A15), sum(A15) / sum(A4) FILTER (A15 IS NOT NULL), sum(A16) - sum(A15), avg(A12)
      FROM district GROUP BY 1, 2 ORDER BY 1, min(A4)`,
  },
  'What do people earn, by head and by district, and how evenly?': {
    query: districts({
      dimensions: ['region'],
      measures: ['salary', 'plain_salary', 'spread_of_salaries'],
      calculations: [
        { name: 'place', kind: 'rank', measure: 'salary' },
        { name: 'percentile', kind: 'percentile', measure: 'plain_salary' },
      ],
      order: [{ field: 'salary', direction: 'desc' }],
    }),
    sql: `WITH r AS (SELECT A3, sum(A4 * A11) / sum(A4) AS salary, avg(A11) AS plain, stddev_pop(A11) AS spread FROM district GROUP BY 1)
      SELECT A3, salary, plain, spread, rank() OVER (ORDER BY salary DESC), (SELECT count(*) FILTER (o.plain < r.plain) / count(*) FROM r o WHERE o.A3 <> r.A3) FROM r ORDER BY 2 DESC`,
  },
  'Which districts with “praha” or “mesto” in the name are larger than 100,000?': {
    query: districts({
      dimensions: ['district'],
      measures: ['inhabitants'],
      filter: { field: 'district', op: 'contains', values: ['PRÁHA', 'město'] },
      having: { measure: 'inhabitants', op: 'gt', values: [100000] },
    }),
    sql: "SELECT A2, A4 FROM district WHERE (A2 ILIKE '%praha%' OR A2 ILIKE '%mesto%') AND A4 > 100000 ORDER BY 1",
  },
  'What is on accounts, lent and ordered in each region, and how do they relate?': {
    query: business({
      dimensions: ['region'],
      measures: ['balance', 'lending_lent', 'ordered', 'lent_share'],
      totals: true,
    }),
    sql: `WITH b AS (SELECT A3, sum(balance) AS balance FROM ${balances("DATE '1993-12-31'")} ${DISTRICTS} GROUP BY 1), l AS (SELECT A3, sum(amount) AS lent FROM loan ${DISTRICTS} GROUP BY 1), o AS (SELECT A3, sum(amount) AS ordered FROM standing_order ${DISTRICTS} GROUP BY 1)
      SELECT A3, sum(balance), sum(lent), sum(ordered), sum(lent) / sum(balance) FROM b JOIN l USING (A3) JOIN o USING (A3) GROUP BY ROLLUP (A3) ORDER BY 1`,
  },
  'How much was lent and paid in month by month, where anything was lent?': {
    query: months({
      dimensions: [by('day', 'month')],
      measures: ['loans', 'lending_lent', 'paid_in'],
      filter: { field: 'day', during: { last: 6, unit: 'month' } },
    }),
    sql: `SELECT month, (SELECT count(*) FROM loan WHERE date_trunc('month', date) = month), (SELECT sum(amount) FROM loan WHERE date_trunc('month', date) = month), (SELECT sum(amount) FROM trans WHERE type = 'PRIJEM' AND date_trunc('month', date) = month)
      FROM (SELECT DISTINCT date_trunc('month', date) AS month FROM trans) WHERE month >= '1993-07-01' ORDER BY 1`,
  },
  'How many bookings have a blank, no or a known symbol, by week of January?': {
    query: bookings({
      dimensions: [by('day', 'week'), 'symbol'],
      measures: ['bookings'],
      filter: { field: 'day', during: { since: '1993-01-01', until: '1993-02-07' } },
    }),
    sql: `SELECT date_trunc('week', date), k_symbol, count(*) FROM trans WHERE date BETWEEN '1993-01-01' AND '1993-02-07' GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Which part of a quarter’s interest and fees is which, to date in the year?': {
    query: bookings({
      dimensions: [by('day', 'quarter'), 'symbol'],
      measures: ['amount'],
      calculations: [
        { name: 'part', kind: 'share', measure: 'amount', within: ['day_quarter'] },
        { name: 'year', kind: 'accumulate', measure: 'amount', over: 'year' },
      ],
      filter: isAny('symbol', 'UROK', 'SLUZBY'),
    }),
    sql: `WITH q AS (SELECT date_trunc('quarter', date) AS quarter, k_symbol, sum(amount) AS amount FROM trans WHERE k_symbol IN ('UROK', 'SLUZBY') GROUP BY 1, 2)
      SELECT *, amount / sum(amount) OVER (PARTITION BY quarter), sum(amount) OVER (PARTITION BY k_symbol ORDER BY quarter) FROM q ORDER BY 1, 2`,
  },
  'Which accounts have less than 1,000 crowns at the end of the year?': {
    query: bookings({
      dimensions: ['account'],
      measures: ['balance', 'bookings'],
      having: { measure: 'balance', op: 'lt', values: [1000] },
      order: [{ field: 'balance' }],
    }),
    sql: `SELECT account_id, balance, n FROM ${balances("DATE '1993-12-31'")} JOIN (SELECT account_id, count(*) AS n FROM trans GROUP BY 1) USING (account_id) WHERE balance < 1000 ORDER BY 2, 1`,
  },
  'How much of what is paid out is cash, by region?': {
    query: bookings({
      dimensions: ['region'],
      measures: ['cash_share'],
      customMeasures: [
        { name: 'cash', kind: 'filtered', measure: 'paid_out', filter: isAny('operation', 'VYBER') },
        { name: 'cash_share', kind: 'formula', expression: 'cash / paid_out' },
      ],
    }),
    sql: `SELECT A3, sum(amount) FILTER (operation = 'VYBER') / sum(amount) FROM trans ${DISTRICTS} WHERE type <> 'PRIJEM' GROUP BY 1 ORDER BY 1`,
  },
};
