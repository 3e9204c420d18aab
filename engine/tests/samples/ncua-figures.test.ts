import type { DuckDBConnection } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIENS_MODEL } from '../support/liens-model.ts';
import { openParquet, REFERENCE_SQL } from '../../../samples/ncua-2025q4/reference.ts';
import { openSample, SAMPLE_DIR } from '../support/sample-warehouse.ts';
import type { SampleWarehouse } from '../support/sample-warehouse.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';

let sample: SampleWarehouse;
let parquet: DuckDBConnection;
beforeAll(async () => {
  [sample, parquet] = await Promise.all([openSample(), openParquet()]);
});
afterAll(() => sample.close());

const NAMES = Object.keys(REFERENCE_SQL);
/** As many as one query may have. */
const PARTS = [NAMES.slice(0, 40), NAMES.slice(40, 80), NAMES.slice(80)];

async function referenceFigures(key: string, where = 'TRUE'): Promise<Map<string, (number | string | null)[]>> {
  const rows = await parquet.runAndReadAll(
    `SELECT CAST(${key} AS VARCHAR), ${NAMES.map((name) => REFERENCE_SQL[name]).join(', ')} FROM cu WHERE ${where} GROUP BY ALL`,
  );
  return new Map(rows.getRowsJson().map((row) => [String(row[0]), row.slice(1) as (number | string | null)[]]));
}

async function byEngine(dimension: string | null, filter?: object): Promise<Map<string, Cell[]>> {
  const result = new Map<string, Cell[]>();
  for (const measures of PARTS) {
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
