import type { Filter } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseModel, QueryError } from '../../src/index.ts';
import { openTiny, tinyModel } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';

const texts = (count: number, place = 0) => Array.from({ length: count }, (_, index) => `part ${place} ${index}`);
const contains = (count: number, place = 0): Filter => ({ field: 'name', op: 'contains', values: texts(count, place) });
const rejectionOf = async (query: Promise<unknown>): Promise<QueryError> => {
  const error = await query.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  return error as QueryError;
};

describe('a query at its limits', () => {
  let tiny: TinyWarehouse;
  beforeAll(async () => {
    tiny = await openTiny([
      { tenant: 'alder', id: '1', name: 'Oak part 0 199', grade: 1, assets: 10 },
      { tenant: 'alder', id: '2', name: 'Elm', grade: 2, assets: 20 },
    ]);
  });
  afterAll(() => tiny.close());

  it('with as many texts to search for as it may have is computed, as a filter and in a measure', async () => {
    const filter = contains(200);
    expect((await tiny.runQuery({ measures: ['assets'], filter })).rows).toEqual([['10']]);
    const customMeasures = [{ kind: 'filtered', name: 'named', measure: 'assets', filter }];
    expect((await tiny.runQuery({ measures: ['named'], customMeasures })).rows).toEqual([['10']]);
  });

  it('with as many values as it may have is computed', async () => {
    const filter: Filter = {
      any: Array.from({ length: 10 }, (_, place) => ({
        field: 'name',
        op: 'in' as const,
        values: [...texts(999, place), 'Elm'],
      })),
    };
    expect((await tiny.runQuery({ measures: ['assets'], filter })).rows).toEqual([['20']]);
  });

  it('beyond them is refused before anything runs, wherever its conditions are', async () => {
    const customMeasures = [0, 1].map((place) => ({
      kind: 'filtered',
      name: `m${place}`,
      measure: 'assets',
      filter: contains(101, place),
    }));
    const { details } = await rejectionOf(tiny.runQuery({ measures: ['m0', 'm1'], customMeasures }));
    expect(details).toEqual([{ field: 'customMeasures.1.filter', message: expect.stringContaining("Use 'in'") }]);
  });

  it('with formulas that multiply one another is refused before they are written out', async () => {
    const formula = (name: string, of: string) => ({ kind: 'formula', name, expression: `${`${of} + `.repeat(50)}1` });
    const customMeasures = [formula('one', 'assets'), formula('two', 'one'), formula('three', 'two')];
    const { details } = await rejectionOf(tiny.runQuery({ measures: ['three'], customMeasures }));
    expect(details).toEqual([
      { field: 'customMeasures.1.expression', message: expect.stringContaining('written out') },
      { field: 'customMeasures.2.expression', message: expect.stringContaining('no measure') },
    ]);
  });

  it('in a model is refused, too', () => {
    const formula = (name: string, of: string) =>
      `- { name: ${name}, kind: derived, expression: '${`${of} + `.repeat(50)}1' }`;
    const measures = [formula('one', 'assets'), formula('two', 'one'), formula('three', 'two')].join('\n');
    expect(() => parseModel(tinyModel({ measures }), 'tiny.yaml')).toThrow(/written out/);
  });
});
