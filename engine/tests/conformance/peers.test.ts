import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import type { Branch } from '../support/tiny-warehouse.ts';

describe('rows and peers', () => {
  const LOANS = [
    { tenant: 'alder', id: 'a', grade: 1, day: '2024-06-30', assets: 10 },
    { tenant: 'alder', id: 'a', grade: 1, day: '2025-06-30', assets: 20 },
    { tenant: 'alder', id: 'b', grade: 1, day: '2024-06-30', assets: 40 },
    { tenant: 'alder', id: 'b', grade: 2, day: '2025-06-30', assets: 80 },
    { tenant: 'alder', id: 'c', grade: 2, day: '2024-06-30', assets: 160 },
  ] satisfies Branch[];
  const filter = { field: 'day', during: { since: '2025-01-01' } };
  const ofGrade = (grade: number) => ({ field: 'grade', op: 'in', values: [grade] });
  let engines: TwoEngines;
  beforeAll(async () => {
    engines = await openTwoEngines(LOANS.map((row, index) => ({ ...row, id: `${index}`, name: row.id })));
  });
  afterAll(() => engines.close());
  const line = async (member: string, more: object) => {
    const { rows } = await engines.runQuery({ kind: 'benchmark', by: 'name', member, measures: ['assets'], ...more });
    const [, value, peers, , median, , , rank, , among] = numbers(rows)[0]!;
    return { value, peers, median, rank, among };
  };

  it('a filter applies to everyone’s rows: a member without rows has no value and no rank', async () => {
    expect(await line('a', { filter })).toEqual({ value: 20, peers: 2, median: 50, rank: 2, among: true });
    expect(await line('c', { filter })).toEqual({ value: null, peers: 2, median: 50, rank: null, among: false });
  });

  it('peers are the members with a row that passes filter and peers, and all their filtered rows count', async () => {
    expect(await line('a', { peers: ofGrade(2) })).toEqual({
      value: 30,
      peers: 2,
      median: 140,
      rank: null,
      among: false,
    });
    expect(await line('b', { peers: ofGrade(1) })).toEqual({ value: 120, peers: 2, median: 75, rank: 1, among: true });
    expect(await line('b', { filter, peers: ofGrade(1) })).toEqual({
      value: 80,
      peers: 1,
      median: 20,
      rank: null,
      among: false,
    });
  });

  it('an unknown field in `peers` is reported by name', async () => {
    await expect(line('a', { peers: { field: 'grad', op: 'in', values: [1] } })).rejects.toMatchObject({
      details: [{ field: 'peers.field', message: expect.stringContaining("Did you mean 'grade'?") }],
    });
  });

  it('a distribution is of those with rows that pass both', async () => {
    const countOf = async (more: object) => {
      const query = { kind: 'distribution', by: 'name', measure: 'assets', buckets: 2, ...more };
      return (await engines.runQuery(query)).rows.reduce((sum, row) => sum + Number(row[2]), 0);
    };
    expect(await countOf({})).toBe(3);
    expect(await countOf({ filter, member: 'c' })).toBe(2);
    expect(await countOf({ filter, peers: ofGrade(1), member: 'a' })).toBe(1);
    expect(await countOf({ peers: ofGrade(2), member: 'a' })).toBe(2);
  });
});
