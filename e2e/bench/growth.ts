import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { script } from './command.ts';
import { openFile, PreparingConnection } from './duckdb.ts';
import { DATA, median, ms, quantile, timed } from './project.ts';

/** How query times change with the number of rows in a version and the number of tenants that share it. */
const ROWS = [1_000_000, 10_000_000, 50_000_000];
const TENANTS = [10, 100, 1000];
const REPEATS = 200;
const FOLDER = join(DATA, 'growth');

interface GrowthRow {
  rows: number;
  tenants: number;
  megabytes: number;
  /** Time to generate, sort and write it; null where it existed already. */
  createdMs: number | null;
  tenantP50: number;
  tenantP95: number;
  monthP50: number;
  allP50: number;
}

/** The SQL that the product generates for a sum by branch. */
const BY_BRANCH = 'SELECT branch, SUM(amount) FROM transaction WHERE tenant_id = $1 GROUP BY branch ORDER BY branch';
const OF_A_MONTH = BY_BRANCH.replace('= $1', "= $1 AND booked_on BETWEEN DATE '2025-06-01' AND DATE '2025-06-30'");
const OF_ALL = 'SELECT branch, SUM(amount) FROM transaction GROUP BY branch ORDER BY branch';

/** Each file is generated once and stays in .bench: two gigabytes in all. */
export async function* measureGrowth(most: number): AsyncGenerator<GrowthRow> {
  await mkdir(FOLDER, { recursive: true });
  for (const rows of ROWS.filter((count) => count <= most)) {
    for (const tenants of TENANTS) yield await measure(rows, tenants);
  }
}

async function measure(rows: number, tenants: number): Promise<GrowthRow> {
  const file = join(FOLDER, `core-${rows}-${tenants}.duckdb`);
  let createdMs: number | null = null;
  if (!existsSync(file))
    createdMs = await timed(() => script('samples/core/generate.ts', file, String(rows), String(tenants), 'sorted'));
  const instance = await openFile(file);
  const connection = new PreparingConnection(await instance.connect());
  const names = (await connection.run('SELECT DISTINCT tenant_id FROM transaction ORDER BY 1', [])).map(([id]) =>
    String(id),
  );
  if (names.length !== tenants) throw new Error(`${file} has ${names.length} tenants instead of ${tenants}`);
  const sample = async (sql: string, times: number, ofTenant: boolean) => {
    const spent: number[] = [];
    for (let turn = -2; turn < times; turn++) {
      // Tenants far apart, so that none finds another's pages in memory.
      const tenant = names[((turn + 2) * 37) % names.length]!;
      const took = await timed(() => connection.run(sql, ofTenant ? [tenant] : []));
      if (turn >= 0) spent.push(took);
    }
    return spent;
  };
  const own = await sample(BY_BRANCH, REPEATS, true);
  const month = await sample(OF_A_MONTH, REPEATS, true);
  const all = await sample(OF_ALL, 10, false);
  instance.closeSync();
  const megabytes = statSync(file).size / 1024 / 1024;
  return {
    rows,
    tenants,
    megabytes,
    createdMs,
    tenantP50: median(own),
    tenantP95: quantile(own, 0.95),
    monthP50: median(month),
    allP50: median(all),
  };
}

const count = (value: number) => value.toLocaleString('en-US');

/** The part of docs/performance.md about growth. */
export function growthPart(measured: readonly GrowthRow[], load: number): string {
  const lines = measured.map(
    (item) =>
      `| ${count(item.rows)} | ${count(item.tenants)} | ${item.megabytes.toFixed(0)} MB | ${item.createdMs === null ? '' : `${(item.createdMs / 1000).toFixed(0)} s`} | ${ms(item.tenantP50)} | ${ms(item.tenantP95)} | ${ms(item.monthP50)} | ${ms(item.allP50)} |`,
  );
  return `## Growth

Measured by \`npm run bench -- growth\` on ${new Date().toISOString().slice(0, 10)}, with a load of ${load.toFixed(1)} from other work when it began: one version of transactions, sorted by tenant and day, opened with a reader's settings. A tenant's sum by branch, the same for one month, and over all tenants' rows.

| Rows | Tenants | File | Generated in | One tenant, p50 | One tenant, p95 | One month of it, p50 | All, p50 |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
}
