import { createHash } from 'node:crypto';
import type {
  DriftDecision,
  ImportFile,
  ImportTableChange,
  InspectedTable,
  LoadMode,
  SettingsChange,
  TableSettings,
} from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';

/** A table of an import as it is stored: what was found in its file, and what was chosen. */
export interface DraftTable extends Pick<InspectedTable, 'part' | 'title' | 'rows' | 'columns' | 'error'> {
  id: string;
  file: number;
  doubts: (InspectedTable['doubts'][number] & { answer: number | null })[];
  settings: TableSettings | null;
  remembered: boolean;
  include: boolean;
  target: string;
  mode: LoadMode;
  key: string[];
  day: string | null;
  sortBy: string[];
  asOf: string | null;
  /** By column of the differences. */
  decisions: Record<string, DriftDecision>;
  loadAgain: boolean;
}

/** What is stored of a file; `part` of the contract. */
export type DraftFile = ImportFile;

/** A table of the current version. */
export interface KnownTable {
  name: string;
  rows: number;
  columns: { name: string; type: string }[];
}

/** What was chosen for an earlier file of the same kind. */
export type Choices = Pick<
  DraftTable,
  'settings' | 'target' | 'mode' | 'key' | 'day' | 'sortBy' | 'asOf' | 'decisions' | 'include'
>;

export const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Titles as they identify a kind of file: trimmed, in one case, sorted. */
export const titlesOf = (columns: readonly { title: string }[]): string[] =>
  columns.map(({ title }) => title.trim().toLowerCase()).toSorted();

/** Doubts that only a person can resolve: a wrong guess gives wrong figures that look right. */
const REQUIRED = new Set(['day_month_order', 'decimal_sign']);

export const isRequired = ({ code, choices }: Pick<DraftTable['doubts'][number], 'code' | 'choices'>): boolean =>
  REQUIRED.has(code) && choices.length > 1;

/** A table of an import as its file suggests it, before anything was chosen. */
export function draftTable(
  found: InspectedTable,
  { id, file, known }: { id: string; file: number; known: readonly KnownTable[] },
): DraftTable {
  const { part, title, rows, columns, error, settings } = found;
  const existing = suggestTarget(found, known);
  const asOf = firstDay(found);
  const base = { id, file, part, title, rows, columns, error, settings };
  return {
    ...base,
    doubts: found.doubts.map((doubt) => ({ ...doubt, answer: null })),
    remembered: false,
    include: settings !== null,
    target: existing?.name ?? found.name,
    // Another file for a table with days is most often the next ones, or the same ones corrected.
    mode: existing && asOf !== null ? 'days' : 'replace',
    key: [],
    day: existing && asOf !== null ? asOf : null,
    sortBy: asOf === null ? [] : [asOf],
    asOf,
    decisions: {},
    loadAgain: false,
  };
}

/** The table with what was chosen for an earlier file of its kind; columns that came since are as they were found. */
export function withChoices(table: DraftTable, choices: Choices): DraftTable {
  if (table.settings === null || choices.settings?.kind !== table.settings.kind) return table;
  const settings = withColumnsOf(table.settings, choices.settings);
  return { ...table, ...choices, settings, remembered: true, include: choices.include };
}

/** The chosen settings for the columns of a file: those by the same titles, and those that came. */
function withColumnsOf(found: TableSettings, chosen: TableSettings): TableSettings {
  const present = new Set(titlesOf(found.columns));
  const listed = new Set(titlesOf(chosen.columns));
  const key = ({ title }: { title: string }) => title.trim().toLowerCase();
  const columns = [
    ...chosen.columns.filter((column) => present.has(key(column))),
    ...found.columns.filter((column) => !listed.has(key(column))),
  ];
  // Where its rows begin may differ from file to file; how they are written does not.
  const own = 'skipLines' in found ? { skipLines: found.skipLines, encoding: found.encoding } : {};
  const rows = 'skipRows' in found ? { skipRows: found.skipRows } : {};
  return { ...chosen, ...own, ...rows, columns } as TableSettings;
}

/** The first column with days, also of a file that has types of its own; null where there is none. */
function firstDay({ settings, columns }: Pick<InspectedTable, 'settings' | 'columns'>): string | null {
  const ownDays = new Set(columns.filter(({ fileType }) => fileType === 'DATE').map(({ title }) => title));
  const first = settings?.columns.find(({ title, type }) => (type ? type.kind === 'date' : ownDays.has(title)));
  return first?.name ?? null;
}

/** The table of the current version that a file's table continues: by its name without numbers, or by its columns. */
function suggestTarget(found: InspectedTable, known: readonly KnownTable[]): KnownTable | undefined {
  const bare = (name: string) => name.toLowerCase().replaceAll(/[\d_]+/g, '');
  const names = new Set((found.settings?.columns ?? []).map(({ name }) => name.toLowerCase()));
  const shared = ({ columns }: KnownTable) =>
    columns.filter(({ name }) => names.has(name.toLowerCase())).length / Math.max(1, columns.length);
  const alike = known.filter((table) => shared(table) >= 0.5);
  return (
    known.find(({ name }) => sameName(name, found.name)) ??
    alike.find(({ name }) => bare(name) === bare(found.name)) ??
    alike.find((table) => shared(table) >= 0.8)
  );
}

/** A table with the changes of a request. Throws VALIDATION_FAILED for an answer that there is no doubt for. */
export function changeTable(table: DraftTable, change: ImportTableChange): DraftTable {
  const { id: _, settings, answers = [], decisions = [], ...chosen } = change;
  const changed: DraftTable = { ...table, ...definedOf(chosen), decisions: { ...table.decisions } };
  if (settings !== undefined) changed.settings = settings as TableSettings;
  for (const { column, decision } of decisions) {
    if (decision === null) delete changed.decisions[column];
    else changed.decisions[column] = decision;
  }
  return answers.reduce(answerDoubt, changed);
}

function definedOf<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function answerDoubt(table: DraftTable, { doubt, choice }: { doubt: number; choice: number }): DraftTable {
  const chosen = table.doubts[doubt]?.choices[choice];
  if (!chosen)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: `tables.${table.id}.answers`, message: 'There is no such choice. Read the import again.' },
    ]);
  const doubts = table.doubts.map((item, index) => (index === doubt ? { ...item, answer: choice } : item));
  return { ...table, doubts, settings: table.settings && applyChange(table, table.settings, chosen.change) };
}

/** The settings with one change of a choice. */
function applyChange({ columns }: DraftTable, settings: TableSettings, change: SettingsChange): TableSettings {
  const is = ({ title }: { title: string }) => 'title' in change && title === change.title;
  switch (change.kind) {
    case 'nothing':
      return settings;
    case 'settings':
      return change.settings;
    case 'footers':
      return 'footerTexts' in settings ? { ...settings, footerTexts: change.footerTexts } : settings;
    case 'leave_out':
      return { ...settings, columns: settings.columns.filter((column) => !is(column)) } as TableSettings;
    case 'column': {
      const { type, nullTexts } = change;
      const changed = { ...(type && { type }), ...(nullTexts && settings.kind !== 'typed' && { nullTexts }) };
      const listed = settings.columns.some(is);
      const found = columns.find(is);
      const added =
        !listed && found ? [{ title: found.title, name: found.name, ...newColumn(settings), ...changed }] : [];
      return {
        ...settings,
        columns: [...settings.columns.map((column) => (is(column) ? { ...column, ...changed } : column)), ...added],
      } as TableSettings;
    }
  }
}

const newColumn = ({ kind }: TableSettings) =>
  kind === 'typed' ? { type: null } : { type: { kind: 'text' as const }, nullTexts: [] };

/** Identifies how a part of a file was read, so that reading it again the same way is recognized. */
export const hashOfSettings = (settings: TableSettings): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex');

/** The choices that are remembered for the next file of the kind. */
export function choicesOf(table: DraftTable): Choices {
  const { settings, target, mode, key, day, sortBy, asOf, decisions, include } = table;
  return { settings, target, mode, key, day, sortBy, asOf, decisions, include };
}
