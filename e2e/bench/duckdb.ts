import { DuckDBInstance, type DuckDBConnection, type DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Cell } from '@rise/contract';

/** DuckDB as the product's readers open it: read-only, two threads. */
export function openFile(file: string): Promise<DuckDBInstance> {
  return DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '2', memory_limit: '512MB' });
}

/** One connection that keeps its statements prepared. */
export class PreparingConnection {
  readonly #connection: DuckDBConnection;
  readonly #statements = new Map<string, DuckDBPreparedStatement>();
  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** All rows of a statement. */
  async run(sql: string, parameters: readonly Cell[]): Promise<readonly unknown[][]> {
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      prepared = await this.#connection.prepare(sql);
      this.#statements.set(sql, prepared);
    }
    prepared.bind(parameters as Cell[]);
    return (await prepared.runAndReadAll()).getRowsJson();
  }
}
