import { mapParts } from '../../expression/tree.ts';
import type { TestedType } from '../../expression/tree.ts';
import type { CompiledFact } from '../../model/compiled-model.ts';
import { isAbsent } from '../../model/coverage.ts';
import type { Coverage } from '../../model/coverage.ts';
import { tablesByName } from '../../model/joins.ts';
import type { PlanExpression } from '../../plan/predicates.ts';

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The type of a column's values: as the model declares it, that of a dimension made of it, or else a number. */
function typeOf({ dataset }: CompiledFact, table: string, column: string): TestedType {
  const declared = dataset.optional.find(
    (item) => sameName(item.table, table) && item.column !== undefined && sameName(item.column, column),
  );
  const tableOf = tablesByName(dataset);
  const dimension = dataset.dimensions.find(
    (item) => item.column && sameName(tableOf(item.column.table), table) && sameName(item.column.column, column),
  );
  return declared?.type ?? (dimension?.bands ? 'integer' : dimension?.type) ?? 'integer';
}

/** Replaces columns that the version lacks by null; their tables are then not joined. */
export function presentColumns(
  from: CompiledFact,
  coverage: Coverage | null,
): (expression: PlanExpression) => PlanExpression {
  if (!coverage) return (expression) => expression;
  const tableOf = tablesByName(from.dataset);
  const { table: own, query, joins } = from.dataset;
  // The columns of a query are always there; what its source lacks is null in them.
  const names = new Set([...(query ? [] : [own]), ...joins.map(({ as, table }) => as ?? table)]);
  const map = (item: PlanExpression): PlanExpression => {
    // Other names are of tables that a plan computes.
    if (item.kind !== 'name' || item.table === null || !names.has(item.table)) return mapParts(item, map);
    const [table, column] = [tableOf(item.table), item.name];
    return isAbsent(coverage, { table, column })
      ? { kind: 'absent', table: item.table, name: column, type: typeOf(from, table, column), at: item.at }
      : item;
  };
  return map;
}
