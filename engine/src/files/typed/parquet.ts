import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Doubt, TypedColumn, TypedSettings } from '@rise/contract';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { castColumn } from '../cast-column.ts';
import { FileError } from '../file-error.ts';
import { rowsToInspect } from '../infer/infer-columns.ts';
import { distinctNames } from '../infer/names.ts';
import type { TableFindings } from '../infer/inspect-text.ts';
import type { TypedRows } from '../table-rows.ts';
import { distinctTitles, findColumns } from '../titles.ts';
import { READ_AS_TEXT, readType } from './file-types.ts';
import type { ReadType } from './file-types.ts';

const MAX_COLUMNS = 5000;
const SAMPLE_ROWS = 5000;

interface FileColumn {
  /** As in the file; `title` is distinct from the others in any case. */
  column: string;
  title: string;
  fileType: string;
}

const damaged = (reason: string) =>
  new FileError('damaged_file', `The Parquet file cannot be read: ${reason}`, 'Write it again, or export CSV.');

/** Runs with a database of its own that reads this file only. */
async function withParquet<Answer>(
  path: string,
  run: (connection: DuckDBConnection) => Promise<Answer>,
): Promise<Answer> {
  // prettier-ignore
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '400MB', max_temp_directory_size: '0GB' }); // prettier-ignore
  const connection = await instance.connect();
  try {
    await connection.run(`SET allowed_paths = [${quoteText(path)}]`);
    await connection.run('SET enable_external_access = false');
    return await run(connection);
  } catch (error) {
    if (error instanceof FileError) throw error;
    const [line = ''] = (error as Error).message.replaceAll(/ (?:in|of) file ['"].*?['"]/g, '').replaceAll(path, 'it').split('\n'); // prettier-ignore
    throw damaged(`${line.replace(/^[A-Za-z ]*Error: /, '').slice(0, 300)}.`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const relation = (path: string) => `read_parquet(${quoteText(path)})`;

async function columnsOf(connection: DuckDBConnection, path: string): Promise<FileColumn[]> {
  const rows = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${relation(path)}`)).getRowsJson() as string[][];
  if (rows.length > MAX_COLUMNS)
    throw new FileError(
      'too_many_columns',
      `The file has ${rows.length} columns.`,
      `A table has up to ${MAX_COLUMNS}.`,
    );
  const titles = distinctTitles(rows.map(([name]) => name!));
  return rows.map(([column, fileType], place) => ({ column: column!, title: titles[place]!, fileType: fileType! }));
}

/** A binary column is text if the first rows' bytes are. */
async function typeOfColumn(
  connection: DuckDBConnection,
  from: string,
  { column, fileType }: FileColumn,
): Promise<ReadType | null> {
  // prettier-ignore
  if (fileType !== 'BLOB') return readType(fileType);
  const name = quoteIdentifier(column);
  const answer = await connection.runAndReadAll(`SELECT count(${name}), count(TRY(decode(${name}))) FROM ${from}`);
  const [[filled, decoded]] = answer.getRowsJson() as [[string, string]];
  return filled === decoded && filled !== '0' ? READ_AS_TEXT : null;
}

/** Finds out how a Parquet file is read: its metadata first, since a small file can hold a hundred million rows. */
export async function inspectParquet(path: string): Promise<TableFindings> {
  return withParquet(path, async (connection) => {
    const answer = await connection.runAndReadAll(`SELECT CAST(sum(num_rows) AS BIGINT) FROM parquet_file_metadata(${quoteText(path)})`); // prettier-ignore
    const count = Number((answer.getRowsJson() as [[string | null]])[0][0] ?? 0);
    const columns = await columnsOf(connection, path);
    const names = distinctNames(columns.map(({ title }) => title));
    const rows = Math.min(SAMPLE_ROWS, rowsToInspect(columns.length));
    await connection.run(`CREATE TEMP TABLE first_rows AS SELECT * FROM ${relation(path)} LIMIT ${rows}`);
    const found: TableFindings['columns'] = [];
    const settings: TypedColumn[] = [];
    const doubts: Doubt[] = [];
    for (const [place, column] of columns.entries()) {
      const { title, fileType } = column;
      const read = await typeOfColumn(connection, 'first_rows', column);
      const seen = await sampleColumn(connection, column);
      found.push({ title, name: names[place]!, fileType, ...seen });
      if (read !== null) settings.push({ title, name: names[place]!, type: null });
      const code = read === null ? 'unsupported_type' : read.doubt;
      if (code !== null) doubts.push({ code, column: title, count: null, evidence: [{ line: null, text: read === null ? fileType : `${fileType} → ${read.type}` }], choices: [] }); // prettier-ignore
    }
    if (settings.length === 0) throw new FileError('no_rows', 'The file has no column that can be read.', 'Export its columns as texts, numbers or dates.'); // prettier-ignore
    return {
      settings: { kind: 'typed', format: 'parquet', columns: settings },
      rows: { count, exact: true },
      rowsInspected: Math.min(count, rows),
      columns: found,
      doubts,
    };
  });
}

async function sampleColumn(connection: DuckDBConnection, { column }: FileColumn) {
  const name = quoteIdentifier(column);
  const answer = await connection.runAndReadAll(
    `WITH sample AS (SELECT CAST(${name} AS VARCHAR) AS text, row_number() OVER () AS place FROM first_rows)
     SELECT count(*) - count(text), count(DISTINCT text),
       (SELECT list(left(text, 200) ORDER BY place) FROM (SELECT text, min(place) AS place FROM sample WHERE text IS NOT NULL GROUP BY text ORDER BY place LIMIT 5))
     FROM sample`,
  );
  const [[nulls, distinct, samples]] = answer.getRowsJson() as [[string, string, string[] | null]];
  return { nulls: Number(nulls), distinct: Number(distinct), samples: samples ?? [] };
}

/** Opens a Parquet file, which DuckDB reads by itself. Throws `FileError`. */
export async function openParquet(
  path: string,
  settings: TypedSettings,
  close: () => Promise<void>,
): Promise<TypedRows> {
  // prettier-ignore
  return withParquet(path, async (connection) => {
    const columns = await columnsOf(connection, path);
    const { found, missing, unlisted } = findColumns(columns.map(({ title }) => title), settings.columns); // prettier-ignore
    const opened: TypedRows = { format: 'typed', columns: [], values: [], missing: missing.map(({ title }) => title), unlisted, from: relation(path), close }; // prettier-ignore
    for (const { column, position } of found) {
      const { title, name, type } = column;
      const file = columns[position]!;
      const read = await typeOfColumn(connection, `(SELECT * FROM ${relation(path)} LIMIT ${SAMPLE_ROWS})`, file);
      if (read === null) throw new FileError('wrong_settings', `The column ${title} has the type ${file.fileType}, which cannot be read.`, 'Leave it out.'); // prettier-ignore
      const value = quoteIdentifier(file.column);
      const text = read === READ_AS_TEXT ? read.convert(value) : `CAST(${value} AS VARCHAR)`;
      if (type === null) {
        const own = read.convert(value);
        const rejected = read.canFail ? `(${value} IS NOT NULL AND ${own} IS NULL)` : null;
        opened.columns.push({ title, name, type: read.type, rejected, reason: "'too_large'", text });
        opened.values.push(own);
      } else {
        const cast = castColumn({ type, nullTexts: [] }, text);
        opened.columns.push({ title, name, type: cast.type, rejected: type.kind === 'text' ? null : cast.rejectedBy(cast.value), reason: cast.reason, text }); // prettier-ignore
        opened.values.push(cast.value);
      }
    }
    return opened;
  });
}
