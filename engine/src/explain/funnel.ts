import type { FunnelExplanation, FunnelQuery } from '@rise/contract';
import { writeExpression } from '../expression/write.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Plan } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { fieldsIn, funnelKey } from '../planner/fields/fields-in.ts';
import { originOfRows, sourceColumnsOf } from './lineage.ts';

type Explained = Omit<FunnelExplanation, 'loadedAt' | 'dataVersion' | 'asOf' | 'sql' | 'parameters'>;

/** The part of a funnel's explanation that needs only the model and the plan. The query is valid. */
export function explainedFunnel(
  request: { model: CompiledModel; scope: Scope; query: FunnelQuery },
  plan: Plan,
): Explained {
  const { model, scope, query } = request;
  const from = model.datasets.get(query.dataset)!;
  const { dimensions } = from;
  const fact = from.facts[0]!;
  const context = { model, names: new Map<string, string | null>(), scope };
  const valueOf = (name: string) => fact.expressions.values.get(name)!;
  const { by, time, steps, within, sameTime } = query;
  const named = [
    { as: 'key', name: funnelKey(from, query)! },
    { as: 'time', name: time },
    ...(by === undefined ? [] : [{ as: 'by', name: typeof by === 'string' ? by : by.field } as const]),
  ] as const;
  return {
    fields: named.map(({ as, name }) => ({
      as,
      name,
      title: dimensions.get(name)!.title,
      definition: dimensions.get(name)!.description ?? null,
      expression: writeExpression(valueOf(name)),
      columns: sourceColumnsOf(fact, [valueOf(name)], context),
    })),
    steps: steps.map((step) => ({
      name: step.name,
      filter: step.filter ?? null,
      columns: sourceColumnsOf(fact, fieldsIn(step.filter).map(valueOf), context),
    })),
    within: within ?? null,
    sameTime,
    ...originOfRows(request, plan),
  };
}
