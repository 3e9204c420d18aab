import type { CopiedTable, DataImport, ImportTable, ImportTableChange, TableSettings } from '@rise/contract';

type Column = Extract<TableSettings, { kind: 'typed' }>['columns'][number];

/** Decimals that an exact number may have where its type does not say how many. */
const PLACES = 12;
const NUMBERS = { decimal: '.', thousands: '', affix: '' } as const;

/**
 * How a copied table is loaded. `whole`: it takes the place of what there is. `numbers`: columns of exact numbers without
 * fixed places, which files hold as texts.
 */
export function tableChange(
  found: ImportTable,
  copied: CopiedTable,
  { whole, numbers, warehouse }: { whole: boolean; numbers: ReadonlySet<string>; warehouse: DataImport['warehouse'] },
): ImportTableChange {
  const settings = found.settings?.kind === 'typed' ? found.settings : null;
  const nameOf = (title: string) => settings?.columns.find((column) => column.title === title)?.name ?? title;
  const target = warehouse.find(({ table }) => table.toLowerCase() === copied.target.toLowerCase());
  const asOf = copied.asOf === null ? null : nameOf(copied.asOf);
  const sortBy = asOf ?? (copied.watermark === null ? null : nameOf(copied.watermark));
  return {
    id: found.id,
    include: true,
    target: target?.table ?? copied.target,
    mode: whole || copied.mode === 'replace' ? 'replace' : copied.mode,
    key: whole || copied.mode !== 'upsert' ? [] : copied.key.map(nameOf),
    day: null,
    sortBy: sortBy === null ? [] : [sortBy],
    asOf,
    // The rows between two marks are copied once.
    loadAgain: true,
    ...(settings && {
      settings: {
        ...settings,
        columns: settings.columns.map((column) =>
          numbers.has(column.title) ? asNumber(column, found, target?.columns) : column,
        ),
      },
    }),
  };
}

/** Read as what the table has; a new column is exact where the samples fit. */
function asNumber(
  column: Column,
  { columns }: ImportTable,
  present: readonly { name: string; type: string }[] = [],
): Column {
  const before = present.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())?.type ?? '';
  const scale = /^DECIMAL\(\d+,\s*(\d+)\)$/.exec(before)?.[1];
  const samples = columns.find(({ title }) => title === column.title)?.samples ?? [];
  const isLong = samples.some((value) => (/\.(\d+?)0*$/.exec(value)?.[1]?.length ?? 0) > PLACES);
  if (before === 'DOUBLE' || (scale === undefined && isLong))
    return { ...column, type: { kind: 'number', ...NUMBERS } };
  return { ...column, type: { kind: 'decimal', scale: scale === undefined ? PLACES : Number(scale), ...NUMBERS } };
}
