import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { quoteIdentifier } from '../../expression/quote.ts';
import type { TableRow, TextSize } from '../../files/table-rows.ts';
import { ColumnStage } from './column-stage.ts';
import { OpenedFile, SOURCE } from './inspected-file.ts';
import type { LoadContext } from './load-context.ts';
import { isWide, limitsOf } from './load-memory.ts';
import { MAX_DATES } from './measure-coverage.ts';
import type { DeliveredFile } from './measure-coverage.ts';
import { unionOf } from './merge-rows.ts';
import type { InspectedFile, LoadedTable } from './messages.ts';
import type { RejectedRow } from './rejected-rows.ts';
import { RejectsExceeded } from './rejects-exceeded.ts';
import { rejectRepeatedRows } from './repeated-rows.ts';
import type { FileColumn } from './united-columns.ts';
import { loadFolder } from './unfinished-files.ts';
import { uniteColumns } from './united-columns.ts';

/** Examples of rejected rows in a message. */
const EXAMPLES = 5;
const ROWS_AT_ONCE = 500;
/** Smaller files are sorted in no time. */
const LARGE_BYTES = 16 * 1024 * 1024;

interface Request {
  table: string;
  files: readonly InspectedFile[];
  dateColumn: string | null;
}

/** Rows of uploaded files on their way into a table. */
export class InspectedRows {
  readonly #context: LoadContext;
  readonly #request: Request;
  readonly #files: OpenedFile[];
  /** For files with so many columns that they are cast some at a time. */
  #stage: ColumnStage | null = null;
  /** By file, rows with a fault. */
  readonly #faults: number[];
  #examples: RejectedRow[] = [];
  #unwritten: RejectedRow[] = [];
  #writing: Promise<void> = Promise.resolve();
  /** Length of the rejects file before this table. */
  readonly #rejectsBefore: number;
  readonly columns: FileColumn[];
  readonly missing: LoadedTable['missing'];
  delivered: DeliveredFile[] = [];
  rejected = 0;

  private constructor(context: LoadContext, request: Request, files: OpenedFile[]) {
    this.#context = context;
    this.#request = request;
    this.#files = files;
    this.#faults = files.map(() => 0);
    this.#rejectsBefore = context.rejects.length;
    const relations = files.map(({ title, columns }) => ({ file: title, columns }));
    this.columns = uniteColumns(request.table, relations).map(({ name, type }) => ({ name, type }));
    this.missing = files.flatMap(({ title, columns, missing }) => {
      const own = new Set(columns.map(({ name }) => name));
      const lacking = [...missing, ...this.columns.flatMap(({ name }) => (own.has(name) ? [] : [name]))];
      return lacking.length === 0 ? [] : [{ file: title, columns: lacking }];
    });
  }

  /** Throws `FileError`, or an `Error` where the files do not fit each other. */
  static async open(context: LoadContext, request: Request): Promise<InspectedRows> {
    const { sourceDir, target } = context.setup;
    const { scratch } = loadFolder(target);
    const { lineBytes } = limitsOf(context.setup);
    const files: OpenedFile[] = [];
    try {
      for (const file of request.files) files.push(await OpenedFile.open(file, { sourceDir, scratch, lineBytes }));
      const rows = new InspectedRows(context, request, files);
      rows.#requireColumns();
      return rows;
    } catch (error) {
      for (const file of files) await file.close();
      throw error;
    }
  }

  /** Whether the engine can be spared to read files itself, after it failed at a row. */
  fallBack(): boolean {
    const falling = this.#files.filter(({ canFallBack }) => canFallBack);
    for (const file of falling) file.canonical = true;
    return falling.length > 0;
  }

  /** A relation that begins with the first rows and can be read in addition; null where there is none, or few rows. */
  async begin(): Promise<string | null> {
    const [only, ...others] = this.#files;
    if (others.length > 0 || this.#isWide()) return null;
    const { size } = await stat(join(this.#context.setup.sourceDir, this.#request.files[0]!.file));
    return size < LARGE_BYTES ? null : only!.begin;
  }

  /** A relation with `columns` and `SOURCE`, to be read once; then call `settle`. */
  async relation(): Promise<string> {
    await this.#writing;
    await this.#context.rejects.truncate(this.#rejectsBefore);
    const stage = await this.#openStage();
    this.#faults.fill(0);
    this.#examples = [];
    this.#unwritten = [];
    const relations = [];
    const read: TextSize[] = [];
    const onRead = async (size: TextSize) => {
      if (read.push(size) === this.#files.length) await this.#context.memory.toSort(read, this.columns.length);
    };
    for (const [place, file] of this.#files.entries()) {
      const sql = await file.relation(place + 1, { onFault: (row) => this.#reportFault(place, row), onRead }, stage);
      relations.push({ file: file.title, sql, columns: [...file.columns, { name: SOURCE, type: 'SMALLINT' }] });
    }
    return relations.length === 1 ? relations[0]!.sql : `(${unionOf(this.#request.table, relations)})`;
  }

  /**
   * Removes rejected rows and `SOURCE` from a table that was filled with the relation. Throws where too many are
   * rejected, a file has no rows, or two have the same ones.
   */
  async settle(target: string, sortBy: readonly string[]): Promise<void> {
    const { connection } = this.#context;
    for (const file of this.#files) await file.finish();
    // What it holds is in the table.
    await this.#closeStage();
    this.#writeFaults();
    await this.#writing;
    const counted = await connection.runAndReadAll(
      `SELECT ${SOURCE}, COUNT(*) FROM ${target} WHERE ${SOURCE} IS NOT NULL GROUP BY ALL`,
    );
    const counts = new Map(counted.getRowsJson().map(([source, count]) => [Number(source), Number(count)]));
    await this.#checkCounts(counts);
    if (this.#request.dateColumn !== null) await this.#readDays(target, this.#request.dateColumn);
    else this.delivered = this.#files.map((file) => ({ columns: deliveredColumns(file), days: null }));
    await this.#rejectRepeatedRows(target, sortBy);
    if ([...counts.keys()].some((source) => source < 0))
      await connection.run(`DELETE FROM ${target} WHERE ${SOURCE} < 0`);
    await connection.run(`ALTER TABLE ${target} DROP COLUMN ${SOURCE}`);
  }

  /** Why one of the files could not be read to its end; null if there is no such reason. */
  get failure(): unknown {
    return this.#files.map(({ failure }) => failure).find((failure) => failure !== null) ?? null;
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file.close();
    await this.#closeStage();
  }

  #isWide(): boolean {
    return this.#request.files.some(({ settings }) => isWide(settings));
  }

  /** An empty one; null where all columns are cast at once. */
  async #openStage(): Promise<ColumnStage | null> {
    await this.#closeStage();
    if (this.#isWide()) {
      const { connection, setup } = this.#context;
      this.#stage = await ColumnStage.open(connection, loadFolder(setup.target).scratch);
    }
    return this.#stage;
  }

  async #closeStage(): Promise<void> {
    const stage = this.#stage;
    this.#stage = null;
    await stage?.close();
  }

  #requireColumns(): void {
    const { table, dateColumn } = this.#request;
    const empty = this.#files.find(({ columns, missing }) => columns.length === missing.length);
    if (empty) throw new Error(`${empty.title} has none of the columns of ${table}. Check which file it is.`);
    if (dateColumn !== null && this.columns.every(({ name }) => name !== dateColumn))
      throw new Error(`${table} has no column '${dateColumn}', which its as-of date is read from. Choose another.`);
  }

  #reportFault(place: number, { line, fault, text }: TableRow): void {
    this.#faults[place]! += 1;
    const row = { file: this.#files[place]!.title, line, column: null, value: text, reason: fault! };
    if (this.#examples.length < EXAMPLES) this.#examples.push(row);
    this.#unwritten.push(row);
    if (this.#unwritten.length >= ROWS_AT_ONCE) this.#writeFaults();
  }

  #writeFaults(): void {
    const rows = this.#unwritten;
    this.#unwritten = [];
    this.#writing = this.#writing.then(() => this.#context.rejects.write(this.#request.table, rows));
    this.#writing.catch(() => undefined);
  }

  async #checkCounts(counts: ReadonlyMap<number, number>): Promise<void> {
    const { setup } = this.#context;
    const { table } = this.#request;
    const loaded = this.#files.map((_, place) => counts.get(place + 1) ?? 0);
    const unfit = this.#files.map((_, place) => counts.get(-place - 1) ?? 0);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    this.rejected = sum(unfit) + sum(this.#faults);
    const rows = this.rejected + sum(loaded);
    const exceeded = this.rejected > rows * setup.rejectLimit;
    for (const [place, file] of this.#files.entries()) {
      if (unfit[place]! > 0) await this.#readRejected(file, exceeded ? EXAMPLES : null);
      const rowsOfFile = loaded[place]! + unfit[place]! + this.#faults[place]!;
      if (rowsOfFile === 0)
        throw new Error(`${file.title} has no rows for ${table}. Check that it is the whole export.`);
    }
    if (!exceeded) return;
    const { rejected } = this;
    throw new RejectsExceeded({ table, rejected, rows, limit: setup.rejectLimit, examples: this.#examples });
  }

  /** Reads a file again, with the lines of its rejected cells. */
  async #readRejected(file: OpenedFile, limit: number | null): Promise<void> {
    const stage = await this.#openStage();
    for (const cells of await file.rejectedCells(limit, stage)) {
      await this.#writeRejected(file, cells);
      if (limit !== null && this.#examples.length >= limit) break;
    }
    await this.#closeStage();
    // With a limit, the rest is not read.
    if (limit === null) await file.finish();
  }

  async #writeRejected(file: OpenedFile, cells: string): Promise<void> {
    const { connection, rejects } = this.#context;
    const found = await connection.stream(cells);
    for await (const part of found.yieldRowsJson()) {
      const rows = part.map(([line, column, value, reason]) => ({
        file: file.title,
        line: Number(line),
        column: String(column),
        value: value as string | null,
        reason: reason as RejectedRow['reason'],
      }));
      this.#examples.push(...rows.slice(0, Math.max(0, EXAMPLES - this.#examples.length)));
      await rejects.write(this.#request.table, rows);
    }
  }

  /** When each file's columns were delivered. */
  async #readDays(target: string, dateColumn: string): Promise<void> {
    const { connection } = this.#context;
    const day = `CAST(${quoteIdentifier(dateColumn)} AS DATE)`;
    this.delivered = [];
    for (const [place, file] of this.#files.entries()) {
      const found = await connection.runAndReadAll(
        `SELECT DISTINCT CAST(${day} AS VARCHAR) FROM ${target} WHERE ${SOURCE} = ${place + 1} AND ${day} IS NOT NULL ORDER BY 1 LIMIT ${MAX_DATES + 1}`,
      );
      const days = found.getRowsJson().map((row) => String(row[0]));
      this.delivered.push({ columns: deliveredColumns(file), days });
    }
  }

  /** The key is the first column that the table is sorted by and that is not the day. */
  async #rejectRepeatedRows(target: string, sortBy: readonly string[]): Promise<void> {
    const { table, dateColumn: date } = this.#request;
    const key = sortBy.find((name) => name.toLowerCase() !== date?.toLowerCase());
    if (date === null || key === undefined) return;
    const files = this.#files.map((file, place) => ({
      file: file.title,
      sql: `(SELECT * FROM ${target} WHERE ${SOURCE} = ${place + 1})`,
      columns: deliveredColumns(file),
    }));
    await rejectRepeatedRows(this.#context.connection, table, files, { key, date });
  }
}

function deliveredColumns({ columns, missing }: OpenedFile): string[] {
  return columns.map(({ name }) => name).filter((name) => !missing.includes(name));
}
