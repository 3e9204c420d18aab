import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warehouseSettings, type WarehouseConnection } from '@rise/contract';
import { createEngine, type Engine } from '@rise/engine';
import { parse } from 'yaml';
import { SYSTEM } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import { createHostAllowance } from '../kernel/host-allowance.ts';
import { Refusal } from '../kernel/refusal.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { createConnecting, type Connecting } from '../warehouse/connecting.service.ts';
import { createConnections, type Connections } from '../warehouse/connections.service.ts';
import { createWarehouses, type WarehouseService } from '../warehouse/warehouse.service.ts';
import type { Config } from './config.ts';
import { viewDataDirectory } from './data-directory.ts';
import { ENGINE_ENTRIES } from './places.ts';
import { installationSecret, warehouseReach } from './warehouse-reach.ts';

type Reaching = Pick<Config, 'dataDirectory' | 'sessionSecret' | 'warehouse'>;

/** An engine of a command's own, which reads version files beside the server's; `deadlineMs` of one query where it is not the usual. */
export function openEngine({ warehouse }: Reaching, deadlineMs?: number): Engine {
  const { lookup } = createHostAllowance(warehouse.hosts);
  return createEngine({ ...ENGINE_ENTRIES, lookup, ...(deadlineMs !== undefined && { deadlineMs }) });
}

/** The tenants' warehouses, for a command. */
export async function openWarehouses(
  config: Reaching,
  database: Database,
  engine: Engine,
): Promise<{ warehouses: WarehouseService; connections: Connections }> {
  const secret = await installationSecret(config, viewDataDirectory(config.dataDirectory));
  const connections = createConnections(warehouseReach(config, secret));
  const directory = join(config.dataDirectory, 'warehouse');
  return { warehouses: createWarehouses({ database, engine, directory, connections }), connections };
}

type Change = { readonly do: 'connect'; readonly file: string } | { readonly do: 'disconnect' };
export type WarehouseWish = Change | { readonly do: 'show' };

/** Carries out one command about a tenant's warehouse, or with null everybody's; answers the connection that holds now. */
export async function changeWarehouse(
  database: Database,
  config: Config,
  slug: string | null,
  wish: WarehouseWish,
): Promise<WarehouseConnection | null> {
  const engine = openEngine(config);
  try {
    const { warehouses, connections } = await openWarehouses(config, database, engine);
    const connecting = createConnecting({ database, engine, warehouses, connections });
    const tenantId = slug === null ? null : await tenantNamed(database, slug);
    if (wish.do === 'show') return await connecting.read(SYSTEM, tenantId);
    const connection = await carryOut(connecting, tenantId, wish);
    await audit(database, SYSTEM, { action: `warehouse.${wish.do}`, outcome: 'done', target: tenantId });
    return connection;
  } finally {
    await engine.close();
  }
}

async function carryOut(
  connecting: Connecting,
  tenantId: string | null,
  wish: Change,
): Promise<WarehouseConnection | null> {
  if (wish.do === 'disconnect') return connecting.disconnect(SYSTEM, tenantId);
  const settings = warehouseSettings.safeParse(await readSettings(wish.file));
  if (!settings.success) {
    const { issues } = settings.error;
    throw new Refusal(issues.map(({ path, message }) => `${wish.file}: ${path.join('.') || 'the file'}: ${message}`));
  }
  try {
    return await connecting.connect(SYSTEM, tenantId, settings.data);
  } catch (error) {
    if (!(error instanceof Failure) || !error.details) throw error;
    throw new Refusal(
      error.details.map(({ field, message }) => `${wish.file}: ${field}: ${message}`),
      { cause: error },
    );
  }
}

async function readSettings(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new Refusal(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

async function tenantNamed(database: Database, slug: string): Promise<string> {
  const tenant = (await activeTenants(database)).find((each) => each.slug === slug);
  if (!tenant) throw new Refusal(`there is no tenant with the slug '${slug}'`);
  return tenant.id;
}
