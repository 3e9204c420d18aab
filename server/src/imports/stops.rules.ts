import type { Drift, ImportTable, StopCode } from '@rise/contract';
import { isRequired, sameName, type DraftTable } from './draft.rules.ts';
import { columnsOf, decidedSettings } from './drift.rules.ts';

type Stop = ImportTable['stops'][number];

export interface StopContext {
  readonly table: DraftTable;
  readonly drift: readonly Drift[];
  /** The version with which the same rows were loaded; null: none. */
  readonly loadedAs: number | null;
  /** Whether its uploaded file is stored. */
  readonly isStored: boolean;
  /** All tables of the import that are included. */
  readonly included: readonly DraftTable[];
}

/** Why a table cannot be loaded yet; none for one that is left out. */
export function stopsOf(context: StopContext): Stop[] {
  const { table, isStored } = context;
  if (!table.include) return [];
  if (!isStored) return [stop('expired', 'The file is no longer stored. Upload it again.')];
  if (table.settings === null)
    return [stop('unreadable', table.error?.message ?? 'The table cannot be read. Leave it out.')];
  const settings = decidedSettings(table.settings, context.drift);
  return [
    ...doubtStops(table),
    ...driftStops(context.drift),
    ...columnStops({ ...table, settings }),
    ...repeatStops(context),
    ...targetStops(context),
  ];
}

const stop = (code: StopCode, message: string, column: string | null = null): Stop => ({ code, column, message });

function doubtStops({ doubts, remembered }: DraftTable): Stop[] {
  if (remembered) return [];
  return doubts
    .filter((doubt) => doubt.answer === null && isRequired(doubt))
    .map(({ column }) => stop('doubt', `Choose how ${column ?? 'the table'} is read.`, column));
}

function driftStops(drift: readonly Drift[]): Stop[] {
  return drift
    .filter(({ decision }) => decision === null)
    .map(({ column, before }) => stop('drift', `Decide about ${before?.name ?? column}, which has changed.`, column));
}

/** Columns that the way of loading needs, and that the file does not have or are left out. */
function columnStops(table: DraftTable): Stop[] {
  const columns = columnsOf(table);
  const find = (name: string) => columns.find((column) => sameName(column.name, name));
  const isDay = (name: string) => /^(DATE|TIMESTAMP)/.test(find(name)?.type ?? '');
  const stops: Stop[] = [];
  if (table.mode === 'upsert' && table.key.length === 0)
    stops.push(stop('key', 'Choose the columns that identify a row.'));
  if (table.mode === 'upsert')
    for (const name of table.key)
      if (!find(name)) stops.push(stop('key', `${name} identifies rows but is not loaded.`, name));
  if (table.mode === 'days' && (table.day === null || !isDay(table.day)))
    stops.push(stop('day', 'Choose a date column by whose days rows are replaced.', table.day));
  for (const name of table.sortBy)
    if (!find(name)) stops.push(stop('column', `Rows are sorted by ${name}, which is not loaded.`, name));
  if (table.asOf !== null && !isDay(table.asOf))
    stops.push(stop('column', `${table.asOf} is the as-of date but is no date that is loaded.`, table.asOf));
  return stops;
}

/** Rows that would be in the table twice. Loaded any other way, they take their own place. */
function repeatStops({ table, loadedAs }: StopContext): Stop[] {
  if (loadedAs === null || table.mode !== 'append' || table.loadAgain) return [];
  return [stop('same_file', `The same rows were loaded as version ${loadedAs}. Leave them out, or load them again.`)];
}

/** Several files go into one table together: in one way only. */
function targetStops({ table, included }: StopContext): Stop[] {
  const way = ({ mode, key, day, asOf, sortBy }: DraftTable) => JSON.stringify([mode, key, day, asOf, sortBy]);
  const others = included.filter(({ target }) => sameName(target, table.target));
  const differs = others.some((other) => way(other) !== way(table));
  return differs ? [stop('target', `Load all files for ${table.target} in the same way.`)] : [];
}
