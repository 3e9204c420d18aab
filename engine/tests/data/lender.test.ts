import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { MappedCode } from '../../src/plan/mappings.ts';
import { bands, column, dataset, dimension, measure, modelText } from '../support/model-text.ts';
import { by, isAny, of, testQuestions } from './questions.ts';
import type { Questions } from './questions.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { RealData } from './shared-data.ts';

const FOLDER = 'lending-club';
const own = (name: string) => column('loan', name);
const ISSUED = `expression: "CAST(CONCAT(SUBSTRING(issue_month, 5, 4), '-', CASE SUBSTRING(issue_month, 1, 3) WHEN 'Jan' THEN '01' WHEN 'Feb' THEN '02' WHEN 'Mar' THEN '03' END, '-01') AS date)"`;

/** Loans as one wide table: many gaps, text titles as people typed them, rates as doubles. */
const LOANS = dataset({
  name: 'loans',
  table: 'loan',
  dimensions: [
    dimension('grade', 'string', own('grade')),
    dimension('sub_grade', 'string', own('sub_grade')),
    dimension('state', 'string', own('state')),
    dimension('home', 'string', own('homeownership')),
    dimension('purpose', 'string', own('loan_purpose')),
    dimension('application', 'string', own('application_type')),
    dimension('term', 'integer', own('term')),
    dimension('employed', 'integer', own('emp_length')),
    dimension('job', 'string', own('emp_title')),
    dimension('standing', 'string', `${own('loan_status')}, mapping: standing`),
    dimension('income', 'string', `${own('annual_income')}, ${bands(['none', null], ['low', 1], ['middle', 45000], ['high', 95000])}`), // prettier-ignore
    dimension('rate', 'decimal', 'expression: CAST(interest_rate AS decimal)'),
    dimension('issued', 'date', ISSUED),
    dimension('collected', 'boolean', 'expression: total_collection_amount_ever > 0'),
  ],
  measures: [
    measure('loans', 'kind: count'),
    measure('lent', 'kind: sum, expression: loan_amount'),
    measure('interest', 'kind: sum, expression: "loan_amount * interest_rate / 100"'),
    measure('rate_of_money', 'kind: ratio, numerator: [{ measure: interest }], denominator: [{ measure: lent }]', 'percent'), // prettier-ignore
    measure('mean_rate', 'kind: average, expression: interest_rate'),
    measure('middle_income', 'kind: median, expression: annual_income'),
    measure('top_income', 'kind: percentile, share: 0.95, expression: annual_income'),
    measure('used', 'kind: sum, expression: total_credit_utilized'),
    measure('limits', 'kind: sum, expression: total_credit_limit'),
    measure(
      'utilization',
      'kind: ratio, numerator: [{ measure: used }], denominator: [{ measure: limits }]',
      'percent',
    ),
    measure('months_since_late', 'kind: average, expression: months_since_last_delinq'),
    measure('never_late', 'kind: count, where: months_since_last_delinq IS NULL'),
    measure('joint_debt', 'kind: average, expression: debt_to_income_joint'),
    measure('troubled', `kind: sum, expression: loan_amount, where: "MAPPED(loan_status, 'standing') <> 'good'"`),
    measure('troubled_share', 'kind: ratio, numerator: [{ measure: troubled }], denominator: [{ measure: lent }]', 'percent'), // prettier-ignore
    measure('spread_of_rates', 'kind: variance, expression: interest_rate'),
    measure('sub_grades', 'kind: count_distinct, expression: sub_grade'),
  ],
});
const MAPPING =
  'mappings: [{ name: standing, title: { en: Standing }, targets: [{ value: good, title: { en: Good } }, { value: late, title: { en: Late } }] }]';

const loans = of('loans');
const code = (name: string, value: string): MappedCode => ({
  code: name,
  value,
  attributes: {},
  from: null,
  until: null,
});
const STANDINGS = [
  code('Current', 'good'),
  code('Fully Paid', 'good'),
  code('In Grace Period', 'late'),
  code('Late (16-30 days)', 'late'),
  code('Late (31-120 days)', 'late'),
];
const mapped = { mappings: { hash: 'standings', codes: new Map([['standing', STANDINGS]]) } };
const STANDING = `CASE WHEN loan_status IN ('Current', 'Fully Paid') THEN 'good' WHEN loan_status = 'Charged Off' THEN 'unmapped' ELSE 'late' END`;

const QUESTIONS: Questions = {
  'What does money cost by grade, weighted and not?': {
    query: loans({ dimensions: ['grade'], measures: ['rate_of_money', 'mean_rate', 'spread_of_rates'], totals: true }),
    sql: `SELECT grade, sum(loan_amount * interest_rate / 100) / sum(loan_amount), avg(interest_rate), var_samp(interest_rate) FROM loan GROUP BY ROLLUP (grade) ORDER BY 1`,
  },
  'How do loans stand, in the lender’s three words?': {
    query: loans({ dimensions: ['standing', 'term'], measures: ['loans', 'lent'] }),
    scope: mapped,
    sql: `SELECT ${STANDING}, term, count(*), sum(loan_amount) FROM loan GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'Which purposes are most in trouble, the five largest and all others?': {
    query: loans({
      dimensions: ['purpose'],
      measures: ['lent', 'troubled_share'],
      top: { dimension: 'purpose', measure: 'lent', n: 5 },
      order: [{ field: 'troubled_share', direction: 'desc' }],
    }),
    scope: mapped,
    sql: `WITH best AS (SELECT loan_purpose FROM loan GROUP BY 1 ORDER BY sum(loan_amount) DESC LIMIT 5)
      SELECT b.loan_purpose, CASE WHEN b.loan_purpose IS NULL THEN 'other' ELSE 'member' END, sum(loan_amount), coalesce(sum(loan_amount) FILTER (${STANDING} = 'late'), 0) / sum(loan_amount) AS trouble
      FROM loan LEFT JOIN best b USING (loan_purpose) GROUP BY 1, 2 ORDER BY 2, 4 DESC`,
  },
  'Which terms do grades take, side by side?': {
    query: loans({ dimensions: ['grade', 'term'], measures: ['loans', 'mean_rate'], pivot: { columns: ['term'], totals: true }, totals: true }), // prettier-ignore
    sql: `SELECT grade, ${[36, 60].map((term) => `count(*) FILTER (term = ${term}), avg(interest_rate) FILTER (term = ${term})`).join(', ')}, count(*), avg(interest_rate) FROM loan GROUP BY ROLLUP (grade) ORDER BY 1`,
  },
  'What do people with “teacher” or “öğretmen” in their title borrow, by home?': {
    query: loans({
      dimensions: ['home'],
      measures: ['loans', 'lent', 'middle_income'],
      filter: { field: 'job', op: 'contains', values: ['TEACHER', 'öğretmen'] },
    }),
    sql: "SELECT homeownership, count(*), sum(loan_amount), median(annual_income) FROM loan WHERE emp_title ILIKE '%teacher%' GROUP BY 1 ORDER BY 1",
  },
  'How long have people been employed, where they say so or not?': {
    query: loans({ dimensions: ['employed'], measures: ['loans', 'months_since_late', 'never_late'] }),
    sql: 'SELECT emp_length, count(*), avg(months_since_last_delinq), count(*) - count(months_since_last_delinq) FROM loan GROUP BY 1 ORDER BY 1',
  },
  'How much of their credit do people use, by income and kind of application?': {
    query: loans({ dimensions: ['income', 'application'], measures: ['used', 'utilization', 'joint_debt'] }),
    sql: `WITH l AS (SELECT *, CASE WHEN annual_income < 1 THEN 0 WHEN annual_income < 45000 THEN 1 WHEN annual_income < 95000 THEN 2 ELSE 3 END AS income FROM loan)
      SELECT ['none', 'low', 'middle', 'high'][income + 1], application_type, sum(total_credit_utilized), sum(total_credit_utilized) / sum(total_credit_limit), avg(debt_to_income_joint)
      FROM l GROUP BY income, 2 ORDER BY income, 2`,
  },
  'How did each month compare with the one before?': {
    query: loans({
      dimensions: [by('issued', 'month')],
      measures: ['loans'],
      calculations: [
        { name: 'change', kind: 'compare', measure: 'lent', with: 'previous_period', show: 'change' },
        { name: 'quarter', kind: 'accumulate', measure: 'rate_of_money', over: 'quarter' },
      ],
    }),
    sql: `WITH m AS (SELECT CASE issue_month WHEN 'Jan-2018' THEN DATE '2018-01-01' WHEN 'Feb-2018' THEN DATE '2018-02-01' ELSE DATE '2018-03-01' END AS month, count(*) AS n, sum(loan_amount) AS lent, sum(loan_amount * interest_rate / 100) AS interest FROM loan GROUP BY 1)
      SELECT month, n, lent - lag(lent) OVER w, sum(interest) OVER w / sum(lent) OVER w FROM m WINDOW w AS (ORDER BY month) ORDER BY 1`,
  },
  'Which states have over 250 loans at more than 12.5 %, and which place among them?': {
    query: loans({
      dimensions: ['state'],
      measures: ['loans', 'mean_rate'],
      calculations: [{ name: 'place', kind: 'rank', measure: 'mean_rate', best: 'least' }],
      having: { all: [{ measure: 'loans', op: 'gt', values: [250] }, { not: { measure: 'mean_rate', op: 'lte', values: [12.5] } }] }, // prettier-ignore
      order: [{ field: 'place' }],
    }),
    sql: 'SELECT state, count(*), avg(interest_rate), rank() OVER (ORDER BY avg(interest_rate)) FROM loan GROUP BY 1 HAVING count(*) > 250 AND avg(interest_rate) > 12.5 ORDER BY 4, 1',
  },
  'Which rates between 6 % and 7 % are there, and for how many?': {
    query: loans({
      dimensions: ['rate', 'sub_grade'],
      measures: ['loans'],
      filter: {
        all: [
          { field: 'rate', op: 'gte', values: ['6'] },
          { field: 'rate', op: 'lt', values: ['7.00'] },
        ],
      },
    }),
    sql: 'SELECT CAST(interest_rate AS DECIMAL(9, 2)), sub_grade, count(*) FROM loan WHERE interest_rate >= 6 AND interest_rate < 7 GROUP BY 1, 2 ORDER BY 1, 2',
  },
  'How does Texas compare with the other large states?': {
    query: loans({
      kind: 'benchmark',
      by: 'state',
      member: 'TX',
      measures: ['utilization', 'top_income'],
      filter: isAny('application', 'individual'),
      peers: isAny('state', 'CA', 'NY', 'FL', 'IL', 'PA'),
    }),
    sql: `WITH each AS (SELECT state, sum(total_credit_utilized) / sum(total_credit_limit) AS u, quantile_cont(annual_income, 0.95) AS i FROM loan WHERE application_type = 'individual' AND state IN ('TX', 'CA', 'NY', 'FL', 'IL', 'PA') GROUP BY 1),
      f AS (SELECT 1 AS place, 'utilization' AS measure, state, u AS value FROM each UNION ALL SELECT 2, 'top_income', state, i FROM each), own AS (SELECT place, value AS own FROM f WHERE state = 'TX')
      SELECT measure, any_value(own), count(*), quantile_cont(value, 0.25), median(value), quantile_cont(value, 0.75), (100 * count(*) FILTER (value < own) + 50 * count(*) FILTER (value = own)) / count(*), NULL, NULL, FALSE
      FROM f JOIN own USING (place) WHERE state <> 'TX' GROUP BY place, measure ORDER BY place`,
  },
  'Which share of each grade’s loans has its lowest and highest sub-grade?': {
    query: loans({
      dimensions: ['grade', 'sub_grade'],
      calculations: [
        { name: 'part', kind: 'share', measure: 'lent', within: ['grade'] },
        { name: 'standing_of', kind: 'percentile', measure: 'middle_income', within: ['grade'] },
      ],
      filter: isAny('collected', false),
    }),
    sql: `WITH s AS (SELECT grade, sub_grade, sum(loan_amount) AS lent, median(annual_income) AS income FROM loan WHERE total_collection_amount_ever <= 0 GROUP BY 1, 2)
      SELECT grade, sub_grade, lent / sum(lent) OVER (PARTITION BY grade), (SELECT (count(*) FILTER (o.income < s.income) + count(*) FILTER (o.income = s.income) / 2) / nullif(count(*), 0) FROM s o WHERE o.grade = s.grade AND o.sub_grade <> s.sub_grade) FROM s ORDER BY 1, 2`,
  },
};

describe(`loans of a lender (${whereIs(FOLDER)})`, () => {
  const model = compileModel(parseModel(modelText('lender', [LOANS], MAPPING), 'lender.yaml'));
  let data: RealData | undefined;
  beforeAll(async () => {
    if (isThere(FOLDER))
      data = await openRealData({ loan: allOf(`${FOLDER}/loans_full_schema.parquet`) }, '2018-03-31');
  });
  afterAll(() => data?.close());

  it('have a model', () => expect(model.datasets.get('loans')!.dimensions.size).toBe(14));

  testQuestions(isThere(FOLDER) ? QUESTIONS : {}, (question) => data!.answers(model, question));
});
