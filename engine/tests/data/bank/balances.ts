import { by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const bookings = of('bookings');
const month = by('day', 'month');
/** Each account's balance as of a day: of the last row until then. */
export const balances = (day: string, carry = 'INTERVAL 100 YEARS') =>
  `(SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM trans WHERE date <= ${day} GROUP BY account_id HAVING max(date) + ${carry} >= ${day})`;
const MONTHS = `(SELECT CAST(month AS DATE) AS month, least(last_day(month), DATE '1993-12-31') AS day
  FROM (SELECT unnest(generate_series(DATE '1993-01-01', DATE '1993-12-01', INTERVAL 1 MONTH)) AS month))`;
export const DISTRICTS = 'JOIN account USING (account_id) JOIN district ON district.A1 = account.district_id';

/** Balances as last known, over days and by what accounts belong to. */
export const BALANCES: Questions = {
  'balances of all accounts at the end': {
    query: bookings({ measures: ['balance', 'known', 'per_account'] }),
    sql: `SELECT sum(balance), count(*), avg(balance) FROM ${balances("DATE '1993-12-31'")}`,
  },
  'balances at each month end': {
    query: bookings({ dimensions: [month], measures: ['balance', 'known'] }),
    sql: `SELECT month, (SELECT sum(balance) FROM ${balances('day')}), (SELECT count(*) FROM ${balances('day')}) FROM ${MONTHS} ORDER BY 1`,
  },
  'balances at the end of March': {
    query: bookings({ measures: ['balance'], filter: { field: 'day', during: { until: '1993-03-31' } } }),
    sql: `SELECT sum(balance) FROM ${balances("DATE '1993-03-31'")}`,
  },
  'balances by region at the end': {
    query: bookings({ dimensions: ['region'], measures: ['balance', 'known'] }),
    sql: `SELECT A3, sum(balance), count(*) FROM ${balances("DATE '1993-12-31'")} ${DISTRICTS} GROUP BY 1 ORDER BY 1`,
  },
  'balances by region and quarter': {
    query: bookings({ dimensions: [{ field: 'day', grain: 'quarter' }, 'region'], measures: ['balance'] }),
    sql: `SELECT month - INTERVAL 2 MONTH AS quarter, A3, (SELECT sum(balance) FROM ${balances('day')} JOIN account a USING (account_id) JOIN district d ON d.A1 = a.district_id WHERE d.A3 = regions.A3) AS balance
      FROM ${MONTHS}, (SELECT DISTINCT A3 FROM district) AS regions WHERE month(month) % 3 = 0 AND balance IS NOT NULL ORDER BY 1, 2`,
  },
  'balances that moved within twenty days': {
    query: bookings({ measures: ['lately'] }),
    sql: `SELECT sum(balance) FROM ${balances("DATE '1993-12-31'", 'INTERVAL 20 DAYS')}`,
  },
  'balances of accounts in Prague': {
    query: bookings({ dimensions: [month], measures: ['balance'], filter: isAny('region', 'Prague') }),
    sql: `SELECT month, (SELECT sum(balance) FROM ${balances('day')} JOIN account a USING (account_id) JOIN district d ON d.A1 = a.district_id WHERE d.A3 = 'Prague') FROM ${MONTHS} ORDER BY 1`,
  },
  'average daily balance of the year': {
    query: bookings({ measures: ['mean_balance'] }),
    sql: `SELECT sum(balance) / count(DISTINCT day) FROM (SELECT day, arg_max(balance, (date, trans_id)) AS balance
      FROM (SELECT CAST(unnest(generate_series((SELECT min(date) FROM trans), (SELECT max(date) FROM trans), INTERVAL 1 DAY)) AS DATE) AS day) JOIN trans ON date <= day GROUP BY day, account_id)`,
  },
  'the lowest balance of each account in June, added up': {
    query: bookings({
      measures: ['lowest'],
      filter: { field: 'day', during: { since: '1993-06-01', until: '1993-06-30' } },
    }),
    sql: `SELECT sum(least_balance) FROM (SELECT account_id, min(balance) AS least_balance FROM (
      SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM (SELECT CAST(unnest(generate_series(DATE '1993-06-01', DATE '1993-06-30', INTERVAL 1 DAY)) AS DATE) AS day) JOIN trans ON date <= day GROUP BY account_id, day) GROUP BY 1)`,
  },
  'opening and closing balance of the second half': {
    query: bookings({ measures: ['opening', 'balance'], filter: { field: 'day', during: { since: '1993-07-01' } } }),
    sql: `SELECT (SELECT sum(balance) FROM ${balances("DATE '1993-07-01'")}), (SELECT sum(balance) FROM ${balances("DATE '1993-12-31'")})`,
  },
  'the ten accounts with the most': {
    query: bookings({
      dimensions: ['account'],
      measures: ['balance'],
      order: [{ field: 'balance', direction: 'desc' }],
      limit: 10,
    }),
    sql: `SELECT account_id, balance FROM ${balances("DATE '1993-12-31'")} ORDER BY 2 DESC, 1 LIMIT 10`,
  },
  'balances of accounts with a pension': {
    query: bookings({ dimensions: ['has_pension'], measures: ['balance', 'accounts'] }),
    sql: `SELECT account_id IN (SELECT account_id FROM trans WHERE k_symbol = 'DUCHOD'), sum(balance), count(*)
      FROM ${balances("DATE '1993-12-31'")} GROUP BY 1 ORDER BY 1`,
  },
  'the third quarter to 15 August beside the second to 15 May': {
    query: bookings({
      dimensions: [{ field: 'day', grain: 'quarter' }],
      measures: ['bookings', 'balance'],
      calculations: ['bookings', 'balance'].map((name) => ({
        name: `${name}_before`,
        kind: 'compare',
        measure: name,
        with: 'previous_period',
        likeForLike: true,
      })),
      filter: { field: 'day', during: { since: '1993-07-01', until: '1993-08-15' } },
    }),
    sql: `SELECT DATE '1993-07-01', count(*) FILTER (date BETWEEN '1993-07-01' AND '1993-08-15'), (SELECT sum(balance) FROM ${balances("DATE '1993-08-15'")}),
      count(*) FILTER (date BETWEEN '1993-04-01' AND '1993-05-15'), (SELECT sum(balance) FROM ${balances("DATE '1993-05-15'")}) FROM trans`,
  },
  'balances averaged over three month ends': {
    query: bookings({
      dimensions: [month],
      calculations: [{ name: 'moving', kind: 'moving_average', measure: 'balance', last: 3 }],
    }),
    sql: `SELECT month, avg(total) OVER (ORDER BY month ROWS 2 PRECEDING) FROM (SELECT month, (SELECT sum(balance) FROM ${balances('day')}) AS total FROM ${MONTHS}) ORDER BY 1`,
  },
};
