import { MAX_ROWS, type Dimension, type ResultColumn } from '@rise/contract';
import type { CompiledModel } from '../model/compile-model.ts';
import { bindScope } from './bound.ts';
import type { Bound } from './bound.ts';
import { planField, planIn } from './plan-filter.ts';
import { planQuery } from './plan-query.ts';
import type { AggregatePlan, Plan, PlanPredicate, UnlabelledPlan } from './plan.ts';
import type { Scope } from './scope.ts';

/** Whether a dimension's values are codes that the model gives labels to. */
export function isCoded(dimension: Dimension): boolean {
  return (dimension.values?.length ?? 0) > 0 && !dimension.bands;
}

/** Rows whose code has no label. A row without a code is not one of them. */
function unlabelled(bound: Bound, dimension: Dimension): PlanPredicate {
  const field = planField(bound, dimension);
  // A label for what can't be a value of this type labels nothing.
  const labels = (dimension.values ?? []).filter(({ value }) => {
    let fits = true;
    planIn(field, [value], '', () => (fits = false));
    return fits;
  });
  const labelled = planIn(
    field,
    labels.map(({ value }) => value),
    '',
    () => {},
  );
  return {
    kind: 'all',
    of: [
      { kind: 'not', of: { kind: 'null', field } },
      { kind: 'not', of: labelled },
    ],
  };
}

/** The distinct codes of one dimension that have no label. */
export function planUnlabelledCodes(
  model: CompiledModel,
  scope: Scope,
  dataset: string,
  dimension: Dimension,
): AggregatePlan {
  const plan = planQuery(model, scope, {
    kind: 'aggregate',
    dataset,
    dimensions: [dimension.name],
    measures: [],
    calculations: [],
    order: [],
    limit: MAX_ROWS,
    offset: 0,
    totals: false,
  }) as AggregatePlan;
  return { ...plan, filter: unlabelled(bindScope(model, model.datasets.get(dataset)!, scope, null), dimension) };
}

const count = (name: string): ResultColumn => ({ name, title: { en: name }, role: 'statistic', type: 'integer' });

/** How many rows a query reads, and for each of its dimensions how many of them have a code without a label. */
export function planUnlabelledRows(
  model: CompiledModel,
  scope: Scope,
  plan: Plan,
  dimensions: readonly Dimension[],
): UnlabelledPlan {
  const bound = bindScope(model, model.datasets.get(plan.dataset)!, scope, null);
  return {
    kind: 'unlabelled',
    dataset: plan.dataset,
    source: plan.source,
    filter: plan.filter,
    atoms: [],
    unlabelled: dimensions.map((dimension) => unlabelled(bound, dimension)),
    columns: [count('rows'), ...dimensions.map(({ name }) => count(name))],
  };
}
