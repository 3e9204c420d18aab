import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { encodeRows } from './encode-rows.ts';
import type { RowsText, StatementRequest } from './messages.ts';

/** Statements kept planned on each connection. */
const KEPT = 32;

/** One connection and its planned statements: the same query with other values is not planned again. */
export class ReaderSession {
  readonly #connection: DuckDBConnection;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Runs exactly one statement; text that holds several is refused. */
  async run({ sql, parameters, types, limit }: StatementRequest): Promise<RowsText> {
    const statement = await this.#prepare(sql);
    statement.bind(parameters);
    const columns = await (await statement.run()).getColumns();
    const length = columns[0]?.length ?? 0;
    return {
      rows: encodeRows(columns, types, limit),
      rowCount: limit === null ? length : Math.min(length, limit),
      truncated: limit !== null && length > limit,
    };
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
    const kept = this.#prepared.get(sql);
    const statement = kept ?? (await this.#connection.prepare(sql));
    this.#prepared.delete(sql);
    this.#prepared.set(sql, statement);
    if (this.#prepared.size > KEPT) {
      const [oldest, unused] = this.#prepared.entries().next().value!;
      this.#prepared.delete(oldest);
      unused.destroySync();
    }
    return statement;
  }
}
