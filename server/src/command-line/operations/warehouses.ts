import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warehouseSettings, type WarehouseConnection } from '@rise/contract';
import { Engine, schemaIssues, schemaMessage } from '@rise/engine';
import { parse } from 'yaml';
import { SYSTEM } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import type { Database } from '../../kernel/database/database.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { HostAllowance } from '../../kernel/security/host-allowance.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { activeTenants } from '../../tenants/tenants.service.ts';
import { ConnectionService } from '../../warehouse/connections.service.ts';
import { ConnectionStore } from '../../warehouse/connection-store.service.ts';
import { WarehouseService } from '../../warehouse/warehouse.service.ts';
import { filesDirectory, type Config } from '../../host/config/config.ts';
import { viewDataDirectory } from '../../host/data-directory/data-directory.ts';
import { ENGINE_ENTRIES } from '../../host/config/paths.ts';
import { installationSecret, warehouseAccess } from '../../host/config/warehouse-access.ts';

type WarehouseConfig = Pick<Config, 'dataDirectory' | 'sharedDirectory' | 'sessionSecret' | 'warehouse'>;

/** A command's own engine, which reads the same version files as the server's; `deadlineMs` bounds one query. */
export function openEngine({ warehouse }: WarehouseConfig, deadlineMs?: number): Engine {
  const { lookup } = new HostAllowance(warehouse.hosts);
  return new Engine({ ...ENGINE_ENTRIES, lookup, ...(deadlineMs !== undefined && { deadlineMs }) });
}

/** The tenants' warehouses, for a command. */
export async function openWarehouses(
  config: WarehouseConfig,
  database: Database,
  engine: Engine,
): Promise<{ warehouses: WarehouseService; connections: ConnectionStore }> {
  const secret = await installationSecret(config, viewDataDirectory(config.dataDirectory));
  const connections = new ConnectionStore(warehouseAccess(config, secret));
  const directory = join(filesDirectory(config), 'warehouse');
  const isShared = config.sharedDirectory !== null;
  return { warehouses: new WarehouseService({ database, engine, directory, isShared, connections }), connections };
}

/** What a command needs to change a connection; `slug` null names the connection of all tenants without their own. */
interface Installation {
  readonly database: Database;
  readonly config: Config;
}

/** The connection of a tenant, or with null that of all tenants without their own; null where there is none. */
export function readWarehouse(context: Installation, slug: string | null): Promise<WarehouseConnection | null> {
  return withConnections(context, slug, (connections, tenantId) => connections.read(SYSTEM, tenantId));
}

/** Connects a tenant's warehouse with the settings in a file, after testing it. Throws an `OperatorError` with a line for each issue. */
export async function connectWarehouse(
  context: Installation,
  slug: string | null,
  file: string,
): Promise<WarehouseConnection | null> {
  return withConnections(context, slug, async (connections, tenantId) => {
    const settings = warehouseSettings.safeParse(await readSettings(file), { error: schemaMessage });
    if (!settings.success) {
      throw new OperatorError(
        schemaIssues(settings.error).map(({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`),
      );
    }
    const connection = await connections.connect(SYSTEM, tenantId, settings.data).catch((error: unknown) => {
      if (!(error instanceof UserError) || !error.details) throw error;
      throw new OperatorError(
        error.details.map(({ field, message }) => `${file}: ${field}: ${message}`),
        { cause: error },
      );
    });
    await audit(context.database, SYSTEM, { action: 'warehouse.connect', outcome: 'done', target: tenantId });
    return connection;
  });
}

/** Removes a tenant's connection; returns the one that applies now. */
export function disconnectWarehouse(context: Installation, slug: string | null): Promise<WarehouseConnection | null> {
  return withConnections(context, slug, async (connections, tenantId) => {
    const connection = await connections.disconnect(SYSTEM, tenantId);
    await audit(context.database, SYSTEM, { action: 'warehouse.disconnect', outcome: 'done', target: tenantId });
    return connection;
  });
}

async function withConnections<T>(
  { database, config }: Installation,
  slug: string | null,
  work: (connections: ConnectionService, tenantId: string | null) => Promise<T>,
): Promise<T> {
  const engine = openEngine(config);
  try {
    const { warehouses, connections } = await openWarehouses(config, database, engine);
    const connecting = new ConnectionService({ database, engine, warehouses, connections });
    return await work(connecting, slug === null ? null : await tenantIdOf(database, slug));
  } finally {
    await engine.close();
  }
}

async function readSettings(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new OperatorError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

async function tenantIdOf(database: Database, slug: string): Promise<string> {
  const tenant = (await activeTenants(database)).find((candidate) => candidate.slug === slug);
  if (!tenant) throw new OperatorError(`there is no tenant with the slug '${slug}'`);
  return tenant.id;
}
