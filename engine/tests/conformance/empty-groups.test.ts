import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';

const ROWS = [
  { tenant: 'alder', id: 'a', name: 'x', grade: 1, day: '2025-01-31', assets: 10, worth: 1 },
  { tenant: 'alder', id: 'b', name: 'y', grade: 2, day: '2025-02-28', assets: 20, worth: 2 },
];
const FIELDS = {
  measures: `
      - { name: known, kind: sum, expression: grade, over: { time: day, take: last, per: id } }
      - { name: mean_known, kind: sum, expression: grade, over: { time: day, take: average, per: id } }
      - { name: low, kind: sum, expression: grade, over: { time: day, take: min, per: id } }
      - { name: known_rows, kind: count, over: { time: day, take: last, per: id } }
      - { name: held, kind: sum, expression: grade, over: { time: day, take: last } }
      - { name: mean_held, kind: sum, expression: grade, over: { time: day, take: average } }
      - { name: highest_day, kind: sum, expression: grade, over: { time: day, take: max } }
      - { name: typical, kind: median, expression: grade, weight: balance.worth }
      - { name: middle, kind: median, expression: grade }
      - { name: largest, kind: max, expression: balance.assets }
      - { name: grades, kind: count_distinct, expression: grade }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

const MEASURES = [...FIELDS.measures.matchAll(/name: (\w+)/g)].map(([, name]) => name!);
const COUNTS = new Set(['known_rows', 'grades']);
const NOBODY = { field: 'name', op: 'in', values: ['z'] };

describe('without rows', () => {
  it.each(MEASURES)('there is a grand total of %s alone', async (measure) => {
    const none = COUNTS.has(measure) ? 0 : null;
    for (const time of ['day', { field: 'day', grain: 'month' }]) {
      const query = { dimensions: [time, 'name'], measures: [measure], filter: NOBODY };
      const { rows } = await engines.runQuery({ ...query, subtotals: 'rollup' });
      expect(rows).toEqual([[null, null, 'all', 'all', none]]);
      const total = await engines.runQuery({ ...query, totals: true });
      expect([total.rows, total.totals]).toEqual([[], [null, null, none]]);
    }
  });
});
