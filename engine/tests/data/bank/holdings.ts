import { of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const holdings = of('holdings');

/** Clients and accounts over the bridge between them, each figure once. */
export const HOLDINGS: Questions = {
  'accounts that hold a card, by number of holders': {
    query: holdings({ dimensions: ['holders', 'has_card'], measures: ['clients', 'lent'] }),
    sql: `SELECT holders, has_card, sum(holders), sum(amount) FROM (SELECT account_id, count(*) AS holders, count(card_id) > 0 AS has_card FROM disp LEFT JOIN card USING (disp_id) GROUP BY 1)
      LEFT JOIN loan USING (account_id) GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'clients, cards and holdings by role': {
    query: holdings({ dimensions: ['role'], measures: ['holdings', 'clients', 'cards'] }),
    sql: 'SELECT disp.type, count(*), count(DISTINCT client_id), count(card_id) FROM disp LEFT JOIN card USING (disp_id) GROUP BY 1 ORDER BY 1',
  },
  'loans over the bridge, each once': {
    query: holdings({ measures: ['lent', 'mean_loan', 'middle_loan', 'lent_to_owners'] }),
    sql: 'SELECT sum(amount), avg(amount), median(amount), sum(amount) FROM loan',
  },
  'loans by where their clients live': {
    query: holdings({ dimensions: ['home'], measures: ['lent', 'lent_to_owners'] }),
    sql: `SELECT A3, sum(amount), sum(amount) FILTER (owned) FROM (SELECT A3, loan_id, any_value(amount) AS amount, bool_or(disp.type = 'OWNER') AS owned
      FROM disp JOIN client USING (client_id) JOIN district ON A1 = client.district_id LEFT JOIN loan USING (account_id) GROUP BY A3, loan_id) GROUP BY 1 ORDER BY 1`,
  },
  'loans by the holders’ sex': {
    query: holdings({ dimensions: ['woman'], measures: ['lent', 'clients'] }),
    sql: `SELECT woman, sum(amount), (SELECT count(*) FROM client WHERE (CAST(substr(birth_number, 3, 2) AS INTEGER) > 50) = woman) FROM (SELECT DISTINCT CAST(substr(birth_number, 3, 2) AS INTEGER) > 50 AS woman, loan_id, amount FROM disp JOIN client USING (client_id) LEFT JOIN loan USING (account_id)) GROUP BY 1 ORDER BY 1`,
  },
  'salary where clients live, each district once': {
    query: holdings({ measures: ['salary', 'inhabitants'] }),
    sql: 'SELECT avg(A11), sum(A4) FROM district WHERE A1 IN (SELECT district_id FROM client)',
  },
  'inhabitants by region, each district once': {
    query: holdings({ dimensions: ['home'], measures: ['inhabitants', 'salary'] }),
    sql: 'SELECT A3, sum(A4), avg(A11) FROM district WHERE A1 IN (SELECT district_id FROM client) GROUP BY 1 ORDER BY 1',
  },
  'loans of those who hold a gold card': {
    query: holdings({ dimensions: ['card_type'], measures: ['lent', 'cards'] }),
    sql: `SELECT type, sum(amount), (SELECT count(*) FROM card c WHERE c.type = held.type) FROM (SELECT DISTINCT card.type, loan_id, amount FROM disp LEFT JOIN card USING (disp_id) LEFT JOIN loan USING (account_id)) AS held GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'late loans by region of the clients': {
    query: holdings({ dimensions: ['home'], measures: ['late', 'late_share'] }),
    sql: `SELECT A3, sum(amount) FILTER (status IN ('B', 'D')), sum(amount) FILTER (status IN ('B', 'D')) / CAST(sum(amount) AS DOUBLE)
      FROM (SELECT DISTINCT A3, loan_id, amount, status FROM disp JOIN client USING (client_id) JOIN district ON A1 = client.district_id JOIN loan USING (account_id)) GROUP BY 1 ORDER BY 1`,
  },
  'loans by status and holder': {
    query: holdings({
      dimensions: ['status', 'role'],
      measures: ['lent', 'holdings'],
      filter: { not: { field: 'status', op: 'isNull' } },
    }),
    sql: 'SELECT status, disp.type, sum(amount), count(*) FROM disp JOIN loan USING (account_id) GROUP BY 1, 2 ORDER BY 1, 2',
  },
  'cards by year': {
    query: holdings({
      dimensions: [{ field: 'issued', grain: 'year' }],
      measures: ['cards'],
      filter: { field: 'issued', op: 'isNotNull' },
    }),
    sql: "SELECT date_trunc('year', issued), count(*) FROM card GROUP BY 1 ORDER BY 1",
  },
};
