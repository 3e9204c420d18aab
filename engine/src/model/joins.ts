import type { Dataset } from '@rise/contract';
import { call, columnNamed } from '../expression/build.ts';
import type { TableColumn } from '../expression/columns.ts';
import { once } from '../expression/once.ts';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';

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
  /** Set if a key has several rows, one of which is valid. */
  validity?: Validity;
}

/** Which of a key's rows matches: the one that is valid at a value of the row it is joined to. */
export interface Validity {
  /** A column of what the join is joined to, and its table in the warehouse. */
  at: string;
  toTable: string;
  type: 'date' | 'timestamp' | 'number';
  /** A row is valid from this column's value on; null is an open end. */
  from: string;
  /** The column with its end, where null is an open end, too; null if a row is valid until the next one of its key. */
  until: { column: string; inclusive: boolean } | null;
  /** Number of days after its first one on which a row is still valid, at most; null without a limit. */
  carryDays: number | null;
}

/** A join as the model declares it. */
export interface DeclaredJoin extends Omit<TableJoin, 'where'> {
  relationship: 'many_to_one' | 'one_to_one';
}

/** What a join's columns are qualified by. */
export const joinName = ({ table, as }: Pick<Dataset['joins'][number], 'table' | 'as'>): string => as ?? table;

/** Joins of a dataset, each with what it is joined to and the pairs of equal columns. */
export const joinsOf = once((dataset: Pick<Dataset, 'table' | 'joins'>): readonly DeclaredJoin[] => {
  const tableOf = tablesByName(dataset);
  return dataset.joins.map(({ table, as, to = dataset.table, on, valid, latest, relationship = 'many_to_one' }) => {
    const validity = validityOf({ valid, latest }, tableOf(to));
    return {
      name: joinName({ table, as }),
      table,
      to,
      on: on.map((item) => (typeof item === 'string' ? { column: item, key: item } : item)),
      ...(validity && { validity }),
      relationship,
    };
  });
});

function validityOf(
  { valid, latest }: Pick<Dataset['joins'][number], 'valid' | 'latest'>,
  toTable: string,
): Validity | null {
  if (valid) {
    const { at, type, from, until: column, ends } = valid;
    return { at, toTable, type, from, until: { column, inclusive: ends === 'inclusive' }, carryDays: null };
  }
  if (!latest) return null;
  const { at, type, by, carry } = latest;
  return { at, toTable, type, from: by, until: null, carryDays: carry?.days ?? null };
}

/** The key of the document that says which row is valid. */
export const kindOf = ({ until }: Validity): 'valid' | 'latest' => (until ? 'valid' : 'latest');

/** The joined table's own columns that decide which of a key's rows is valid. */
export const validityColumns = ({ from, until }: Validity): string[] => (until ? [from, until.column] : [from]);

/** The columns by which a join finds its row, by the names of both sides. */
export function columnsOfJoin({ name, to, on, validity }: DeclaredJoin): TableColumn[] {
  return [
    ...on.flatMap(({ column, key }) => [
      { table: name, column: key },
      { table: to, column },
    ]),
    ...(validity
      ? [{ table: to, column: validity.at }, ...validityColumns(validity).map((column) => ({ table: name, column }))]
      : []),
  ];
}

/** What identifies a row that a join matches, among its others, by its columns; never null for one that matches. */
export function rowKeyOf({ name, on, validity }: Pick<DeclaredJoin, 'name' | 'on' | 'validity'>): Expression[] {
  const keys = on.map(({ key }) => columnNamed(name, key));
  if (!validity) return keys;
  const from = columnNamed(name, validity.from);
  if (!validity.until) return [...keys, from];
  // An open end is a value, too.
  const text: Expression = { kind: 'cast', of: from, type: 'string', at: 0 };
  return [...keys, call('coalesce', text, { kind: 'text', value: '', at: 0 })];
}

/** A dataset with the parsed conditions of its joins. */
export interface JoinedDataset {
  dataset: Dataset;
  expressions: { joins: ReadonlyMap<string, Expression> };
}

/** The joins needed to reach these names, in the model's order. */
export function joinsTo({ dataset, expressions }: JoinedDataset, names: Set<string>): TableJoin[] {
  const joins = joinsOf(dataset);
  // A join comes after the one it is joined to, so one pass from the end finds whole chains.
  for (const join of joins.toReversed()) if (names.has(join.name)) names.add(join.to);
  return joins
    .filter((join) => names.has(join.name))
    .map(({ name, table, to, on, validity }) => {
      const where = expressions.joins.get(name) ?? null;
      return { name, table, to, on, where, ...(validity && { validity }) };
    });
}

/** The warehouse's tables by the names of a dataset's joins; a name that the dataset does not have is taken as a table. */
export const tablesByName = once((dataset: Pick<Dataset, 'table' | 'joins'>): ((name: string) => string) => {
  const tables = new Map(dataset.joins.map((join) => [joinName(join), join.table]));
  return (name) => tables.get(name) ?? name;
});

/** A join's condition with its columns qualified by another name. */
export function conditionOn(where: Expression, name: string): Expression {
  const map = (item: Expression): Expression => (item.kind === 'name' ? { ...item, table: name } : mapParts(item, map));
  return map(where);
}

/**
 * Columns that have to identify one row of a table, of those that satisfy a condition on its columns; with a range, the
 * one that is valid at any value.
 */
export interface JoinKey {
  table: string;
  columns: readonly string[];
  where?: Expression;
  range?: Pick<Validity, 'from' | 'type'> & { until: NonNullable<Validity['until']> };
  /** Set if there may be no such row at all. */
  none?: true;
}
/** A key that is not unique: how many of its values occur in several rows, or in several that overlap. */
export interface RepeatedKey extends JoinKey {
  values: number;
  /** Two rows of a key that overlap, as texts; null is an open end. */
  overlap?: { key: (string | null)[]; ranges: [from: string | null, until: string | null][] };
}
