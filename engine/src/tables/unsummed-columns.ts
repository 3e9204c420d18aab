import type { CompiledModel } from '../model/compiled-model.ts';
import type { UnsummedColumns } from '../warehouses/embedded/messages.ts';
import { columnUses, tableLinks } from './column-uses.ts';

/** Columns by which a model joins tables, and those that only divide its figures: identifiers and codes, no amounts. */
export function unsummedColumns(model: CompiledModel): UnsummedColumns {
  const found = new Map<string, Set<string>>();
  const add = (table: string, column: string) => {
    const columns = found.get(table.toLowerCase()) ?? new Set();
    found.set(table.toLowerCase(), columns.add(column.toLowerCase()));
  };
  const uses = columnUses(model);
  const measured = new Set(uses.flatMap((use) => (use.kind === 'measure' ? [placeOf(use)] : [])));
  for (const use of uses)
    if (use.kind === 'dimension' && use.plain && !measured.has(placeOf(use))) add(use.table, use.column);
  for (const { from, to, on } of tableLinks(model))
    for (const { column, key } of on) {
      add(from, column);
      add(to, key);
    }
  return Object.fromEntries([...found].map(([table, columns]) => [table, [...columns]]));
}

const placeOf = ({ table, column }: { table: string; column: string }) =>
  JSON.stringify([table.toLowerCase(), column.toLowerCase()]);
