import type { RowListExplanation, RowListQuery } from '@rise/contract';
import { writeExpression } from '../expression/write.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Plan } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { originOfRows, sourceColumnsOf } from './lineage.ts';

type Explained = Omit<RowListExplanation, 'loadedAt' | 'dataVersion' | 'asOf' | 'sql' | 'parameters'>;

/** The part of a list's explanation that needs only the model and the plan. */
export function explainedList(
  request: { model: CompiledModel; scope: Scope; query: RowListQuery },
  plan: Plan,
): Explained {
  const { model, scope, query } = request;
  const { dimensions, measures, facts } = model.datasets.get(query.dataset)!;
  const fact = facts[0]!;
  const context = { model, names: new Map<string, string | null>(), scope };
  const columns = query.columns.map((column, place) => {
    const field = typeof column === 'string' ? column : column.field;
    const value = fact.expressions.values.get(field);
    const where = fact.expressions.conditions.get(field);
    const { name, title } = plan.columns[place]!;
    return {
      name,
      title,
      definition: measures.get(field)?.definition ?? dimensions.get(field)?.description ?? null,
      expression: value ? writeExpression(value) : null,
      where: where ? writeExpression(where) : null,
      columns: sourceColumnsOf(
        fact,
        [value, where].filter((item) => item !== undefined),
        context,
      ),
    };
  });
  return { columns, ...originOfRows(request, plan) };
}
