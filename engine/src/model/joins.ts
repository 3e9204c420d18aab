import type { Dataset } from '@rise/contract';

/** A table joined to the fact table or to one joined before it, with at most one matching row. */
export interface TableJoin {
  table: string;
  to: string;
  on: { column: string; key: string }[];
}

/** A join as the model declares it. */
export interface DeclaredJoin extends TableJoin {
  relationship: 'many_to_one' | 'one_to_one';
}

/** Joins of a dataset, each with the table it is joined to and the pairs of equal columns. */
export function joinsOf(dataset: Dataset): DeclaredJoin[] {
  return dataset.joins.map(({ table, to, on, relationship = 'many_to_one' }) => ({
    table,
    to: to ?? dataset.table,
    on: on.map((item) => (typeof item === 'string' ? { column: item, key: item } : item)),
    relationship,
  }));
}

/** The joins needed to reach these tables, in the model's order. */
export function joinsTo(dataset: Dataset, tables: Set<string>): TableJoin[] {
  const joins = joinsOf(dataset);
  // A table comes after the one it is joined to, so one pass from the end finds whole chains.
  for (const join of joins.toReversed()) if (tables.has(join.table)) tables.add(join.to);
  return joins.filter((join) => tables.has(join.table)).map(({ table, to, on }) => ({ table, to, on }));
}

/** Columns that have to identify one row of a table. */
export interface JoinKey {
  table: string;
  columns: readonly string[];
}
/** A key that is not unique: how many of its values occur in several rows. */
export interface RepeatedKey extends JoinKey {
  values: number;
}
