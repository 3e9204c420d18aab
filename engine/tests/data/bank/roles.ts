import { isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const accounts = of('accounts');
/** Each account with its two roles of a client, and what is known of them. */
const ROLES = `(SELECT a.account_id, b.A1 AS branch_id, b.A3 AS branch, b.A11 AS branch_salary,
    h.A1 AS home_id, h.A3 AS home, h.A11 AS home_salary, s.A1 AS second_id, s.A3 AS second_home, d2.disp_id AS second,
    CAST(substr(c1.birth_number, 3, 2) AS INTEGER) > 50 AS woman, CAST(substr(c2.birth_number, 3, 2) AS INTEGER) > 50 AS second_woman,
    amount, status, card.type AS card_type
  FROM account a JOIN district b ON b.A1 = a.district_id
  JOIN disp d1 ON d1.account_id = a.account_id AND d1.type = 'OWNER' JOIN client c1 ON c1.client_id = d1.client_id
  JOIN district h ON h.A1 = c1.district_id LEFT JOIN disp d2 ON d2.account_id = a.account_id AND d2.type = 'DISPONENT'
  LEFT JOIN client c2 ON c2.client_id = d2.client_id LEFT JOIN district s ON s.A1 = c2.district_id
  LEFT JOIN loan ON loan.account_id = a.account_id LEFT JOIN card ON card.disp_id = d1.disp_id)`;
const BAD = "FILTER (status IN ('B', 'D'))";

/** Districts and clients in several roles. */
export const ROLES_OF_CLIENTS: Questions = {
  'accounts by branch and by where their owners live': {
    query: accounts({ dimensions: ['branch', 'home'], measures: ['accounts', 'lent'] }),
    sql: `SELECT branch, home, count(*), sum(amount) FROM ${ROLES} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'accounts of owners who live in another district': {
    query: accounts({ dimensions: ['abroad'], measures: ['accounts', 'lent', 'badly_lent'] }),
    sql: `SELECT branch_id <> home_id, count(*), sum(amount), sum(amount) ${BAD} FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'accounts with a second person, by where that person lives': {
    query: accounts({ dimensions: ['second_home'], measures: ['accounts', 'seconds', 'elsewhere'] }),
    sql: `SELECT second_home, count(*), count(second), count(*) FILTER (home_id <> second_id) FROM ${ROLES} GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'owners and second persons by sex': {
    query: accounts({ dimensions: ['woman', 'second_woman'], measures: ['accounts'] }),
    sql: `SELECT woman, second_woman, count(*) FROM ${ROLES} GROUP BY 1, 2 ORDER BY 1, 2 NULLS LAST`,
  },
  'loans with and without a second person': {
    query: accounts({ dimensions: ['has_second'], measures: ['lent', 'badly_lent', 'bad_share'] }),
    sql: `SELECT second IS NOT NULL, sum(amount), sum(amount) ${BAD}, sum(amount) ${BAD} / CAST(sum(amount) AS DOUBLE) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'bad loans by where the owners live': {
    query: accounts({ dimensions: ['home'], measures: ['badly_lent', 'bad_share'] }),
    sql: `SELECT home, sum(amount) ${BAD}, sum(amount) ${BAD} / CAST(sum(amount) AS DOUBLE) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'salaries where accounts are and where their owners live, each district once': {
    query: accounts({ measures: ['salary_there', 'salary_home'] }),
    sql: `SELECT (SELECT avg(A11) FROM district WHERE A1 IN (SELECT branch_id FROM ${ROLES})), (SELECT avg(A11) FROM district WHERE A1 IN (SELECT home_id FROM ${ROLES}))`,
  },
  'salaries of the owners’ districts by branch, each district once a branch': {
    query: accounts({ dimensions: ['branch'], measures: ['salary_home', 'salary_there'] }),
    sql: `SELECT branch, avg(home_salary), (SELECT avg(A11) FROM district WHERE A3 = branch) FROM (SELECT DISTINCT branch, home_id, home_salary FROM ${ROLES}) GROUP BY 1 ORDER BY 1`,
  },
  'the widest gap between the two districts’ salaries': {
    query: accounts({ dimensions: ['branch'], measures: ['widest'] }),
    sql: `SELECT branch, max(home_salary - branch_salary) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'owners’ cards by branch': {
    query: accounts({
      dimensions: ['branch', 'card_type'],
      measures: ['accounts'],
      filter: { field: 'card_type', op: 'isNotNull' },
    }),
    sql: `SELECT branch, card_type, count(*) FROM ${ROLES} WHERE card_type IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'districts of second persons by branch': {
    query: accounts({ dimensions: ['branch'], measures: ['districts', 'seconds'] }),
    sql: `SELECT branch, count(DISTINCT second_id), count(second) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'accounts of Pragues’s branches by home, those of others in all': {
    query: accounts({ dimensions: ['home'], measures: ['accounts'], filter: isAny('branch', 'Prague'), totals: true }),
    sql: `SELECT home, count(*) FROM ${ROLES} WHERE branch = 'Prague' GROUP BY ROLLUP (home) ORDER BY grouping(home), 1`,
  },
  'subtotals by branch and home': {
    query: accounts({ dimensions: ['branch', 'home'], measures: ['badly_lent'], subtotals: [['branch'], []] }),
    sql: `SELECT branch, home, CASE WHEN grouping(branch) = 1 THEN 'all' ELSE 'member' END, CASE WHEN grouping(home) = 1 THEN 'all' ELSE 'member' END, sum(amount) ${BAD}
      FROM ${ROLES} GROUP BY GROUPING SETS ((branch, home), (branch), ()) ORDER BY 3 DESC, 1, 4 DESC, 2`,
  },
  'branches compared by loans of owners from elsewhere': {
    query: accounts({
      kind: 'benchmark',
      by: 'branch',
      member: 'Prague',
      measures: ['lent'],
      filter: isAny('abroad', true),
    }),
    sql: `WITH each AS (SELECT branch, sum(amount)::DOUBLE AS lent FROM ${ROLES} WHERE branch_id <> home_id GROUP BY 1), own AS (SELECT lent AS own FROM each WHERE branch = 'Prague')
      SELECT 'lent', any_value(own), count(lent), quantile_cont(lent, 0.25), median(lent), quantile_cont(lent, 0.75), 100 * count(*) FILTER (lent < own) / (count(lent) - 1),
        1 + count(*) FILTER (lent > own), 1 + count(*) FILTER (lent < own), TRUE FROM each, own`,
  },
};
