import type { Dataset, Model } from '@rise/contract';
import type { IssuePath, ModelIssue } from '../errors.ts';
import { lastKnownKeys } from './last-known.ts';
import type { JoinKey, RepeatedKey } from '../model/joins.ts';
import { joinsOf } from '../model/joins.ts';
import { indexCatalogue } from '../model/catalogue.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { readExpressions } from '../model/read-expressions.ts';

/** What has to be unique for a part of a dataset, and what is wrong where it is not. */
interface NeededKey {
  key: JoinKey;
  /** In the dataset. */
  path: IssuePath;
  issue: (repeated: string, key: JoinKey) => string;
}

/** Rows of a join that matches several would count several times; one-to-one joins share no row. */
function keysOfJoins(dataset: Dataset): NeededKey[] {
  return joinsOf(dataset).flatMap(({ table, to, on, relationship }, place): NeededKey[] => {
    const path = ['joins', place];
    const own: NeededKey = {
      key: { table, columns: on.map(({ key }) => key) },
      path,
      issue: (repeated, { columns }) =>
        `${repeated} in several rows of '${table}', so rows of '${dataset.name}' would be counted several times. Add the columns that identify its rows, or load '${table}' with one row for each ${columns.join(', ')}.`,
    };
    const other: NeededKey = {
      key: { table: to, columns: on.map(({ column }) => column) },
      path: [...path, 'relationship'],
      issue: (repeated) =>
        `${repeated} in several rows of '${to}', so the join to '${table}' is not one to one. Leave 'relationship' out: each row of '${table}' then counts once.`,
    };
    return relationship === 'one_to_one' ? [own, other] : [own];
  });
}

function neededKeys(model: Model, dataset: Dataset): NeededKey[] {
  const known = lastKnownKeys(
    dataset,
    readExpressions(model, dataset, [], () => undefined),
  ).map(({ measure, key, ordered }): NeededKey => ({
    key,
    path: ['measures', measure, 'over'],
    issue: (repeated) =>
      `${repeated} in several rows of '${key.table}', so it is unclear which of them is the last. ${ordered ? 'Take a column that orders them' : 'Name the column that orders them'} as 'order'.`,
  }));
  return [...keysOfJoins(dataset), ...known];
}

const nameOf = ({ table, columns }: JoinKey) => JSON.stringify([table, ...columns.toSorted()]).toLowerCase();

/** What has to be unique for a model, of the columns that the warehouse has, without duplicates. */
export function uniqueKeys(model: Model, catalogue: Catalogue): JoinKey[] {
  const { columns } = indexCatalogue(catalogue);
  const all = model.datasets
    .flatMap((dataset) => neededKeys(model, dataset).map(({ key }) => key))
    .filter((key) => key.columns.every((column) => columns(key.table)?.has(column.toLowerCase())));
  return [...new Map(all.map((key) => [nameOf(key), key])).values()];
}

/** Reports joins that match several rows, one-to-one joins whose rows are shared, and last values that are not one. */
export function checkKeys(
  model: Model,
  repeated: readonly RepeatedKey[],
  issueAt: (path: IssuePath, message: string) => ModelIssue,
): ModelIssue[] {
  const known = new Map(repeated.map((key) => [nameOf(key), key.values]));
  return model.datasets.flatMap((dataset, index) =>
    neededKeys(model, dataset).flatMap(({ key, path, issue }) => {
      const values = known.get(nameOf(key));
      if (values === undefined) return [];
      const columns = key.columns.join(', ');
      const what = values === 1 ? `One value of ${columns} occurs` : `${values} values of ${columns} occur`;
      return [issueAt(['datasets', index, ...path], issue(what, key))];
    }),
  );
}
