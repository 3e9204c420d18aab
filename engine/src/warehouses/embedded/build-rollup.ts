import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadedRollup } from './messages.ts';
import type { LoadRollup } from '../../rollups/rollup.ts';
import { quoteIdentifier } from '../../expression/quote.ts';

const EXACT = /^(DECIMAL|HUGEINT|BIGINT|UHUGEINT)/;
/** Exact, and so short that the sum of ten billion values has at most 38 digits. */
const SHORT = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT)$|DECIMAL\((1?\d|2[0-8]),)/;

/**
 * Adds a rollup to the database `own`, built from the tables of the database in use. A rollup that cannot be built
 * leaves nothing in the file; the reason is returned.
 */
export async function buildRollup(
  connection: DuckDBConnection,
  own: string,
  rollup: LoadRollup,
): Promise<LoadedRollup> {
  const { dataset, name: called, hash, statement, sums } = rollup;
  const table = `${quoteIdentifier(own)}.main.${quoteIdentifier(rollup.table)}`;
  try {
    await connection.run(`CREATE TABLE ${table} AS ${statement.sql}`, statement.parameters);
  } catch (error) {
    return { dataset, name: called, problem: (error as Error).message };
  }
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${table}`);
  const described = (await connection.runAndReadAll(`DESCRIBE ${table}`)).getRowsJson() as [string, string][];
  const inexact = described.filter(([column, type]) =>
    sums ? sums.includes(column) && !EXACT.test(type) : !SHORT.test(type),
  );
  return {
    dataset,
    name: called,
    hash,
    rows: Number(counted.getRowsJson()[0]![0]),
    inexact: inexact.map(([column]) => column),
  };
}
