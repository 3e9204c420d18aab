import type { ColumnMask, ModelRowRule } from '@rise/contract';
import { columnsIn } from '../../expression/columns.ts';
import { mapParts } from '../../expression/tree.ts';
import type { CompiledFact } from '../../model/compiled-model.ts';
import { joinsOf, tablesByName, validityColumns } from '../../model/joins.ts';
import type { PlanExpression } from '../../plan/predicates.ts';
import type { Scope } from '../../plan/scope.ts';

type Reader = Scope['reader'];

/** Everyone whose rights apply: the reader, and the person viewing as them, if any. */
export function readersOf({ reader, onBehalfOf }: Scope): Reader[] {
  return onBehalfOf === undefined ? [reader] : [reader, onBehalfOf];
}

/** Whether a rule or mask applies to this reader. An unnamed reader is exempt from none. */
function isAbout({ appliesTo, exceptFor }: ModelRowRule | ColumnMask, reader: Reader): boolean {
  if (reader === 'system') return false;
  const among = (readers: ModelRowRule['appliesTo']) =>
    readers !== undefined &&
    (readers.roles.some((role) => reader?.roles.includes(role) ?? false) ||
      readers.groups.some((group) => reader?.groups.includes(group) ?? false));
  if (among(exceptFor)) return false;
  return appliesTo === undefined || reader === undefined || reader.unnamed === true || among(appliesTo);
}

/** The dataset's rules that apply to this reader. */
export function rulesAbout({ dataset }: CompiledFact, reader: Reader): ModelRowRule[] {
  return dataset.rules.filter((rule) => isAbout(rule, reader));
}

/** The dataset's masks that apply to this reader. */
export function masksAbout({ dataset }: CompiledFact, reader: Reader): ColumnMask[] {
  return dataset.masks.filter((mask) => isAbout(mask, reader));
}

const key = (table: string, column: string) => `${table}.${column}`.toLowerCase();

/** What is empty for a reader in a dataset. */
export interface HiddenColumns {
  /** Whether anything is. */
  readonly any: boolean;
  /** Whether a mask names the column of a table, or one that equals it by a join. */
  inTable(table: string, column: string): boolean;
  /** Whether all columns of a join are empty: which rows it matches depends on a masked column. */
  join(name: string): boolean;
  /** Whether a column of a join is empty. */
  column(join: string, column: string): boolean;
}

/**
 * Keys of the columns that masks name, and of those that joins compare with one of them: in a joined row they have the
 * same value.
 */
function maskedKeys({ dataset }: CompiledFact, masks: readonly ColumnMask[]): ReadonlySet<string> {
  const masked = new Set(masks.flatMap((mask) => mask.columns.map(({ table, column }) => key(table, column))));
  if (masked.size === 0) return masked;
  const tableOf = tablesByName(dataset);
  const pairs = joinsOf(dataset).flatMap(({ table, to, on }) =>
    on.map((pair) => [key(tableOf(to), pair.column), key(table, pair.key)] as const),
  );
  for (let size = -1; size !== masked.size;) {
    size = masked.size;
    for (const pair of pairs)
      if (pair.some((column) => masked.has(column))) for (const column of pair) masked.add(column);
  }
  return masked;
}

/** Whether a mask empties a column of a table in a dataset, by its name or as the equal of one by a join. */
export function isHiddenBy(from: CompiledFact, mask: ColumnMask): (table: string, column: string) => boolean {
  const masked = maskedKeys(from, [mask]);
  return (table, column) => masked.has(key(table, column));
}

/** The columns that masks hide from this reader, in every role of their tables, and those that equal them by a join. */
export function hiddenColumns(from: CompiledFact, scope: Scope): HiddenColumns {
  const { dataset, expressions } = from;
  const masked = maskedKeys(
    from,
    readersOf(scope).flatMap((reader) => masksAbout(from, reader)),
  );
  const tableOf = tablesByName(dataset);
  const inTable = (table: string, column: string) => masked.has(key(table, column));
  const joins = new Set<string>();
  for (const { name, table, to, validity } of joinsOf(dataset)) {
    const where = expressions.joins.get(name);
    const deciding = [
      ...(where ? columnsIn(where).map(({ column }) => column) : []),
      ...(validity ? validityColumns(validity) : []),
    ];
    const isByValue = validity !== undefined && inTable(validity.toTable, validity.at);
    if (joins.has(to) || isByValue || deciding.some((column) => inTable(table, column))) joins.add(name);
  }
  return {
    any: masked.size > 0,
    inTable,
    join: (name) => joins.has(name),
    column: (join, column) => joins.has(join) || inTable(tableOf(join), column),
  };
}

/** Replaces hidden columns by null. */
export function withoutColumns(expression: PlanExpression, hidden: HiddenColumns): PlanExpression {
  const map = (item: PlanExpression): PlanExpression => {
    if (item.kind !== 'name' || item.table === null) return mapParts(item, map);
    return hidden.column(item.table, item.name) ? { kind: 'nothing', like: item, at: item.at } : item;
  };
  return map(expression);
}
