import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warehouseSettings } from '@rise/contract';
import { Engine } from '@rise/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { ModelService } from '../models/models.service.ts';
import { ensureTenant, type Tenant } from '../tenants/tenants.service.ts';
import { createTestDatabase } from '../testing/database.ts';
import { LOAN_MODEL, loansSql } from '../testing/loan-warehouse.ts';
import { freePort } from '../testing/program.ts';
import { ConnectionStore } from '../warehouse/connection-store.service.ts';
import { WarehouseService } from '../warehouse/warehouse.service.ts';
import { fillSampleTenants, type SampleOptions } from './samples.service.ts';

/** Unmapped codes are looked for in the rows when a model is activated, which needs the source. */
const MAPPED = `${LOAN_MODEL}mappings: [{ name: branch, title: { en: Branch } }]\n`.replace(
  /values: \[.*\] \}/,
  'mapping: branch }',
);
const KEY = randomBytes(32);

let directory: string;
let database: Database;
let closeDatabase: () => Promise<void>;
let engine: Engine;
let samples: SampleOptions;
let tenants: Tenant[];
let progress: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rise-unreachable-'));
  ({ database, close: closeDatabase } = await createTestDatabase());
  engine = new Engine();
  samples = startWith(KEY);
  const folder = join(samples.directory, 'ncua-2025q4');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.yaml'), MAPPED);
  const select = JSON.stringify(loansSql("range(getvariable('rows'))"));
  await writeFile(
    join(folder, 'sample.yaml'),
    `title: Loans\nsortKey: loan\nasOf: { table: loan, column: day }\nrows: 30\ntables: [{ table: loan, select: ${select} }]\n`,
  );
  tenants = [];
  for (const slug of ['outside', 'inside']) tenants.push((await ensureTenant(database, { slug, name: slug })).tenant);
  await fillSampleTenants(samples, tenants);
});
afterAll(async () => {
  await engine.close();
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

/** What a server works with that was started with this secret. */
function startWith(key: Buffer): SampleOptions {
  progress = [];
  const connections = new ConnectionStore({ key, hosts: new HostAllowance(['localhost']) });
  return {
    database,
    warehouses: new WarehouseService({ database, engine, directory, connections }),
    reports: { putTemplate: async () => undefined },
    directory: join(directory, 'samples'),
    onProgress: (message) => void progress.push(message),
  };
}

const newest = async ({ id }: Tenant) => {
  const [version] = await new ModelService(samples).versions(systemIn(id));
  return version!.template?.name ?? null;
};

/** The first tenant's rows are in its own files, as before. */
async function leaveServer(): Promise<void> {
  const [outside] = tenants;
  await database.withTenant(
    systemIn(outside!.id),
    (tx) => tx.run`UPDATE warehouse_version SET connection = NULL WHERE tenant_id = ${tx.tenantId} AND current`,
  );
  await database.withGlobal(SYSTEM, (tx) => tx.run`DELETE FROM warehouse_connection WHERE tenant_id = ${outside!.id}`);
}

/** Both tenants have a model of before templates; the first one's rows are on a server that is gone. */
async function loseServer(): Promise<void> {
  const [outside] = tenants;
  await leaveServer();
  for (const { id } of tenants) await samples.warehouses.ensureModel(systemIn(id), MAPPED, 'model.yaml');
  const settings = warehouseSettings.parse({
    engine: 'postgres',
    host: 'localhost',
    port: await freePort(),
    database: 'figures',
    schema: 'figures',
    user: 'reader',
    password: 'secret',
    tls: 'off',
    tenant: { value: '{slug}' },
    maxAgeSeconds: 3600,
  });
  const connections = new ConnectionStore({ key: KEY, hosts: new HostAllowance(['localhost']) });
  await database.withGlobal(SYSTEM, (tx) => connections.put(tx, outside!.id, settings));
  await database.withTenant(systemIn(outside!.id), async (tx) => {
    const active = await connections.findActive(tx);
    await tx.run`
      UPDATE warehouse_version SET connection = ${active!.revision} WHERE tenant_id = ${tx.tenantId} AND current`;
  });
}

test.each([
  ['whose server is gone', () => startWith(KEY)],
  // The password cannot be read any more, so that nobody can even try.
  ['whose password was sealed under another secret', () => startWith(randomBytes(32))],
])('a sample tenant %s keeps its model, and keeps neither the start nor other tenants waiting', async (_, start) => {
  await loseServer();
  expect(await Promise.all(tenants.map(newest))).toEqual([null, null]);
  await fillSampleTenants(start(), tenants);
  expect(await Promise.all(tenants.map(newest))).toEqual([null, 'loans']);
  expect(progress).toEqual([
    'The warehouse of outside cannot be reached: its sample model stays as it is until the next start',
  ]);
});

test('it follows the template at a start that reaches its rows again', async () => {
  await loseServer();
  await leaveServer();
  await fillSampleTenants(startWith(KEY), tenants);
  expect(await Promise.all(tenants.map(newest))).toEqual(['loans', 'loans']);
  expect(progress).toEqual([]);
});
