import type { Model } from '@rise/contract';
import type { IssuePath, ModelIssue } from '../errors.ts';
import type { JoinKey, RepeatedKey } from '../model/joins.ts';
import { joinsOf } from '../model/joins.ts';
import type { DeclaredJoin } from '../model/joins.ts';
import { indexCatalogue } from '../model/catalogue.ts';
import type { Catalogue } from '../model/catalogue.ts';

const nameOf = ({ table, columns }: JoinKey) => JSON.stringify([table, ...columns.toSorted()]).toLowerCase();

const keyOf = ({ table, on }: DeclaredJoin): JoinKey => ({ table, columns: on.map(({ key }) => key) });
/** What has to be unique on the other side of a one-to-one join. */
const otherKeyOf = ({ to, on, relationship }: DeclaredJoin): JoinKey | null =>
  relationship === 'one_to_one' ? { table: to, columns: on.map(({ column }) => column) } : null;

const keysOf = (dataset: Model['datasets'][number]): JoinKey[] =>
  joinsOf(dataset).flatMap((join) => [keyOf(join), otherKeyOf(join)].filter((key) => key !== null));

/** Join keys of a model whose columns the warehouse has, without duplicates. */
export function joinKeys(model: Model, catalogue: Catalogue): JoinKey[] {
  const { columns } = indexCatalogue(catalogue);
  const all = model.datasets
    .flatMap(keysOf)
    .filter((key) => key.columns.every((column) => columns(key.table)?.has(column.toLowerCase())));
  return [...new Map(all.map((key) => [nameOf(key), key])).values()];
}

const occurs = ({ columns, values }: RepeatedKey) =>
  `${values === 1 ? 'One value' : `${values} values`} of ${columns.join(', ')}`;

/**
 * Reports joins that match several rows, since every sum would count those rows several times, and one-to-one joins
 * whose rows are shared.
 */
export function checkJoins(
  model: Model,
  repeated: readonly RepeatedKey[],
  issueAt: (path: IssuePath, message: string) => ModelIssue,
): ModelIssue[] {
  const known = new Map(repeated.map((key) => [nameOf(key), key.values]));
  return model.datasets.flatMap((dataset, index) =>
    joinsOf(dataset).flatMap((join, place) => {
      const repeatedKey = (key: JoinKey | null): RepeatedKey | null => {
        const values = key ? known.get(nameOf(key)) : undefined;
        return key && values !== undefined ? { ...key, values } : null;
      };
      const path = ['datasets', index, 'joins', place];
      const issues: ModelIssue[] = [];
      const [own, other] = [repeatedKey(keyOf(join)), repeatedKey(otherKeyOf(join))];
      const verb = ({ values }: RepeatedKey) => (values === 1 ? 'occurs' : 'occur');
      if (own) {
        const remedy = `Add the columns that identify its rows, or load '${own.table}' with one row for each ${own.columns.join(', ')}.`;
        const message = `${occurs(own)} in '${own.table}' ${verb(own)} in several rows, so rows of '${dataset.name}' would be counted several times. ${remedy}`;
        issues.push(issueAt(path, message));
      }
      if (other) {
        const message = `${occurs(other)} ${verb(other)} in several rows of '${other.table}', so the join to '${join.table}' is not one to one. Leave 'relationship' out: each row of '${join.table}' then counts once.`;
        issues.push(issueAt([...path, 'relationship'], message));
      }
      return issues;
    }),
  );
}
