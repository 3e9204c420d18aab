import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';

/** Two branches with rates of five places and a number beyond what a double holds. */
const ROWS = [
  { tenant: 'alder', id: 'a', grade: 1, assets: 100, worth: 3, lost: 24_000 },
  { tenant: 'alder', id: 'b', grade: 2, assets: 300, worth: 1, lost: 24_010 },
];

const FIELDS = {
  dimensions: `
      - { name: serial, type: integer, expression: "9007199254740992 + grade" }`,
  measures: `
      - { name: rate, kind: sum, expression: "0.85435 * grade" }
      - { name: least_rate, kind: min, expression: "balance.worth / balance.lost" }
      - { name: halved, kind: combine, terms: [{ measure: rate, factor: 0.5 }] }
      - { name: cast_rate, kind: max, expression: "CAST('0.854351' AS decimal)" }
      - { name: undefined_power, kind: sum, expression: "CAST('NaN' AS number) * balance.assets" }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

describe('figures keep the decimal places of their source', () => {
  it('in sums, weighted sums and casts', async () => {
    const { rows } = await engines.ask({ dimensions: ['id'], measures: ['rate', 'halved', 'cast_rate'] });
    expect(rows).toEqual([
      ['a', '0.85435', '0.427175', '0.854351'],
      ['b', '1.7087', '0.85435', '0.854351'],
    ]);
  });

  it('in a minimum of quotients, however small', async () => {
    const { rows } = await engines.ask({ measures: ['least_rate'] });
    expect(Number(rows[0]![0])).toBeCloseTo(1 / 24_010, 12);
  });

  it('in the order, the limit and the rank alike', async () => {
    const calculations = [{ name: 'place', kind: 'rank', measure: 'least_rate', best: 'greatest' }];
    const order = [{ field: 'least_rate', direction: 'desc' }];
    const { rows } = await engines.ask({ dimensions: ['id'], measures: ['least_rate'], calculations, order });
    expect(rows.map(([id, , place]) => [id, place])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const first = await engines.ask({ dimensions: ['id'], measures: ['least_rate'], order, limit: 1 });
    expect(first.rows.map(([id]) => id)).toEqual(['a']);
  });
});

it('a measure that is no number has no value, and the others answer', async () => {
  const measures = ['undefined_power', 'branches', 'rate'];
  expect((await engines.ask({ measures, totals: true })).rows).toEqual([[null, 2, '2.56305']]);
  const { rows } = await engines.ask({ dimensions: ['id'], measures, order: [{ field: 'undefined_power' }] });
  expect(rows.map(([id, value]) => [id, value])).toEqual([
    ['a', null],
    ['b', null],
  ]);
});

describe('integers beyond those of a double', () => {
  it('keep their digits', async () => {
    const { rows } = await engines.ask({ dimensions: ['serial'] });
    expect(rows).toEqual([['9007199254740993'], ['9007199254740994']]);
  });

  it('filter by their digits', async () => {
    const filter = { field: 'serial', op: 'in', values: ['9007199254740993'] };
    const { rows } = await engines.ask({ dimensions: ['id', 'serial'], filter });
    expect(rows).toEqual([['a', '9007199254740993']]);
    const later = { field: 'serial', op: 'gt', values: ['9007199254740993'] };
    expect((await engines.ask({ dimensions: ['id'], filter: later })).rows).toEqual([['b']]);
  });

  it('are rejected as a number, which has lost digits already', async () => {
    // oxlint-disable-next-line no-loss-of-precision -- what a client would send
    const filter = { field: 'serial', op: 'in', values: [9007199254740993] };
    await expect(engines.ask({ dimensions: ['id'], filter })).rejects.toMatchObject({
      details: [{ field: 'filter.values.0', message: "'serial' compares with a whole number." }],
    });
  });
});
