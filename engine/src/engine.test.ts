import { explanation, queryResult, semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, SCOPE } from '../support/sample-warehouse.ts';
import type { SampleWarehouse } from '../support/sample-warehouse.ts';
import { answerJson, checkCatalogue, QueryError } from './index.ts';

let sample: SampleWarehouse;
beforeAll(async () => {
  sample = await openSample();
});
afterAll(() => sample.close());

const BY_STATE = {
  dataset: 'call_report',
  dimensions: ['state'],
  measures: ['net_worth_ratio', 'total_assets'],
  totals: true,
};

describe('the engine', () => {
  it('answers what the contract promises', async () => {
    const answer = await sample.engine.answer({ ...sample.question, query: semanticQuery.parse(BY_STATE) });
    const text = answerJson(answer, { dataVersion: 1, asOf: '2025-12-31', unmapped: [] });
    const result = queryResult.parse(JSON.parse(text));
    expect(result.rows).toHaveLength(54);
    expect(result.totals).toEqual([null, 0.1128, '2456465059531']);
    expect(result.meta).toMatchObject({ dataVersion: 1, asOf: '2025-12-31', rowCount: 54, truncated: false });
  });

  it('answers again from memory, shares a run, and asks anew for another version', async () => {
    const query = semanticQuery.parse({ ...BY_STATE, dimensions: ['city'], limit: 7 });
    const outcomes = await Promise.all([1, 2].map(() => sample.engine.answer({ ...sample.question, query })));
    expect(outcomes.map((each) => each.cache)).toEqual(['miss', 'shared']);
    const warm = await sample.engine.answer({ ...sample.question, query });
    expect([warm.cache, warm.body]).toEqual(['hit', outcomes[0]!.body]);
    const version = { ...sample.question.version, number: 2 };
    expect((await sample.engine.answer({ ...sample.question, version, query })).cache).toBe('miss');
    const model = { ...sample.question.model, hash: 'another' };
    expect((await sample.engine.answer({ ...sample.question, model, query })).cache).toBe('miss');
  });

  it('fits the warehouse to the model, and notices where it would not', async () => {
    const catalogue = await sample.engine.catalogue(sample.question.version);
    expect(checkCatalogue(sample.question.model.model, catalogue)).toEqual([]);
    const { ACCT_041B: _, ...fewer } = catalogue.fs220!;
    const short = { ...catalogue, fs220: fewer };
    const problems = checkCatalogue(sample.question.model.model, short);
    expect(problems.map((problem) => problem.message)).toEqual([
      expect.stringContaining("'fs220' has no column 'ACCT_041B'"),
    ]);
  });
});

describe('an explanation', () => {
  const explain = async (measure: string, query: object = { ...BY_STATE, measures: [measure] }) => {
    const found = await sample.engine.explain({ ...sample.question, query: semanticQuery.parse(query), measure });
    return explanation.parse({ ...found, loadedAt: '2026-01-31T00:00:00Z' });
  };

  it.each([
    ['delinquency_ratio', '041B ÷ 025B'],
    ['net_worth_ratio', 'trunc(997 ÷ 010 × 100, 2) %'],
    ['net_charge_off_ratio', '(550 − 551) × 12 ÷ months ÷ 025B'],
    ['efficiency_ratio', '671 ÷ (115 − 350 + 117)'],
    ['allowance_coverage', '(719 + AS0048) ÷ 041B'],
    ['members_per_employee', '083 ÷ (564A + 564B × 0.5)'],
    ['institutions', 'count(foicu)'],
  ])('%s is %s', async (measure, formula) => {
    const found = await explain(measure);
    expect(found.formula).toBe(formula);
    const codes = formula.match(/\b[A-Z]{0,2}\d{3,4}[A-Z]?\b/g)?.filter((code) => code !== '100') ?? [];
    expect(found.accounts.map((account) => account.account)).toEqual(codes);
    for (const account of found.accounts) expect(account.name).toBeTruthy();
  });

  it('names definition, owner, day, version, filter, and a query that gives the figure', async () => {
    const filter = { field: 'state', op: 'in' as const, values: ["CA'; --"] };
    const found = await explain('delinquency_ratio', {
      ...BY_STATE,
      measures: ['total_assets', 'delinquency_ratio'],
      order: [{ field: 'total_assets' }],
      filter,
    });
    expect(found).toMatchObject({
      owner: 'Lending',
      source: 'NCUA Financial Performance Report',
      dataVersion: 1,
      asOf: '2025-12-31',
      filter,
    });
    expect(found.accounts[0]).toMatchObject({
      account: '041B',
      table: 'fs220',
      name: expect.stringContaining('Delinquent Loans'),
    });
    expect(found.sql).not.toContain("CA'");
    expect(found.parameters).toEqual([SCOPE.tenant, SCOPE.tenant, "CA'; --"]);
  });

  it('of a measure the query does not have is refused', async () => {
    await expect(explain('members', BY_STATE)).rejects.toBeInstanceOf(QueryError);
  });
});
