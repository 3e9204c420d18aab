import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TableSettings } from '@rise/contract';
import { quoteIdentifier } from '../../expression/quote.ts';
import { castColumn } from '../../files/cast-column.ts';
import { openTableRows } from '../../files/open-table-rows.ts';
import { canonicalText, LINE_COLUMN, readCanonical } from '../../files/table-rows.ts';
import type { DelimitedRows, NativeRows, OpenedRows, TableRow, TextSize, TypedRows } from '../../files/table-rows.ts';
import { slicesOf } from './column-stage.ts';
import type { ColumnStage } from './column-stage.ts';
import type { InspectedFile } from './messages.ts';
import { NamedPipe } from './named-pipe.ts';
import type { FileColumn } from './united-columns.ts';

/** Column that says which file a row is from while it is loaded: its number from 1, negative if the row is rejected. */
export const SOURCE = '_source';

/** A row's issue, as SQL over the rows with their texts. */
export interface CellCheck {
  name: string;
  text: string;
  rejected: string;
  reason: string;
}

/** Rows of a file as SQL: values by column of the table, and the texts that can be rejected. */
interface CastRows {
  sql: string;
  names: string[];
  checks: CellCheck[];
}

/** Rows of a file as SQL over a relation with its texts, or with its own types. */
interface ReadRows {
  from: string;
  /** What else is selected. */
  more: string[];
  /** For each column of the file, the expression in `from`. */
  cells: string[];
}

/** What happens while a file's rows are read. */
export interface FileEvents {
  /** With rows that have a fault, which have no cells. */
  onFault(row: TableRow): void;
  /** Once all rows are read by us, and before the engine knows; not where it reads the file itself. */
  onRead?(size: TextSize): Promise<void>;
}

/** Where a file is, and how it is read. */
export interface OpenOptions {
  sourceDir: string;
  /** A folder for what has to be unpacked. */
  scratch: string;
  /** Of a row that is read by us, at most. */
  lineBytes: number;
}

/** A table in an uploaded file, opened to be loaded. */
export class OpenedFile {
  readonly title: string;
  readonly columns: FileColumn[];
  /** Columns of the table that are expected and not there. */
  readonly missing: string[];
  readonly #rows: OpenedRows;
  readonly #options: OpenOptions;
  #pipe: NamedPipe | null = null;
  /** Whether each row is read by us, because the engine fails at one with a fault. */
  canonical: boolean;

  private constructor({ title, settings }: InspectedFile, rows: OpenedRows, options: OpenOptions) {
    this.title = title;
    this.#rows = rows;
    this.#options = options;
    this.canonical = rows.format === 'delimited' && rows.native === null;
    const present = columnsIn(rows);
    const absent = expectedColumns(settings).filter(({ name }) => present.every((column) => column.name !== name));
    this.columns = [...present, ...absent];
    this.missing = absent.map(({ name }) => name);
  }

  /** Throws `FileError`. */
  static async open(file: InspectedFile, options: OpenOptions): Promise<OpenedFile> {
    const { sourceDir, scratch } = options;
    const path = join(sourceDir, file.file);
    const rows = await openTableRows({ path, part: file.part, settings: file.settings, scratch });
    return new OpenedFile(file, rows, options);
  }

  /** A relation that begins with its first rows and can be read in addition; null where it can be read once only. */
  get begin(): string | null {
    const rows = this.#rows;
    if (rows.format === 'typed') return `(${this.#cast(rows, readTyped(rows)).sql})`;
    if (this.canonical || rows.native === null || rows.native.path === null) return null;
    return `(${this.#cast(rows, readNative(rows.native, rows.native.path)).sql})`;
  }

  get canFallBack(): boolean {
    return !this.canonical && this.#rows.format === 'delimited';
  }

  /**
   * All rows as a relation with the columns of the table and `SOURCE`. It can be read once; then call `finish`. Rows
   * with a fault are not in it if the file is read as canonical text, else it fails at one. With a stage, they are read
   * and cast before it returns.
   */
  async relation(number: number, events: FileEvents, stage: ColumnStage | null): Promise<string> {
    const values = this.columns.map(({ name }) => quoteIdentifier(name));
    const select = (rejected: readonly string[], from: string) => {
      const source =
        rejected.length === 0
          ? String(number)
          : `CASE WHEN ${rejected.join(' OR ')} THEN -${number} ELSE ${number} END`;
      return `(SELECT ${values.join(', ')}, CAST(${source} AS SMALLINT) AS ${SOURCE} FROM ${from})`;
    };
    if (stage === null) {
      const { sql, checks } = this.#cast(this.#rows, await this.#read(events));
      return select(rejectionOf(checks), `(${sql})`);
    }
    const tables: string[] = [];
    const rejected: string[] = [];
    const { slices, staged } = await this.#castSlices(events, stage);
    for (const { sql, names, checks } of slices) {
      const [condition] = rejectionOf(checks);
      const mark = `_rejected${tables.length}`;
      if (condition !== undefined) rejected.push(mark);
      const own = [...names.map(quoteIdentifier), ...(condition === undefined ? [] : [`${condition} AS ${mark}`])];
      tables.push(await stage.put(`SELECT ${own.join(', ')} FROM (${sql})`));
    }
    await stage.remove(staged);
    return select(rejected, tables.join(' POSITIONAL JOIN '));
  }

  /**
   * The rejected cells: number of the row, column, text, reason, in one relation or more. Each can be read once; then
   * call `finish`.
   */
  async rejectedCells(limit: number | null, stage: ColumnStage | null): Promise<string[]> {
    this.canonical ||= this.#rows.format === 'delimited';
    const events = { onFault: () => undefined };
    const all =
      stage === null
        ? [this.#cast(this.#rows, await this.#read(events))]
        : (await this.#castSlices(events, stage)).slices;
    return all.filter(({ checks }) => checks.length > 0).map((rows) => selectRejected(rows, limit));
  }

  /** Throws where the file ended being readable. */
  async finish(): Promise<void> {
    const pipe = this.#pipe;
    this.#pipe = null;
    await pipe?.finish();
    await pipe?.close();
  }

  /** Why it could not be read to its end, if it was so. */
  get failure(): unknown {
    return this.#pipe?.failure ?? null;
  }

  async close(): Promise<void> {
    await this.#pipe?.close();
    await this.#rows.close();
  }

  async #read(events: FileEvents): Promise<ReadRows> {
    const rows = this.#rows;
    if (rows.format === 'typed') return readTyped(rows);
    if (rows.native === null || this.canonical) return this.#readCanonical(rows, events);
    return readNative(rows.native, rows.native.path ?? (await this.#pipeOf(rows.native.bytes)));
  }

  async #readCanonical(rows: DelimitedRows, { onFault, onRead: onEnd }: FileEvents): Promise<ReadRows> {
    const { lineBytes: maxBytes } = this.#options;
    const path = await this.#pipeOf((signal) =>
      canonicalText(rows, onFault, { maxBytes, signal, ...(onEnd && { onEnd }) }),
    );
    return {
      from: readCanonical(path, rows.columns, maxBytes),
      more: [`CAST(${LINE_COLUMN} AS BIGINT) AS ${LINE_COLUMN}`],
      cells: rows.columns.map(({ name }) => quoteIdentifier(name)),
    };
  }

  /** Reads the rows into a table of the stage, over which each of the returned relations casts some of the columns. */
  async #castSlices(events: FileEvents, stage: ColumnStage): Promise<{ slices: CastRows[]; staged: string }> {
    const rows = this.#rows;
    const { from, more, cells } = await this.#read(events);
    const isTyped = rows.format === 'typed';
    const texts = cells.map((cell, place) => `${cell} AS _cell${place}`);
    const staged = await stage.put(`SELECT ${isTyped ? '*' : [...more, ...texts].join(', ')} FROM ${from}`);
    const places = slicesOf(cells.map((_, place) => place));
    const slices = places.map((own, slice) => {
      const read = {
        from: staged,
        more: isTyped ? more : more.map(() => LINE_COLUMN),
        cells: own.map((place) => (isTyped ? cells[place]! : `_cell${place}`)),
      };
      return this.#cast(some(rows, own), read, slice === 0 ? this.#absent() : []);
    });
    return { slices, staged };
  }

  async #pipeOf(chunks: (signal: AbortSignal) => AsyncIterable<Buffer>): Promise<string> {
    await this.#pipe?.close();
    this.#pipe = await NamedPipe.create(join(this.#options.scratch, `${randomUUID()}.csv`));
    this.#pipe.start(chunks);
    return this.#pipe.path;
  }

  /** Casts the columns of `rows`, and adds those that it lacks. */
  #cast(rows: OpenedRows, { from, more, cells }: ReadRows, absent = this.#absent()): CastRows {
    const { values, checks } = rows.format === 'typed' ? typedValues(rows, cells) : textValues(rows, cells);
    const names = [...rows.columns, ...absent].map(({ name }) => name);
    const nothing = absent.map(({ name, type }) => `CAST(NULL AS ${type}) AS ${quoteIdentifier(name)}`);
    return { sql: `SELECT ${[...more, ...values, ...nothing].join(', ')} FROM ${from}`, names, checks };
  }

  #absent(): FileColumn[] {
    return this.columns.filter(({ name }) => this.missing.includes(name));
  }
}

const readTyped = ({ from, values }: TypedRows): ReadRows => ({
  from,
  more: [`row_number() OVER () AS ${LINE_COLUMN}`],
  cells: values,
});

const readNative = ({ sql, cells, leftOut }: NativeRows, path: string): ReadRows => ({
  from: `${sql(path)} WHERE NOT (${leftOut})`,
  more: [],
  cells,
});

/** Only the columns at the places. */
function some(rows: OpenedRows, places: readonly number[]): OpenedRows {
  return rows.format === 'typed'
    ? { ...rows, columns: places.map((place) => rows.columns[place]!) }
    : { ...rows, columns: places.map((place) => rows.columns[place]!) };
}

function textValues({ columns }: DelimitedRows, cells: readonly string[]) {
  const checks: CellCheck[] = [];
  const values: string[] = [];
  for (const [place, { name, cast }] of columns.entries()) {
    const cell = cells[place]!;
    values.push(`${cast(cell).value} AS ${quoteIdentifier(name)}`);
    const text = `_text${place}`;
    const { rejectedBy, reason } = cast(text);
    const rejected = rejectedBy(quoteIdentifier(name));
    if (rejected === 'FALSE') continue;
    values.push(`${cell} AS ${text}`);
    checks.push({ name, text, rejected, reason });
  }
  return { values, checks };
}

function typedValues({ columns }: TypedRows, cells: readonly string[]) {
  const checks: CellCheck[] = [];
  const values: string[] = [];
  for (const [place, { name, rejected, reason, text }] of columns.entries()) {
    values.push(`${cells[place]!} AS ${quoteIdentifier(name)}`);
    if (rejected === null) continue;
    values.push(`${text} AS _text${place}`, `(${rejected}) AS _rejected${place}`, `${reason} AS _reason${place}`);
    checks.push({ name, text: `_text${place}`, rejected: `_rejected${place}`, reason: `_reason${place}` });
  }
  return { values, checks };
}

/** The condition under which a row is rejected; none where no cell can be. The checks are made without a value only. */
function rejectionOf(checks: readonly CellCheck[]): string[] {
  if (checks.length === 0) return [];
  const valueless = checks.map(({ name, text }) => `(${quoteIdentifier(name)} IS NULL AND ${text} IS NOT NULL)`);
  const rejected = checks.map((check) => check.rejected);
  return [`CASE WHEN ${valueless.join(' OR ')} THEN (${rejected.join(' OR ')}) ELSE FALSE END`];
}

function selectRejected({ sql, checks }: CastRows, limit: number | null): string {
  const cells = checks.map(
    ({ name, text, rejected, reason }) =>
      `CASE WHEN ${rejected} THEN {'name': '${name}', 'text': CAST(${text} AS VARCHAR), 'reason': ${reason}} END`,
  );
  const any = checks.map(({ rejected }) => rejected).join(' OR ');
  const found = `SELECT ${LINE_COLUMN} AS line, unnest(list_filter([${cells.join(', ')}], lambda cell: cell IS NOT NULL)) AS cell FROM (${sql}) WHERE ${any}`;
  return `SELECT line, cell.name, left(cell.text, 2000), cell.reason FROM (${found})${limit === null ? '' : ` LIMIT ${limit}`}`;
}

function columnsIn(rows: OpenedRows): FileColumn[] {
  if (rows.format === 'typed') return rows.columns.map(({ name, type }) => ({ name, type }));
  return rows.columns.map(({ name, cast }) => ({ name, type: shortType(cast('NULL').type) }));
}

/** The listed columns whose types are known without the file. */
function expectedColumns(settings: TableSettings): FileColumn[] {
  return settings.columns.flatMap(
    (column) =>
    column.type === null ? [] : { name: column.name, type: shortType(castColumn({ nullTexts: [], ...column, type: column.type }, 'NULL').type) }, // prettier-ignore
  );
}

/** As DESCRIBE writes it, so that it is the same type as that of a stored column. */
const shortType = (type: string) => type.replace(/,\s+/, ',');
