import { loadavg } from 'node:os';
import { growthPart, measureGrowth } from './growth.ts';
import { writePart } from './performance-page.ts';
import { ms } from './project.ts';

/** Measures how query times grow with rows and tenants; takes the maximum number of rows, 50 million by default. */
const [load] = loadavg();
const measured: Parameters<typeof growthPart>[0][number][] = [];
for await (const grown of measureGrowth(Number(process.argv[2] ?? 50_000_000))) {
  const { rows, tenants, tenantP50, allP50 } = grown;
  process.stdout.write(
    `${rows.toLocaleString('en-US')} rows of ${tenants} tenants: a tenant ${ms(tenantP50)}, all ${ms(allP50)}\n`,
  );
  measured.push(grown);
  // After each one: the larger ones take long.
  await writePart('growth', growthPart(measured, load!));
}
