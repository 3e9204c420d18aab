import type { DataImport, ImportSummary } from '@rise/contract';
import { hashOfSettings, isRequired, sameName, type DraftTable, type KnownTable } from './draft.rules.ts';
import { decidedSettings, driftOf, type UsesOf } from './drift.rules.ts';
import type { ImportRow, listImports, presentParts } from './imports.sql.ts';
import { stopsOf } from './stops.rules.ts';

/** What an import is compared with. */
export interface ImportContext {
  /** Tables of the current version. */
  readonly known: readonly KnownTable[];
  readonly usesOf: UsesOf;
  /** Parts of files whose rows are in it. */
  readonly parts: Awaited<ReturnType<typeof presentParts>>;
  /** Ids of the uploads that are stored. */
  readonly uploads: ReadonlySet<string>;
}

/** An import as it is shown: what differs from the current version, and what stops it. */
export function presentImport(row: ImportRow, context: ImportContext): DataImport {
  const included = row.tables.filter(({ include }) => include);
  const tables = row.tables.map((table) => presentTable(row, table, included, context));
  const { id, status, origin, createdBy, note, progress, version, failure, rejected, rejectLimit, results } = row;
  return {
    id,
    status,
    origin,
    createdBy,
    note,
    progress,
    version,
    failure,
    rejected,
    rejectLimit,
    results,
    ...timesOf(row),
    files: row.files.map((file) => ({ ...file, upload: isStored(file.upload, context) ? file.upload : null })),
    tables,
    ready: included.length > 0 && tables.every(({ stops }) => stops.length === 0),
    warehouse: context.known.map(({ name, rows, columns }) => ({ table: name, rows, columns })),
  };
}

export function presentSummary(row: Awaited<ReturnType<typeof listImports>>[number]): ImportSummary {
  const { id, status, origin, createdBy, note, progress, version, failure, rejected, files, targets } = row;
  return {
    id,
    status,
    origin,
    createdBy,
    note,
    progress,
    version,
    failure,
    rejected,
    files,
    targets,
    ...timesOf(row),
  };
}

const timesOf = ({ createdAt, startedAt, finishedAt }: Pick<ImportRow, 'createdAt' | 'startedAt' | 'finishedAt'>) => ({
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
});

const isStored = (upload: string | null, { uploads }: ImportContext) => upload !== null && uploads.has(upload);

function presentTable(
  { files }: ImportRow,
  table: DraftTable,
  included: readonly DraftTable[],
  context: ImportContext,
): DataImport['tables'][number] {
  const known = context.known.find(({ name }) => sameName(name, table.target));
  const drift = driftOf(table, known, context.usesOf);
  const file = files[table.file]!;
  const loadedAs = findLoaded(table, drift, file.sha256, context);
  const { decisions: _, ...shown } = table;
  return {
    ...shown,
    doubts: table.doubts.map((doubt) => ({ ...doubt, required: isRequired(doubt) })),
    rowsBefore: known?.rows ?? null,
    drift,
    loadedAs: loadedAs && { version: loadedAs.version, loadedAt: loadedAs.loadedAt.toISOString() },
    stops: stopsOf({
      table,
      drift,
      loadedAs: loadedAs?.version ?? null,
      isStored: isStored(file.upload, context),
      included,
    }),
  };
}

function findLoaded(
  table: DraftTable,
  drift: DataImport['tables'][number]['drift'],
  sha256: string,
  { parts }: ImportContext,
) {
  if (table.settings === null) return null;
  const settings = hashOfSettings(decidedSettings(table.settings, drift));
  const same = (part: ImportContext['parts'][number]) =>
    sameName(part.table, table.target) &&
    part.sha256 === sha256 &&
    part.part === table.part &&
    part.settings === settings;
  return parts.findLast(same) ?? null;
}
