import type {
  ErrorDetail,
  ServerWarehouseSettings,
  SourceStep,
  WarehouseConnection,
  WarehouseSettings,
} from '@rise/contract';
import type { Engine } from '@rise/engine';
import { SYSTEM, systemIn, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { checkSharedParameterRows, checkSharedRows } from './connection-checks.ts';
import type { ConnectionStore } from './connection-store.service.ts';
import { ConnectionTest } from './connection-test.service.ts';
import { sourceKind, sourceTitle, toWarehouseConnection } from './connections.rules.ts';
import {
  activeConnection,
  deleteConnection,
  listTenantConnections,
  ownConnection,
  type TenantConnectionRow,
} from './connections.sql.ts';
import type { SourceDiagnosis } from './source-diagnosis.ts';
import type { WarehouseService } from './warehouse.service.ts';

/** Also of servers that are copied from, and of tables of parameters. */
export { activeConnection, listTenantConnections, sourceKind, sourceTitle, toWarehouseConnection };

export interface ConnectionServiceOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: Pick<WarehouseService, 'refresh'>;
  readonly connections: ConnectionStore;
}

/** Tenants' warehouses in external servers. `tenantId` null means every tenant without its own connection. */
export class ConnectionService {
  readonly #database: Database;
  readonly #warehouses: Pick<WarehouseService, 'refresh'>;
  readonly #connections: ConnectionStore;
  readonly #test: ConnectionTest;

  constructor({ database, engine, warehouses, connections }: ConnectionServiceOptions) {
    this.#database = database;
    this.#warehouses = warehouses;
    this.#connections = connections;
    this.#test = new ConnectionTest({ database, engine, connections });
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

  /** Tests settings for a tenant step by step, on behalf of its administrators. */
  async diagnose(tenantId: string, settings: ServerWarehouseSettings): Promise<SourceStep[]> {
    return (await this.#diagnoseOwn(tenantId, settings)).steps;
  }

  /** The same as `connect`, on behalf of the tenant's administrators, who learn nothing of other tenants. */
  async connectOwn(tenantId: string, settings: ServerWarehouseSettings): Promise<WarehouseConnection> {
    const { issues } = await this.#diagnoseOwn(tenantId, settings);
    if (issues.length > 0) throw new UserError('VALIDATION_FAILED', 'The source cannot be connected.', issues);
    await this.#database.withGlobal(SYSTEM, (tx) => this.#connections.put(tx, tenantId, settings));
    await this.#refreshAll(SYSTEM, tenantId);
    return (await this.readOwn(tenantId))!;
  }

  /** The active connection; of the installation's default, only its kind. */
  async readOwn(tenantId: string): Promise<WarehouseConnection | null> {
    const connection = await this.read(SYSTEM, tenantId);
    if (connection?.of !== 'everybody') return connection;
    return { ...connection, settings: { engine: connection.settings.engine } };
  }

  async #diagnoseOwn(tenantId: string, settings: ServerWarehouseSettings): Promise<SourceDiagnosis> {
    const { affected, others } = await this.#splitTenants(SYSTEM, tenantId);
    return this.#test.diagnose({
      settings,
      affected,
      sharedRows: () =>
        checkSharedRows(settings, tenantId, affected, others).map(({ field }) => ({
          field,
          message:
            'Another organization of this installation reads these rows. Use rows, a schema or a database of your own.',
        })),
      sharedParameterRows: () => checkSharedParameterRows(settings, affected, others),
    });
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
    const sharedParameterRows = () => checkSharedParameterRows(settings, affected, others);
    return (await this.#test.diagnose({ settings, affected, sharedRows: () => [], sharedParameterRows })).issues;
  }

  async #refreshAll(actor: Actor, tenantId: string | null): Promise<void> {
    const { affected } = await this.#splitTenants(actor, tenantId);
    for (const { id } of affected) await this.#warehouses.refresh(systemIn(id));
  }
}
