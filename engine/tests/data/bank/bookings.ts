import { by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import { DISTRICTS } from './balances.ts';

const bookings = of('bookings');
const month = by('day', 'month');

/** Bookings, their amounts, and what accounts with bookings have. */
export const BOOKINGS: Questions = {
  'amounts by kind, with their mean and median': {
    query: bookings({ dimensions: ['kind'], measures: ['bookings', 'amount', 'mean_amount', 'middle'] }),
    sql: 'SELECT type, count(*), sum(amount), avg(amount), median(CAST(amount AS DOUBLE)) FROM trans GROUP BY 1 ORDER BY 1',
  },
  'first and last bookings, deviations and amounts per account': {
    query: bookings({
      dimensions: ['operation'],
      measures: ['first_day', 'last_day', 'deviation', 'an_account', 'deviation_of_loans'],
    }),
    sql: `SELECT operation, min(date), max(date), stddev_samp(amount), sum(amount) / CAST(count(DISTINCT account_id) AS DOUBLE),
      (SELECT stddev_samp(loan.amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans t WHERE t.operation IS NOT DISTINCT FROM trans.operation))
      FROM trans GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'how many accounts of each first month are still booking': {
    query: bookings({
      dimensions: [{ field: 'began', grain: 'quarter' }, 'months_since'],
      measures: ['accounts'],
      calculations: [{ name: 'retention', kind: 'retention', measure: 'accounts', since: 'months_since' }],
      filter: isAny('kind', 'PRIJEM'),
    }),
    sql: `SELECT date_trunc('quarter', began), date_diff('month', began, date) AS since, count(DISTINCT account_id) AS accounts,
      accounts / first(accounts) OVER (PARTITION BY date_trunc('quarter', began) ORDER BY since)
      FROM trans JOIN (SELECT account_id, min(date) AS began FROM trans GROUP BY 1) USING (account_id) WHERE type = 'PRIJEM'
      GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'net flow by month': {
    query: bookings({ dimensions: [month], measures: ['net', 'paid_in', 'paid_out'] }),
    sql: `SELECT date_trunc('month', date), sum(CASE WHEN type = 'PRIJEM' THEN amount ELSE -amount END), sum(amount) FILTER (type = 'PRIJEM'), sum(amount) FILTER (type <> 'PRIJEM') FROM trans GROUP BY 1 ORDER BY 1`,
  },
  'loans of accounts with bookings, each once': {
    query: bookings({ measures: ['lent', 'mean_loan'] }),
    sql: 'SELECT sum(amount), avg(amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans)',
  },
  'loans by region of the account, each once': {
    query: bookings({ dimensions: ['region'], measures: ['lent'] }),
    sql: `SELECT A3, sum(loan.amount) FROM (SELECT DISTINCT account_id FROM trans) ${DISTRICTS} LEFT JOIN loan USING (account_id) GROUP BY 1 ORDER BY 1`,
  },
  'inhabitants of districts with bookings': {
    query: bookings({ dimensions: ['region'], measures: ['inhabitants', 'accounts'] }),
    sql: `SELECT A3, sum(A4), sum(n) FROM (SELECT A1, any_value(A3) AS A3, any_value(A4) AS A4, count(DISTINCT account_id) AS n FROM trans ${DISTRICTS} GROUP BY A1) GROUP BY 1 ORDER BY 1`,
  },
  'accounts with a pension': {
    query: bookings({ measures: ['accounts', 'lent'], filter: isAny('symbol', 'DUCHOD') }),
    sql: `SELECT count(DISTINCT account_id), (SELECT sum(amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans WHERE k_symbol = 'DUCHOD')) FROM trans WHERE k_symbol = 'DUCHOD'`,
  },
};
