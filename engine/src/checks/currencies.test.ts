import { describe, expect, it } from 'vitest';
import { LEDGER_MODEL } from '../../tests/support/ledger.ts';
import { ModelError } from '../errors.ts';
import { parseModel, readModel } from '../documents/read-model.ts';

/** The issues of a model, each with its path. */
function issuesOf(text: string, context: Omit<Parameters<typeof readModel>[0], 'text' | 'file'> = {}): string[] {
  try {
    readModel({ text, file: 'ledger.yaml', ...context });
    return [];
  } catch (error) {
    if (error instanceof ModelError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
}

const changed = (from: string | RegExp, to: string) => {
  const text = LEDGER_MODEL.replace(from, to);
  expect(text).not.toBe(LEDGER_MODEL);
  return text;
};

describe('currencies in a model', () => {
  it('can be set on measures, datasets and the model', () => {
    expect(issuesOf(LEDGER_MODEL)).toEqual([]);
    expect(parseModel(changed('exchangeRates:', 'currency: EUR\nexchangeRates:'), 'ledger.yaml').currency).toBe('EUR');
  });

  it.each([
    ['a rates table that is missing', /exchangeRates:[^]*?datasets:/, 'datasets:', /convert: .*Add 'exchangeRates'/],
    ['an unknown code', 'base: EUR', 'base: XQZ', /exchangeRates.base: .*ISO 4217/],
    [
      'an unknown dimension',
      'currency: { dimension: currency }',
      'currency: { dimension: curency }',
      /datasets.1.currency.dimension: There is no dimension 'curency'.*currency/,
    ],
    [
      'a dimension of another type',
      'currency: { dimension: currency }',
      'currency: { dimension: account }',
      /'account' has no currency codes of rows/,
    ],
    [
      'an unknown table',
      'currency: { column: { table: booking,',
      'currency: { column: { table: client,',
      /currency.column.table: The table 'client' is not part of 'bookings'/,
    ],
    [
      'no date',
      'convert: { at: day, time: day }',
      'convert: { at: day }',
      /Name the date whose rates count, as 'time'/,
    ],
    ['a date that is none', 'at: day, time: day', 'at: day, time: branch', /convert.time: 'branch' is not a date/],
    [
      'amounts without a currency',
      'currency: { column: { table: booking, column: currency } }',
      'synonyms: []',
      /State the currency of the amounts of 'amount' are in: add its 'currency'/,
    ],
    [
      'a joined amount at the rates of the rows that share it',
      'expression: account.credit, currency: { column: { table: account, column: currency } }, convert: { at: period_end',
      'expression: account.credit, currency: { column: { table: account, column: currency } }, convert: { at: day',
      /measures.8.convert: An amount of 'limits' counts once/,
    ],
    [
      'rules on the rates',
      'combined:',
      '  - { name: rates, title: { en: R }, description: { en: D }, owner: F, table: fx, dimensions: [], measures: [], rules: [{ name: r, title: { en: R }, where: rate > 1 }] }\ncombined:',
      /exchangeRates.table: Exchange rates are the same for every reader/,
    ],
    [
      'the average balance of converted amounts',
      'combined:',
      '      - { name: mean_balance, kind: average_balance, measure: last_day, with: prior_year_end, per: account, title: { en: T }, definition: { en: D }, format: { unit: currency } }\ncombined:',
      /measures.4.measure: 'last_day' is in several currencies or converted/,
    ],
    [
      'a dataset of converted amounts by a query',
      'combined:',
      '  - { name: by_branch, title: { en: B }, description: { en: D }, owner: F, query: { dataset: bookings, dimensions: [branch], measures: [amount, in_lira] }, dimensions: [{ name: branch, type: string, title: { en: B }, column: { table: by_branch, column: branch } }], measures: [] }\ncombined:',
      /datasets.2.query.measures.0: 'amount' is converted or has amounts in several currencies/,
    ],
    [
      'a rollup of converted amounts',
      'combined:',
      '    rollups: [{ name: r, dimensions: [branch, day], measures: [last_day] }]\ncombined:',
      /rollups.0.measures.0: 'last_day' has amounts in several currencies/,
    ],
  ])('%s is rejected with the remedy', (_, from, to, message) => {
    expect(issuesOf(changed(from, to)).join('\n')).toMatch(message);
  });

  it.each([
    ['net', 'combine', '{ name: net, kind: combine, terms: [{ measure: amount }, { measure: in_lira }],'],
    [
      'fee_share',
      'ratio',
      '{ name: fee_share, kind: ratio, numerator: [{ measure: own }], denominator: [{ measure: amount }],',
    ],
    ['gross', 'derived', '{ name: gross, kind: derived, expression: "own + in_lira",'],
  ])('%s of amounts in several is rejected: %s', (name, kind, measure) => {
    const text = changed(new RegExp(`\\{ name: ${name}, kind: ${kind}, .*?(?= title)`), measure);
    expect(issuesOf(text).join('\n')).toMatch(
      new RegExp(`'${name}' combines amounts in .* and in .*\\. Convert all of them`),
    );
  });

  it('need existing rate columns, with one positive rate per currency and day', () => {
    const catalog = {
      booking: {
        day: 'date',
        branch: 'string',
        currency: 'integer',
        account: 'integer',
        amount: 'decimal',
        fee: 'decimal',
      },
      account: { id: 'integer', currency: 'string', credit: 'decimal' },
      balance: { day: 'date', branch: 'string', currency: 'string', account: 'integer', amount: 'decimal' },
      fx: { code: 'string', day: 'string', price: 'number' },
    } as const;
    const issues = issuesOf(LEDGER_MODEL, { catalog }).join('\n');
    expect(issues).toMatch(/exchangeRates.day: 'day' is a text. Name the column with the days/);
    expect(issues).toMatch(/exchangeRates.rate: The table 'fx' has no column 'rate'/);
    const key = { table: 'fx', columns: ['code', 'day'], values: 2 };
    const notPositive = {
      kind: 'binary',
      operator: '<=',
      left: { kind: 'name', table: 'fx', name: 'rate', at: 0 },
      right: { kind: 'number', value: '0', at: 0 },
      at: 0,
    } as const;
    expect(issuesOf(LEDGER_MODEL, { repeated: [key, { ...key, where: notPositive, none: true }] })).toEqual([
      expect.stringMatching(/exchangeRates.table: 2 values of code, day occur in several rows of 'fx'/),
      expect.stringMatching(
        /exchangeRates.rate: 2 values of code, day occur in 'fx' with a rate that is 0 or negative/,
      ),
    ]);
  });

  it('cannot use a rates table that is protected by a template’s rules', () => {
    const rule = 'rules: [{ name: r, title: { en: R }, where: amount > 0 }]';
    const template = changed('combined:', `    ${rule}\ncombined:`);
    const own = `extends: ledger\nexchangeRates: { table: balance, base: EUR, currency: currency, day: day, rate: amount, quote: base_per_currency, carry: { days: 1 } }`;
    expect(issuesOf(own, { template }).join('\n')).toMatch(
      /exchangeRates.table: Rules of the template's 'balances' guard/,
    );
  });
});
