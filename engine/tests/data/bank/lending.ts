import type { MappedCode } from '../../../src/plan/mappings.ts';
import { between, by, isAny, of } from '../questions.ts';
import type { Questions } from '../questions.ts';

const lending = of('lending');
const LOANS = `loan l JOIN account a USING (account_id) JOIN district b ON b.A1 = a.district_id
  JOIN disp o ON o.account_id = a.account_id AND o.type = 'OWNER' JOIN client c USING (client_id)`;
const BAD = "FILTER (status IN ('B', 'D'))";
const code = (of: string, value: string): MappedCode => ({ code: of, value, attributes: {}, from: null, until: null });

/** Loans, with what is known of their accounts, districts and owners. */
export const LENDING: Questions = {
  'How much was lent in each fiscal year from April, and to date by quarter?': {
    query: lending({
      dimensions: [by('granted', 'fiscal_quarter')],
      measures: ['lent'],
      calculations: [{ name: 'to_date', kind: 'accumulate', measure: 'lent', over: 'fiscal_year' }],
    }),
    scope: { calendar: { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 4 } },
    sql: `SELECT quarter, sum(amount), sum(sum(amount)) OVER (PARTITION BY year(quarter - INTERVAL 3 MONTH) ORDER BY quarter)
      FROM (SELECT *, date_trunc('quarter', date) AS quarter FROM loan) GROUP BY 1 ORDER BY 1`,
  },
  'Which share of loans is bad, by duration and in all?': {
    query: lending({ dimensions: ['duration'], measures: ['loans', 'bad_share'], totals: true }),
    sql: `SELECT duration, count(*), count(*) ${BAD} / count(*) FROM loan GROUP BY ROLLUP (duration) ORDER BY 1`,
  },
  'Are loans worse where more people are unemployed?': {
    query: lending({ dimensions: ['unemployment'], measures: ['loans', 'bad_share', 'middle_loan'] }),
    sql: `SELECT CASE WHEN A12 < 2 THEN 'low' WHEN A12 < 4 THEN 'middle' WHEN A12 IS NOT NULL THEN 'high' END, count(*), count(*) ${BAD} / count(*), median(amount::DOUBLE)
      FROM ${LOANS} GROUP BY 1 ORDER BY min(A12)`,
  },
  'How soon after opening an account was a loan granted?': {
    query: lending({ dimensions: ['months_after_opening'], measures: ['loans', 'mean_loan'] }),
    sql: `SELECT date_diff('month', a.date, l.date), count(*), avg(amount) FROM ${LOANS} GROUP BY 1 ORDER BY 1`,
  },
  'Which generations borrow, and who of them fails?': {
    query: lending({
      dimensions: ['born', 'status'],
      measures: ['loans'],
      pivot: { columns: ['status'], totals: true },
    }),
    sql: `SELECT 1900 + floor(CAST(substr(birth_number, 1, 2) AS INTEGER) / 10) * 10, ${['A', 'B', 'C', 'D'].map((status) => `nullif(count(*) FILTER (status = '${status}'), 0)`).join(', ')}, count(*) FROM ${LOANS} GROUP BY 1 ORDER BY 1`,
  },
  'How did lending change from year to year, smoothed over two?': {
    query: lending({
      dimensions: [by('granted', 'year')],
      measures: ['lent'],
      calculations: [
        { name: 'growth', kind: 'compare', measure: 'lent', with: 'previous_period', show: 'percent_change' },
        { name: 'smooth', kind: 'moving_average', measure: 'bad_share', last: 2 },
      ],
    }),
    sql: `WITH y AS (SELECT date_trunc('year', date) AS year, sum(amount) AS lent, count(*) ${BAD} / count(*) AS bad FROM loan GROUP BY 1)
      SELECT year, lent, lent / lag(lent) OVER w - 1, avg(bad) OVER (w ROWS 1 PRECEDING) FROM y WINDOW w AS (ORDER BY year) ORDER BY 1`,
  },
  'Did the year to 15 May begin better than the one before?': {
    query: lending({
      dimensions: [by('granted', 'year')],
      measures: ['loans'],
      calculations: [{ name: 'before', kind: 'compare', measure: 'loans', with: 'same_period_last_year', likeForLike: true }], // prettier-ignore
      filter: between('granted', '1997-01-01', '1997-05-15'),
    }),
    sql: `SELECT DATE '1997-01-01', count(*) FILTER (date BETWEEN '1997-01-01' AND '1997-05-15'), count(*) FILTER (date BETWEEN '1996-01-01' AND '1996-05-15') FROM loan`,
  },
  'Where are at least fifteen loans, and more than an eighth of them bad?': {
    query: lending({
      dimensions: ['branch'],
      measures: ['loans', 'bad_share'],
      having: {
        all: [
          { measure: 'loans', op: 'gte', values: [10] },
          { measure: 'bad_share', op: 'gt', values: ['0.125'] },
        ],
      },
      order: [{ field: 'bad_share', direction: 'desc' }],
      totals: true,
    }),
    sql: `WITH b AS (SELECT A2 FROM ${LOANS} GROUP BY 1 HAVING count(*) >= 10 AND count(*) ${BAD} > 0.125 * count(*))
      SELECT A2, count(*), count(*) ${BAD} / count(*) FROM ${LOANS} JOIN b x USING (A2) GROUP BY ROLLUP (A2) ORDER BY grouping(A2), 3 DESC, 1`,
  },
  'Which three districts of each region borrowed most, without the others?': {
    query: lending({
      dimensions: ['region', 'branch'],
      measures: ['lent'],
      top: { dimension: 'branch', measure: 'lent', n: 3, within: ['region'], other: false },
      order: [{ field: 'region' }, { field: 'lent', direction: 'desc' }],
    }),
    sql: `SELECT A3, A2, 'member', sum(amount) AS lent FROM ${LOANS} GROUP BY 1, 2 QUALIFY row_number() OVER (PARTITION BY A3 ORDER BY lent DESC, A2) <= 3 ORDER BY 1, 4 DESC`,
  },
  'How many loans were granted a week, seen from Sunday, around the turn of 1997?': {
    query: lending({
      dimensions: [{ field: 'granted', grain: 'week', fill: true }],
      measures: ['loans', 'lent'],
      filter: between('granted', '1996-12-15', '1997-01-18'),
    }),
    scope: { calendar: { timeZone: 'Europe/Prague', weekStart: 7, fiscalYearStart: 1 } },
    sql: `SELECT week, count(loan_id), sum(amount) FROM (SELECT CAST(unnest(generate_series(DATE '1996-12-15', DATE '1997-01-18', INTERVAL 7 DAY)) AS DATE) AS week)
      LEFT JOIN loan ON date BETWEEN week AND week + 6 GROUP BY 1 ORDER BY 1`,
  },
  'Is each installment the loan divided by its months?': {
    query: lending({
      dimensions: ['duration'],
      measures: ['loans', 'installments'],
      filter: { field: 'installment', op: 'eq', otherField: 'even_part' },
    }),
    sql: 'SELECT duration, count(*), sum(payments) FROM loan WHERE amount = payments * duration GROUP BY 1 ORDER BY 1',
  },
  'How many loans are good or bad, in the words of the bank?': {
    query: lending({
      dimensions: ['state'],
      measures: ['loans', 'lent'],
      customMeasures: [{ name: 'long', kind: 'filtered', measure: 'bad_share', filter: { field: 'duration', op: 'gte', values: [48] } }], // prettier-ignore
      order: [{ field: 'lent', direction: 'desc' }],
    }),
    scope: {
      mappings: {
        hash: 'status',
        codes: new Map([['loan_status', [code('A', 'good'), code('C', 'good'), code('B', 'bad')]]]),
      },
    },
    sql: "SELECT CASE WHEN status IN ('A', 'C') THEN 'good' WHEN status = 'B' THEN 'bad' ELSE 'unmapped' END, count(*), sum(amount) FROM loan GROUP BY 1 ORDER BY 3 DESC",
  },
  'How does Brno compare with other districts of its region?': {
    query: lending({
      kind: 'benchmark',
      by: 'branch',
      member: 'Brno - mesto',
      measures: ['lent', 'ninth_loan'],
      peers: isAny('region', 'south Moravia'),
    }),
    sql: `WITH each AS (SELECT A2, sum(amount)::DOUBLE AS lent, quantile_cont(amount::DOUBLE, 0.9) AS ninth FROM ${LOANS} WHERE A3 = 'south Moravia' GROUP BY 1),
      f AS (SELECT 1 AS place, 'lent' AS measure, A2, lent AS value FROM each UNION ALL SELECT 2, 'ninth_loan', A2, ninth FROM each),
      own AS (SELECT place, value AS own FROM f WHERE A2 = 'Brno - mesto')
      SELECT measure, any_value(own), count(value), quantile_cont(value, 0.25), median(value), quantile_cont(value, 0.75), 100 * count(*) FILTER (value < own) / (count(value) - 1),
        1 + count(*) FILTER (value > own), 1 + count(*) FILTER (value < own), TRUE FROM f JOIN own USING (place) GROUP BY place, measure ORDER BY place`,
  },
  'How far do loans spread, by the sum of their squares?': {
    query: lending({ dimensions: ['status'], measures: ['squares', 'first_granted'] }),
    sql: 'SELECT status, sum(amount::HUGEINT * amount), min(date) FROM loan GROUP BY 1 ORDER BY 1',
  },
};
