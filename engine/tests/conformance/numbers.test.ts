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
      - { name: product, kind: sum, expression: "balance.assets * balance.assets * balance.lost * balance.lost" }
      - { name: excess, kind: sum, expression: "grade * 9223372036854775807 * 9223372036854775807 * 9223372036854775807 + POWER(10, 307) * 1000 * grade" }
      - { name: excess_share, kind: ratio, numerator: [{ measure: branches }], denominator: [{ measure: excess }] }
      - { name: infinite, kind: sum, expression: "POWER(10, 307) * 1000 * balance.assets" }
      - { name: undefined_power, kind: sum, expression: "CAST('NaN' AS number) * balance.assets" }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

describe('figures keep the decimal places of their source', () => {
  it('in sums, weighted sums and casts', async () => {
    const { rows } = await engines.runQuery({ dimensions: ['id'], measures: ['rate', 'halved', 'cast_rate'] });
    expect(rows).toEqual([
      ['a', '0.85435', '0.427175', '0.854351'],
      ['b', '1.7087', '0.85435', '0.854351'],
    ]);
  });

  it('in a minimum of quotients, however small', async () => {
    const { rows } = await engines.runQuery({ measures: ['least_rate'] });
    expect(Number(rows[0]![0])).toBeCloseTo(1 / 24_010, 12);
  });

  it('in products of columns that need more digits than either column', async () => {
    const { rows } = await engines.runQuery({ dimensions: ['id'], measures: ['product'] });
    expect(rows.map(([id, product]) => [id, BigInt(Number(product))])).toEqual([
      ['a', 100n ** 2n * 24_000n ** 2n],
      ['b', 300n ** 2n * 24_010n ** 2n],
    ]);
  });

  it('consistently in order, limit and rank', async () => {
    const calculations = [{ name: 'place', kind: 'rank', measure: 'least_rate', best: 'greatest' }];
    const order = [{ field: 'least_rate', direction: 'desc' }];
    const { rows } = await engines.runQuery({ dimensions: ['id'], measures: ['least_rate'], calculations, order });
    expect(rows.map(([id, , place]) => [id, place])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const first = await engines.runQuery({ dimensions: ['id'], measures: ['least_rate'], order, limit: 1 });
    expect(first.rows.map(([id]) => id)).toEqual(['a']);
  });
});

it('a measure that is NaN has no value and a reason, and does not affect the others', async () => {
  const measures = ['undefined_power', 'branches', 'rate'];
  const { rows: all, meta } = await engines.runQuery({ measures, totals: true });
  expect(all).toEqual([[null, 2, '2.56305']]);
  expect(meta.uncomputed).toEqual([{ column: 'undefined_power', reason: 'not_finite' }]);
  expect((await engines.runQuery({ measures: ['branches', 'rate'] })).meta.uncomputed).toEqual([]);
  const { rows } = await engines.runQuery({ dimensions: ['id'], measures, order: [{ field: 'undefined_power' }] });
  expect(rows.map(([id, value]) => [id, value])).toEqual([
    ['a', null],
    ['b', null],
  ]);
});

it('an infinite measure is reported as not computable on every engine', async () => {
  const query = { measures: ['infinite', 'branches'] };
  const results = [await engines.tiny.runQuery(query)];
  for (const version of engines.servers) results.push(await engines.askOf(version, query));
  for (const { rows, meta } of results) {
    expect(rows).toEqual([[null, 2]]);
    expect(meta.uncomputed).toEqual([{ column: 'infinite', reason: expect.stringMatching(/not_finite|overflow/) }]);
  }
});

describe('a measure whose numbers are too large', () => {
  // ClickHouse computes with more digits, and then with an infinite number.
  const onEach = async (query: object) => {
    const { postgres } = engines.versions;
    return [await engines.tiny.runQuery(query), await engines.askOf(postgres, query)];
  };
  const overflow = (...columns: string[]) => columns.map((column) => ({ column, reason: 'overflow' }));

  it('has no value and a reason, and does not affect the others', async () => {
    const query = { dimensions: ['id'], measures: ['branches', 'excess', 'rate'], totals: true };
    for (const { rows, totals, meta } of await onEach(query)) {
      expect(rows).toEqual([
        ['a', 1, null, '0.85435'],
        ['b', 1, null, '1.7087'],
      ]);
      expect(totals).toEqual([null, 2, null, '2.56305']);
      expect(meta.uncomputed).toEqual(overflow('excess'));
    }
  });

  it('makes measures computed from it null, and rows are still ordered', async () => {
    const calculations = [{ name: 'place', kind: 'rank', measure: 'excess' }];
    const order = [{ field: 'excess', direction: 'desc' }];
    const query = { dimensions: ['id'], measures: ['excess_share', 'excess', 'branches'], calculations, order };
    for (const { rows, meta } of await onEach(query)) {
      expect(rows).toEqual([
        ['a', null, null, 1, null],
        ['b', null, null, 1, null],
      ]);
      expect(meta.uncomputed).toEqual(overflow('excess_share', 'excess', 'place'));
    }
  });

  it('does not affect a condition on another measure', async () => {
    const having = { measure: 'branches', op: 'gt', values: [0] };
    for (const { rows, meta } of await onEach({ dimensions: ['id'], measures: ['branches', 'excess'], having })) {
      expect(rows).toEqual([
        ['a', 1, null],
        ['b', 1, null],
      ]);
      expect(meta.uncomputed).toEqual(overflow('excess'));
    }
  });

  it('has no value in a comparison with peers, and does not affect others', async () => {
    const query = { kind: 'benchmark', by: 'id', member: 'b', measures: ['excess', 'rate'] };
    for (const { rows, meta } of await onEach(query)) {
      expect(rows.map(([measure, value]) => [measure, value === null ? null : Number(value)])).toEqual([
        ['excess', null],
        ['rate', 1.7087],
      ]);
      expect(meta.uncomputed).toEqual(overflow('excess'));
    }
  });

  it('is an error with the remedy if the query depends on it', async () => {
    const top = { dimension: 'id', measure: 'excess', n: 1 };
    const queries = [
      { kind: 'distribution', by: 'id', measure: 'excess' },
      { dimensions: ['id'], measures: ['branches'], top },
    ];
    for (const query of queries)
      await expect(onEach(query)).rejects.toMatchObject({
        name: 'FigureOverflow',
        details: [{ message: expect.stringContaining('too large') as string }],
      });
  });
});

it('a condition on a measure compares each number of a list exactly', async () => {
  const idsOf = async (op: string) => {
    const having = { measure: 'rate', op, values: ['0.854351', '1.7087', '7'] };
    const { rows } = await engines.runQuery({ dimensions: ['id'], measures: ['rate'], having });
    return rows.map(([id]) => id);
  };
  expect(await idsOf('in')).toEqual(['b']);
  expect(await idsOf('notIn')).toEqual(['a']);
});

describe('integers beyond those of a double', () => {
  it('keep their digits', async () => {
    const { rows } = await engines.runQuery({ dimensions: ['serial'] });
    expect(rows).toEqual([['9007199254740993'], ['9007199254740994']]);
  });

  it('filter by their digits', async () => {
    const filter = { field: 'serial', op: 'in', values: ['9007199254740993'] };
    const { rows } = await engines.runQuery({ dimensions: ['id', 'serial'], filter });
    expect(rows).toEqual([['a', '9007199254740993']]);
    const later = { field: 'serial', op: 'gt', values: ['9007199254740993'] };
    expect((await engines.runQuery({ dimensions: ['id'], filter: later })).rows).toEqual([['b']]);
  });

  it('are rejected as a number, which has lost digits already', async () => {
    // oxlint-disable-next-line no-loss-of-precision -- what a client would send
    const filter = { field: 'serial', op: 'in', values: [9007199254740993] };
    await expect(engines.runQuery({ dimensions: ['id'], filter })).rejects.toMatchObject({
      details: [{ field: 'filter.values.0', message: "'serial' compares with a whole number." }],
    });
  });
});
