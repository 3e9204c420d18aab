import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';

const HALF = 5_000_000_000_000_000_000n;
/** Three branches whose grades, as 64-bit integers, have a sum that is none. */
const ROWS = [
  { tenant: 'alder', id: 'a', name: 'x', grade: Number(HALF), day: '2025-01-31', assets: 9e14, worth: 1.5 },
  { tenant: 'alder', id: 'b', name: 'x', grade: Number(HALF), day: '2025-02-28', assets: 9e14, worth: 2.25 },
  { tenant: 'alder', id: 'c', name: 'y', grade: Number(HALF), day: '2025-03-31', assets: 9e14, worth: 3 },
];
const FIELDS = {
  measures: `
      - { name: grades, kind: sum, expression: grade }
      - { name: twice, kind: sum, expression: grade + grade }
      - { name: less, kind: sum, expression: 0 - grade - grade }
      - { name: mean, kind: average, expression: grade }
      - { name: cubed, kind: sum, expression: "CAST(grade AS number) * grade * grade" }
      - { name: squared, kind: sum, expression: balance.assets * balance.assets }
      - { name: rough, kind: sum, expression: "CAST(balance.worth AS number)" }
      - { name: held, kind: sum, expression: grade, over: { time: day, take: last } }
      - { name: each, kind: ratio, numerator: [{ measure: grades }], denominator: [{ measure: branches }] }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

describe('sums of integers beyond 64 bits', () => {
  it('are exact in groups, subtotals and totals', async () => {
    const measures = ['grades', 'twice', 'less', 'held'];
    const { rows, totals } = await engines.runQuery({ dimensions: ['name'], measures, totals: true });
    const sums = (count: bigint) => [HALF * count, HALF * 2n * count, HALF * -2n * count].map(String);
    expect(rows).toEqual([
      ['x', ...sums(2n), null],
      ['y', ...sums(1n), String(HALF)],
    ]);
    expect(totals).toEqual([null, ...sums(3n), String(HALF)]);
    const subtotals = await engines.runQuery({ dimensions: ['name', 'id'], measures: ['grades'], subtotals: 'rollup' });
    expect(subtotals.rows.filter((row) => row[3] === 'all').map((row) => row[4])).toEqual(
      [2n, 1n, 3n].map((count) => String(HALF * count)),
    );
  });

  it('are exact in measures computed from them', async () => {
    const { rows } = await engines.runQuery({
      dimensions: [{ field: 'day', grain: 'month' }],
      measures: ['grades', 'mean', 'each'],
      calculations: [
        { name: 'to_date', kind: 'accumulate', measure: 'grades', over: 'year' },
        { name: 'change', kind: 'compare', measure: 'grades', with: 'previous_period', show: 'change' },
        { name: 'part', kind: 'share', measure: 'grades' },
      ],
      having: { measure: 'grades', op: 'gte', values: [String(HALF)] },
    });
    expect(rows.map((row) => [row[4], row[5]])).toEqual([
      [String(HALF), null],
      [String(HALF * 2n), '0'],
      [String(HALF * 3n), '0'],
    ]);
    for (const row of rows) expect([row[2], row[3], row[6]]).toEqual([5e18, 5e18, expect.closeTo(1 / 3, 10)]);
  });

  it('do not affect decimals and floating-point numbers', async () => {
    const { rows } = await engines.runQuery({ measures: ['squared', 'rough', 'worth', 'cubed'] });
    const [[squared, rough, worth, cubed]] = rows as [[string, number, string, number]];
    expect([BigInt(squared.split('.')[0]!), Number(rough), Number(worth)]).toEqual([243n * 10n ** 28n, 6.75, 6.75]);
    expect(Number(cubed) / 3.75e56).toBeCloseTo(1, 10);
  });
});
