import { streamQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import type { QueryError } from '../../src/errors.ts';

const LARGE = 4_000_000_000_000_000_000;
const ROWS = [
  { tenant: 'alder', id: 'a', name: 'x', grade: 2, assets: 10, worth: 3 },
  { tenant: 'alder', id: 'b', name: 'x', grade: LARGE, assets: 9e14, worth: 1 },
  { tenant: 'alder', id: 'c', name: 'y', grade: null, assets: 30, worth: 2 },
  { tenant: 'alder', id: 'd', name: 'y', grade: 5, assets: 40, worth: null },
];
const FIELDS = {
  parameters: '[]\nmappings: [{ name: kinds, title: { en: Kinds } }]',
  dimensions: '      - { name: serial, type: integer, expression: grade * grade }',
  measures: `
      - { name: sums, kind: sum, expression: grade + grade + grade }
      - { name: squared, kind: sum, expression: grade * grade }
      - { name: cubed, kind: sum, expression: grade * grade * grade }
      - { name: fourth, kind: max, expression: grade * grade * grade * balance.worth, where: branch_id <> 'z' }
      - { name: good, kind: sum, expression: grade * grade * grade, where: "MAPPED(name, 'kinds') = 'good'" }
      - { name: rough, kind: sum, expression: "CAST(grade AS number) * grade * POWER(10, 290)" }`,
};

let engines: TwoEngines;
beforeAll(async () => {
  engines = await openTwoEngines(ROWS, FIELDS);
});
afterAll(() => engines.close());

const list = (query: object) => ({ kind: 'rows', limit: 10, ...query });
const cellsOf = ({ rows }: QueryResult) => rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));

describe('a list of rows with numbers that are too large', () => {
  it('computes sums and products of integers with additional digits', async () => {
    const result = await engines.runQuery(list({ columns: ['id', 'sums', 'squared'] }));
    expect(cellsOf(result)).toEqual([
      ['a', '6', '4'],
      ['b', String(BigInt(LARGE) * 3n), String(BigInt(LARGE) ** 2n)],
      ['c', null, null],
      ['d', '15', '25'],
    ]);
    expect(result.meta.uncomputed).toEqual([]);
  });

  it('leaves only these cells empty, and reports them', async () => {
    const columns = ['id', 'cubed', 'assets', 'fourth', 'squared'];
    const result = await engines.tiny.runQuery(list({ columns, count: true }));
    expect(cellsOf(result)).toEqual([
      ['a', '8', '10', '24', '4'],
      ['b', null, '900000000000000', null, String(BigInt(LARGE) ** 2n)],
      ['c', null, '30', null, null],
      ['d', '125', '40', null, '25'],
    ]);
    expect(result.count).toBe(4);
    expect(result.columns.map(({ name }) => name)).toEqual(columns);
    expect(result.meta).toMatchObject({
      rowCount: 4,
      truncated: false,
      uncomputed: [
        { column: 'cubed', reason: 'overflow', rows: [1] },
        { column: 'fourth', reason: 'overflow', rows: [1] },
      ],
    });
    // Other pages have all values.
    const page = await engines.tiny.runQuery(list({ columns, limit: 1, offset: 3 }));
    expect([cellsOf(page), page.meta.uncomputed]).toEqual([[['d', '125', '40', null, '25']], []]);
    // Servers have more digits.
    for (const version of engines.servers) {
      const served = await engines.askOf(version, list({ columns: ['id', 'cubed'] }));
      expect([cellsOf(served)[1], served.meta.uncomputed]).toEqual([['b', String(BigInt(LARGE) ** 3n)], []]);
    }
  });

  it('orders them last, also in distinct rows, and fails if it filters by them', async () => {
    for (const direction of ['asc', 'desc']) {
      const order = [{ field: 'cubed', direction }];
      const result = await engines.tiny.runQuery(list({ columns: ['cubed'], order, distinct: true, count: true }));
      const numbers = direction === 'asc' ? ['8', '125'] : ['125', '8'];
      expect(cellsOf(result)).toEqual([...numbers, null, null].map((cell) => [cell]));
      expect(result.meta.uncomputed).toMatchObject([{ column: 'cubed', reason: 'overflow' }]);
      const hidden = await engines.tiny.runQuery(list({ columns: ['id'], order }));
      expect(hidden.rows.map(([id]) => id)).toEqual([...(direction === 'asc' ? ['a', 'd'] : ['d', 'a']), 'b', 'c']);
    }
    const filter = { field: 'cubed', op: 'gt', values: ['10'] };
    await expect(engines.tiny.runQuery(list({ columns: ['id'], filter }))).rejects.toMatchObject({
      name: 'FigureOverflow',
      details: [{ message: expect.stringContaining('restrict the rows') as string }],
    });
  });

  it('cannot be streamed beyond them: the error names the columns that are computed', async () => {
    const failureOf = async (query: object) => {
      const { engine, model, version } = engines.tiny;
      const { parts } = engine.queries.stream({
        model,
        version,
        scope: { tenant: 'alder' },
        query: streamQuery.parse({ dataset: 'book', ...query }),
        format: () => ({ kind: 'ndjson' }),
      });
      try {
        for (let next = await parts.next(); !next.done; next = await parts.next()) expect(next.value).toBeDefined();
        return null;
      } catch (error) {
        return [(error as QueryError).name, (error as QueryError).details[0]!.message];
      }
    };
    const columns = ['id', 'grade', 'cubed', 'assets'];
    const message = expect.stringMatching(/^A number in 'cubed' is too large .*leave the column out/) as string;
    expect(await failureOf({ kind: 'rows', columns })).toEqual(['FigureOverflow', message]);
    expect(await failureOf({ dimensions: ['id'], measures: ['cubed'] })).toEqual(['FigureOverflow', message]);
    expect(await failureOf({ kind: 'rows', columns: ['id', 'cubed', 'fourth'] })).toEqual([
      'FigureOverflow',
      expect.stringMatching(/^A number in 'cubed' or 'fourth' is too large/),
    ]);
  });

  it('has the digits of a complete result in a stream, too', async () => {
    for (const version of [engines.tiny.version, ...engines.servers]) {
      const rowsOf = async (query: object) => {
        const { parts } = engines.tiny.engine.queries.stream({
          model: engines.tiny.model,
          version,
          scope: { tenant: 'alder' },
          query: streamQuery.parse({ dataset: 'book', ...query }),
          format: () => ({ kind: 'ndjson' }),
        });
        let text = '';
        for (let next = await parts.next(); !next.done; next = await parts.next())
          text += Buffer.from(next.value).toString();
        return text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as Cell[]).map((cell) => cell && String(cell)));
      };
      const squares = ['4', String(BigInt(LARGE) ** 2n), null, '25'];
      const expected = ['a', 'b', 'c', 'd'].map((id, place) => [id, squares[place]]);
      const order = [{ field: 'id' }];
      expect(await rowsOf({ kind: 'rows', columns: ['id', 'squared'], order })).toEqual(expected);
      expect(await rowsOf({ dimensions: ['id'], measures: ['squared'], order })).toEqual(expected);
    }
  });

  it('leaves out-of-range integers and infinite values of a dimension empty', async () => {
    const result = await engines.tiny.runQuery(list({ columns: ['id', 'serial'] }));
    expect(cellsOf(result).map(([, cell]) => cell)).toEqual(['4', null, null, '25']);
    expect(result.meta.uncomputed).toEqual([{ column: 'serial', reason: 'overflow', rows: [1] }]);
    for (const version of [engines.tiny.version, ...engines.servers]) {
      const served = await engines.askOf(version, list({ columns: ['id', 'rough', 'assets'] }));
      expect(served.rows.map(([id, , assets]) => [id, Number(assets)])).toEqual([
        ['a', 10],
        ['b', 9e14],
        ['c', 30],
        ['d', 40],
      ]);
      expect(served.rows[1]![1]).toBeNull();
      expect(served.meta.uncomputed).toMatchObject([{ column: 'rough' }]);
    }
  });

  it('works with conditions on labels', async () => {
    const codes = [{ code: 'x', value: 'good', attributes: {}, from: null, until: null }];
    const mappings = { hash: 'one', codes: new Map([['kinds', codes]]) };
    const result = await engines.tiny.runQuery(list({ columns: ['id', 'good'] }), { mappings });
    expect(cellsOf(result).map(([, cell]) => cell)).toEqual(['8', null, null, null]);
    expect(result.meta.uncomputed).toEqual([{ column: 'good', reason: 'overflow', rows: [1] }]);
  });
});
