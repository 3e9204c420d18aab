import { MAX_ROWS } from '@rise/contract';
import { expect, it } from 'vitest';
import { tinyModel } from '../../support/tiny-warehouse.ts';
import { semanticQuery } from '@rise/contract';
import { compileModel } from '../model/compile-model.ts';
import { parseModel } from '../model/parse-model.ts';
import { fillGaps } from './fill-gaps.ts';
import { planQuery } from './plan-query.ts';
import type { AggregatePlan } from './plan.ts';

it('gaps that do not fit in an answer are cut off, and that is told', () => {
  const model = compileModel(parseModel(tinyModel({}), 'tiny.yaml'));
  const query = { dataset: 'book', dimensions: [{ field: 'day', grain: 'day', fill: true }], measures: ['branches'] };
  const scope = { tenant: 'alder', policyHash: '', predicates: [] };
  const plan = planQuery(model, scope, semanticQuery.parse(query)) as AggregatePlan;
  const between = (last: string) => fillGaps(plan, JSON.stringify([['1990-01-01', 1], [last, 2]])); // prettier-ignore
  const { rowCount, truncated, rows } = between('2025-12-31');
  expect([rowCount, truncated, (JSON.parse(rows) as unknown[]).length]).toEqual([MAX_ROWS, true, MAX_ROWS]);
  expect(between('1990-01-10')).toMatchObject({ rowCount: 10, truncated: false });
});
