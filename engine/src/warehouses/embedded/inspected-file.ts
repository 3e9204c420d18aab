import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TableSettings } from '@rise/contract';
import { quoteIdentifier } from '../../expression/quote.ts';
import { castColumn } from '../../files/cast-column.ts';
import { openTableRows } from '../../files/open-table-rows.ts';
import { canonicalText, LINE_COLUMN, readCanonical } from '../../files/table-rows.ts';
import type { DelimitedRows, NativeRows, OpenedRows, TableRow, TextSize } from '../../files/table-rows.ts';
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
  checks: CellCheck[];
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
    if (rows.format === 'typed') return `(${this.#castTyped(rows).sql})`;
    if (this.canonical || rows.native === null || rows.native.path === null) return null;
    return `(${this.#castFile(rows, rows.native, rows.native.path).sql})`;
  }

  get canFallBack(): boolean {
    return !this.canonical && this.#rows.format === 'delimited';
  }

  /**
   * All rows as a relation with the columns of the table and `SOURCE`. It can be read once; then call `finish`. Rows
   * with a fault are not in it if the file is read as canonical text, else it fails at one.
   */
  async relation(number: number, events: FileEvents): Promise<string> {
    const { sql, checks } = await this.#cast(events);
    const rejected = checks.map(({ name, text }) => `(${quoteIdentifier(name)} IS NULL AND ${text} IS NOT NULL)`);
    // The conditions are evaluated for rows without a value only.
    const source =
      checks.length === 0
        ? String(number)
        : `CASE WHEN ${rejected.join(' OR ')} THEN CASE WHEN ${checks.map((check) => check.rejected).join(' OR ')} THEN -${number} ELSE ${number} END ELSE ${number} END`;
    const values = this.columns.map(({ name }) => quoteIdentifier(name));
    return `(SELECT ${values.join(', ')}, CAST(${source} AS SMALLINT) AS ${SOURCE} FROM (${sql}))`;
  }

  /** The rejected cells: number of the row, column, text, reason. It can be read once; then call `finish`. */
  async rejectedCells(limit: number | null): Promise<string> {
    this.canonical ||= this.#rows.format === 'delimited';
    const { sql, checks } = await this.#cast({ onFault: () => undefined });
    const cells = checks.map(
      ({ name, text, rejected, reason }) =>
        `CASE WHEN ${rejected} THEN {'name': '${name}', 'text': CAST(${text} AS VARCHAR), 'reason': ${reason}} END`,
    );
    const some = checks.map(({ rejected }) => rejected).join(' OR ');
    const found = `SELECT ${LINE_COLUMN} AS line, unnest(list_filter([${cells.join(', ')}], lambda cell: cell IS NOT NULL)) AS cell FROM (${sql}) WHERE ${some}`;
    return `SELECT line, cell.name, left(cell.text, 2000), cell.reason FROM (${found})${limit === null ? '' : ` LIMIT ${limit}`}`;
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

  #cast(events: FileEvents): Promise<CastRows> | CastRows {
    const rows = this.#rows;
    if (rows.format === 'typed') return this.#castTyped(rows);
    return rows.native === null || this.canonical
      ? this.#castCanonical(rows, events)
      : this.#castNative(rows, rows.native);
  }

  async #castCanonical(rows: DelimitedRows, { onFault, onRead: onEnd }: FileEvents): Promise<CastRows> {
    const { lineBytes: maxBytes } = this.#options;
    const path = await this.#pipeOf((signal) =>
      canonicalText(rows, onFault, { maxBytes, signal, ...(onEnd && { onEnd }) }),
    );
    const cells = rows.columns.map(({ name }) => quoteIdentifier(name));
    return this.#castTexts(rows, readCanonical(path, rows.columns, maxBytes), cells, [`CAST(${LINE_COLUMN} AS BIGINT) AS ${LINE_COLUMN}`]); // prettier-ignore
  }

  async #castNative(rows: DelimitedRows, native: NativeRows): Promise<CastRows> {
    return this.#castFile(rows, native, native.path ?? (await this.#pipeOf(native.bytes)));
  }

  #castFile(rows: DelimitedRows, { sql, cells, leftOut }: NativeRows, from: string): CastRows {
    return this.#castTexts(rows, `${sql(from)} WHERE NOT (${leftOut})`, cells, []);
  }

  async #pipeOf(chunks: (signal: AbortSignal) => AsyncIterable<Buffer>): Promise<string> {
    await this.#pipe?.close();
    this.#pipe = await NamedPipe.create(join(this.#options.scratch, `${randomUUID()}.csv`));
    this.#pipe.start(chunks);
    return this.#pipe.path;
  }

  #castTexts({ columns }: DelimitedRows, from: string, cells: readonly string[], more: readonly string[]): CastRows {
    const checks: CellCheck[] = [];
    const values: string[] = [...more];
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
    return { sql: `SELECT ${[...values, ...this.#absent()].join(', ')} FROM ${from}`, checks };
  }

  #castTyped(rows: Extract<OpenedRows, { format: 'typed' }>): CastRows {
    const checks: CellCheck[] = [];
    const values = [`row_number() OVER () AS ${LINE_COLUMN}`];
    for (const [place, { name, rejected, reason, text }] of rows.columns.entries()) {
      values.push(`${rows.values[place]!} AS ${quoteIdentifier(name)}`);
      if (rejected === null) continue;
      values.push(`${text} AS _text${place}`, `(${rejected}) AS _rejected${place}`, `${reason} AS _reason${place}`);
      checks.push({ name, text: `_text${place}`, rejected: `_rejected${place}`, reason: `_reason${place}` });
    }
    return { sql: `SELECT ${[...values, ...this.#absent()].join(', ')} FROM ${rows.from}`, checks };
  }

  #absent(): string[] {
    return this.columns
      .filter(({ name }) => this.missing.includes(name))
      .map(({ name, type }) => `CAST(NULL AS ${type}) AS ${quoteIdentifier(name)}`);
  }
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
