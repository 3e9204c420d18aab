import { MAX_ROWS, semanticQuery } from '@rise/contract';
import { expect, it } from 'vitest';
import { tinyModel } from '../../tests/support/tiny-warehouse.ts';
import { compileModel } from '../checks/compile-model.ts';
import { parseModel } from '../documents/read-model.ts';
import { fillGaps } from './fill-gaps.ts';
import { planQuery } from '../planner/query.ts';
import type { AggregatePlan } from '../plan/plan.ts';

it('reports truncation if filled gaps exceed the row limit', () => {
  const model = compileModel(parseModel(tinyModel({}), 'tiny.yaml'));
  const query = { dataset: 'book', dimensions: [{ field: 'day', grain: 'day', fill: true }], measures: ['branches'] };
  const scope = { tenant: 'alder' };
  const plan = planQuery(model, scope, semanticQuery.parse(query)) as AggregatePlan;
  const between = (last: string) =>
    fillGaps(
      plan,
      JSON.stringify([
        ['1990-01-01', 1],
        [last, 2],
      ]),
    );
  const { rowCount, truncated, rows } = between('2025-12-31');
  expect([rowCount, truncated, (JSON.parse(rows) as unknown[]).length]).toEqual([MAX_ROWS, true, MAX_ROWS]);
  expect(between('1990-01-10')).toMatchObject({ rowCount: 10, truncated: false });
});
