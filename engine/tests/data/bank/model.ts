import { compileModel } from '../../../src/checks/compile-model.ts';
import { parseModel } from '../../../src/documents/read-model.ts';
import { bands, column, combined, dataset, dimension, joinAs, measure, modelText } from '../../support/model-text.ts';

const COMBINED = [
  combined(
    'business',
    ['bookings', 'lending', 'orders'],
    ['region'],
    [measure('lent_share', 'kind: ratio, numerator: [{ measure: lending_lent }], denominator: [{ measure: balance }]')],
  ),
  combined('months', ['bookings', 'lending'], ['region', '{ name: day, of: { bookings: day, lending: granted } }']),
];
const MORE = `mappings:
  - { name: loan_status, title: { en: Status }, targets: [{ value: good, title: { en: Good } }, { value: bad, title: { en: Bad } }] }
  - { name: purpose, title: { en: Purpose } }
combined:${COMBINED.join('')}`;

/** The bank as it is delivered: normalized, with a bridge between clients and accounts. */
const DATASETS = [
  dataset({
    name: 'bookings',
    table: 'trans',
    joins: [
      '{ table: account, on: [account_id] }',
      '{ table: district, to: account, on: [{ column: district_id, key: A1 }] }',
      '{ table: loan, to: account, on: [account_id] }',
    ],
    dimensions: [
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
    measures: [
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
  }),
  dataset({
    name: 'holdings',
    table: 'disp',
    joins: [
      '{ table: account, on: [account_id] }',
      '{ table: loan, to: account, on: [account_id] }',
      '{ table: client, on: [client_id] }',
      '{ table: district, to: client, on: [{ column: district_id, key: A1 }] }',
      '{ table: card, on: [disp_id], relationship: one_to_one }',
    ],
    dimensions: [
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
    measures: [
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
  }),
  dataset({
    name: 'accounts',
    table: 'account',
    joins: [
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
    dimensions: [
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
    measures: [
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
  }),
  dataset({
    name: 'lending',
    table: 'loan',
    joins: [
      '{ table: account, on: [account_id], relationship: one_to_one }',
      joinAs('district', 'branch', 'district_id', 'A1', ', to: account'),
      `{ table: disp, as: owner, to: account, on: [account_id], where: "type = 'OWNER'", relationship: one_to_one }`,
      '{ table: client, as: owning, to: owner, on: [client_id], relationship: one_to_one }',
    ],
    dimensions: [
      dimension('granted', 'date', column('loan', 'date')),
      dimension('status', 'string', column('loan', 'status')),
      dimension('state', 'string', `${column('loan', 'status')}, mapping: loan_status`),
      dimension('duration', 'integer', column('loan', 'duration')),
      dimension('region', 'string', column('branch', 'A3')),
      dimension('branch', 'string', column('branch', 'A2')),
      dimension('unemployment', 'string', `${column('branch', 'A12')}, ${bands(['low', null], ['middle', 2], ['high', 4])}`), // prettier-ignore
      dimension('opened', 'date', column('account', 'date')),
      dimension('months_after_opening', 'integer', 'since: { from: opened, to: granted, grain: month }'),
      dimension('born', 'integer', 'expression: "1900 + FLOOR(CAST(SUBSTRING(owning.birth_number, 1, 2) AS integer) / 10) * 10"'), // prettier-ignore
      dimension('installment', 'decimal', column('loan', 'payments')),
      dimension('even_part', 'decimal', 'expression: CAST(amount / duration AS decimal)'),
    ],
    measures: [
      measure('loans', 'kind: count'),
      measure('lent', 'kind: sum, expression: amount'),
      measure('installments', 'kind: sum, expression: payments'),
      measure('bad', `kind: count, where: "status IN ('B', 'D')"`),
      measure('bad_share', 'kind: ratio, numerator: [{ measure: bad }], denominator: [{ measure: loans }]', 'percent'),
      measure('mean_loan', 'kind: average, expression: amount'),
      measure('middle_loan', 'kind: median, expression: amount'),
      measure('ninth_loan', 'kind: percentile, share: 0.9, expression: amount'),
      measure('squares', 'kind: sum, expression: amount * amount'),
      measure('first_granted', 'kind: min, expression: date', 'date'),
    ],
  }),
  dataset({
    name: 'orders',
    table: 'standing_order',
    joins: [
      '{ table: account, on: [account_id] }',
      '{ table: district, to: account, on: [{ column: district_id, key: A1 }] }',
      '{ table: loan, to: account, on: [account_id] }',
    ],
    dimensions: [
      dimension('bank', 'string', column('standing_order', 'bank_to')),
      dimension('symbol', 'string', column('standing_order', 'k_symbol')),
      dimension('purpose', 'string', `${column('standing_order', 'k_symbol')}, mapping: purpose`),
      dimension('account', 'integer', column('standing_order', 'account_id')),
      dimension('amount', 'decimal', column('standing_order', 'amount')),
      dimension('installment', 'decimal', column('loan', 'payments')),
      dimension('region', 'string', column('district', 'A3')),
      dimension('orders_of_account', 'string', `per: { key: account, take: count }, ${bands(['one', 0], ['two', 2], ['more', 3])}`), // prettier-ignore
      dimension('pays_loan', 'boolean', `per: { key: account, take: any, where: "k_symbol = 'UVER'" }`),
    ],
    measures: [
      measure('orders', 'kind: count'),
      measure('ordered', 'kind: sum, expression: amount'),
      measure('mean_order', 'kind: average, expression: amount'),
      measure('accounts', 'kind: count_distinct, expression: account_id'),
      measure('lent', 'kind: sum, expression: loan.amount'),
      measure('largest', 'kind: max, expression: amount'),
    ],
  }),
  dataset({
    name: 'districts',
    table: 'district',
    dimensions: [
      dimension('district', 'string', column('district', 'A2')),
      dimension('region', 'string', column('district', 'A3')),
      dimension('size', 'string', `${column('district', 'A4')}, ${bands(['small', null], ['middle', 80000], ['large', 150000])}`), // prettier-ignore
    ],
    measures: [
      measure('districts', 'kind: count'),
      measure('inhabitants', 'kind: sum, expression: A4'),
      measure('urban', 'kind: sum, expression: A4 * A10 / 100'),
      measure('urban_share', 'kind: ratio, numerator: [{ measure: urban }], denominator: [{ measure: inhabitants }]'),
      measure('salaries', 'kind: sum, expression: A4 * A11'),
      measure('salary', 'kind: ratio, numerator: [{ measure: salaries }], denominator: [{ measure: inhabitants }]'),
      measure('plain_salary', 'kind: average, expression: A11'),
      measure('crimes_1995', 'kind: sum, expression: A15'),
      measure('crimes_1996', 'kind: sum, expression: A16'),
      measure('more_crimes', 'kind: derived, expression: crimes_1996 - crimes_1995'),
      measure('counted', 'kind: sum, expression: A4, where: A15 IS NOT NULL'),
      measure('crime_rate', 'kind: ratio, numerator: [{ measure: crimes_1995 }], denominator: [{ measure: counted }]'),
      measure('unemployment_1995', 'kind: average, expression: A12'),
      measure('spread_of_salaries', 'kind: stddev, expression: A11, population: true'),
    ],
  }),
];

export const bankModel = () => compileModel(parseModel(modelText('bank', DATASETS, MORE), 'bank.yaml'));
