import { DuckDBInstance, DuckDBTypeId } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBResult, DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import { WITHOUT_FAULTS } from './engine-faults.ts';
import { encodeRows } from './encode-rows.ts';
import type { ReaderSetup, RowsText, SandboxRequest, StatementFault } from './messages.ts';

/** Bound of an answer's text, in characters. */
const MOST_TEXT = 32 * 1024 * 1024;

type ColumnType = ResultColumn['type'];
const TYPES: Partial<Record<DuckDBTypeId, ColumnType>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.BIGINT]: 'integer',
  [DuckDBTypeId.UTINYINT]: 'integer',
  [DuckDBTypeId.USMALLINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'integer',
  [DuckDBTypeId.UBIGINT]: 'integer',
  [DuckDBTypeId.HUGEINT]: 'integer',
  [DuckDBTypeId.UHUGEINT]: 'integer',
  [DuckDBTypeId.DECIMAL]: 'decimal',
  [DuckDBTypeId.FLOAT]: 'number',
  [DuckDBTypeId.DOUBLE]: 'number',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp',
};

/** The engine refused the statement, or could not finish it: the asker's to mend. */
export class StatementError extends Error {
  override name = 'StatementError';
  readonly fault: StatementFault;
  constructor(fault: StatementFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Runs what people wrote. Each statement gets an instance of its own, which has nothing but the views named in the
 * request, and which is thrown away with everything that the statement may have left in it.
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
      return [await this.#answer(this.#connection!, request)];
    } catch (error) {
      throw this.#stopped ? error : faultOf(error, request);
    } finally {
      this.#connection?.closeSync();
      this.#connection = null;
      instance.closeSync();
    }
  }

  interrupt(): void {
    this.#stopped = true;
    this.#connection?.interrupt();
  }

  close(): void {
    this.interrupt();
  }

  #throwIfStopped(): void {
    if (this.#stopped) throw new Error('Stopped.');
  }

  async #open({ attachAs, views, keepsOrder }: SandboxRequest): Promise<DuckDBInstance> {
    const { file, memoryMb, threads, connections } = this.#setup;
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${Math.floor(memoryMb / connections)}MB`,
      threads: String(threads),
      temp_directory: '',
      preserve_insertion_order: String(keepsOrder),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    try {
      const connection = await instance.connect();
      this.#connection = connection;
      const steps = [
        `ATTACH '${file.replaceAll("'", "''")}' AS "${attachAs}" (READ_ONLY)`,
        'SET enable_external_access = false',
        "SET disabled_filesystems = 'LocalFileSystem'",
        "SET GLOBAL TimeZone = 'UTC'",
        WITHOUT_FAULTS,
        'SET errors_as_json = true',
        ...views.map(({ name, select }) => `CREATE VIEW "${name.replaceAll('"', '""')}" AS ${select}`),
        'SET lock_configuration = true',
      ];
      for (const step of steps) await connection.run(step);
      return instance;
    } catch (error) {
      instance.closeSync();
      throw error;
    }
  }

  /** Reads no more than the limit and one row further, which says that there are more. */
  async #answer(connection: DuckDBConnection, { sql, limit }: SandboxRequest): Promise<RowsText> {
    const statement = await connection.prepare(sql);
    try {
      const result = await statement.stream();
      const types = result.columnTypes().map(({ typeId }) => TYPES[typeId] ?? 'string');
      const columns: DuckDBValue[][] = types.map(() => []);
      let length = 0;
      let size = 0;
      while (length <= limit && size <= MOST_TEXT) {
        const chunk = await result.fetchChunk();
        if (!chunk || chunk.rowCount === 0) break;
        for (const [index, values] of chunk.getColumns().entries()) {
          for (const value of values) columns[index]!.push(value);
          size += types[index] === 'string' ? lengthOf(values) : 8 * values.length;
        }
        length += chunk.rowCount;
      }
      return rowsOf(result, columns, types, { length, limit, whole: size <= MOST_TEXT });
    } finally {
      statement.destroySync();
    }
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
  { length, limit, whole }: { length: number; limit: number; whole: boolean },
): RowsText {
  // A whole number that JSON cannot hold exactly travels as text, as exact decimals do.
  const types = declared.map((type, index) =>
    type === 'integer' && columns[index]!.some((value) => value !== null && !Number.isSafeInteger(Number(value)))
      ? 'decimal'
      : type,
  );
  const names = result.deduplicatedColumnNames();
  return {
    rows: encodeRows(columns, types, limit),
    rowCount: Math.min(length, limit),
    truncated: length > limit || !whole,
    columns: types.map((type, index) => ({ name: names[index]!, type })),
  };
}

/** What DuckDB says of a statement, in words for whoever wrote it. */
function faultOf(error: unknown, { attachAs }: SandboxRequest): unknown {
  if (!(error instanceof Error)) return error;
  let told: { exception_type?: string; exception_message?: string; position?: string };
  try {
    told = JSON.parse(error.message) as typeof told;
  } catch {
    return error;
  }
  const { exception_type: type, exception_message: message = '', position } = told;
  if (type === 'Interrupt') return error;
  if (type === 'Out of Memory') return new StatementError({ why: 'memory', message, at: null });
  if (type === 'INTERNAL' || type === 'Fatal' || type === 'IO' || message.includes(attachAs))
    return new StatementError({ why: 'unable', message, at: null });
  return new StatementError({ why: 'told', message, at: position === undefined ? null : Number(position) });
}
