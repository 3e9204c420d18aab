import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

export interface CoreOptions {
  /** The file to write; an existing one is replaced. */
  target: string;
  rows: number;
  tenants: number;
  /** Stored by tenant and date, as a load does it. Without it rows lie as they were booked, tenants mixed. */
  sorted: boolean;
}

/** The tenant ids in the file: 'tenant-000', 'tenant-001' … */
export const coreTenant = (index: number): string => `tenant-${String(index).padStart(3, '0')}`;

/** Writes the same rows on every run: each is a hash of its number. */
export async function generateCore({ target, rows, tenants, sorted }: CoreOptions): Promise<void> {
  const partial = `${resolve(target)}.partial`;
  mkdirSync(dirname(partial), { recursive: true });
  rmSync(partial, { force: true });
  const instance = await DuckDBInstance.create(partial);
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE transaction AS
    SELECT
      format('tenant-{:03d}', CAST(hash(n * 5) % ${tenants} AS INTEGER)) AS tenant_id,
      DATE '2025-01-01' + CAST(hash(n * 5 + 1) % 365 AS INTEGER) AS booked_on,
      CAST(n AS BIGINT) AS transaction_id,
      CAST(hash(n * 5 + 2) % 50000 AS BIGINT) AS member_id,
      format('B{:02d}', CAST(hash(n * 5 + 3) % 40 AS INTEGER)) AS branch,
      ['savings', 'checking', 'certificate', 'auto loan', 'mortgage', 'credit card'][CAST(hash(n * 5 + 4) % 6 AS INTEGER) + 1] AS product,
      ['branch', 'card', 'online', 'atm'][CAST(hash(n * 5 + 3) // 64 % 4 AS INTEGER) + 1] AS channel,
      CAST((CAST(hash(n * 5 + 1) // 512 % 400000 AS BIGINT) - 150000) / 100.0 AS DECIMAL(18, 2)) AS amount,
      CAST(CAST(hash(n * 5 + 2) // 65536 % 300 AS BIGINT) / 100.0 AS DECIMAL(18, 2)) AS fee
    FROM range(${rows}) AS numbers(n)
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
