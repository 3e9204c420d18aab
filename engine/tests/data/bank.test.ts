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
      dimension('began', 'date', `${column('trans', 'date')}, per: { key: account, take: min }`),
      dimension('months_since', 'integer', 'since: { from: began, to: day, grain: month }'),
      dimension('has_pension', 'boolean', `per: { key: account, take: any, where: "k_symbol = 'DUCHOD'" }`),
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
      measure('first_day', 'kind: min, expression: date').replace('number', 'date'),
      measure('last_day', 'kind: max, expression: date').replace('number', 'date'),
      measure('deviation', 'kind: stddev, expression: amount'),
      measure('an_account', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: accounts }]'),
      measure('lent', 'kind: sum, expression: loan.amount'),
      measure('deviation_of_loans', 'kind: stddev, expression: loan.amount'),
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
      dimension('account', 'integer', column('disp', 'account_id')),
      dimension('holders', 'integer', 'per: { key: account, take: count }'),
      dimension('has_card', 'boolean', 'per: { key: account, take: any, where: card.card_id IS NOT NULL }'),
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
  dataset(
    'accounts',
    'account',
    [
      '{ table: district, as: branch, on: [{ column: district_id, key: A1 }] }',
      `{ table: disp, as: owner, on: [account_id], where: "type = 'OWNER'", relationship: one_to_one }`,
      `{ table: disp, as: second, on: [account_id], where: "type = 'DISPONENT'", relationship: one_to_one }`,
      '{ table: client, as: owning, to: owner, on: [client_id], relationship: one_to_one }',
      '{ table: client, as: disposing, to: second, on: [client_id], relationship: one_to_one }',
      '{ table: district, as: owner_home, to: owning, on: [{ column: district_id, key: A1 }] }',
      '{ table: district, as: second_home, to: disposing, on: [{ column: district_id, key: A1 }] }',
      '{ table: loan, on: [account_id], relationship: one_to_one }',
      `{ table: loan, as: bad, on: [account_id], where: "status IN ('B', 'D')", relationship: one_to_one }`,
      '{ table: card, to: owner, on: [disp_id], relationship: one_to_one }',
    ],
    [
      dimension('branch', 'string', column('branch', 'A3')),
      dimension('home', 'string', column('owner_home', 'A3')),
      dimension('second_home', 'string', column('second_home', 'A3')),
      dimension('has_second', 'boolean', 'expression: "second.disp_id IS NOT NULL"'),
      dimension('abroad', 'boolean', 'expression: "branch.A1 <> owner_home.A1"'),
      dimension('woman', 'boolean', 'expression: "CAST(SUBSTRING(owning.birth_number, 3, 2) AS integer) > 50"'),
      dimension(
        'second_woman',
        'boolean',
        'expression: "CAST(SUBSTRING(disposing.birth_number, 3, 2) AS integer) > 50"',
      ),
      dimension('card_type', 'string', column('card', 'type')),
    ],
    [
      measure('accounts', 'kind: count'),
      measure('seconds', 'kind: count, where: "second.disp_id IS NOT NULL"'),
      measure('elsewhere', 'kind: count, where: "owner_home.A1 <> second_home.A1"'),
      measure('lent', 'kind: sum, expression: loan.amount'),
      measure('badly_lent', 'kind: sum, expression: bad.amount'),
      measure('bad_share', 'kind: ratio, numerator: [{ measure: badly_lent }], denominator: [{ measure: lent }]'),
      measure('salary_there', 'kind: average, expression: branch.A11'),
      measure('salary_home', 'kind: average, expression: owner_home.A11'),
      measure('widest', 'kind: max, expression: owner_home.A11 - branch.A11'),
      measure('districts', 'kind: count_distinct, expression: second_home.A1'),
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
const accounts = (ask: object) => ({ dataset: 'accounts', ...ask });
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
  'first and last bookings, deviations and amounts per account': {
    ask: bookings({
      dimensions: ['operation'],
      measures: ['first_day', 'last_day', 'deviation', 'an_account', 'deviation_of_loans'],
    }),
    sql: `SELECT operation, min(date), max(date), stddev_samp(amount), sum(amount) / CAST(count(DISTINCT account_id) AS DOUBLE),
      (SELECT stddev_samp(loan.amount) FROM loan WHERE account_id IN (SELECT account_id FROM trans t WHERE t.operation IS NOT DISTINCT FROM trans.operation))
      FROM trans GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'how many accounts of each first month are still booking': {
    ask: bookings({
      dimensions: [{ field: 'began', grain: 'quarter' }, 'months_since'],
      measures: ['accounts'],
      calculations: [{ name: 'retention', kind: 'retention', measure: 'accounts', since: 'months_since' }],
      filter: in_('kind', 'PRIJEM'),
    }),
    sql: `SELECT date_trunc('quarter', began), date_diff('month', began, date) AS since, count(DISTINCT account_id) AS accounts,
      accounts / first(accounts) OVER (PARTITION BY date_trunc('quarter', began) ORDER BY since)
      FROM trans JOIN (SELECT account_id, min(date) AS began FROM trans GROUP BY 1) USING (account_id) WHERE type = 'PRIJEM'
      GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'balances of accounts with a pension': {
    ask: bookings({ dimensions: ['has_pension'], measures: ['balance', 'accounts'] }),
    sql: `SELECT account_id IN (SELECT account_id FROM trans WHERE k_symbol = 'DUCHOD'), sum(balance), count(*)
      FROM ${balances("DATE '1993-12-31'")} GROUP BY 1 ORDER BY 1`,
  },
  'the third quarter to 15 August beside the second to 15 May': {
    ask: bookings({
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
    ask: bookings({
      dimensions: [month],
      calculations: [{ name: 'moving', kind: 'moving_average', measure: 'balance', last: 3 }],
    }),
    sql: `SELECT month, avg(total) OVER (ORDER BY month ROWS 2 PRECEDING) FROM (SELECT month, (SELECT sum(balance) FROM ${balances('day')}) AS total FROM ${MONTHS}) ORDER BY 1`,
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
  'accounts that hold a card, by number of holders': {
    ask: holdings({ dimensions: ['holders', 'has_card'], measures: ['clients', 'lent'] }),
    sql: `SELECT holders, has_card, sum(holders), sum(amount) FROM (SELECT account_id, count(*) AS holders, count(card_id) > 0 AS has_card FROM disp LEFT JOIN card USING (disp_id) GROUP BY 1)
      LEFT JOIN loan USING (account_id) GROUP BY 1, 2 ORDER BY 1, 2`,
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

Object.assign(QUESTIONS, {
  'accounts by branch and by where their owners live': {
    ask: accounts({ dimensions: ['branch', 'home'], measures: ['accounts', 'lent'] }),
    sql: `SELECT branch, home, count(*), sum(amount) FROM ${ROLES} GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'accounts of owners who live in another district': {
    ask: accounts({ dimensions: ['abroad'], measures: ['accounts', 'lent', 'badly_lent'] }),
    sql: `SELECT branch_id <> home_id, count(*), sum(amount), sum(amount) ${BAD} FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'accounts with a second person, by where that person lives': {
    ask: accounts({ dimensions: ['second_home'], measures: ['accounts', 'seconds', 'elsewhere'] }),
    sql: `SELECT second_home, count(*), count(second), count(*) FILTER (home_id <> second_id) FROM ${ROLES} GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
  'owners and second persons by sex': {
    ask: accounts({ dimensions: ['woman', 'second_woman'], measures: ['accounts'] }),
    sql: `SELECT woman, second_woman, count(*) FROM ${ROLES} GROUP BY 1, 2 ORDER BY 1, 2 NULLS LAST`,
  },
  'loans with and without a second person': {
    ask: accounts({ dimensions: ['has_second'], measures: ['lent', 'badly_lent', 'bad_share'] }),
    sql: `SELECT second IS NOT NULL, sum(amount), sum(amount) ${BAD}, sum(amount) ${BAD} / CAST(sum(amount) AS DOUBLE) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'bad loans by where the owners live': {
    ask: accounts({ dimensions: ['home'], measures: ['badly_lent', 'bad_share'] }),
    sql: `SELECT home, sum(amount) ${BAD}, sum(amount) ${BAD} / CAST(sum(amount) AS DOUBLE) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'salaries where accounts are and where their owners live, each district once': {
    ask: accounts({ measures: ['salary_there', 'salary_home'] }),
    sql: `SELECT (SELECT avg(A11) FROM district WHERE A1 IN (SELECT branch_id FROM ${ROLES})), (SELECT avg(A11) FROM district WHERE A1 IN (SELECT home_id FROM ${ROLES}))`,
  },
  'salaries of the owners’ districts by branch, each district once a branch': {
    ask: accounts({ dimensions: ['branch'], measures: ['salary_home', 'salary_there'] }),
    sql: `SELECT branch, avg(home_salary), (SELECT avg(A11) FROM district WHERE A3 = branch) FROM (SELECT DISTINCT branch, home_id, home_salary FROM ${ROLES}) GROUP BY 1 ORDER BY 1`,
  },
  'the widest gap between the two districts’ salaries': {
    ask: accounts({ dimensions: ['branch'], measures: ['widest'] }),
    sql: `SELECT branch, max(home_salary - branch_salary) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'owners’ cards by branch': {
    ask: accounts({
      dimensions: ['branch', 'card_type'],
      measures: ['accounts'],
      filter: { field: 'card_type', op: 'isNotNull' },
    }),
    sql: `SELECT branch, card_type, count(*) FROM ${ROLES} WHERE card_type IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
  },
  'districts of second persons by branch': {
    ask: accounts({ dimensions: ['branch'], measures: ['districts', 'seconds'] }),
    sql: `SELECT branch, count(DISTINCT second_id), count(second) FROM ${ROLES} GROUP BY 1 ORDER BY 1`,
  },
  'accounts of Pragues’s branches by home, those of others in all': {
    ask: accounts({ dimensions: ['home'], measures: ['accounts'], filter: in_('branch', 'Prague'), totals: true }),
    sql: `SELECT home, count(*) FROM ${ROLES} WHERE branch = 'Prague' GROUP BY 1 ORDER BY 1`,
  },
  'subtotals by branch and home': {
    ask: accounts({ dimensions: ['branch', 'home'], measures: ['badly_lent'], subtotals: [['branch'], []] }),
    sql: `SELECT branch, home, CASE WHEN grouping(branch) = 1 THEN 'all' ELSE 'member' END, CASE WHEN grouping(home) = 1 THEN 'all' ELSE 'member' END, sum(amount) ${BAD}
      FROM ${ROLES} GROUP BY GROUPING SETS ((branch, home), (branch), ()) ORDER BY 3 DESC, 1, 4 DESC, 2`,
  },
  'branches compared by loans of owners from elsewhere': {
    ask: accounts({
      kind: 'benchmark',
      by: 'branch',
      member: 'Prague',
      measures: ['lent'],
      filter: in_('abroad', true),
    }),
    sql: `SELECT 'lent', max(lent) FILTER (branch = 'Prague'), count(lent), quantile_cont(CAST(lent AS DOUBLE), 0.25), median(CAST(lent AS DOUBLE)), quantile_cont(CAST(lent AS DOUBLE), 0.75) FROM (SELECT branch, sum(amount) AS lent FROM ${ROLES} WHERE branch_id <> home_id GROUP BY 1)`,
  },
} satisfies Record<string, Question>);

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
    expect([...model.datasets.keys()]).toEqual(['bookings', 'holdings', 'accounts']);
  });

  it.each(questions.slice(0, 1).map(() => ['card']))(
    'have a generated model with two districts of a %s',
    async (name) => {
      const generated = await data!.generate();
      const { joins, measures } = generated.model.datasets.find((item) => item.name === name)!;
      const on = [{ column: 'district_id', key: 'A1' }];
      expect(joins.slice(3)).toEqual([
        { table: 'district', as: 'client_district', to: 'client', on },
        { table: 'district', as: 'account_district', to: 'account', on },
      ]);
      expect(measures.map(({ kind }) => kind)).toEqual(['count']);
      const { engine, sql } = await data!.answers(generated, {
        ask: { dataset: name, dimensions: ['client_district_a3', 'account_district_a3'], measures: ['card_count'] },
        sql: `SELECT h.A3, b.A3, count(*) FROM card JOIN disp USING (disp_id) JOIN client c USING (client_id) JOIN account a USING (account_id)
        JOIN district h ON h.A1 = c.district_id JOIN district b ON b.A1 = a.district_id GROUP BY 1, 2 ORDER BY 1, 2`,
      });
      expect(engine).toEqual(sql);
    },
  );

  it.each(questions)('%s: as in plain SQL', async (_, question) => {
    const { engine, sql } = await data!.answers(model, question);
    // Comparisons have further columns, of ranks.
    expect('kind' in question.ask ? engine.map((row) => row.slice(0, 6)) : engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });
});
