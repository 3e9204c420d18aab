import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableSettings } from '@rise/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { LongLine, MAX_LINE_BYTES, USUAL_LINE_BYTES, type TextSize } from '../../files/table-rows.ts';
import { isOutOfMemory } from '../engine-faults.ts';
import type { InspectedFile, LoadSetup } from './messages.ts';
import { ROW_GROUP_ROWS } from './open-database.ts';
import { segmentsOf } from './segments.ts';

/** What a load may take. */
export interface LoadLimits {
  threads: number;
  /** The engine's own memory. */
  memoryMb: number;
  /** Of a row that is read by us; the engine holds a few buffers of this size. */
  lineBytes: number;
}

/** With what the engine takes beside, and the process itself, less than 1 GB. */
const LIMITS: LoadLimits = { threads: 2, memoryMb: 448, lineBytes: MAX_LINE_BYTES };
/** The steps of a statement over 5,000 columns reserve 160 MB each, for 2,048 rows; few rows touch little of it. */
const WIDE_LIMITS: LoadLimits = { threads: 1, memoryMb: 1280, lineBytes: MAX_LINE_BYTES };
/** Columns beyond which a step of a statement takes more memory than rows do. */
const WIDE = 1000;

/** Bytes of workbooks up to which sorting with little memory leaves few sorted parts: about a million rows. */
const SMALL_BYTES = 64 * 1024 * 1024;
/** What is enough to read rows and to set sorted parts of them down, and to look at a table again. */
const TO_READ_MB = 44;
const TO_READ_MB_PER_COLUMN = 1;
/** Columns, those of texts twice, for which that is likely to be enough. */
const FEW = 48;
/** What is enough to put sorted parts together, beside the rows that are held for it. */
const TO_SORT_MB = 32;
/** Bytes of a value at most, beside those of its text. */
const VALUE_BYTES = 16;

const MB = 1024 * 1024;

type LoadSize = Pick<LoadSetup, 'sourceDir' | 'tables' | 'base'>;

const filesOf = ({ tables }: Pick<LoadSetup, 'tables'>): InspectedFile[] =>
  tables.flatMap((table) => ('inspected' in table ? table.inspected : []));

/** Most columns of an uploaded table. */
export const widthOf = (setup: Pick<LoadSetup, 'tables'>): number =>
  Math.max(0, ...filesOf(setup).map(({ settings }) => settings.columns.length));

/** Whether a file's columns are cast some at a time. */
export const isWide = ({ columns }: Pick<TableSettings, 'columns'>): boolean => columns.length > WIDE;

/** Whether a load has such a file. */
export const hasWideFile = (setup: Pick<LoadSetup, 'tables'>): boolean =>
  filesOf(setup).some(({ settings }) => isWide(settings));

const hasFewColumns = ({ columns }: TableSettings) =>
  columns.length + columns.filter(({ type }) => type === null || type.kind === 'text').length <= FEW;

/**
 * Whether little memory is probably enough: for workbooks of a usual size whose rows go into tables of their own. To
 * take rows out of a workbook takes so long that to sort them in little memory does not take longer.
 */
export async function canBeFrugal({ sourceDir, tables, base }: LoadSize): Promise<boolean> {
  const paths = new Set<string>();
  for (const table of tables) {
    const isAdded = table.mode !== undefined && segmentsOf(base?.segments ?? {}, table.table).length > 0;
    if (isAdded || !('inspected' in table)) return false;
    for (const { file, settings } of table.inspected) {
      if (settings.kind !== 'sheet' || !hasFewColumns(settings)) return false;
      paths.add(join(sourceDir, file));
    }
  }
  let bytes = 0;
  // The load reports a file that is missing.
  for (const path of paths) bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
  return paths.size > 0 && bytes <= SMALL_BYTES;
}

export function limitsOf(setup: LoadSetup): LoadLimits {
  const toRead = TO_READ_MB + TO_READ_MB_PER_COLUMN * widthOf(setup);
  if (setup.frugal) return { threads: 1, memoryMb: toRead, lineBytes: USUAL_LINE_BYTES };
  return hasWideFile(setup) ? WIDE_LIMITS : LIMITS;
}

/** Whether a frugal load failed for want of memory, so that another that is not may succeed. */
export const isForWantOfMemory = (error: unknown): boolean =>
  error instanceof LongLine || (error instanceof Error && isOutOfMemory(error.message));

/** The engine's memory in a frugal load, which follows what is done; in others it does not change. */
export class LoadMemory {
  /** One of its own, since limits change while a statement runs. */
  readonly #connection: DuckDBConnection | null;
  readonly #leastMb: number;

  /** `connection` is left out for a load that is not frugal. */
  constructor(connection: DuckDBConnection | null, { memoryMb }: LoadLimits) {
    this.#connection = connection;
    this.#leastMb = memoryMb;
  }

  /** Once a table is written: to look at it again, and to read the next file, takes less. */
  async toRead(): Promise<void> {
    // What is held may be more.
    await this.#limit(this.#leastMb).catch(() => undefined);
  }

  /** Once its rows are read, and what held the file is free again: they are now sorted and written. */
  async toSort(sizes: readonly TextSize[], columns: number): Promise<void> {
    const sum = (of: (size: TextSize) => number) => sizes.reduce((total, size) => total + of(size), 0);
    const rows = Math.max(
      1,
      sum((size) => size.rows),
    );
    const bytesOfRow = sum((size) => size.bytes) / rows + columns * VALUE_BYTES;
    const memoryMb = Math.ceil(TO_SORT_MB + (Math.min(rows, ROW_GROUP_ROWS) * bytesOfRow) / MB);
    await this.#limit(Math.min(LIMITS.memoryMb, Math.max(memoryMb, this.#leastMb)));
  }

  /** Before rollups are built, which may read all tables of the version. */
  async toRollUp(): Promise<void> {
    await this.#limit(LIMITS.memoryMb);
  }

  async #limit(memoryMb: number): Promise<void> {
    await this.#connection?.run(`SET memory_limit = '${memoryMb}MB'`);
  }
}
