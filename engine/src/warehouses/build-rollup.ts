import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadedRollup, LoadRollup } from './messages.ts';

const name = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
const EXACT = /^(DECIMAL|HUGEINT|BIGINT|UHUGEINT)/;

/** Adds a rollup to the tables of an open file, by its name, of the tables in use. One that cannot be built leaves nothing behind but the reason. */
export async function buildRollup(
  connection: DuckDBConnection,
  own: string,
  wanted: LoadRollup,
): Promise<LoadedRollup> {
  const { dataset, name: called, hash, statement, sums } = wanted;
  const table = `${name(own)}.main.${name(wanted.table)}`;
  try {
    await connection.run(`CREATE TABLE ${table} AS ${statement.sql}`, statement.parameters);
  } catch (error) {
    return { dataset, name: called, problem: (error as Error).message };
  }
  const counted = await connection.runAndReadAll(`SELECT COUNT(*) FROM ${table}`);
  const described = (await connection.runAndReadAll(`DESCRIBE ${table}`)).getRowsJson() as [string, string][];
  const inexact = described.filter(([column, type]) => sums.includes(column) && !EXACT.test(type));
  return {
    dataset,
    name: called,
    hash,
    rows: Number(counted.getRowsJson()[0]![0]),
    inexact: inexact.map(([column]) => column),
  };
}
