import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { quoteText } from '../../src/expression/quote.ts';
import { openRealData } from './shared-data.ts';
import type { Question } from './questions.ts';
import type { RealData } from './shared-data.ts';

const SAMPLE = new URL('../../../samples/ncua-2025q4/', import.meta.url);
const TABLES = ['foicu', 'fs220', 'fs220a', 'fs220b', 'fs220h', 'fs220l', 'fs220n', 'fs220p', 'fs220q', 'fs220r'];

/** The sample's cycle, and an earlier one that is made of it, without one institution in ten. */
const twoCycles = (table: string) => {
  const cycle = `SELECT * FROM read_parquet(${quoteText(fileURLToPath(new URL(`${table}.parquet`, SAMPLE)))})`;
  return `${cycle} UNION ALL SELECT * REPLACE (DATE '2025-09-30' AS CYCLE_DATE) FROM (${cycle}) WHERE CU_NUMBER % 10 <> 0`;
};

const of = (query: object) => ({ dataset: 'call_report', ...query });
const LAST = "CYCLE_DATE = DATE '2025-12-31'";
const quarter = { field: 'as_of', grain: 'quarter' };
const REPORTS = 'FROM foicu JOIN fs220 USING (CU_NUMBER, CYCLE_DATE) JOIN fs220a USING (CU_NUMBER, CYCLE_DATE)';

const QUESTIONS: Record<string, Question> = {
  'totals are those of the last cycle': {
    query: of({ measures: ['institutions', 'total_assets', 'net_income'] }),
    sql: `SELECT count(*), sum(ACCT_010), sum(ACCT_661A) ${REPORTS} WHERE ${LAST}`,
  },
  'each cycle has its own': {
    query: of({ dimensions: ['as_of'], measures: ['institutions', 'total_assets', 'net_worth_ratio'] }),
    sql: `SELECT CYCLE_DATE, count(*), sum(ACCT_010), trunc(CAST(sum(Acct_997) AS DECIMAL(38, 6)) * 10000 / CAST(sum(ACCT_010) AS DECIMAL(38, 6)), 0) / 10000 ${REPORTS} GROUP BY 1 ORDER BY 1`,
  },
  'income is annualized by its own cycle': {
    query: of({ dimensions: [quarter], measures: ['return_on_assets'] }),
    sql: `SELECT date_trunc('quarter', CYCLE_DATE), sum(ACCT_661A) * 12 / month(CYCLE_DATE) / sum(ACCT_010) ${REPORTS} GROUP BY 1, CYCLE_DATE ORDER BY 1`,
  },
  'income of all cycles is annualized by the last': {
    query: of({ measures: ['return_on_assets'] }),
    sql: `SELECT sum(ACCT_661A) / sum(ACCT_010) ${REPORTS} WHERE ${LAST}`,
  },
  'a state’s totals, and those of all': {
    query: of({
      dimensions: ['state'],
      measures: ['institutions', 'total_loans'],
      filter: { field: 'state', op: 'in', values: ['CA', 'GU'] },
    }),
    sql: `SELECT STATE, count(*), sum(ACCT_025B) ${REPORTS} WHERE ${LAST} AND STATE IN ('CA', 'GU') GROUP BY 1 ORDER BY 1`,
  },
  'compared with the cycle before': {
    query: of({
      dimensions: [quarter],
      measures: ['members'],
      calculations: [{ name: 'before', kind: 'compare', measure: 'members', with: 'previous_period' }],
      filter: { field: 'as_of', op: 'in', values: ['2025-12-31'] },
    }),
    sql: `SELECT DATE '2025-10-01', sum(ACCT_083) FILTER (${LAST}), sum(ACCT_083) FILTER (NOT ${LAST}) ${REPORTS}`,
  },
  'institutions by peer group': {
    query: of({ dimensions: ['peer_group'], measures: ['institutions'] }),
    sql: `SELECT Peer_Group, count(*) FROM foicu WHERE ${LAST} GROUP BY 1 ORDER BY 1`,
  },
};

describe('two cycles of the call report', () => {
  const model = compileModel(parseModel(readFileSync(new URL('model.yaml', SAMPLE), 'utf8'), 'model.yaml'));
  let data: RealData;
  beforeAll(async () => {
    data = await openRealData(Object.fromEntries(TABLES.map((table) => [table, twoCycles(table)])), '2025-12-31');
  });
  afterAll(() => data.close());

  it.each(Object.entries(QUESTIONS))('%s', async (_, question) => {
    const { engine, sql } = await data.answers(model, question);
    expect(engine).toEqual(sql);
    expect(sql.length).toBeGreaterThan(0);
  });

  it('compare an institution with its peers of the last cycle', async () => {
    const query = of({
      kind: 'benchmark',
      by: 'charter',
      member: '5536',
      measures: ['total_assets', 'return_on_assets'],
    });
    const both = await data.answers(model, { query, sql: 'SELECT 1' });
    const last = { field: 'as_of', op: 'in', values: ['2025-12-31'] };
    expect(both.engine).toEqual(
      (await data.answers(model, { query: { ...query, filter: last }, sql: 'SELECT 1' })).engine,
    );
  });
});
