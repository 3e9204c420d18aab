import type { ErrorDetail, ServerWarehouseSettings, WarehouseConnection, WarehouseSettings } from '@rise/contract';
import { checkKeys, WarehouseUnavailable, type CompiledModel, type Engine, type ServerSettings } from '@rise/engine';
import { systemIn, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { newestModel } from '../models/stored-models.service.ts';
import {
  checkFreshnessColumns,
  checkModel,
  checkSharedRows,
  checkTenantColumns,
  type TenantName,
} from './connection-checks.ts';
import type { ConnectionStore } from './connection-store.service.ts';
import { engineSettings, hostOf, tenantKeyOf, toWarehouseConnection } from './connections.rules.ts';
import { deleteConnection, listTenantConnections, ownConnection, type TenantConnectionRow } from './connections.sql.ts';
import type { WarehouseService } from './warehouse.service.ts';

export interface ConnectionServiceOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: Pick<WarehouseService, 'refresh'>;
  readonly connections: ConnectionStore;
}

interface TestedWarehouse {
  readonly settings: ServerWarehouseSettings;
  readonly server: ServerSettings;
}

interface AffectedTenant {
  readonly tenant: TenantName;
  /** Null while the tenant has none. */
  readonly model: { hash: string; model: CompiledModel } | null;
}

/** Tenants' warehouses in external servers. `tenantId` null means every tenant without its own connection. */
export class ConnectionService {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #warehouses: Pick<WarehouseService, 'refresh'>;
  readonly #connections: ConnectionStore;

  constructor({ database, engine, warehouses, connections }: ConnectionServiceOptions) {
    this.#database = database;
    this.#engine = engine;
    this.#warehouses = warehouses;
    this.#connections = connections;
  }

  /** The active connection; null: Rise's own files. */
  read(actor: Actor, tenantId: string | null): Promise<WarehouseConnection | null> {
    return this.#database.withGlobal(
      actor,
      async (tx) => {
        if (tenantId !== null && !(await listTenantConnections(tx)).some(({ id }) => id === tenantId)) throw notFound();
        const own = await ownConnection(tx, tenantId);
        const row = own ?? (tenantId === null ? null : await ownConnection(tx, null));
        return row && toWarehouseConnection(row);
      },
      'reads',
    );
  }

  /** Tests the settings and stores them; throws VALIDATION_FAILED with each invalid setting. */
  async connect(actor: Actor, tenantId: string | null, settings: WarehouseSettings): Promise<WarehouseConnection> {
    // Throws NOT_FOUND where there is no such tenant.
    await this.read(actor, tenantId);
    const issues = settings.engine === 'duckdb' ? [] : await this.#check(actor, tenantId, settings);
    if (issues.length > 0) throw new UserError('VALIDATION_FAILED', 'The warehouse cannot be connected.', issues);
    await this.#database.withGlobal(actor, (tx) => this.#connections.put(tx, tenantId, settings));
    await this.#refreshAll(actor, tenantId);
    return (await this.read(actor, tenantId))!;
  }

  async disconnect(actor: Actor, tenantId: string | null): Promise<WarehouseConnection | null> {
    await this.read(actor, tenantId);
    await this.#database.withGlobal(actor, (tx) => deleteConnection(tx, tenantId));
    await this.#refreshAll(actor, tenantId);
    return this.read(actor, tenantId);
  }

  /** The tenants that a connection applies to, and the others with the connections they use. */
  async #splitTenants(
    actor: Actor,
    tenantId: string | null,
  ): Promise<{ affected: TenantConnectionRow[]; others: TenantConnectionRow[] }> {
    return this.#database.withGlobal(
      actor,
      async (tx) => {
        const all = await listTenantConnections(tx);
        const own = new Set<string>();
        for (const { id } of all) if (await ownConnection(tx, id)) own.add(id);
        const affected = all.filter(({ id }) => (tenantId === null ? !own.has(id) : id === tenantId));
        if (tenantId !== null && affected.length === 0) throw notFound();
        return { affected, others: all.filter((tenant) => !affected.includes(tenant)) };
      },
      'reads',
    );
  }

  async #check(actor: Actor, tenantId: string | null, settings: ServerWarehouseSettings): Promise<ErrorDetail[]> {
    const { affected, others } = await this.#splitTenants(actor, tenantId);
    const shared = checkSharedRows(settings, tenantId, affected, others);
    if (shared.length > 0) return shared;
    const host = hostOf(settings);
    if (this.#connections.refuses(host)) {
      const remedy = 'Its operator can allow it by adding it to WAREHOUSE_HOSTS.';
      return [{ field: 'host', message: `This installation may not connect to '${host}'. ${remedy}` }];
    }
    const server = engineSettings(settings);
    const issues = await this.#engine.servers.examine(server);
    if (issues.length > 0) return issues;
    try {
      return await this.#checkContents({ settings, server }, affected);
    } catch (error) {
      if (!(error instanceof WarehouseUnavailable)) throw error;
      // Not the cause's message: it may be the text of a service that is no warehouse.
      return [{ field: 'engine', message: `The warehouse was reached but did not answer a query: ${error.message}` }];
    } finally {
      await this.#engine.servers.disconnect(server);
    }
  }

  /** Checks tables and columns against the settings and the models of the affected tenants. */
  async #checkContents(warehouse: TestedWarehouse, affected: readonly TenantName[]): Promise<ErrorDetail[]> {
    const { settings } = warehouse;
    const tenants = await Promise.all(
      affected.map(async (tenant): Promise<AffectedTenant> => {
        const model = await this.#database.withTenant(systemIn(tenant.id), newestModel, 'reads');
        return { tenant, model };
      }),
    );
    const catalog = await this.#engine.catalogs.read(testVersion(warehouse, undefined));
    const models = new Map(tenants.flatMap(({ model }) => (model ? [[model.hash, model.model]] : [])));
    const missing = [
      ...checkFreshnessColumns(settings, catalog),
      ...[...models.values()].flatMap((model) => checkModel(model, catalog)),
      ...checkTenantColumns([...models.values()], settings, catalog),
    ];
    if (missing.length > 0) return missing;
    for (const { tenant, model } of tenants) {
      const repeated = model ? await this.#checkRepeatedKeys(warehouse, tenant, model.model) : [];
      if (repeated.length > 0) return repeated;
    }
    const columns = [settings.freshness, settings.asOf].filter((column) => column !== undefined);
    const [tenant] = affected;
    if (tenant && columns.length > 0)
      await this.#engine.catalogs.greatest(testVersion(warehouse, tenant), tenant.id, columns);
    return [];
  }

  async #checkRepeatedKeys(
    warehouse: TestedWarehouse,
    tenant: TenantName,
    { model }: CompiledModel,
  ): Promise<ErrorDetail[]> {
    const version = testVersion(warehouse, tenant);
    const repeated = await this.#engine.catalogs.repeatedKeys({ model, version, tenant: tenant.id });
    const issues = checkKeys(model, repeated, (path, message) => {
      return { file: model.name, line: null, column: null, path: path.map(String).join('.'), message };
    });
    return issues.map(({ path, message }) => ({ field: `model.${path}`, message }));
  }

  async #refreshAll(actor: Actor, tenantId: string | null): Promise<void> {
    const { affected } = await this.#splitTenants(actor, tenantId);
    for (const { id } of affected) await this.#warehouses.refresh(systemIn(id));
  }
}

/** A version that reads through the new settings before they are stored. */
function testVersion({ settings, server }: TestedWarehouse, tenant: TenantName | undefined) {
  const tenantKey = tenant && tenantKeyOf(settings, tenant);
  return { number: 0, asOf: null, server, moment: 0, ...(typeof tenantKey === 'string' && { tenantKey }) };
}
