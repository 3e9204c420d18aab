import { aggregateQuery, semanticQuery } from '@rise/contract';
import type { CellAddress, DrillStep } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { tinyModel } from '../../tests/support/tiny-warehouse.ts';
import { ModelError, QueryError } from '../errors.ts';
import { compileModel } from '../checks/compile-model.ts';
import { parseModel } from '../documents/read-model.ts';
import { drillDown } from './drill-down.ts';
import { planQuery } from './query.ts';

const withHierarchies = (text: string) =>
  compileModel(parseModel(tinyModel({}).replace('    rules:', `    hierarchies: ${text}\n    rules:`), 'tiny.yaml'));
const model = withHierarchies(
  '[{ name: book, title: { en: Book }, levels: [grade, size, id] }, { name: names, title: { en: Names }, levels: [grade, name] }]',
);
const at = (field: string, value: string | number | null, level: 'member' | 'other' | 'all' = 'member') => ({
  field,
  value,
  level,
});
/** Returns the steps, after planning each of their queries. */
function drill(query: object, cell: CellAddress): DrillStep[] {
  const { steps, rows } = drillDown(
    model,
    aggregateQuery.parse({ dataset: 'book', measures: ['assets'], ...query }),
    cell,
  );
  planQuery(model, { tenant: 'alder' }, semanticQuery.parse(rows));
  for (const step of steps) planQuery(model, { tenant: 'alder' }, semanticQuery.parse(step.query));
  return steps;
}

describe('drilling down', () => {
  it('offers the next level of each hierarchy, filtered to the cell', () => {
    const steps = drill(
      {
        dimensions: ['grade', 'open'],
        filter: { field: 'open', op: 'isNotNull' },
        order: [{ field: 'grade' }],
        top: { dimension: 'open', measure: 'assets', n: 1, within: ['grade'] },
        subtotals: [['grade']],
        offset: 20,
      },
      [at('grade', 3), at('open', null, 'all')],
    );
    expect(steps.map(({ hierarchy, from, to }) => [hierarchy!.name, from, to])).toEqual([
      ['book', 'grade', 'size'],
      ['names', 'grade', 'name'],
    ]);
    expect(steps[0]!.query).toMatchObject({
      dimensions: ['size', 'open'],
      filter: {
        all: [
          { field: 'open', op: 'isNotNull' },
          { field: 'grade', op: 'in', values: [3] },
        ],
      },
      order: [{ field: 'size', direction: 'asc' }],
      top: { dimension: 'open', within: ['size'] },
      subtotals: [['size']],
      offset: 0,
    });
  });

  it('skips levels that are in the query already, and filters missing members', () => {
    const [step] = drill({ dimensions: ['grade', 'size'] }, [at('size', null), at('grade', null)]);
    expect([step!.from, step!.to]).toEqual(['size', 'id']);
    expect(step!.query.filter).toEqual({
      all: [
        { field: 'size', op: 'notIn', values: ['small', 'middle', 'big'] },
        { field: 'grade', op: 'isNull', values: [] },
      ],
    });
    expect(drill({ dimensions: ['grade', 'size'] }, [at('grade', 1)]).map(({ to }) => to)).toEqual(['id', 'name']);
  });

  it.each([
    ['year', '2024-01-01', 'quarter', '2024-12-31'],
    ['fiscal_year', '2024-10-01', 'fiscal_quarter', '2025-09-30'],
    ['quarter', '2024-04-01', 'month', '2024-06-30'],
    ['month', '2024-02-01', 'day', '2024-02-29'],
    ['week', '2024-02-26', 'day', '2024-03-03'],
  ])('of a %s goes to the next shorter period, filtered to it', (grain, value, to, until) => {
    const [step] = drill({ dimensions: [{ field: 'day', grain, fill: true }] }, [at(`day_${grain}`, value)]);
    expect(step!.hierarchy).toBeNull();
    expect(step!.query.dimensions).toEqual([{ field: 'day', grain: to, fill: true }]);
    expect(step!.query.filter).toEqual({ all: [{ field: 'day', during: { since: value, until } }] });
  });

  it('offers nothing after the last level, or below days', () => {
    expect(drill({ dimensions: ['id'] }, [at('id', 'a1')])).toEqual([]);
    expect(drill({ dimensions: [{ field: 'day', grain: 'day' }] }, [at('day_day', '2024-01-01')])).toEqual([]);
  });

  it.each([
    [[at('name', 'x')], 'cell.0.field'],
    [[at('grade', null, 'other')], 'cell.0.level'],
  ])('%j is refused at %s', (cell, field) => {
    const refused = () => drill({ dimensions: ['grade'] }, cell);
    expect(refused).toThrow(QueryError);
    expect(refused).toThrow(expect.objectContaining({ details: [expect.objectContaining({ field })] }));
  });

  it('suggests the dimension that was meant, and rejects dates that do not exist', () => {
    const message = "'grad' is not among the query's dimensions, which are grade. Did you mean 'grade'?";
    const misspelled = () => drill({ dimensions: ['grade'] }, [at('grad', 1)]);
    expect(misspelled).toThrow(expect.objectContaining({ details: [{ field: 'cell.0.field', message }] }));
    const month = { dimensions: [{ field: 'day', grain: 'month' }] };
    expect(() => drill(month, [at('day_month', '2025-02-30')])).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: 'cell.0.value' })] }),
    );
  });
});

describe('invalid hierarchies', () => {
  it.each([
    ['[{ name: h, title: { en: H }, levels: [grade, sise] }]', /levels\.1: There is no dimension 'sise'.*'size'/],
    ['[{ name: h, title: { en: H }, levels: [grade, grade] }]', /'grade' is a level already/],
    [
      '[{ name: h, title: { en: H }, levels: [grade, id] }, { name: h, title: { en: H }, levels: [id, name] }]',
      /There are two hierarchies 'h'/,
    ],
  ])('%s are refused', (text, message) => {
    expect(() => withHierarchies(text)).toThrow(ModelError);
    expect(() => withHierarchies(text)).toThrow(message);
  });
});
