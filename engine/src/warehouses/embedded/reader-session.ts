import { DuckDBTypeId } from '@duckdb/node-api';
import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBPreparedStatement,
  DuckDBValue,
} from '@duckdb/node-api';
import { MAX_RESULT_BYTES } from '../../results/result-limit.ts';
import { ResultTooLarge } from '../../errors.ts';
import { runStream } from './run-stream.ts';
import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import { encodeSlices } from '../../results/encode-rows.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';

/** Prepared statements per connection. */
const MAX_PREPARED = 32;

/** A connection and its prepared statements: the same query with other values is not planned again. */
export class ReaderSession {
  readonly #connection: DuckDBConnection;
  readonly #resultBytes: number;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();

  /** `resultBytes`: size limit of one result, in bytes of its JSON. */
  constructor(connection: DuckDBConnection, resultBytes = MAX_RESULT_BYTES) {
    this.#connection = connection;
    this.#resultBytes = resultBytes;
  }

  /** Runs exactly one statement; a text with several is refused. Throws `ResultTooLarge`. */
  async run(request: StatementRequest): Promise<RowsText[]> {
    const statement = await this.#prepare(request.sql);
    statement.bind(request.parameters);
    return encodeSlices(columnsOf(await statement.run(), this.#resultBytes), request, this.#resultBytes);
  }

  stream(request: StreamRequest): StreamParts {
    return runStream(this.#connection, request);
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  close(): void {
    for (const statement of this.#prepared.values()) statement.destroySync();
    this.#prepared.clear();
    this.#connection.closeSync();
  }

  async #prepare(sql: string): Promise<DuckDBPreparedStatement> {
    const prepared = this.#prepared.get(sql);
    const statement = prepared ?? (await this.#connection.prepare(sql));
    this.#prepared.delete(sql);
    this.#prepared.set(sql, statement);
    if (this.#prepared.size > MAX_PREPARED) {
      const [oldest, unused] = this.#prepared.entries().next().value!;
      this.#prepared.delete(oldest);
      unused.destroySync();
    }
    return statement;
  }
}

/**
 * Reads all rows at once: fetching chunk by chunk would pass through the event loop each time. Stops with
 * `ResultTooLarge` once the texts alone exceed the limit, before they fill this process's memory.
 */
function columnsOf(result: DuckDBMaterializedResult, maxBytes: number): DuckDBValue[][] {
  const columns = Array.from({ length: result.columnCount }, (): DuckDBValue[] => []);
  const isText = result.columnTypes().map(({ typeId }) => typeId === DuckDBTypeId.VARCHAR);
  let size = 0;
  for (let index = 0; index < result.chunkCount; index++)
    for (const [place, values] of result.getChunk(index).getColumns().entries()) {
      for (const value of values) columns[place]!.push(value);
      if (isText[place]) size += charactersIn(values);
      if (size > maxBytes) throw new ResultTooLarge(maxBytes);
    }
  return columns;
}

function charactersIn(values: readonly DuckDBValue[]): number {
  let length = 0;
  for (const value of values) length += typeof value === 'string' ? value.length : 0;
  return length;
}
