import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openParquet } from '../../../samples/ncua-2025q4/reference.ts';
import { openSample } from '../support/sample-warehouse.ts';
import type { SampleWarehouse } from '../support/sample-warehouse.ts';
import { openTiny } from '../support/tiny-warehouse.ts';
import type { Branch } from '../support/tiny-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

/**
 * Written by hand: the expected value of each institution; the statistics over them are recomputed below without a
 * database.
 */
const VALUES = {
  total_assets: 'ACCT_010',
  delinquency_ratio: 'ACCT_041B::DOUBLE / nullif(ACCT_025B, 0)',
  return_on_assets: 'ACCT_661A::DOUBLE / nullif(ACCT_010, 0)',
  efficiency_ratio: 'ACCT_671::DOUBLE / nullif(ACCT_115 - ACCT_350 + ACCT_117, 0)',
} as const;
/** Columns of the values and of the peers' conditions. */
const COLUMNS = [
  ...new Set(Object.values(VALUES).flatMap((value) => value.match(/ACCT_\w+/g)!)),
  'ACCT_997',
  'CU_NUMBER',
  'CU_TYPE',
  'Peer_Group',
  'STATE',
];
const MEASURES = Object.keys(VALUES) as (keyof typeof VALUES)[];

const PEERS = [
  { name: 'everybody', peers: undefined, where: 'TRUE' },
  { name: 'peer group 5', peers: { field: 'peer_group', op: 'in', values: [5] }, where: 'Peer_Group = 5' },
  {
    name: 'Texas, state-chartered',
    peers: {
      all: [
        { field: 'state', op: 'in', values: ['TX'] },
        { field: 'charter_type', op: 'in', values: ['2', '3'] },
      ],
    },
    where: "STATE = 'TX' AND CU_TYPE IN (2, 3)",
  },
  { name: 'Guam (two)', peers: { field: 'state', op: 'in', values: ['GU'] }, where: "STATE = 'GU'" },
  { name: 'nobody', peers: { field: 'state', op: 'in', values: ['XX'] }, where: 'FALSE' },
];

function quantile(sorted: number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

interface Member {
  charter: string;
  passes: boolean;
  values: (number | null)[];
}

function expected(members: Member[], charter: string, index: number): (number | null)[] {
  const subject = members.find((member) => member.charter === charter);
  const own = subject?.values[index] ?? null;
  const ranked = own !== null && subject!.passes;
  const peers = members.filter((member) => member.passes && member.values[index] !== null);
  const sorted = peers.map((member) => member.values[index]!).toSorted((a, b) => a - b);
  const others = peers.filter((member) => member.charter !== charter).map((member) => member.values[index]!);
  const share = others.filter((value) => value < own!).length + others.filter((value) => value === own).length / 2;
  return [
    own,
    sorted.length,
    quantile(sorted, 0.25),
    quantile(sorted, 0.5),
    quantile(sorted, 0.75),
    own === null || others.length === 0 ? null : (100 * share) / others.length,
    ranked ? 1 + others.filter((value) => value > own).length : null,
    ranked ? 1 + others.filter((value) => value < own).length : null,
  ];
}

function close(actual: readonly Cell[], expected: readonly (number | null)[]): void {
  expect(actual).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) {
    if (value === null) expect(actual[index]).toBeNull();
    else expect(Math.abs((actual[index] as number) - value)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(value)));
  }
}

describe('a member compared with its peers', () => {
  let sample: SampleWarehouse;
  let parquet: DuckDBConnection;
  beforeAll(async () => {
    [sample, parquet] = await Promise.all([openSample(), openParquet(COLUMNS)]);
  });
  afterAll(() => sample.close());

  async function members(where: string): Promise<Member[]> {
    const rows = await parquet.runAndReadAll(
      `SELECT CAST(CU_NUMBER AS VARCHAR), ${where}, ${MEASURES.map((name) => VALUES[name]).join(', ')} FROM cu`,
    );
    return rows.getRowsJson().map((row) => ({
      charter: String(row[0]),
      passes: row[1] === true,
      values: row.slice(2).map((value) => (value === null ? null : Number(value))),
    }));
  }

  it.each(PEERS)('has the right quartiles, percentile and rank among $name', async ({ peers, where }) => {
    const all = await members(where);
    const inside = all.filter((member) => member.passes);
    // The largest, one that passes the filter, one without loans, and one that does not exist.
    const chosen = [
      '5536',
      inside[Math.floor(inside.length / 2)]?.charter ?? '68',
      all.find((m) => m.values[1] === null)!.charter,
      '999999',
    ];
    for (const charter of chosen) {
      const { rows } = await sample.runQuery({
        kind: 'benchmark',
        dataset: 'call_report',
        by: 'charter',
        member: charter,
        measures: MEASURES,
        ...(peers ? { peers } : {}),
      });
      expect(rows.map((row) => row[0])).toEqual(MEASURES);
      for (const [index, row] of rows.entries()) close(row.slice(1, 9), expected(all, charter, index));
      const among = all.some((member) => member.charter === charter && member.passes);
      expect(rows.map((row) => row[9])).toEqual(MEASURES.map(() => among));
    }
  });

  it('matches the example in the documentation', async () => {
    const [example] = guideExamples('Comparisons of members', 'json');
    const { rows } = await sample.runQuery(JSON.parse(example));
    const [group] = (
      await parquet.runAndReadAll(
        `SELECT count(*), median(ACCT_997::DOUBLE / ACCT_010), max(ACCT_997::DOUBLE / ACCT_010) FILTER (CU_NUMBER = 5536)
         FROM cu WHERE Peer_Group = 6 AND ACCT_010 > 0 AND ACCT_997 IS NOT NULL`,
      )
    ).getRowsJson();
    const [, value, peers, , median, , , , , among] = rows[0]!;
    expect([peers, among]).toEqual([Number(group![0]), true]);
    expect([value, median]).toEqual([expect.closeTo(Number(group![2]), 3), expect.closeTo(Number(group![1]), 3)]);
  });

  it.each(PEERS.slice(0, 3))('is in buckets that count every peer once among $name', async ({ peers, where }) => {
    const chosen = (await members(where)).filter((member) => member.passes);
    for (const [index, measure] of MEASURES.entries()) {
      const { rows } = await sample.runQuery({
        kind: 'distribution',
        dataset: 'call_report',
        by: 'charter',
        member: '5536',
        measure,
        buckets: 30,
        ...(peers ? { peers } : {}),
      });
      const values = chosen.map((member) => member.values[index]!).filter((value) => value !== null);
      const sorted = values.toSorted((a, b) => a - b);
      const [p1, p99] = [quantile(sorted, 0.01)!, quantile(sorted, 0.99)!];
      expect(rows).toHaveLength(30);
      expect([rows[0]![0], rows[29]![1]]).toEqual([null, null]);
      for (const [position, row] of rows.entries()) {
        const lower = (row[0] as number | null) ?? -Infinity;
        const upper = (row[1] as number | null) ?? Infinity;
        if (position > 0)
          expect(Math.abs(lower - (p1 + ((p99 - p1) * position) / 30))).toBeLessThanOrEqual(
            1e-9 * Math.max(1, Math.abs(p99)),
          );
        expect(row[2]).toBe(values.filter((value) => value >= lower && value < upper).length);
      }
      expect(rows.filter((row) => row[3] === true)).toHaveLength(1);
    }
  });
});

describe('small and uniform distributions', () => {
  const branch = (id: string, worth: number | null, more: Partial<Branch> = {}): Branch => ({
    tenant: 'alder',
    id,
    assets: 1000,
    worth,
    grade: 1,
    ...more,
  });
  const distribution = { kind: 'distribution', by: 'id', measure: 'plain_ratio', buckets: 5 };

  async function buckets(rows: Branch[], query: object = {}) {
    const tiny = await openTiny(rows);
    try {
      return (await tiny.runQuery({ ...distribution, ...query })).rows;
    } finally {
      await tiny.close();
    }
  }

  it('have no buckets without peers, even if the member itself has a value', async () => {
    expect(await buckets([])).toEqual([]);
    expect(
      await buckets([branch('a', 100, { grade: 2 })], {
        member: 'a',
        peers: { field: 'grade', op: 'in', values: [1] },
      }),
    ).toEqual([]);
  });

  it('have one bucket at the value of a single member, or of equal members', async () => {
    expect(await buckets([branch('a', 100)], { member: 'a' })).toEqual([[0.1, 0.1, 1, true]]);
    expect(await buckets([branch('a', 100), branch('b', 100), branch('c', null)])).toEqual([[0.1, 0.1, 2, false]]);
  });

  it('do not report a member outside a uniform distribution as inside', async () => {
    const rows = [branch('a', 100), branch('b', 100), branch('x', 900, { grade: 2 })];
    const peers = { field: 'grade', op: 'in', values: [1] };
    expect(await buckets(rows, { member: 'x', peers })).toEqual([[0.1, 0.1, 2, false]]);
  });

  it('span minimum to maximum if all but a few values are equal', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => branch(`n${index}`, 0));
    const result = await buckets([...rows, branch('top', 1000)], { member: 'top' });
    expect(result.map((row) => row[2])).toEqual([300, 0, 0, 0, 1]);
    expect([result[0]![0], result[4]![1], result[4]![3]]).toEqual([0, 1, true]);
  });

  it('count each value in the bucket whose limits it is within, also on a limit that is no binary fraction', async () => {
    const worths = [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 333.33, 666.67, 599.99, 600.01];
    const rows = worths.flatMap((worth, kind) =>
      Array.from({ length: 8 + kind }, (_, index) => branch(`${kind} ${index}`, worth)),
    );
    for (const count of [3, 5, 7, 10, 30]) {
      const result = await buckets(rows, { buckets: count });
      expect(result).toHaveLength(count);
      for (const [lower, upper, members] of result) {
        const [from, to] = [(lower as number | null) ?? -Infinity, (upper as number | null) ?? Infinity];
        const inside = rows.filter(({ worth, assets }) => worth! / assets! >= from && worth! / assets! < to);
        expect(members).toBe(inside.length);
      }
    }
  });

  it('have no percentile without other peers, count ties half, and rank no member that is not among them', async () => {
    const tiny = await openTiny([
      branch('a', 100),
      branch('b', 200),
      branch('c', 200),
      branch('d', 300, { grade: 2 }),
      branch('e', null),
      branch('f', 500, { grade: 3 }),
    ]);
    const line = async (member: string, grades: number[]) => {
      const { rows } = await tiny.runQuery({
        kind: 'benchmark',
        by: 'id',
        member,
        measures: ['plain_ratio'],
        peers: { field: 'grade', op: 'in', values: grades },
      });
      const [, value, peers, , , , percentile, rank, least, among] = rows[0]!;
      return { value, peers, percentile, rank, least, among };
    };
    const NONE = { value: null, peers: 3, percentile: null, rank: null, least: null };
    expect(await line('b', [1])).toEqual({ value: 0.2, peers: 3, percentile: 75, rank: 1, least: 2, among: true });
    expect(await line('d', [1])).toEqual({
      value: 0.3,
      peers: 3,
      percentile: 100,
      rank: null,
      least: null,
      among: false,
    });
    expect(await line('d', [2])).toEqual({
      value: 0.3,
      peers: 1,
      percentile: null,
      rank: 1,
      least: 1,
      among: true,
    });
    expect(await line('e', [1])).toEqual({ ...NONE, among: true });
    expect(await line('nobody', [1])).toEqual({ ...NONE, among: false });
    await tiny.close();
  });

  it('accept a banded dimension as members', async () => {
    const tiny = await openTiny([
      branch('a', 1, { assets: 50 }),
      branch('b', 5, { assets: 500 }),
      branch('c', 9, { assets: 5000 }),
    ]);
    const { rows } = await tiny.runQuery({ kind: 'benchmark', by: 'size', member: 'middle', measures: ['assets'] });
    expect(rows).toEqual([['assets', 500, 3, 275, 500, 2750, 50, 2, 2, true]]);
    await tiny.close();
  });
});
