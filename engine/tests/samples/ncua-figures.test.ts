import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIENS_MODEL } from '../support/liens-model.ts';
import { openParquet, openSample, SAMPLE_DIR } from '../support/sample-warehouse.ts';
import type { SampleWarehouse } from '../support/sample-warehouse.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';

/** Written by hand from the form's account codes: each measure of the sample over any group of rows. */
const REFERENCE_SQL: Record<string, string> = {
  institutions: 'count(*)',
  members: 'sum(ACCT_083)',
  potential_members: 'sum(ACCT_084)',
  total_assets: 'sum(ACCT_010)',
  total_loans: 'sum(ACCT_025B)',
  loan_count: 'sum(ACCT_025A)',
  total_shares: 'sum(ACCT_018)',
  borrowings: 'sum(ACCT_860C)',
  net_worth: 'sum(ACCT_997)',
  cash_and_deposits: 'sum(ACCT_AS0009)',
  investment_securities: 'sum(ACCT_AS0013)',
  employees_full_time: 'sum(ACCT_564A)',
  employees_part_time: 'sum(ACCT_564B)',
  employees_fte: 'sum(ACCT_564A) + 0.5 * sum(ACCT_564B)',
  delinquent_60: 'sum(ACCT_041B)',
  delinquent_30_59: 'sum(ACCT_020B)',
  delinquent_60_89: 'sum(ACCT_DL0141)',
  delinquent_90_179: 'sum(ACCT_021B)',
  delinquent_180_359: 'sum(ACCT_022B)',
  delinquent_360: 'sum(ACCT_023B)',
  charge_offs: 'sum(ACCT_550)',
  recoveries: 'sum(ACCT_551)',
  net_charge_offs: 'sum(ACCT_550 - ACCT_551)',
  allowance_incurred: 'sum(ACCT_719)',
  allowance_cecl: 'sum(ACCT_AS0048)',
  allowance: 'sum(CASE WHEN ACCT_719 <> 0 THEN ACCT_719 ELSE ACCT_AS0048 END)',
  interest_income: 'sum(ACCT_115)',
  loan_interest_income: 'sum(ACCT_110)',
  loan_interest_refunded: 'sum(ACCT_119)',
  interest_expense: 'sum(ACCT_350)',
  net_interest_income: 'sum(ACCT_IS0010)',
  non_interest_income: 'sum(ACCT_117)',
  operating_expense: 'sum(ACCT_671)',
  net_income: 'sum(ACCT_661A)',
  loans_granted: 'sum(ACCT_031B)',
  loans_credit_card: 'sum(ACCT_396)',
  loans_unsecured: 'sum(ACCT_397)',
  loans_payday_alternative: 'sum(ACCT_397A)',
  loans_student: 'sum(ACCT_698A)',
  loans_new_vehicle: 'sum(ACCT_385)',
  loans_used_vehicle: 'sum(ACCT_370)',
  loans_other_secured: 'sum(ACCT_698C)',
  loans_leases: 'sum(ACCT_002)',
  loans_first_lien: 'sum(ACCT_703A)',
  loans_junior_lien: 'sum(ACCT_386A)',
  loans_other_real_estate: 'sum(ACCT_386B)',
  loans_commercial_real_estate: 'sum(ACCT_718A5)',
  loans_commercial_other: 'sum(ACCT_400P)',
  indirect_loans: 'sum(ACCT_618A)',
  shares_drafts: 'sum(ACCT_902)',
  shares_regular: 'sum(ACCT_657)',
  shares_money_market: 'sum(ACCT_911)',
  shares_certificates: 'sum(ACCT_908C)',
  shares_retirement: 'sum(ACCT_906C)',
  shares_other: 'sum(ACCT_630)',
  shares_non_member: 'sum(ACCT_880)',
  // One cycle is loaded, so the averages are of the balances on its date.
  average_assets: 'sum(ACCT_010)',
  average_loans: 'sum(ACCT_025B)',
  average_shares: 'sum(ACCT_018)',
  average_borrowings: 'sum(ACCT_860C)',
  average_net_worth: 'sum(ACCT_997)',
  net_worth_ratio: 'trunc(sum(ACCT_997)::DOUBLE / sum(ACCT_010) * 1e4) / 1e4',
  reported_net_worth_ratio: 'median(ACCT_998) / 10000',
  risk_based_capital: 'sum(ACCT_RB0012) FILTER (ACCT_RB0171 > 0)',
  risk_weighted_assets: 'sum(ACCT_RB0171)',
  risk_based_capital_ratio: '(sum(ACCT_RB0012) FILTER (ACCT_RB0171 > 0))::DOUBLE / nullif(sum(ACCT_RB0171), 0)',
  delinquency_ratio: 'sum(ACCT_041B)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  early_delinquency_ratio: 'sum(ACCT_020B)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  delinquent_to_net_worth: 'sum(ACCT_041B)::DOUBLE / nullif(sum(ACCT_997), 0)',
  net_charge_off_ratio: '(sum(ACCT_550) - sum(ACCT_551))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  allowance_coverage: '(sum(ACCT_719) + sum(ACCT_AS0048))::DOUBLE / nullif(sum(ACCT_041B), 0)',
  allowance_to_loans: '(sum(ACCT_719) + sum(ACCT_AS0048))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  return_on_assets: 'sum(ACCT_661A)::DOUBLE / nullif(sum(ACCT_010), 0)',
  return_on_net_worth: 'sum(ACCT_661A)::DOUBLE / nullif(sum(ACCT_997), 0)',
  net_interest_margin: '(sum(ACCT_115) - sum(ACCT_350))::DOUBLE / nullif(sum(ACCT_010), 0)',
  operating_expense_ratio: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_010), 0)',
  efficiency_ratio: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_115) - sum(ACCT_350) + sum(ACCT_117), 0)',
  cost_of_funds: 'sum(ACCT_350)::DOUBLE / nullif(sum(ACCT_018) + sum(ACCT_860C), 0)',
  cost_of_funds_to_assets:
    'sum(coalesce(ACCT_340, 0) + coalesce(ACCT_380, 0) + coalesce(ACCT_381, 0))::DOUBLE / nullif(sum(ACCT_010), 0)',
  loan_yield: 'sum(ACCT_110)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  net_loan_yield: '(sum(ACCT_110) - sum(ACCT_119))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  loan_to_share: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_018), 0)',
  loans_to_assets: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_010), 0)',
  indirect_share: 'sum(ACCT_618A)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  members_per_employee: 'sum(ACCT_083)::DOUBLE / nullif(sum(ACCT_564A) + sum(ACCT_564B) / 2, 0)',
  loans_per_member: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_083), 0)',
  shares_per_member: 'sum(ACCT_018)::DOUBLE / nullif(sum(ACCT_083), 0)',
  member_penetration: 'sum(ACCT_083)::DOUBLE / nullif(sum(ACCT_084), 0)',
};

let sample: SampleWarehouse;
let parquet: DuckDBConnection;
beforeAll(async () => {
  [sample, parquet] = await Promise.all([openSample(), openParquet()]);
});
afterAll(() => sample.close());

const NAMES = Object.keys(REFERENCE_SQL);
const HALVES = [NAMES.slice(0, 40), NAMES.slice(40)];

async function referenceFigures(key: string, where = 'TRUE'): Promise<Map<string, (number | string | null)[]>> {
  const rows = await parquet.runAndReadAll(
    `SELECT CAST(${key} AS VARCHAR), ${NAMES.map((name) => REFERENCE_SQL[name]).join(', ')} FROM cu WHERE ${where} GROUP BY ALL`,
  );
  return new Map(rows.getRowsJson().map((row) => [String(row[0]), row.slice(1) as (number | string | null)[]]));
}

async function byEngine(dimension: string | null, filter?: object): Promise<Map<string, Cell[]>> {
  const result = new Map<string, Cell[]>();
  for (const measures of HALVES) {
    const { rows, meta } = await sample.runQuery({
      dataset: 'call_report',
      dimensions: dimension ? [dimension] : [],
      measures,
      ...(filter ? { filter } : {}),
      limit: 5000,
    });
    expect(meta.truncated).toBe(false);
    for (const row of rows) {
      const key = dimension ? String(row[0]) : 'all';
      result.set(key, [...(result.get(key) ?? []), ...row.slice(dimension ? 1 : 0)]);
    }
  }
  return result;
}

function differences(engine: Map<string, Cell[]>, reference: Map<string, (number | string | null)[]>): string[] {
  const wrong: string[] = [];
  if (engine.size !== reference.size) wrong.push(`${engine.size} groups, not ${reference.size}`);
  for (const [key, row] of reference) {
    for (const [index, name] of NAMES.entries()) {
      const ours = engine.get(key)?.[index];
      const theirs = row[index]!;
      if (theirs === null ? ours === null : ours !== null && ours !== undefined && same(name, ours, theirs)) continue;
      wrong.push(`${key} ${name}: ${String(ours)}, not ${theirs}`);
    }
  }
  return wrong;
}

function same(name: string, ours: Cell, theirs: number | string): boolean {
  // Sums are exact, so all digits must agree; so must truncated ratios, which have few digits. The rest are doubles.
  // These two are doubles in the source.
  if (typeof ours === 'string' && !['risk_based_capital', 'risk_weighted_assets'].includes(name))
    return Number(theirs) === Number(ours) && /^-?\d+(\.5)?$/.test(ours);
  if (name === 'net_worth_ratio' || name === 'institutions') return Number(theirs) === ours;
  return Math.abs(Number(theirs) - Number(ours)) <= 1e-12 * Math.max(1, Math.abs(Number(theirs)));
}

/** Mulberry32: the same institutions in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe('the figures of the sample equal plain SQL on the Parquet files', () => {
  it('for every measure of the model', () => {
    const measures = sample.question.model.datasets.get('call_report')!.measures;
    expect([...measures.keys()].toSorted()).toEqual(NAMES.toSorted());
  });

  it('for institutions of all sizes, peer groups and charter types', async () => {
    const picked = await parquet.runAndReadAll(
      `SELECT DISTINCT CU_NUMBER FROM (
         SELECT arg_min(CU_NUMBER, ACCT_010) AS CU_NUMBER FROM cu GROUP BY CU_TYPE, Peer_Group
         UNION ALL SELECT arg_max(CU_NUMBER, ACCT_010) FROM cu GROUP BY CU_TYPE, Peer_Group
         UNION ALL SELECT arg_min(CU_NUMBER, ACCT_010) FROM cu
         UNION ALL SELECT arg_max(CU_NUMBER, ACCT_010) FROM cu
         UNION ALL SELECT CU_NUMBER FROM cu WHERE ACCT_025B = 0 OR ACCT_041B = 0 AND ACCT_661A < 0 AND CU_NUMBER % 5 = 0)`,
    );
    const charters = new Set(picked.getRowsJson().map((row) => String(row[0])));
    const all = (await parquet.runAndReadAll('SELECT CU_NUMBER FROM cu ORDER BY 1')).getRowsJson();
    const next = random(20251231);
    for (let count = 0; count < 60; count++) charters.add(String(all[Math.floor(next() * all.length)]![0]));
    expect(charters.size).toBeGreaterThanOrEqual(90);
    const list = [...charters];
    const engine = await byEngine('charter', { field: 'charter', op: 'in', values: list });
    expect(differences(engine, await referenceFigures('CU_NUMBER', `CU_NUMBER IN (${list.join(', ')})`))).toEqual([]);
  });

  it('for the nation', async () => {
    expect(differences(await byEngine(null), await referenceFigures("'all'"))).toEqual([]);
  });

  it('for every state, charter type and peer group', async () => {
    expect(differences(await byEngine('state'), await referenceFigures('STATE'))).toEqual([]);
    expect(differences(await byEngine('charter_type'), await referenceFigures('CU_TYPE'))).toEqual([]);
    expect(differences(await byEngine('peer_group'), await referenceFigures('Peer_Group'))).toEqual([]);
    expect(differences(await byEngine('region'), await referenceFigures('CAST(trim(REGION) AS BIGINT)'))).toEqual([]);
    // Houston and HOUSTON are one city.
    expect(
      differences(await byEngine('city'), await referenceFigures("upper(regexp_replace(trim(CITY), ' +', ' ', 'g'))")),
    ).toEqual([]);
    expect(differences(await byEngine('minority_depository'), await referenceFigures("IsMDI = 'True'"))).toEqual([]);
  });

  it('for every asset band', async () => {
    const band = `CASE WHEN ACCT_010 < 1e7 THEN 'under_10m' WHEN ACCT_010 < 5e7 THEN '10m_50m' WHEN ACCT_010 < 1e8 THEN '50m_100m'
      WHEN ACCT_010 < 5e8 THEN '100m_500m' WHEN ACCT_010 < 1e9 THEN '500m_1b' WHEN ACCT_010 < 1e10 THEN '1b_10b' ELSE 'over_10b' END`;
    expect(differences(await byEngine('asset_band'), await referenceFigures(band))).toEqual([]);
  });

  it('a difference of one dollar would be detected', async () => {
    const engine = await byEngine('state');
    const row = engine.get('CA')!;
    row[3] = String(BigInt(String(row[3])) + 1n);
    expect(differences(engine, await referenceFigures('STATE'))).toHaveLength(1);
  });

  it('totals of ratios are computed from their parts, under a filter too', async () => {
    const filter = {
      all: [
        { field: 'state', op: 'in', values: ['TX', 'CA'] },
        { field: 'peer_group', op: 'gte', values: [5] },
      ],
    };
    const result = await sample.runQuery({
      dataset: 'call_report',
      dimensions: ['charter'],
      measures: ['delinquency_ratio', 'net_worth_ratio'],
      filter,
      limit: 2,
      totals: true,
    });
    const reference = await referenceFigures("'all'", "STATE IN ('TX', 'CA') AND Peer_Group >= 5");
    const expected = ['delinquency_ratio', 'net_worth_ratio'].map((name) =>
      Number(reference.get('all')![NAMES.indexOf(name)]),
    );
    expect(result.totals![0]).toBeNull();
    expect(result.totals![1]).toBeCloseTo(expected[0]!, 12);
    expect(result.totals![2]).toBe(expected[1]);
    expect(result.meta).toMatchObject({ rowCount: 2, truncated: true });
  });

  it('delinquency buckets add up to the 60-day figure, and loan kinds to total loans within rounding, everywhere', async () => {
    const buckets = ['delinquent_60_89', 'delinquent_90_179', 'delinquent_180_359', 'delinquent_360'];
    const kinds = NAMES.filter(
      (name) => name.startsWith('loans_') && !['loans_granted', 'loans_to_assets', 'loans_per_member'].includes(name),
    );
    expect(kinds).toHaveLength(13);
    const { rows } = await sample.runQuery({
      dataset: 'call_report',
      dimensions: ['charter'],
      measures: ['delinquent_60', ...buckets, 'total_loans', ...kinds],
      limit: 5000,
    });
    expect(rows).toHaveLength(4374);
    const sum = (cells: Cell[]) => cells.reduce<bigint>((total, cell) => total + BigInt(String(cell)), 0n);
    for (const row of rows) {
      expect(sum(row.slice(2, 6))).toBe(BigInt(String(row[1])));
      const gap = sum(row.slice(7)) - BigInt(String(row[6]));
      expect(gap >= -12n && gap <= 12n).toBe(true);
    }
  });
});

describe('two facts of the sample combined', () => {
  it('equal plain SQL that aggregates each separately', async () => {
    const model = compileModel(parseModel(LIENS_MODEL, 'liens.yaml'));
    const query = semanticQuery.parse({
      dataset: 'funding',
      dimensions: ['state', 'charter_type'],
      measures: ['books_reports', 'liens_reports', 'shares', 'first_liens', 'liens_to_shares'],
      filter: { field: 'state', op: 'notIn', values: ['TX'] },
      totals: true,
    });
    const answer = await sample.engine.queries.run({ ...sample.question, model, query });
    const { rows, totals } = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
    const one = (table: string, column: string, keys: string) =>
      `(SELECT ${keys} count(*) AS reports, sum(${column}) AS amount FROM '${SAMPLE_DIR}/${table}.parquet' JOIN '${SAMPLE_DIR}/foicu.parquet' USING (CU_NUMBER) WHERE STATE <> 'TX' GROUP BY ALL)`;
    const shown = 'a.reports, b.reports, a.amount, b.amount, b.amount::DOUBLE / nullif(a.amount, 0)';
    const read = async (text: string) =>
      (await parquet.runAndReadAll(text)).getRowsJson().map((row) => row.map(Number));
    const grouped = await parquet.runAndReadAll(
      `SELECT STATE, CU_TYPE, ${shown} FROM ${one('fs220', 'ACCT_018', 'STATE, CU_TYPE,')} a FULL JOIN ${one('fs220l', 'ACCT_703A', 'STATE, CU_TYPE,')} b USING (STATE, CU_TYPE) ORDER BY 1, 2`,
    );
    const numbers = (row: readonly unknown[]) =>
      row.map((cell, index) => (index === 0 || cell === null ? cell : Number(cell)));
    expect(rows.map(numbers)).toEqual(grouped.getRowsJson().map(numbers));
    expect(rows.length).toBeGreaterThan(90);
    const [whole] = await read(
      `SELECT ${shown} FROM ${one('fs220', 'ACCT_018', '')} a, ${one('fs220l', 'ACCT_703A', '')} b`,
    );
    expect(totals!.slice(2).map(Number)).toEqual(whole);
  });
});
