import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier } from '../../expression/quote.ts';
import { attachWideFile } from './open-database.ts';

/** Columns that are cast by one statement. */
const COLUMNS_AT_ONCE = 250;

/** Some of a list at a time. */
export function slicesOf<Item>(items: readonly Item[]): Item[][] {
  const slices: Item[][] = [];
  for (let start = 0; start < items.length; start += COLUMNS_AT_ONCE)
    slices.push(items.slice(start, start + COLUMNS_AT_ONCE));
  return slices;
}

/**
 * A database beside the one that is being built, in which the rows of a file with thousands of columns are put down as
 * texts and cast some columns at a time: one statement with all casts takes gigabytes, which no limit of the engine
 * bounds. It is a file, since tables in memory take 256 KB a column.
 */
export class ColumnStage {
  readonly #connection: DuckDBConnection;
  readonly #file: string;
  readonly #name: string;
  #tables = 0;

  private constructor(connection: DuckDBConnection, file: string, name: string) {
    this.#connection = connection;
    this.#file = file;
    this.#name = name;
  }

  /** In the folder `scratch`. */
  static async open(connection: DuckDBConnection, scratch: string): Promise<ColumnStage> {
    const name = `stage ${randomUUID()}`;
    const file = join(scratch, `${randomUUID()}.duckdb`);
    await attachWideFile(connection, file, name);
    return new ColumnStage(connection, file, name);
  }

  /** Puts rows down, in their order; returns the table. */
  async put(rows: string): Promise<string> {
    const table = `${quoteIdentifier(this.#name)}.main.t${this.#tables++}`;
    await this.#connection.run(`CREATE TABLE ${table} AS ${rows}`);
    return table;
  }

  async remove(table: string): Promise<void> {
    await this.#connection.run(`DROP TABLE ${table}`);
  }

  async close(): Promise<void> {
    await this.#connection.run(`DETACH ${quoteIdentifier(this.#name)}`);
    await rm(this.#file, { force: true });
  }
}
