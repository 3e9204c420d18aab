import type { Model } from '@rise/contract';
import type { IssuePath, ModelIssue } from '../errors.ts';
import type { JoinKey, RepeatedKey } from '../model/joins.ts';
import { joinsOf } from '../model/joins.ts';
import { indexCatalogue } from '../model/catalogue.ts';
import type { Catalogue } from '../model/catalogue.ts';

const nameOf = ({ table, columns }: JoinKey) => JSON.stringify([table, ...columns.toSorted()]).toLowerCase();

const keysOf = (dataset: Model['datasets'][number]): JoinKey[] =>
  joinsOf(dataset).map(({ table, on }) => ({ table, columns: on.map(({ key }) => key) }));

/** Join keys of a model whose columns the warehouse has, without duplicates. */
export function joinKeys(model: Model, catalogue: Catalogue): JoinKey[] {
  const { columns } = indexCatalogue(catalogue);
  const all = model.datasets
    .flatMap(keysOf)
    .filter((key) => key.columns.every((column) => columns(key.table)?.has(column.toLowerCase())));
  return [...new Map(all.map((key) => [nameOf(key), key])).values()];
}

/** Reports joins that match several rows, since every sum would count those rows several times. */
export function checkJoins(
  model: Model,
  repeated: readonly RepeatedKey[],
  issueAt: (path: IssuePath, message: string) => ModelIssue,
): ModelIssue[] {
  const known = new Map(repeated.map((key) => [nameOf(key), key.values]));
  return model.datasets.flatMap((dataset, index) =>
    keysOf(dataset).flatMap((key, place) => {
      const values = known.get(nameOf(key));
      if (values === undefined) return [];
      const [columns, many] = [key.columns.join(', '), values === 1 ? 'One value' : `${values} values`];
      const remedy = `Add the columns that identify its rows, or load '${key.table}' with one row for each ${columns}.`;
      const message = `${many} of ${columns} in '${key.table}' ${values === 1 ? 'occurs' : 'occur'} in several rows, so rows of '${dataset.name}' would be counted several times. ${remedy}`;
      return [issueAt(['datasets', index, 'joins', place], message)];
    }),
  );
}
