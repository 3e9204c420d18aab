import { columnsIn } from '../expression/columns.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { dimensionBehind, queryOfRows } from '../model/derived-datasets.ts';
import type { Scope } from '../plan/scope.ts';
import { hiddenColumns } from '../planner/binding/rights.ts';
import { measuresBehind } from './lineage.ts';

/** By dataset, the dimensions and measures that use a column which a mask hides from the scope's reader. */
export function hiddenFields(model: CompiledModel, scope: Scope): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const of = (name: string): ReadonlySet<string> => {
    const known = found.get(name);
    if (known) return known;
    const hidden = hiddenIn(model.datasets.get(name)!, scope, of);
    found.set(name, hidden);
    return hidden;
  };
  for (const name of model.datasets.keys()) of(name);
  return found;
}

function hiddenIn(compiled: CompiledDataset, scope: Scope, of: (dataset: string) => ReadonlySet<string>) {
  const isHidden = new Map(compiled.facts.map((fact) => [fact, columnTest(fact, scope, of)]));
  const usesHidden = (fact: CompiledFact, name: string): boolean => {
    const { values, conditions, currencies } = fact.expressions;
    return [values.get(name), conditions.get(name), currencies.get(name)].some(
      (item) => item !== undefined && columnsIn(item).some(isHidden.get(fact)!),
    );
  };
  const dimensions = [...compiled.dimensions.keys()].filter((name) =>
    compiled.facts.some((fact) => usesHidden(fact, name)),
  );
  const measures = [...compiled.measures.keys()].filter((name) =>
    measuresBehind(compiled, name).some((part) => {
      const fact = compiled.factOf.get(part);
      return fact !== undefined && usesHidden(fact, part);
    }),
  );
  return new Set([...dimensions, ...measures]);
}

/** Whether a column is hidden: by a mask, or in a derived dataset because what its rows are computed from is. */
function columnTest(fact: CompiledFact, scope: Scope, of: (dataset: string) => ReadonlySet<string>) {
  const hidden = hiddenColumns(fact, scope);
  const query = queryOfRows(fact.dataset);
  return ({ table, column }: { table: string; column: string }): boolean => {
    if (hidden.column(table, column)) return true;
    if (!query || table !== fact.dataset.table) return false;
    return of(query.dataset).has(dimensionBehind(query, column)?.field ?? column);
  };
}
