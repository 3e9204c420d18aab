import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'yaml';

export interface CoreOptions {
  /** Target file; an existing one is replaced. */
  target: string;
  rows: number;
  tenants: number;
  /** Sorted by tenant and date, as a load does. Otherwise in booking order, with tenants mixed. */
  sorted: boolean;
}

/** Distance between the first eight hex digits of consecutive tenants. */
const APART = 0x40_00_00;

/** Tenant ids in the file, ascending: UUIDs, as in the product. */
export const coreTenant = (index: number): string =>
  `${(index * APART).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** SELECT that generates the sample's rows for one tenant. */
function transactions(): string {
  const manifest = parse(readFileSync(new URL('sample.yaml', import.meta.url), 'utf8')) as {
    tables: [{ select: string }];
  };
  return manifest.tables[0].select;
}

/** Writes the sample's rows for many tenants into one file; deterministic. */
export async function generateCore({ target, rows, tenants, sorted }: CoreOptions): Promise<void> {
  const partial = `${resolve(target)}.partial`;
  mkdirSync(dirname(partial), { recursive: true });
  rmSync(partial, { force: true });
  const instance = await DuckDBInstance.create(partial);
  const connection = await instance.connect();
  await connection.run(`SET VARIABLE rows = ${rows}::BIGINT`);
  await connection.run(`
    CREATE TABLE transaction AS
    SELECT CAST(format('{:08x}-0000-4000-8000-000000000000', CAST(hash(transaction_id * 5) % ${tenants} AS BIGINT) * ${APART}) AS UUID) AS tenant_id, *
    FROM (${transactions()})
    ${sorted ? 'ORDER BY tenant_id, booked_on, transaction_id' : ''}`);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
  renameSync(partial, resolve(target));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target, rows = '1000000', tenants = '10', order = 'sorted'] = process.argv.slice(2);
  if (target === undefined || !(Number(rows) > 0) || !(Number(tenants) > 0)) {
    process.stderr.write('Usage: tsx samples/core/generate.ts <target.duckdb> [rows] [tenants] [sorted|unsorted]\n');
    process.exit(2);
  }
  await generateCore({ target, rows: Number(rows), tenants: Number(tenants), sorted: order !== 'unsorted' });
}
