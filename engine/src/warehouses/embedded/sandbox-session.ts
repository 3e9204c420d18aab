import { DuckDBInstance, DuckDBTimestampTZValue } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult, DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import { MAX_EXPRESSION_DEPTH, SAFE_OPTIMIZERS } from '../engine-faults.ts';
import { encodeRows } from '../../results/encode-rows.ts';
import type { RowsText } from '../../dialects/statement.ts';
import { encodeParts } from '../../stream/encoder.ts';
import type { TextBatch } from '../../stream/encoder.ts';
import type { StreamFormat, StreamParts, StreamRequest, UntitledFormat } from '../../stream/stream-request.ts';
import { bindingsOf } from './bindings.ts';
import { columnWriters } from './column-texts.ts';
import { planText } from './plan-text.ts';
import { columnTypeOf, parquetTypeOf } from './result-columns.ts';
import type { ReaderSetup, SandboxRequest, SandboxStreamRequest, StatementErrorReport } from './messages.ts';
import { quoteIdentifier, quoteText } from '../../expression/quote.ts';

type ColumnType = ResultColumn['type'];

// Texts of moments are in UTC, wherever the server is.
DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;

/** The engine rejected the statement or could not finish it; its author can fix that. */
export class StatementError extends Error {
  override name = 'StatementError';
  readonly fault: StatementErrorReport;
  constructor(issue: StatementErrorReport) {
    super(issue.message);
    this.fault = issue;
  }
}

/**
 * Runs ad-hoc SQL. Each statement gets an instance of its own with only the views named in the request, which is
 * discarded afterwards with everything that the statement left in it.
 */
export class SandboxSession {
  readonly #setup: ReaderSetup;
  #connection: DuckDBConnection | null = null;
  #stopped = false;

  constructor(setup: ReaderSetup) {
    this.#setup = setup;
  }

  async run(request: SandboxRequest): Promise<RowsText[]> {
    this.#stopped = false;
    const instance = await this.#open(request);
    try {
      this.#throwIfStopped();
      const answer = request.explain ? this.#explain : this.#answer;
      return [await answer.call(this, this.#connection!, request)];
    } catch (error) {
      throw this.#reported(error, request);
    } finally {
      this.#discard(instance);
    }
  }

  /** Streams the rows; an integer too large for JSON stays exact, since the formats are text. */
  async *stream(request: StreamRequest | SandboxStreamRequest): StreamParts {
    if (!('attachAs' in request)) throw new TypeError('A sandbox streams ad-hoc SQL only.');
    this.#stopped = false;
    const instance = await this.#open(request);
    try {
      this.#throwIfStopped();
      const statement = await this.#prepare(this.#connection!, request);
      try {
        const result = await statement.stream();
        const names = result.deduplicatedColumnNames();
        const types = sentTypes(result, request.format);
        const { limit } = request;
        const format = titledFormat(result, request.format);
        const encoded = { sql: request.sql, parameters: [], types, names, limit, format };
        return yield* encodeParts(encoded, batchesOf(result, types));
      } finally {
        statement.destroySync();
      }
    } catch (error) {
      throw this.#reported(error, request);
    } finally {
      this.#discard(instance);
    }
  }

  interrupt(): void {
    this.#stopped = true;
    this.#connection?.interrupt();
  }

  close(): void {
    this.interrupt();
  }

  #reported(error: unknown, { attachAs }: Pick<SandboxRequest, 'attachAs'>): unknown {
    return this.#stopped ? error : errorReport(error, [attachAs, ...attachedNames(this.#setup)]);
  }

  #discard(instance: DuckDBInstance): void {
    this.#connection?.closeSync();
    this.#connection = null;
    instance.closeSync();
  }

  #throwIfStopped(): void {
    if (this.#stopped) throw new Error('Stopped.');
  }

  async #open({ attachAs, views, keepsOrder }: Omit<SandboxRequest, 'explain'>): Promise<DuckDBInstance> {
    const { file, beside = [], memoryMb, threads, connections } = this.#setup;
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${Math.floor(memoryMb / connections)}MB`,
      threads: String(threads),
      temp_directory: '',
      max_expression_depth: MAX_EXPRESSION_DEPTH,
      preserve_insertion_order: String(keepsOrder),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    try {
      const connection = await instance.connect();
      this.#connection = connection;
      const steps = [
        ...[{ file, as: attachAs }, ...beside].map(
          (attached) => `ATTACH ${quoteText(attached.file)} AS ${quoteIdentifier(attached.as)} (READ_ONLY)`,
        ),
        'SET enable_external_access = false',
        "SET disabled_filesystems = 'LocalFileSystem'",
        "SET GLOBAL TimeZone = 'UTC'",
        SAFE_OPTIMIZERS,
        'SET errors_as_json = true',
        ...views.map(({ name, select }) => `CREATE VIEW ${quoteIdentifier(name)} AS ${select}`),
        'SET lock_configuration = true',
      ];
      for (const step of steps) await connection.run(step);
      return instance;
    } catch (error) {
      instance.closeSync();
      throw error;
    }
  }

  async #prepare(
    connection: DuckDBConnection,
    { sql, parameters }: Pick<SandboxRequest, 'sql' | 'parameters'>,
  ): Promise<DuckDBPreparedStatement> {
    const statement = await connection.prepare(sql);
    const { values, types } = bindingsOf(parameters);
    if (Object.keys(values).length > 0) statement.bind(values, types);
    return statement;
  }

  /** The text is a single SELECT: it has been parsed. */
  async #explain(connection: DuckDBConnection, request: SandboxRequest): Promise<RowsText> {
    const statement = await this.#prepare(connection, { ...request, sql: `EXPLAIN (FORMAT json) ${request.sql}` });
    try {
      const [[, plan] = []] = (await statement.runAndReadAll()).getRowsJson() as [string, string][];
      const text = planText(plan ?? '[]', [request.attachAs, ...attachedNames(this.#setup)]);
      return { rows: JSON.stringify([[text]]), rowCount: 1, truncated: false };
    } finally {
      statement.destroySync();
    }
  }

  /** Reads at most one row beyond the limit, to detect truncation. */
  async #answer(connection: DuckDBConnection, request: SandboxRequest): Promise<RowsText> {
    const { limit } = request;
    const statement = await this.#prepare(connection, request);
    try {
      const result = await statement.stream();
      const types = result.columnTypes().map(columnTypeOf);
      const columns: DuckDBValue[][] = types.map(() => []);
      const maxBytes = this.#setup.resultBytes;
      let length = 0;
      // Of the values; as JSON they are larger.
      let size = 0;
      while (length <= limit && size <= maxBytes) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) break;
        for (const [index, values] of chunk.getColumns().entries()) {
          for (const value of values) columns[index]!.push(value);
          size += types[index] === 'string' ? lengthOf(values) : 8 * values.length;
        }
        length += chunk.rowCount;
      }
      return rowsOf(result, columns, types, { length, limit, maxBytes, stopped: size > maxBytes });
    } finally {
      statement.destroySync();
    }
  }
}

/** Complete with what is known once the statement runs. */
function titledFormat(result: DuckDBResult, format: UntitledFormat): StreamFormat {
  const names = result.deduplicatedColumnNames();
  if (format.kind === 'csv') return { ...format, titles: names };
  if (format.kind === 'ndjson') return format;
  const types = result.columnTypes();
  return { kind: 'parquet', columns: names.map((name, place) => ({ name, type: parquetTypeOf(types[place]!) })) };
}

/** How values are sent to the encoder; a file has times to the microsecond, which only their text has. */
function sentTypes(result: DuckDBResult, { kind }: UntitledFormat): ColumnType[] {
  const types = result.columnTypes().map(columnTypeOf);
  return kind === 'parquet' ? types.map((type) => (type === 'timestamp' ? 'string' : type)) : types;
}

async function* batchesOf(result: DuckDBResult, types: readonly ColumnType[]): AsyncGenerator<TextBatch> {
  const textsOf = columnWriters(types);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    yield { columns: textsOf(chunk.getColumns()), count: chunk.rowCount };
  }
}

function lengthOf(values: readonly DuckDBValue[]): number {
  let length = 0;
  for (const value of values) length += typeof value === 'string' ? value.length : 64;
  return length;
}

function rowsOf(
  result: DuckDBResult,
  columns: DuckDBValue[][],
  declared: readonly ColumnType[],
  { length, limit, maxBytes, stopped }: { length: number; limit: number; maxBytes: number; stopped: boolean },
): RowsText {
  // Integers that JSON cannot represent exactly are sent as text, as exact decimals are.
  const types = declared.map((type, index) =>
    type === 'integer' && columns[index]!.some((value) => value !== null && !Number.isSafeInteger(Number(value)))
      ? 'decimal'
      : type,
  );
  const names = result.deduplicatedColumnNames();
  const { rows, rowCount } = encodeRows(columns, types, { limit, maxBytes });
  return {
    rows,
    rowCount,
    truncated: length > rowCount || stopped,
    columns: types.map((type, index) => ({ name: names[index]!, type })),
  };
}

const attachedNames = ({ beside = [] }: ReaderSetup) => beside.map(({ as }) => as);

/** DuckDB's message about a statement, phrased for its author; `secrets` are names that only we may know. */
function errorReport(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  let reported: { exception_type?: string; exception_message?: string; position?: string };
  try {
    reported = JSON.parse(error.message) as typeof reported;
  } catch {
    return error;
  }
  const { exception_type: type, exception_message: message = '', position } = reported;
  if (type === 'Interrupt') return error;
  if (type === 'Out of Memory') return new StatementError({ why: 'memory', message, at: null });
  if (type === 'INTERNAL' || type === 'Fatal' || type === 'IO' || secrets.some((name) => message.includes(name)))
    return new StatementError({ why: 'unable', message, at: null });
  return new StatementError({ why: 'statement', message, at: position === undefined ? null : Number(position) });
}
