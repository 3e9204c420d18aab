import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from '../../src/expression/quote.ts';
import { SAMPLE_DIR } from './sample-warehouse.ts';

/** Columns of the sample's tables that ratios over average balances read. */
const COLUMNS = {
  foicu: ['CU_NAME', 'STATE', 'Peer_Group', 'CU_TYPE'],
  fs220: ['ACCT_010', 'ACCT_018', 'ACCT_025B', 'ACCT_860C', 'ACCT_550', 'ACCT_551', 'ACCT_671', 'ACCT_083'],
  fs220a: ['Acct_997', 'Acct_661A', 'ACCT_110', 'ACCT_119', 'ACCT_115', 'ACCT_350'],
};
const BALANCES = ['ACCT_010', 'ACCT_018', 'ACCT_025B', 'ACCT_860C', 'Acct_997', 'ACCT_083'];
const TEXTS = new Set(['CU_NAME', 'STATE']);

/** Charter numbers of institutions that opened in 2025, of those that merged away in it, and of those that moved. */
export const IS_NEW = '"CU_NUMBER" % 13 = 3';
const IS_GONE = '"CU_NUMBER" % 17 = 5';
const HAS_MOVED = '"CU_NUMBER" % 11 = 0';
const HAS_GROWN = '"CU_NUMBER" % 7 = 0';

interface Cycle {
  tenant: string;
  date: string;
  where: string;
  /** SQL of a column's value in this cycle. */
  value(column: string): string;
}

const scaled = (balance: string, income: string) => (column: string) =>
  TEXTS.has(column) || column === 'Peer_Group' || column === 'CU_TYPE'
    ? `"${column}"`
    : (BALANCES.includes(column) ? balance : income).replaceAll('x', `"${column}"`);

/** Before the prior year-end some were in another state and a smaller peer group. */
const before = (column: string): string => {
  if (column === 'STATE') return `CASE WHEN ${HAS_MOVED} THEN 'ZZ' ELSE "STATE" END`;
  if (column === 'Peer_Group') return `CASE WHEN ${HAS_GROWN} THEN greatest("Peer_Group" - 1, 1) ELSE "Peer_Group" END`;
  return scaled('CASE WHEN "CU_NUMBER" % 2 = 0 THEN x * 9 // 10 ELSE x * 11 // 10 END', 'x')(column);
};

/**
 * The sample's cycle with others that are computed from it: the prior year-end, without those that opened since and
 * with those that merged away; a quarter before it; and the first quarter. Another tenant has rows that this one lacks.
 */
const CYCLES: Cycle[] = [
  { tenant: 'alder', date: '2025-12-31', where: `NOT (${IS_GONE})`, value: scaled('x', 'x') },
  { tenant: 'alder', date: '2025-03-31', where: `NOT (${IS_GONE})`, value: scaled('x * 97 // 100', 'x // 4') },
  { tenant: 'alder', date: '2024-12-31', where: `NOT (${IS_NEW})`, value: before },
  {
    tenant: 'alder',
    date: '2024-09-30',
    where: `${IS_NEW} OR "CU_NUMBER" % 50 = 1`,
    value: scaled('x // 2', 'x // 2'),
  },
  { tenant: 'birch', date: '2024-12-31', where: IS_NEW, value: scaled('x * 1000', 'x') },
];

const typeOf = (column: string) => (TEXTS.has(column) ? 'VARCHAR' : 'BIGINT');
const literal = (cell: unknown) => (typeof cell === 'string' ? quoteText(cell) : String(cell));
const ROWS_PER_INSERT = 3000;

/** The statements that create and fill the tables, in SQL that every engine accepts. */
export async function cycleStatements(): Promise<string[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const statements: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const definitions = columns.map((column) => `"${column}" ${typeOf(column)}`).join(', ');
    statements.push(`CREATE TABLE ${table} (tenant_id VARCHAR, "CU_NUMBER" BIGINT, "CYCLE_DATE" DATE, ${definitions})`);
    const file = quoteText(join(SAMPLE_DIR, `${table}.parquet`));
    const selects = CYCLES.map(
      ({ tenant, date, where, value }) =>
        `SELECT '${tenant}', "CU_NUMBER", '${date}', ${columns.map(value).join(', ')} FROM read_parquet(${file}) WHERE ${where}`,
    );
    const lines = (await connection.runAndReadAll(selects.join(' UNION ALL '))).getRows();
    for (let from = 0; from < lines.length; from += ROWS_PER_INSERT) {
      const values = lines.slice(from, from + ROWS_PER_INSERT).map((row) => `(${row.map(literal).join(', ')})`);
      statements.push(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
    }
  }
  connection.closeSync();
  instance.closeSync();
  return statements;
}

/** A DuckDB with the same rows and the view `cu`: alder's, with the balances at the prior year-end as `before_…`. */
export async function openPlain(statements: readonly string[]) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  const earlier = BALANCES.map((column) => `p."${column}" AS before_${column.slice(5)}`).join(', ');
  await connection.run(`CREATE TABLE report AS SELECT * EXCLUDE (tenant_id) FROM foicu JOIN fs220 USING (tenant_id, "CU_NUMBER", "CYCLE_DATE")
    JOIN fs220a USING (tenant_id, "CU_NUMBER", "CYCLE_DATE") WHERE tenant_id = 'alder'`);
  await connection.run(`CREATE TABLE cu AS SELECT n.*, p."CU_NUMBER" IS NOT NULL AS has_before, p."STATE" AS before_state, ${earlier} FROM report n
    LEFT JOIN report p ON p."CU_NUMBER" = n."CU_NUMBER" AND p."CYCLE_DATE" = make_date(year(n."CYCLE_DATE") - 1, 12, 31)`);
  return {
    async rows(select: string) {
      return (await connection.runAndReadAll(select)).getRowsJson();
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
