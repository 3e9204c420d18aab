import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from './command.ts';
import { openFile, PreparingConnection } from './duckdb.ts';
import type { Caller } from './portal.ts';
import { DATA, median, ms, ROWS, timed, type Measured } from './project.ts';
import { sqlOf, TENANT_QUERY } from './transactions.ts';

const TENANTS = 50;
const REPEATS = 300;

/** One tenant's rows in a version sorted by tenant and day: the product's SQL, in DuckDB. */
export async function tenantAggregate(caller: Caller, ownTenant: string): Promise<Measured> {
  const file = join(DATA, `core-${ROWS}-${TENANTS}.duckdb`);
  if (!existsSync(file)) {
    await mkdir(DATA, { recursive: true });
    await script('samples/core/generate.ts', file, String(ROWS), String(TENANTS), 'sorted');
  }
  const { sql, parameters } = await sqlOf(caller, TENANT_QUERY);
  const instance = await openFile(file);
  const connection = new PreparingConnection(await instance.connect());
  const tenants = (await connection.run('SELECT DISTINCT tenant_id FROM transaction ORDER BY 1', [])).map(([id]) =>
    String(id),
  );
  const sample: number[] = [];
  for (let round = 0; round < REPEATS; round++) {
    const tenant = tenants[round % TENANTS]!;
    const values = parameters.map((value) => (value === ownTenant ? tenant : value));
    let rows = 0;
    const spent = await timed(async () => {
      rows = (await connection.run(sql, values)).length;
    });
    if (rows !== 40) throw new Error(`${tenant} has ${rows} branches instead of 40`);
    if (round >= TENANTS) sample.push(spent);
  }
  instance.closeSync();
  const p50 = median(sample);
  return {
    what: `Aggregate of one of ${TENANTS} tenants on a sorted 10 M-row version, in the engine, p50`,
    measured: ms(p50),
    budget: '≤ 2.5 ms',
    held: p50 <= 2.5,
  };
}
