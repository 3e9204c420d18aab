import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { Question, RealData } from './shared-data.ts';

const FOLDER = 'berka-pkdd99';
const TABLES = Object.fromEntries(
  ['account', 'card', 'client', 'disp', 'district', 'loan', 'order'].map((table) => [
    table === 'order' ? 'standing_order' : table,
    allOf(`${FOLDER}/${table}.parquet`),
  ]),
);

const measure = (name: string, what: string) =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: number } }`;
const dimension = (name: string, type: string, source: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: ${name} }, ${source} }`;
const column = (table: string, name: string) => `column: { table: ${table}, column: ${name} }`;
const dataset = (name: string, table: string, joins: string[], dimensions: string[], measures: string[]) => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    table: ${table}
    joins: [${joins.join(', ')}]
    dimensions:
${dimensions.join('\n')}
    measures:
${measures.join('\n')}`;

/** The bank as it is delivered: normalized, with a bridge between clients and accounts. */
const MODEL = `
name: bank
title: { en: Bank }
description: { en: D }
datasets:${[
  dataset(
    'bookings',
    'trans',
    [
      '{ table: account, on: [account_id] }',
      '{ table: district, to: account, on: [{ column: district_id, key: A1 }] }',
      '{ table: loan, to: account, on: [account_id] }',
    ],
    [
      dimension('account', 'integer', column('trans', 'account_id')),
      dimension('day', 'date', column('trans', 'date')),
      dimension('kind', 'string', column('trans', 'type')),
      dimension('operation', 'string', column('trans', 'operation')),
      dimension('symbol', 'string', column('trans', 'k_symbol')),
      dimension('region', 'string', column('district', 'A3')),
      dimension('frequency', 'string', column('account', 'frequency')),
    ],
    [
      measure('bookings', 'kind: count'),
      measure('amount', 'kind: sum, expression: amount'),
      measure('mean_amount', 'kind: average, expression: amount'),
      measure('middle', 'kind: median, expression: amount'),
      measure('accounts', 'kind: count_distinct, expression: account_id'),
      measure(
        'balance',
        'kind: sum, expression: balance, over: { time: day, take: last, per: account, order: trans_id }',
      ),
      measure(
        'opening',
        'kind: sum, expression: balance, over: { time: day, take: first, per: account, order: trans_id }',
      ),
      measure(
        'mean_balance',
        'kind: sum, expression: balance, over: { time: day, take: average, per: account, order: trans_id }',
      ),
      measure(
        'lowest',
        'kind: sum, expression: balance, over: { time: day, take: min, per: account, order: trans_id }',
      ),
      measure('known', 'kind: count, over: { time: day, take: last, per: account, order: trans_id }'),
      measure(
        'lately',
        'kind: sum, expression: balance, over: { time: day, take: last, per: account, order: trans_id, carry: { days: 20 } }',
      ),
      measure('per_account', 'kind: ratio, numerator: [{ measure: balance }], denominator: [{ measure: known }]'),
      measure('inhabitants', 'kind: sum, expression: district.A4'),
      measure('lent', 'kind: sum, expression: loan.amount'),
      measure('mean_loan', 'kind: average, expression: loan.amount'),
      measure('paid_in', `kind: sum, expression: amount, where: "trans.type = 'PRIJEM'"`),
      measure('paid_out', `kind: sum, expression: amount, where: "trans.type <> 'PRIJEM'"`),
      measure('net', 'kind: combine, terms: [{ measure: paid_in }, { measure: paid_out, factor: -1 }]'),
    ],
  ),
  dataset(
    'holdings',
    'disp',
    [
      '{ table: account, on: [account_id] }',
      '{ table: loan, to: account, on: [account_id] }',
      '{ table: client, on: [client_id] }',
      '{ table: district, to: client, on: [{ column: district_id, key: A1 }] }',
      '{ table: card, on: [disp_id], relationship: one_to_one }',
    ],
    [
      dimension('role', 'string', column('disp', 'type')),
      dimension('home', 'string', column('district', 'A3')),
      dimension('card_type', 'string', column('card', 'type')),
      dimension('status', 'string', column('loan', 'status')),
      dimension('woman', 'boolean', 'expression: "CAST(SUBSTRING(client.birth_number, 3, 2) AS integer) > 50"'),
      dimension('issued', 'date', column('card', 'issued')),
    ],
    [
      measure('holdings', 'kind: count'),
      measure('clients', 'kind: count_distinct, expression: client_id'),
      measure('cards', 'kind: count, where: "card.card_id IS NOT NULL"'),
      measure('lent', 'kind: sum, expression: loan.amount'),
      measure('mean_loan', 'kind: average, expression: loan.amount'),
      measure('middle_loan', 'kind: median, expression: loan.amount'),
      measure('lent_to_owners', `kind: sum, expression: loan.amount, where: "disp.type = 'OWNER'"`),
      measure('salary', 'kind: average, expression: district.A11'),
      measure('inhabitants', 'kind: sum, expression: district.A4'),
      measure('late', `kind: sum, expression: loan.amount, where: "loan.status IN ('B', 'D')"`),
      measure('late_share', 'kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: lent }]'),
    ],
  ),
].join('')}
`;

/** Each account's balance as of a day: of the last row until then. */
const balances = (day: string, carry = 'INTERVAL 100 YEARS') =>
  `(SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM trans WHERE date <= ${day} GROUP BY account_id HAVING max(date) + ${carry} >= ${day})`;
const MONTHS = `(SELECT CAST(month AS DATE) AS month, least(last_day(month), DATE '1993-12-31') AS day
  FROM (SELECT unnest(generate_series(DATE '1993-01-01', DATE '1993-12-01', INTERVAL 1 MONTH)) AS month))`;
const DISTRICTS = 'JOIN account USING (account_id) JOIN district ON district.A1 = account.district_id';
const month = { field: 'day', grain: 'month' };
const bookings = (ask: object) => ({ dataset: 'bookings', ...ask });
const holdings = (ask: object) => ({ dataset: 'holdings', ...ask });
const in_ = (field: string, ...values: (string | number | boolean)[]) => ({ field, op: 'in', values });

const QUESTIONS: Record<string, Question> = {
  'balances of all accounts at the end': {
    ask: bookings({ measures: ['balance', 'known', 'per_account'] }),
    sql: `SELECT sum(balance), count(*), avg(balance) FROM ${balances("DATE '1993-12-31'")}`,
  },
  'balances at each month end': {
    ask: bookings({ dimensions: [month], measures: ['balance', 'known'] }),
    sql: `SELECT month, (SELECT sum(balance) FROM ${balances('day')}), (SELECT count(*) FROM ${balances('day')}) FROM ${MONTHS} ORDER BY 1`,
  },
  'balances at the end of March': {
    ask: bookings({ measures: ['balance'], filter: { field: 'day', during: { until: '1993-03-31' } } }),
    sql: `SELECT sum(balance) FROM ${balances("DATE '1993-03-31'")}`,
  },
  'balances by region at the end': {
    ask: bookings({ dimensions: ['region'], measures: ['balance', 'known'] }),
    sql: `SELECT A3, sum(balance), count(*) FROM ${balances("DATE '1993-12-31'")} ${DISTRICTS} GROUP BY 1 ORDER BY 1`,
  },
  'balances by region and quarter': {
    ask: bookings({ dimensions: [{ field: 'day', grain: 'quarter' }, 'region'], measures: ['balance'] }),
    sql: `SELECT month - INTERVAL 2 MONTH AS quarter, A3, (SELECT sum(balance) FROM ${balances('day')} JOIN account a USING (account_id) JOIN district d ON d.A1 = a.district_id WHERE d.A3 = regions.A3) AS balance
      FROM ${MONTHS}, (SELECT DISTINCT A3 FROM district) AS regions WHERE month(month) % 3 = 0 AND balance IS NOT NULL ORDER BY 1, 2`,
  },
  'balances that moved within twenty days': {
    ask: bookings({ measures: ['lately'] }),
    sql: `SELECT sum(balance) FROM ${balances("DATE '1993-12-31'", 'INTERVAL 20 DAYS')}`,
  },
  'balances of accounts in Prague': {
    ask: bookings({ dimensions: [month], measures: ['balance'], filter: in_('region', 'Prague') }),
    sql: `SELECT month, (SELECT sum(balance) FROM ${balances('day')} JOIN account a USING (account_id) JOIN district d ON d.A1 = a.district_id WHERE d.A3 = 'Prague') FROM ${MONTHS} ORDER BY 1`,
  },
  'average daily balance of the year': {
    ask: bookings({ measures: ['mean_balance'] }),
    sql: `SELECT sum(balance) / count(DISTINCT day) FROM (SELECT day, arg_max(balance, (date, trans_id)) AS balance
      FROM (SELECT CAST(unnest(generate_series((SELECT min(date) FROM trans), (SELECT max(date) FROM trans), INTERVAL 1 DAY)) AS DATE) AS day) JOIN trans ON date <= day GROUP BY day, account_id)`,
  },
  'the lowest balance of each account in June, added up': {
    ask: bookings({
      measures: ['lowest'],
      filter: { field: 'day', during: { since: '1993-06-01', until: '1993-06-30' } },
    }),
    sql: `SELECT sum(least_balance) FROM (SELECT account_id, min(balance) AS least_balance FROM (
      SELECT account_id, arg_max(balance, (date, trans_id)) AS balance FROM (SELECT CAST(unnest(generate_series(DATE '1993-06-01', DATE '1993-06-30', INTERVAL 1 DAY)) AS DATE) AS day) JOIN trans ON date <= day GROUP BY account_id, day) GROUP BY 1)`,
  },
  'opening and closing balance of the second half': {
    ask: bookings({ measures: ['opening', 'balance'], filter: { field: 'day', during: { since: '1993-07-01' } } }),
    sql: `SELECT (SELECT sum(balance) FROM ${balances("DATE '1993-07-01'")}), (SELECT sum(balance) FROM ${balances("DATE '1993-12-31'")})`,
  },
  'the ten accounts with the most': {
    ask: bookings({
      dimensions: ['account'],
      measures: ['balance'],
      order: [{ field: 'balance', direction: 'desc' }],
      limit: 10,
    }),
    sql: `SELECT account_id, balance FROM ${balances("DATE '1993-12-31'")} ORDER BY 2 DESC, 1 LIMIT 10`,
  },
  'amounts by kind, with their mean and median': {
    ask: bookings({ dimensions: ['kind'], measures: ['bookings', 'amount', 'mean_amount', 'middle'] }),
    sql: 'SELECT type, count(*), sum(amount), avg(amount), median(CAST(amount AS DOUBLE)) FROM trans GROUP BY 1 ORDER BY 1',
  },
  'net flow by month': {
    ask: bookings({ dimensions: [month], measures: ['net', 'paid_in', 'paid_out'] }),
    sql: `SELECT date_trunc('month', date), sum(CASE WHEN type = 'PRIJEM' THEN amount ELSE -amount END), sum(amount) FILTER (type = 'PRIJEM'), sum(amount) FILTER (type <> 'PRIJEM') FROM trans GROUP BY 1 ORDER BY 1`,
  },
  'loans of accounts with bookings, each once': {
    ask: bookings({ measures: ['lent', 'mean_loan'] }),
    sql: 'SELECT sum(amount), avg(amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans)',
  },
  'loans by region of the account, each once': {
    ask: bookings({ dimensions: ['region'], measures: ['lent'] }),
    sql: `SELECT A3, sum(loan.amount) FROM (SELECT DISTINCT account_id FROM trans) ${DISTRICTS} LEFT JOIN loan USING (account_id) GROUP BY 1 ORDER BY 1`,
  },
  'inhabitants of districts with bookings': {
    ask: bookings({ dimensions: ['region'], measures: ['inhabitants', 'accounts'] }),
    sql: `SELECT A3, sum(A4), sum(n) FROM (SELECT A1, any_value(A3) AS A3, any_value(A4) AS A4, count(DISTINCT account_id) AS n FROM trans ${DISTRICTS} GROUP BY A1) GROUP BY 1 ORDER BY 1`,
  },
  'accounts with a pension': {
    ask: bookings({ measures: ['accounts', 'lent'], filter: in_('symbol', 'DUCHOD') }),
    sql: `SELECT count(DISTINCT account_id), (SELECT sum(amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans WHERE k_symbol = 'DUCHOD')) FROM trans WHERE k_symbol = 'DUCHOD'`,
  },
  'clients, cards and holdings by role': {
    ask: holdings({ dimensions: ['role'], measures: ['holdings', 'clients', 'cards'] }),
    sql: 'SELECT disp.type, count(*), count(DISTINCT client_id), count(card_id) FROM disp LEFT JOIN card USING (disp_id) GROUP BY 1 ORDER BY 1',
  },
  'loans over the bridge, each once': {
    ask: holdings({ measures: ['lent', 'mean_loan', 'middle_loan', 'lent_to_owners'] }),
    sql: 'SELECT sum(amount), avg(amount), median(amount), sum(amount) FROM loan',
  },
  'loans by where their clients live': {
    ask: holdings({ dimensions: ['home'], measures: ['lent', 'lent_to_owners'] }),
    sql: `SELECT A3, sum(amount), sum(amount) FILTER (owned) FROM (SELECT A3, loan_id, any_value(amount) AS amount, bool_or(disp.type = 'OWNER') AS owned
      FROM disp JOIN client USING (client_id) JOIN district ON A1 = client.district_id LEFT JOIN loan USING (account_id) GROUP BY A3, loan_id) GROUP BY 1 ORDER BY 1`,
  },
  'loans by the holders’ sex': {
    ask: holdings({ dimensions: ['woman'], measures: ['lent', 'clients'] }),
    sql: `SELECT woman, sum(amount), (SELECT count(*) FROM client WHERE (CAST(substr(birth_number, 3, 2) AS INTEGER) > 50) = woman) FROM (SELECT DISTINCT CAST(substr(birth_number, 3, 2) AS INTEGER) > 50 AS woman, loan_id, amount FROM disp JOIN client USING (client_id) LEFT JOIN loan USING (account_id)) GROUP BY 1 ORDER BY 1`,
  },
  'salary where clients live, each district once': {
    ask: holdings({ measures: ['salary', 'inhabitants'] }),
    sql: 'SELECT avg(A11), sum(A4) FROM district WHERE A1 IN (SELECT district_id FROM client)',
  },
  'inhabitants by region, each district once': {
    ask: holdings({ dimensions: ['home'], measures: ['inhabitants', 'salary'] }),
    sql: 'SELECT A3, sum(A4), avg(A11) FROM district WHERE A1 IN (SELECT district_id FROM client) GROUP BY 1 ORDER BY 1',
  },
  'loans of those who hold a gold card': {
    ask: holdings({ dimensions: ['card_type'], measures: ['lent', 'cards'] }),
    sql: `SELECT type, sum(amount), (SELECT count(*) FROM card c WHERE c.type = held.type) FROM (SELECT DISTINCT card.type, loan_id, amount FROM disp LEFT JOIN card USING (disp_id) LEFT JOIN loan USING (account_id)) AS held GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'late loans by region of the clients': {
    ask: holdings({ dimensions: ['home'], measures: ['late', 'late_share'] }),
    sql: `SELECT A3, sum(amount) FILTER (status IN ('B', 'D')), sum(amount) FILTER (status IN ('B', 'D')) / CAST(sum(amount) AS DOUBLE)
      FROM (SELECT DISTINCT A3, loan_id, amount, status FROM disp JOIN client USING (client_id) JOIN district ON A1 = client.district_id JOIN loan USING (account_id)) GROUP BY 1 ORDER BY 1`,
  },
  'loans by status and holder': {
    ask: holdings({
      dimensions: ['status', 'role'],
      measures: ['lent', 'holdings'],
      filter: { not: { field: 'status', op: 'isNull' } },
    }),
    sql: 'SELECT status, disp.type, sum(amount), count(*) FROM disp JOIN loan USING (account_id) GROUP BY 1, 2 ORDER BY 1, 2',
  },
  'cards by year': {
    ask: holdings({
      dimensions: [{ field: 'issued', grain: 'year' }],
      measures: ['cards'],
      filter: { field: 'issued', op: 'isNotNull' },
    }),
    sql: "SELECT date_trunc('year', issued), count(*) FROM card GROUP BY 1 ORDER BY 1",
  },
};

describe(`a bank’s own tables (${whereIs(FOLDER)})`, () => {
  const model = compileModel(parseModel(MODEL, 'bank.yaml'));
  const questions = isThere(FOLDER) ? Object.entries(QUESTIONS) : [];
  let data: RealData | undefined;
  beforeAll(async () => {
    if (questions.length > 0)
      data = await openRealData({ ...TABLES, trans: allOf(`${FOLDER}/trans_1993.parquet`) }, '1993-12-31');
  });
  afterAll(() => data?.close());

  it('have a model of their bridges, lookups and several facts', () => {
    expect([...model.datasets.keys()]).toEqual(['bookings', 'holdings']);
  });

  it.each(questions)('%s: as in plain SQL', async (_, question) => {
    const { engine, sql } = await data!.answers(model, question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });
});
