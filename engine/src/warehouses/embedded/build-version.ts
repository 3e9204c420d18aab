import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Coverage } from '../../model/coverage.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { SAFE_OPTIMIZERS, WIDE_OPTIMIZERS } from '../engine-faults.ts';
import { buildRollup } from './build-rollup.ts';
import { loadTable } from './load-table.ts';
import type { FilledTable } from './load-table.ts';
import { measureCoverage, uniteCoverage } from './measure-coverage.ts';
import { hasWideFile, limitsOf, LoadMemory, widthOf } from './load-memory.ts';
import { addTotals, measureTotals } from './measure-totals.ts';
import { columnsOf, createView, rowsOfSegment } from './merge-rows.ts';
import type { Loaded, LoadedRollup, LoadedTable, LoadProgress, LoadSetup, TableTotals } from './messages.ts';
import { attachFiles, attachWideFile, loadSettings } from './open-database.ts';
import { RejectsFile, rejectsPath } from './rejects-file.ts';
import type { Segments } from './segments.ts';
import { attachedFiles, isOwnTable, segmentsOf } from './segments.ts';
import { syncPath } from './sync-path.ts';
import { loadFolder, prepareLoadFolder } from './unfinished-files.ts';

/** The segments of all tables: the loaded ones, and those of the version before. */
function segmentsAfter(before: Segments, changed: Segments): Segments {
  const names = new Set(Object.keys(changed).map((table) => table.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(before).filter(([table]) => !names.has(table.toLowerCase()))),
    ...changed,
  };
}

function coverageAfter({ base, tables }: LoadSetup, loaded: Coverage): Coverage {
  if (!base?.coverage) return loaded;
  const replaced = tables.filter(({ mode }) => mode === undefined).map(({ table }) => table.toLowerCase());
  return uniteCoverage(base.coverage, loaded, new Set(replaced));
}

/** The column of as-of dates that coverage is measured by: the load's, or the only one that its tables have. */
function coverageDates({ asOf }: LoadSetup, tables: readonly FilledTable[]) {
  if (asOf !== null) return { tables: [asOf.table], column: asOf.column };
  const dated = tables.filter(({ dateColumn }) => dateColumn !== null);
  const columns = new Set(dated.map(({ dateColumn }) => dateColumn!.toLowerCase()));
  return columns.size === 1 ? { tables: dated.map(({ table }) => table), column: dated[0]!.dateColumn! } : null;
}

/** The latest day of all tables that have one. */
function latestDay(segments: Segments, { base }: LoadSetup): string | null {
  const all = Object.values(segments).flat();
  const days = all.flatMap(({ latest }) => latest ?? []);
  if (base?.asOf && all.some(({ latest }) => latest === undefined)) days.push(base.asOf);
  return days.toSorted().at(-1) ?? null;
}

/**
 * Where everything that is computed from a finished table is computed, while its rows are in memory: its view over all
 * segments exists, and nothing of it changes any more.
 */
async function completeTable(
  connection: DuckDBConnection,
  setup: LoadSetup,
  { table, rows, added, rejected, asOf, missing, segments }: FilledTable,
): Promise<LoadedTable> {
  if (!isOwnTable(segments, setup.as)) await createView(connection, table, segments, setup.as);
  const totals =
    (await addedTotals(connection, setup, { table, segments })) ??
    (await allTotals(connection, setup, { table, rows }));
  return { table, rows, added, rejected, asOf, totals, missing };
}

/** Rows from which on it is worth it to sum only those that were added. */
const MANY_ROWS = 1_000_000;

/** The totals of a table that is known but for rows that were added to many; null for others. */
async function addedTotals(
  connection: DuckDBConnection,
  setup: LoadSetup,
  { table, segments }: Pick<FilledTable, 'table' | 'segments'>,
): Promise<TableTotals | null> {
  const { base, as } = setup;
  const before = segmentsOf(base?.segments ?? {}, table);
  const sums = base?.totals?.[table];
  const isAppended =
    segments.length === before.length + 1 && before.every((segment, place) => segment.as === segments[place]!.as);
  if (sums === undefined || !isAppended || before.reduce((sum, { rows }) => sum + rows, 0) < MANY_ROWS) return null;
  const earlier = new Set<string>();
  for (const segment of before)
    for (const { name } of (await rowsOfSegment(connection, table, segment, as)).columns) earlier.add(name);
  const { sql: relation, columns } = await rowsOfSegment(connection, table, segments.at(-1)!, as);
  if (columns.some(({ name }) => !earlier.has(name))) return null;
  const identifiers = identifiersOf(setup, table);
  const totals = Object.fromEntries(Object.entries(sums).filter(([name]) => !identifiers.has(name.toLowerCase())));
  return addTotals(connection, { relation, columns, totals });
}

async function allTotals(
  connection: DuckDBConnection,
  setup: LoadSetup,
  { table, rows }: Pick<FilledTable, 'table' | 'rows'>,
): Promise<TableTotals> {
  const relation = `main.${quoteIdentifier(table)}`;
  const columns = (await columnsOf(connection, relation)).filter(({ name }) => name !== 'tenant_id');
  return measureTotals(connection, relation, { columns, rows, identifiers: identifiersOf(setup, table) });
}

/** What the load and the model know of a table's identifiers. */
function identifiersOf({ tables, unsummed }: LoadSetup, name: string): ReadonlySet<string> {
  const { mode } = tables.find(({ table }) => table === name) ?? {};
  const key = typeof mode === 'object' && 'upsert' in mode ? mode.upsert : [];
  return new Set([...key.map((column) => column.toLowerCase()), ...(unsummed[name.toLowerCase()] ?? [])]);
}

async function attachSegments(connection: DuckDBConnection, { target, base }: LoadSetup): Promise<Segments> {
  const before = base?.segments ?? {};
  await attachFiles(connection, attachedFiles(target, before));
  return before;
}

async function buildRollups(connection: DuckDBConnection, setup: LoadSetup): Promise<LoadedRollup[]> {
  // Built with the same settings as in a reader.
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  await connection.run(SAFE_OPTIMIZERS);
  const rollups: LoadedRollup[] = [];
  const [[own]] = (await connection.runAndReadAll('SELECT current_database()')).getRowsJson() as [[string]];
  if (setup.over !== null) {
    await attachFiles(connection, [{ file: setup.over.file, as: 'version' }, ...setup.over.beside]);
    await connection.run('USE version');
  }
  for (const rollup of setup.rollups) rollups.push(await buildRollup(connection, own, rollup));
  if (setup.over !== null) {
    await connection.run(`USE ${quoteIdentifier(own)}`);
    await connection.run('DETACH version');
  }
  return rollups;
}

/** Columns of an uploaded table beyond which planning takes longer than what a better plan saves. */
const SLOW_TO_PLAN = 200;

/** Fills an empty database with a version's tables and rollups. */
async function fillVersion(
  connection: DuckDBConnection,
  setup: LoadSetup,
  { rejects, events, memory }: { rejects: RejectsFile; events: LoadEvents; memory: LoadMemory },
): Promise<Omit<Loaded, 'bytes' | 'rejects'>> {
  await connection.run(
    `SET allowed_directories = [${quoteText(`${setup.sourceDir}/`)}, ${quoteText(`${dirname(setup.target)}/`)}]`,
  );
  await connection.run('SET enable_external_access = false');
  // Otherwise it does not count how far a statement is.
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
  await connection.run('SET progress_bar_time = 0');
  if (widthOf(setup) > SLOW_TO_PLAN) await connection.run(WIDE_OPTIMIZERS);
  const before = await attachSegments(connection, setup);
  const tables: LoadedTable[] = [];
  const filled: FilledTable[] = [];
  const stopProgress = reportProgress(connection, setup, tables, events);
  try {
    for (const request of setup.tables) {
      const table = await loadTable({ connection, setup, rejects, memory }, request);
      await memory.toRead();
      filled.push(table);
      tables.push(await completeTable(connection, setup, table));
      await events.onTable(tables.at(-1)!);
    }
  } finally {
    stopProgress();
  }
  const changed = Object.fromEntries(filled.map(({ table, segments }) => [table, segments]));
  const segments = segmentsAfter(before, changed);
  for (const [table, parts] of Object.entries(segments))
    if (!(table in changed)) await createView(connection, table, parts, setup.as);
  const coverage = coverageAfter(setup, await measureCoverage(connection, filled, coverageDates(setup, filled)));
  if (setup.rollups.length > 0) await memory.toRollUp();
  const rollups = await buildRollups(connection, setup);
  await connection.run('CHECKPOINT');
  return { tables, segments, rollups, asOf: latestDay(segments, setup), coverage };
}

export interface LoadEvents {
  onTable(table: LoadedTable): Promise<void>;
  onProgress(progress: LoadProgress): void;
}

const PROGRESS_MS = 200;

/** Reports how far the table is that is being loaded, until the returned function is called. */
function reportProgress(
  connection: DuckDBConnection,
  { tables }: LoadSetup,
  done: readonly LoadedTable[],
  { onProgress }: LoadEvents,
): () => void {
  const timer = setInterval(() => {
    const request = tables[done.length];
    if (!request) return;
    const { percentage } = connection.progress;
    const share = percentage < 0 ? null : percentage / 100;
    onProgress({ table: request.table, done: done.length, of: tables.length, share });
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

/** What the engine calls the file that is built, by its name. */
const UNFINISHED = 'unfinished';

async function fillFile(setup: LoadSetup, rejects: RejectsFile, events: LoadEvents) {
  const { version, spilled } = loadFolder(setup.target);
  const limits = limitsOf(setup);
  const isWide = hasWideFile(setup);
  const instance = await DuckDBInstance.create(isWide ? ':memory:' : version, loadSettings(limits, spilled));
  try {
    const connection = await instance.connect();
    if (isWide) {
      await attachWideFile(connection, version, UNFINISHED);
      await connection.run(`USE ${UNFINISHED}`);
    }
    const limiting = setup.frugal ? await instance.connect() : null;
    const memory = new LoadMemory(limiting, limits);
    const filled = await fillVersion(connection, setup, { rejects, events, memory });
    connection.closeSync();
    limiting?.closeSync();
    return filled;
  } finally {
    instance.closeSync();
  }
}

/**
 * Builds the file in a folder of its own, syncs it to disk, and moves it to `target` as the last step. The rejects
 * file comes before it: without its version, it is removed like other incomplete files.
 */
export async function buildVersion(setup: LoadSetup, events: LoadEvents): Promise<Loaded> {
  await prepareLoadFolder(setup.target);
  const { path: folder, version, rejects: rejected } = loadFolder(setup.target);
  const rejects = new RejectsFile({ draft: rejected, path: rejectsPath(setup.target) });
  const filled = await fillFile(setup, rejects, events).catch(async (error: unknown) => {
    await rejects.close();
    throw error;
  });
  await syncPath(version);
  const { size } = await stat(version);
  const published = await rejects.publish();
  await rename(version, setup.target);
  await syncPath(dirname(setup.target));
  await rm(folder, { recursive: true, force: true });
  return { ...filled, rejects: published, bytes: size };
}
