import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBPreparedStatement,
  DuckDBValue,
} from '@duckdb/node-api';
import { runStream } from './run-stream.ts';
import type { StreamParts, StreamRequest } from '../../stream/stream-request.ts';
import { encodeSlices } from '../../results/encode-rows.ts';
import type { RowsText, StatementRequest } from '../../dialects/statement.ts';

/** Prepared statements per connection. */
const MAX_PREPARED = 32;

/** A connection and its prepared statements: the same query with other values is not planned again. */
export class ReaderSession {
  readonly #connection: DuckDBConnection;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Runs exactly one statement; a text with several is refused. */
  async run(request: StatementRequest): Promise<RowsText[]> {
    const statement = await this.#prepare(request.sql);
    statement.bind(request.parameters);
    return encodeSlices(columnsOf(await statement.run()), request);
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

/** Reads all rows at once: fetching chunk by chunk would pass through the event loop each time. */
function columnsOf(result: DuckDBMaterializedResult): DuckDBValue[][] {
  const columns = Array.from({ length: result.columnCount }, (): DuckDBValue[] => []);
  for (let index = 0; index < result.chunkCount; index++)
    for (const [place, values] of result.getChunk(index).getColumns().entries())
      for (const value of values) columns[place]!.push(value);
  return columns;
}
