import { quoteIdentifier, quoteText } from '../../expression/quote.ts';
import { loadSettings } from './open-database.ts';

const TENANT = 'tenant_id';

/** What it may use: it runs beside the server whose files it does not touch. */
const MEANS = { threads: 1, memoryMb: 1024 };

/**
 * Gives all rows of a tenant in a copied version file to another one. The file is a copy of the caller's own: files that
 * readers know never change. `from` and `to` are values of the column `tenant_id`. The engine is loaded on use, since a
 * server that imports this never calls it: DuckDB stays out of its process.
 */
export async function reassignTenant(file: string, from: string, to: string): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(file, loadSettings(MEANS, `${file}.spilled`));
  try {
    const connection = await instance.connect();
    const found = await connection.runAndReadAll(
      `SELECT c.table_name FROM duckdb_columns() c JOIN duckdb_tables() t USING (database_name, schema_name, table_name)
        WHERE c.column_name = '${TENANT}' AND c.database_name = current_database() ORDER BY 1`,
    );
    for (const [table] of found.getRowsJson() as [string][])
      await connection.run(
        `UPDATE ${quoteIdentifier(table)} SET ${TENANT} = ${quoteText(to)} WHERE ${TENANT} = ${quoteText(from)}`,
      );
    await connection.run('CHECKPOINT');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
}
