import { once } from './once.ts';
import { walk } from './tree.ts';
import type { Expression } from './tree.ts';

/** A column with its table, named as in the warehouse. */
export interface TableColumn {
  table: string;
  column: string;
}

/** Columns that an expression refers to, without duplicates. */
export function columnsIn(expression: Expression): TableColumn[] {
  const columns = new Map<string, TableColumn>();
  walk(expression, (item) => {
    if (item.kind === 'name' && item.table !== null)
      columns.set(`${item.table}.${item.name}`, { table: item.table, column: item.name });
  });
  return [...columns.values()];
}

/** Tables whose columns an expression refers to. */
export const tablesOfExpression = once((expression: Expression): readonly string[] => [
  ...new Set(columnsIn(expression).map(({ table }) => table)),
]);
