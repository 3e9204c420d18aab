import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { Question } from './questions.ts';
import type { RealData } from './shared-data.ts';

const money = 'title: { en: T }, definition: { en: D }, format: { unit: currency, decimals: 2 }';

/** A Czech bank's bookings of 1993, as if of 2000, and the rates of the European Central Bank since 1999. */
const MODEL = `
name: bank
title: { en: Bank }
description: { en: D }
currency: EUR
exchangeRates: { table: fx, base: EUR, currency: code, day: day, rate: rate, quote: currency_per_base, carry: { days: 7 } }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: D }
    owner: Finance
    table: trans
    currency: CZK
    dimensions:
      - { name: account, type: integer, title: { en: A }, column: { table: trans, column: account_id } }
      - { name: day, type: date, title: { en: D }, column: { table: trans, column: date } }
      - { name: kind, type: string, title: { en: K }, column: { table: trans, column: type } }
      - { name: currency, type: string, title: { en: C }, expression: "CASE WHEN type = 'PRIJEM' THEN 'CZK' WHEN operation = 'VYBER' THEN 'USD' ELSE 'JPY' END" }
    measures:
      - { name: amount, kind: sum, expression: amount, convert: { at: day, time: day }, ${money} }
      - { name: at_end, kind: sum, expression: amount, convert: { at: period_end, time: day }, ${money} }
      - { name: mixed, kind: sum, expression: amount, currency: { dimension: currency }, convert: { at: day, time: day }, ${money} }
      - { name: balance, kind: sum, expression: balance, over: { time: day, take: last, per: account, order: trans_id }, convert: { at: period_end }, ${money} }
      - { name: crowns, kind: sum, expression: amount, ${money} }
`;

const month = { field: 'day', grain: 'month' };
/** The rates of a currency, on their own days. */
const of = (code: string) => `(SELECT day, rate FROM fx WHERE code = '${code}')`;
const QUESTIONS: Record<string, Question> = {
  'crowns in euros at the rate of each day': {
    query: { dataset: 'bookings', dimensions: [month], measures: ['amount', 'crowns'] },
    sql: `SELECT date_trunc('month', t.date), sum(amount / rate), sum(amount) FROM trans t ASOF JOIN ${of('CZK')} r ON t.date >= r.day GROUP BY 1 ORDER BY 1`,
  },
  'through the euro in dollars, by kind': {
    query: { dataset: 'bookings', dimensions: ['kind'], measures: ['amount'], currency: 'USD' },
    sql: `SELECT type, sum(amount / r.rate * u.rate) FROM trans t ASOF JOIN ${of('CZK')} r ON t.date >= r.day ASOF JOIN ${of('USD')} u ON t.date >= u.day GROUP BY 1 ORDER BY 1`,
  },
  'at the rate of the end of each month': {
    query: { dataset: 'bookings', dimensions: [month], measures: ['at_end'], currency: 'GBP' },
    sql: `SELECT m, s / r.rate * g.rate FROM (SELECT date_trunc('month', date) AS m, last_day(date) AS l, sum(amount) AS s FROM trans GROUP BY 1, 2) t
      ASOF JOIN ${of('CZK')} r ON t.l >= r.day ASOF JOIN ${of('GBP')} g ON t.l >= g.day ORDER BY 1`,
  },
  'amounts in three currencies': {
    query: { dataset: 'bookings', dimensions: ['currency'], measures: ['mixed'], currency: 'CHF' },
    sql: `SELECT code, sum(amount / r.rate * f.rate) FROM (SELECT *, CASE WHEN type = 'PRIJEM' THEN 'CZK' WHEN operation = 'VYBER' THEN 'USD' ELSE 'JPY' END AS code FROM trans) t
      ASOF JOIN fx r ON t.code = r.code AND t.date >= r.day ASOF JOIN ${of('CHF')} f ON t.date >= f.day GROUP BY 1 ORDER BY 1`.replaceAll(
      'code,',
      't.code,',
    ),
  },
  'balances at month ends, at the rate of the day': {
    query: { dataset: 'bookings', dimensions: [month], measures: ['balance'] },
    sql: `WITH ends AS (SELECT DISTINCT date_trunc('month', date) AS m, last_day(date) AS l FROM trans)
      SELECT m, s / rate FROM (SELECT m, least(l, (SELECT max(date) FROM trans)) AS l, sum(balance) AS s FROM (SELECT m, l, account_id, arg_max(balance, (date, trans_id)) AS balance FROM ends JOIN trans ON date <= l GROUP BY ALL) GROUP BY ALL) t
      ASOF JOIN ${of('CZK')} r ON t.l >= r.day ORDER BY 1`,
  },
};

describe(`a bank's amounts at the rates of a central bank (${whereIs('ecb-fx')})`, () => {
  const model = compileModel(parseModel(MODEL, 'bank.yaml'));
  const questions = isThere('ecb-fx') && isThere('berka-pkdd99') ? Object.entries(QUESTIONS) : [];
  let data: RealData | undefined;
  beforeAll(async () => {
    if (questions.length === 0) return;
    const wide = `(SELECT Date AS day, CAST(COLUMNS(* EXCLUDE Date) AS DOUBLE) FROM (${allOf('ecb-fx/eurofxref_hist.parquet')}))`;
    data = await openRealData(
      {
        trans: `SELECT * REPLACE (CAST(date + INTERVAL 7 YEAR AS DATE) AS date) FROM (${allOf('berka-pkdd99/trans_1993.parquet')})`,
        fx: `SELECT day, code, rate FROM (UNPIVOT ${wide} ON COLUMNS(* EXCLUDE day) INTO NAME code VALUE rate)`,
      },
      '2000-12-31',
    );
  });
  afterAll(() => data?.close());

  it('have a model', () => expect([...model.datasets.keys()]).toEqual(['bookings']));

  it.each(questions)('%s: as in plain SQL', async (_, question) => {
    const { engine, sql } = await data!.answers(model, question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });
});
