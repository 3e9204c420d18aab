import type { Dataset } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import type { DatasetExpressions } from './read-expressions.ts';

/** A table joined to the fact table or to one joined before it, with at most one matching row. */
export interface TableJoin {
  /** Its name in the dataset, which qualifies its columns: `as`, or else the table's. */
  name: string;
  table: string;
  /** The name of what it is joined to. */
  to: string;
  on: { column: string; key: string }[];
  /** The rows of the table that match, by their own columns; null for all. */
  where: Expression | null;
}

/** A join as the model declares it. */
export interface DeclaredJoin extends Omit<TableJoin, 'where'> {
  relationship: 'many_to_one' | 'one_to_one';
}

/** What a join's columns are qualified by. */
export const joinName = ({ table, as }: Pick<Dataset['joins'][number], 'table' | 'as'>): string => as ?? table;

/** Joins of a dataset, each with what it is joined to and the pairs of equal columns. */
export function joinsOf(dataset: Pick<Dataset, 'table' | 'joins'>): DeclaredJoin[] {
  return dataset.joins.map(({ table, as, to, on, relationship = 'many_to_one' }) => ({
    name: joinName({ table, as }),
    table,
    to: to ?? dataset.table,
    on: on.map((item) => (typeof item === 'string' ? { column: item, key: item } : item)),
    relationship,
  }));
}

/** A dataset with the parsed conditions of its joins. */
export interface JoinedDataset {
  dataset: Dataset;
  expressions: Pick<DatasetExpressions, 'joins'>;
}

/** The joins needed to reach these names, in the model's order. */
export function joinsTo({ dataset, expressions }: JoinedDataset, names: Set<string>): TableJoin[] {
  const joins = joinsOf(dataset);
  // A join comes after the one it is joined to, so one pass from the end finds whole chains.
  for (const join of joins.toReversed()) if (names.has(join.name)) names.add(join.to);
  return joins
    .filter((join) => names.has(join.name))
    .map(({ name, table, to, on }) => ({ name, table, to, on, where: expressions.joins.get(name) ?? null }));
}

/** The warehouse's tables by the names of a dataset's joins; a name that the dataset does not have is taken as a table. */
export function tablesByName(dataset: Pick<Dataset, 'table' | 'joins'>): (name: string) => string {
  const tables = new Map(dataset.joins.map((join) => [joinName(join), join.table]));
  return (name) => tables.get(name) ?? name;
}

/** A join's condition with its columns qualified by another name. */
export function conditionOn(where: Expression, name: string): Expression {
  const map = (item: Expression): Expression => (item.kind === 'name' ? { ...item, table: name } : mapParts(item, map));
  return map(where);
}

/** Columns that have to identify one row of a table, of those that satisfy a condition on its columns. */
export interface JoinKey {
  table: string;
  columns: readonly string[];
  where?: Expression;
}
/** A key that is not unique: how many of its values occur in several rows. */
export interface RepeatedKey extends JoinKey {
  values: number;
}
