import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { measure } from '../support/model-text.ts';
import { allOf, isThere, openRealData, whereIs } from './shared-data.ts';
import type { Question } from './questions.ts';
import type { RealData } from './shared-data.ts';

/** Loans in dollars at the euro's rate of the day, and institutions that ended, in the class they were in. */
const MODEL = `
name: history
title: { en: History }
description: { en: D }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: D }
    owner: Finance
    table: loan
    joins:
      - { table: rate, on: [code], latest: { at: issued, by: day, carry: { days: 4 } } }
      - { table: income_band, valid: { at: annual_income, from: least, until: most, ends: exclusive, type: number } }
    dimensions:
      - { name: issued, type: date, title: { en: I }, column: { table: loan, column: issued } }
      - { name: quoted, type: date, title: { en: Q }, column: { table: rate, column: day } }
      - { name: income, type: string, title: { en: I }, column: { table: income_band, column: name } }
    measures:
${measure('loans', 'kind: count')}
${measure('in_euros', 'kind: sum, expression: loan_amount / rate.rate')}
${measure('rates', 'kind: average, expression: rate.rate')}
  - name: endings
    title: { en: Endings }
    description: { en: D }
    owner: Finance
    table: ending
    joins:
      - { table: event, on: [cert], valid: { at: day, from: since, until: until, ends: exclusive } }
      - { table: event, as: last_event, on: [cert], latest: { at: day, by: since } }
    dimensions:
      - { name: event, type: string, title: { en: E }, column: { table: event, column: name } }
      - { name: last_event, type: string, title: { en: E }, column: { table: last_event, column: name } }
    measures:
${measure('endings', 'kind: count')}
${measure('events', 'kind: sum, expression: event.one')}
${measure('last_events', 'kind: sum, expression: last_event.one')}
`;

const LOANS =
  'FROM loan l ASOF LEFT JOIN (SELECT * FROM rate WHERE rate IS NOT NULL) r ON r.code = l.code AND r.day <= l.issued';
const QUESTIONS: Record<string, Question> = {
  'loans in euros, at the rate of the last business day': {
    query: { dataset: 'loans', dimensions: ['issued', 'quoted'], measures: ['loans', 'in_euros', 'rates'] },
    sql: `SELECT issued, day, count(*), sum(loan_amount / rate), any_value(rate) ${LOANS} GROUP BY ALL ORDER BY 1, 2`,
  },
  'loans by bands of income': {
    query: { dataset: 'loans', dimensions: ['income'], measures: ['loans', 'in_euros'] },
    sql: `SELECT CASE WHEN annual_income < 30000 THEN 'a' WHEN annual_income < 90000 THEN 'b' ELSE 'c' END, count(*), sum(loan_amount / rate) ${LOANS} GROUP BY 1 ORDER BY 1`,
  },
  'institutions that ended, by the event before': {
    query: { dataset: 'endings', dimensions: ['event', 'last_event'], measures: ['endings', 'events', 'last_events'] },
    sql: `WITH joined AS (SELECT *, (SELECT max(since) FROM event e WHERE e.cert = n.cert AND e.since <= n.day) AS since FROM ending n)
      SELECT name, name, count(*), nullif(count(DISTINCT (e.cert, e.since)) FILTER (e.cert IS NOT NULL), 0), nullif(count(DISTINCT (e.cert, e.since)) FILTER (e.cert IS NOT NULL), 0)
      FROM joined j LEFT JOIN event e ON e.cert = j.cert AND e.since = j.since GROUP BY 1 ORDER BY 1 NULLS LAST`,
  },
};

const FOLDERS = ['ecb-fx', 'lending-club', 'fdic-structure-events'];

describe(`rows valid on a day (${FOLDERS.map(whereIs).join(', ')})`, () => {
  const model = compileModel(parseModel(MODEL, 'history.yaml'));
  const questions = FOLDERS.every(isThere) ? Object.entries(QUESTIONS) : [];
  let data: RealData | undefined;
  beforeAll(async () => {
    if (questions.length === 0) return;
    const events = allOf('fdic-structure-events/interim_mergers_reorganizations.parquet');
    const tables = {
      loan: `SELECT *, 'USD' AS code, CAST(strptime('01-' || issue_month, '%d-%b-%Y') AS DATE) AS issued FROM (${allOf('lending-club/loans_full_schema.parquet')})`,
      rate: `SELECT "Date" AS day, code, rate FROM (UNPIVOT (SELECT "Date", USD, GBP, CHF FROM (${allOf('ecb-fx/eurofxref_hist.parquet')})) ON USD, GBP, CHF INTO NAME code VALUE rate)`,
      income_band: `SELECT * FROM (VALUES ('a', NULL, 30000), ('b', 30000, 90000), ('c', 90000, NULL)) AS bands (name, least, most)`,
      ending: `SELECT CERT AS cert, CAST(CAST(EFFDATE AS TIMESTAMP) AS DATE) AS day FROM (${allOf('fdic-structure-events/liquidations.parquet')})`,
      event: `SELECT *, lead(since) OVER (PARTITION BY cert ORDER BY since) AS "until", 1 AS one
        FROM (SELECT CERT AS cert, CAST(CAST(EFFDATE AS TIMESTAMP) AS DATE) AS since, max(CHANGECODE_DESC) AS name FROM (${events}) GROUP BY ALL)`,
    };
    data = await openRealData(tables, '2021-12-31');
  });
  afterAll(() => data?.close());

  it('has a model', () => expect([...model.datasets.keys()]).toEqual(['loans', 'endings']));

  it.each(questions)('%s: as in plain SQL', async (_, question) => {
    const { engine, sql } = await data!.answers(model, question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(1);
  });
});
