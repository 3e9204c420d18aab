import { isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';
import { DISTRICTS } from './balances.ts';

const bookings = of('bookings');
const holdings = of('holdings');

/** Rows one by one: bookings and loans, in an order. */
export const LISTS: Questions = {
  'the largest deposits, newest first, with their region': {
    query: bookings({
      kind: 'rows',
      columns: ['day', 'account', 'amount', 'paid_in', 'region', 'inhabitants', 'began'],
      filter: { all: [{ field: 'amount', op: 'gt', values: ['40000'] }, isAny('kind', 'PRIJEM')] },
      order: [
        { field: 'day', direction: 'desc' },
        { field: 'amount', direction: 'desc' },
      ],
      limit: 300,
      offset: 20,
    }),
    sql: `SELECT trans.date, account_id, amount, amount, A3, A4, (SELECT min(t.date) FROM trans t WHERE t.account_id = trans.account_id) AS began FROM trans ${DISTRICTS}
      WHERE amount > 40000 AND type = 'PRIJEM' ORDER BY trans.date DESC, amount DESC, account_id LIMIT 300 OFFSET 20`,
  },
  'loans of owners, the latest cards first, those without a card last': {
    query: holdings({
      kind: 'rows',
      columns: ['account', 'issued', 'lent', 'late', 'home', 'card_type'],
      filter: { all: [isAny('role', 'OWNER'), { field: 'lent', op: 'gte', values: ['300000'] }] },
      order: [{ field: 'issued', direction: 'desc' }, { field: 'account' }],
    }),
    sql: `SELECT account_id, issued, amount, CASE WHEN status IN ('B', 'D') THEN amount END, A3, card.type FROM disp JOIN loan USING (account_id)
      JOIN client USING (client_id) JOIN district ON district.A1 = client.district_id LEFT JOIN card USING (disp_id)
      WHERE disp.type = 'OWNER' AND amount >= 300000 ORDER BY issued DESC NULLS LAST, account_id LIMIT 1000`,
  },
  'which operations there are in which region': {
    query: bookings({
      kind: 'rows',
      columns: ['region', 'operation'],
      distinct: true,
      order: [{ field: 'operation' }],
    }),
    sql: `SELECT DISTINCT A3, operation FROM trans ${DISTRICTS} ORDER BY operation NULLS LAST, A3`,
  },
  'each account’s balance in its last bookings, the row’s own': {
    query: bookings({
      kind: 'rows',
      columns: ['account', 'day', 'balance', 'opening'],
      filter: { field: 'day', during: { since: '1993-12-30' } },
      order: [{ field: 'balance' }],
    }),
    sql: `SELECT account_id, date, balance, balance FROM trans WHERE date >= '1993-12-30' ORDER BY balance, account_id, date LIMIT 1000`,
  },
};
