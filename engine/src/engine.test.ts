import { explanation, queryResult, semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSample, SCOPE } from '../tests/support/sample-warehouse.ts';
import type { SampleWarehouse } from '../tests/support/sample-warehouse.ts';
import { resultJson, checkCatalog, QueryError } from './index.ts';

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
  it('returns results that match the contract', async () => {
    const answer = await sample.engine.queries.run({ ...sample.question, query: semanticQuery.parse(BY_STATE) });
    const text = resultJson(answer, { dataVersion: 1, asOf: '2025-12-31', unmapped: [] });
    const result = queryResult.parse(JSON.parse(text));
    expect(result.rows).toHaveLength(54);
    expect(result.totals).toEqual([null, 0.1128, '2456465059531']);
    expect(result.meta).toMatchObject({ dataVersion: 1, asOf: '2025-12-31', rowCount: 54, truncated: false });
  });

  it('caches results, shares concurrent runs, and runs again for another version or model', async () => {
    const query = semanticQuery.parse({ ...BY_STATE, dimensions: ['city'], limit: 7 });
    const outcomes = await Promise.all([1, 2].map(() => sample.engine.queries.run({ ...sample.question, query })));
    expect(outcomes.map((outcome) => outcome.cache)).toEqual(['miss', 'shared']);
    const warm = await sample.engine.queries.run({ ...sample.question, query });
    expect([warm.cache, warm.body]).toEqual(['hit', outcomes[0]!.body]);
    const version = { ...sample.question.version, number: 2 };
    expect((await sample.engine.queries.run({ ...sample.question, version, query })).cache).toBe('miss');
    const model = { ...sample.question.model, hash: 'another' };
    expect((await sample.engine.queries.run({ ...sample.question, model, query })).cache).toBe('miss');
  });

  it('reports columns that the model uses and the warehouse lacks', async () => {
    const catalog = await sample.engine.catalogs.read(sample.question.version);
    expect(checkCatalog(sample.question.model.model, catalog)).toEqual([]);
    const { ACCT_041B: _, ...fewer } = catalog.fs220!;
    const short = { ...catalog, fs220: fewer };
    const problems = checkCatalog(sample.question.model.model, short);
    expect([...new Set(problems.map((problem) => problem.message))]).toEqual([
      expect.stringContaining("'fs220' has no column 'ACCT_041B'"),
    ]);
  });
});

describe('explanations', () => {
  const explain = async (measure: string, query: object = { ...BY_STATE, measures: [measure] }) => {
    const result = await sample.engine.explanations.explain({
      ...sample.question,
      query: semanticQuery.parse(query),
      measure,
    });
    return explanation.parse({ ...result, loadedAt: '2026-01-31T00:00:00Z' });
  };

  it.each([
    ['delinquency_ratio', '041B ÷ 025B'],
    ['net_worth_ratio', 'trunc(997 ÷ 010 × 100, 2) %'],
    ['net_charge_off_ratio', '(550 − 551) × 12 ÷ {months} ÷ ((025B + {prior_year_end} 025B) ÷ 2)'],
    ['efficiency_ratio', '671 ÷ (115 − 350 + 117)'],
    ['allowance_coverage', '(719 + AS0048) ÷ 041B'],
    ['members_per_employee', '083 ÷ (564A + 564B × 0.5)'],
    ['institutions', 'count(foicu)'],
  ])('%s is %s', async (measure, formula) => {
    const result = await explain(measure);
    expect(result.formula).toBe(formula);
    const codes = formula.match(/\b[A-Z]{0,2}\d{3,4}[A-Z]?\b/g)?.filter((code) => code !== '100') ?? [];
    expect(result.accounts.map((account) => account.account)).toEqual([...new Set(codes)]);
    for (const account of result.accounts) expect(account.name).toBeTruthy();
  });

  it('contain definition, owner, as-of date, version, filter, and a query that computes the figure', async () => {
    const filter = { field: 'state', op: 'in' as const, values: ["CA'; --"] };
    const result = await explain('delinquency_ratio', {
      ...BY_STATE,
      measures: ['total_assets', 'delinquency_ratio'],
      order: [{ field: 'total_assets' }],
      filter,
    });
    expect(result).toMatchObject({
      owner: 'Lending',
      source: 'NCUA Financial Performance Report',
      dataVersion: 1,
      asOf: '2025-12-31',
      filter,
    });
    expect(result.accounts[0]).toMatchObject({
      account: '041B',
      table: 'fs220',
      name: expect.stringContaining('Delinquent Loans'),
    });
    expect(result.sql).not.toContain("CA'");
    expect(result.parameters).toEqual([SCOPE.tenant, SCOPE.tenant, SCOPE.tenant, "CA'; --"]);
  });

  it('reject a measure that is not in the query', async () => {
    await expect(explain('members', BY_STATE)).rejects.toBeInstanceOf(QueryError);
  });
});
