import type { ImportTable, InspectedColumn, TableSettings, TextColumnType } from '@rise/contract';

export type SettingsColumn = TableSettings['columns'][number];

/** What a person can change of a column; `type` null: a typed file's own. */
export interface ColumnChange {
  name?: string;
  type?: TextColumnType | null;
  nullTexts?: string[];
}

const key = (title: string): string => title.trim().toLowerCase();
const isSame = (one: string, other: string): boolean => key(one) === key(other);

const withColumns = (settings: TableSettings, columns: readonly SettingsColumn[]): TableSettings =>
  ({ ...settings, columns }) as TableSettings;

export const findColumn = (settings: TableSettings, title: string): SettingsColumn | null =>
  settings.columns.find((column) => isSame(column.title, title)) ?? null;

export function changeColumn(settings: TableSettings, title: string, change: ColumnChange): TableSettings {
  const columns = settings.columns.map((column) =>
    isSame(column.title, title) ? ({ ...column, ...change } as SettingsColumn) : column,
  );
  return withColumns(settings, columns);
}

export const leaveOutColumn = (settings: TableSettings, title: string): TableSettings =>
  withColumns(
    settings,
    settings.columns.filter((column) => !isSame(column.title, title)),
  );

/** Columns of the file that are not loaded. */
export const leftOutColumns = (settings: TableSettings, all: readonly InspectedColumn[]): InspectedColumn[] =>
  all.filter(({ title }) => findColumn(settings, title) === null);

/** A name that no other column has. */
function distinctName(name: string, settings: TableSettings): string {
  const names = new Set(settings.columns.map((column) => column.name));
  for (let number = 2; ; number += 1) {
    const candidate = number === 2 && !names.has(name) ? name : `${name.slice(0, 58)}_${number}`;
    if (!names.has(candidate)) return candidate;
  }
}

/** Loads a column after all, at its place in the file: as text, or as the type that a typed file has. */
export function takeColumn(
  settings: TableSettings,
  { title, name }: Pick<InspectedColumn, 'title' | 'name'>,
  all: readonly Pick<InspectedColumn, 'title'>[],
): TableSettings {
  if (findColumn(settings, title) !== null) return settings;
  const column = { title, name: distinctName(name, settings) };
  const added: SettingsColumn =
    settings.kind === 'typed' ? { ...column, type: null } : { ...column, type: { kind: 'text' }, nullTexts: [] };
  const order = new Map(all.map((other, place) => [key(other.title), place]));
  const place = (other: SettingsColumn) => order.get(key(other.title)) ?? order.size;
  const before = settings.columns.findIndex((other) => place(other) > place(added));
  const at = before < 0 ? settings.columns.length : before;
  return withColumns(settings, settings.columns.toSpliced(at, 0, added));
}

/** The start of a column's name in the warehouse, from a title. */
export function nameFromTitle(title: string): string {
  const plain = title
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[a-z]/.test(plain) ? plain : `c_${plain}`.replace(/_$/, '');
}

const NAME = /^[a-z][a-z0-9_]{0,62}$/;
export type NameProblem = 'form' | 'taken';

/** What is wrong with a column's new name; null: nothing. */
export function nameProblem(settings: TableSettings, title: string, name: string): NameProblem | null {
  if (!NAME.test(name)) return 'form';
  return settings.columns.some((column) => column.name === name && !isSame(column.title, title)) ? 'taken' : null;
}

/**
 * Settings whose columns are those that a file has when it is read in another way: those that are no longer found are
 * dropped, those that appear are read as text.
 */
export function adaptColumns(
  settings: TableSettings,
  { missing, unlisted }: { missing: readonly string[]; unlisted: readonly string[] },
): TableSettings | null {
  const rest = settings.columns.filter(({ title }) => !missing.some((other) => isSame(other, title)));
  const found = unlisted.reduce(
    (adapted, title) => takeColumn(adapted, { title, name: nameFromTitle(title) }, []),
    withColumns(settings, rest),
  );
  return found.columns.length === 0 ? null : found;
}

/** Whether a column is read as days. */
export const isDay = ({ title, type }: SettingsColumn, all: readonly InspectedColumn[]): boolean =>
  type === null
    ? /^(DATE|TIMESTAMP)/.test(all.find((column) => isSame(column.title, title))?.fileType ?? '')
    : type.kind === 'date' || type.kind === 'timestamp';

type References = Pick<ImportTable, 'key' | 'day' | 'sortBy' | 'asOf'>;

/** What refers to a table's columns, once they have other names or types, or are left out. */
export function followColumns(table: ImportTable, changed: TableSettings): References {
  const titles = new Map(table.settings?.columns.map(({ name, title }) => [name, title]));
  const follow = (name: string): SettingsColumn[] => {
    const column = findColumn(changed, titles.get(name) ?? '');
    return column === null ? [] : [column];
  };
  const names = (columns: readonly string[]) => columns.flatMap(follow).map(({ name }) => name);
  const day = (name: string | null) =>
    name === null ? null : (follow(name).find((column) => isDay(column, table.columns))?.name ?? null);
  return { key: names(table.key), sortBy: names(table.sortBy), day: day(table.day), asOf: day(table.asOf) };
}
