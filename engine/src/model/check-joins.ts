import type { Model } from '@rise/contract';
import type { ModelProblem } from '../errors.ts';
import { joinsOf } from '../plan/plan-source.ts';
import { indexCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import type { ProblemPath } from './parse-yaml.ts';

/** Columns by which a model finds one row of a table. */
export interface JoinKey {
  table: string;
  columns: readonly string[];
}
/** A key that is none: how many of its values stand in more than one row. */
export interface RepeatedKey extends JoinKey {
  values: number;
}

const nameOf = ({ table, columns }: JoinKey) => JSON.stringify([table, ...columns.toSorted()]).toLowerCase();

const keysOf = (dataset: Model['datasets'][number]): JoinKey[] =>
  joinsOf(dataset).map(({ table, on }) => ({ table, columns: on.map(({ key }) => key) }));

/** The keys of a model's joins that a warehouse has, each once. */
export function joinKeys(model: Model, catalogue: Catalogue): JoinKey[] {
  const { columns } = indexCatalogue(catalogue);
  const all = model.datasets
    .flatMap(keysOf)
    .filter((key) => key.columns.every((column) => columns(key.table)?.has(column.toLowerCase())));
  return [...new Map(all.map((key) => [nameOf(key), key])).values()];
}

/** The joins of a model that would take more than one row for one, which every sum would count as often. */
export function checkJoins(
  model: Model,
  repeated: readonly RepeatedKey[],
  problem: (path: ProblemPath, message: string) => ModelProblem,
): ModelProblem[] {
  const known = new Map(repeated.map((key) => [nameOf(key), key.values]));
  return model.datasets.flatMap((dataset, index) =>
    keysOf(dataset).flatMap((key, place) => {
      const values = known.get(nameOf(key));
      if (values === undefined) return [];
      const [columns, many] = [key.columns.join(', '), values === 1 ? 'One value' : `${values} values`];
      const remedy = `Add the columns that tell its rows apart, or load '${key.table}' with one row for each ${columns}.`;
      const message = `${many} of ${columns} in '${key.table}' ${values === 1 ? 'stands' : 'stand'} in several rows, so rows of '${dataset.name}' would be counted several times. ${remedy}`;
      return [problem(['datasets', index, 'joins', place], message)];
    }),
  );
}
