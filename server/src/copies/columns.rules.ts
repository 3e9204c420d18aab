import type { CopiedTable, CopyRun, SourceTable } from '@rise/contract';

export type ColumnChange = NonNullable<CopyRun['failure']>['columns'][number];

/** Columns that came since those of a copy were chosen, and chosen ones that went; a table that went lost them all. */
export function columnChanges(tables: readonly CopiedTable[], present: readonly SourceTable[]): ColumnChange[] {
  return tables.flatMap(({ table, columns, known }) => {
    const now = new Set(present.find(({ name }) => name === table)?.columns.map(({ name }) => name));
    const seen = new Set(known);
    return [
      ...[...now]
        .filter((column) => !seen.has(column))
        .map((column): ColumnChange => ({ table, column, change: 'came' })),
      ...columns
        .filter((column) => !now.has(column))
        .map((column): ColumnChange => ({ table, column, change: 'went' })),
    ];
  });
}

/** What happened, and what to do. */
export function changesMessage(changes: readonly ColumnChange[]): string {
  const list = (change: ColumnChange['change']) =>
    changes
      .filter((item) => item.change === change)
      .map(({ table, column }) => `${table}.${column}`)
      .join(', ');
  const [came, went] = [list('came'), list('went')];
  return [
    'The columns of the source have changed, so nothing was copied.',
    ...(came === '' ? [] : [`New: ${came}.`]),
    ...(went === '' ? [] : [`No longer there: ${went}.`]),
    'Edit the copy, choose the columns, and run it again.',
  ].join(' ');
}
