import type { CopiedTable, CopyContent, CopySchedule, SourceTable } from '@rise/contract';

/** A table of the server in the form: as it is copied, or would be. */
export interface TableDraft {
  copied: CopiedTable;
  include: boolean;
  /** Columns of the server now; empty where the table is gone. */
  present: SourceTable['columns'];
  /** Columns that came since the copy was set up. */
  came: string[];
  /** Copied ones that are no longer there. */
  went: string[];
}

const GROWS = new Set(['integer', 'decimal', 'date', 'timestamp']);

/** Columns that a watermark can be. */
export const growingColumns = ({ present }: TableDraft): string[] =>
  present.filter(({ type }) => GROWS.has(type)).map(({ name }) => name);

export const dayColumns = ({ present }: TableDraft): string[] =>
  present.filter(({ type }) => type === 'date' || type === 'timestamp').map(({ name }) => name);

/** A name that the warehouse takes. */
export const targetName = (table: string): string =>
  table
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 63) || 'table';

const newTable = ({ name, columns }: SourceTable): CopiedTable => ({
  table: name,
  target: targetName(name),
  columns: columns.map((column) => column.name),
  known: columns.map((column) => column.name),
  mode: 'replace',
  watermark: null,
  key: [],
  asOf: null,
});

/** The tables of a server with what a copy does with them, chosen ones that are gone included. */
export function tableDrafts(present: readonly SourceTable[], chosen: readonly CopiedTable[]): TableDraft[] {
  const gone = chosen.filter(({ table }) => !present.some(({ name }) => name === table));
  return [
    ...gone.map((copied) => ({ copied, include: true, present: [], came: [], went: copied.columns })),
    ...present.map((table): TableDraft => {
      const copied = chosen.find((item) => item.table === table.name);
      const names = table.columns.map(({ name }) => name);
      return {
        copied: copied ?? newTable(table),
        include: copied !== undefined,
        present: table.columns,
        came: copied ? names.filter((name) => !copied.known.includes(name)) : [],
        went: copied ? copied.columns.filter((name) => !names.includes(name)) : [],
      };
    }),
  ];
}

/** What is saved of the tables: saving decides about columns that came and went. */
export function tablesOf(drafts: readonly TableDraft[]): CopiedTable[] {
  return drafts
    .filter(({ include, present }) => include && present.length > 0)
    .map(({ copied, present }) => {
      const names = present.map(({ name }) => name);
      const columns = names.filter((name) => copied.columns.includes(name));
      const whole = copied.mode === 'replace';
      return {
        ...copied,
        columns,
        known: names,
        watermark: whole ? null : copied.watermark,
        key: copied.mode === 'upsert' ? copied.key.filter((name) => columns.includes(name)) : [],
        asOf: copied.asOf !== null && columns.includes(copied.asOf) ? copied.asOf : null,
      };
    });
}

export type Every = CopySchedule['every'] | 'never';

/** The fields of a schedule; those that it does not use keep their values. */
export interface ScheduleDraft {
  every: Every;
  at: string;
  day: number;
  minute: number;
}

export function scheduleDraft(schedule: CopySchedule | null): ScheduleDraft {
  const defaults = { at: '05:00', day: 1, minute: 0 };
  return schedule === null ? { ...defaults, every: 'never' } : { ...defaults, ...schedule };
}

export function scheduleOf({ every, at, day, minute }: ScheduleDraft): CopySchedule | null {
  if (every === 'never') return null;
  if (every === 'load') return { every };
  if (every === 'hour') return { every, minute };
  return every === 'week' ? { every, day, at } : { every, at };
}

export type FileContent = Extract<CopyContent, { kind: 'file' }>;
export const NEW_FILE: FileContent = { kind: 'file', url: '', target: '', mode: 'replace' };
