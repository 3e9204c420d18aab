import type { ServerWarehouseSettings, TenantParameterTable } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { activeConnection, sourceKind, sourceTitle } from '../warehouse/connections.service.ts';
import { findTableState, requestWrite } from './parameter-tables.sql.ts';

/** Which table of a tenant's warehouse its parameters are written to, and how that went. */
export class ParameterTableStates {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Null where the tenant's source names no table. */
  read(actor: TenantActor): Promise<TenantParameterTable | null> {
    return this.#database.withTenant(actor, (tx) => present(tx, actor), 'reads');
  }

  /** Has all rows written again. Throws NOT_FOUND where there is no table. */
  write(actor: TenantActor): Promise<TenantParameterTable> {
    return this.#database.withTenant(actor, async (tx) => {
      const table = await present(tx, actor);
      if (!table) throw notFound();
      actor.record?.note({ table: table.table });
      await requestWrite(tx);
      await publish(tx, { kind: 'parameter-table', to: { tenants: [tx.tenantId] } });
      return (await present(tx, actor))!;
    });
  }
}

async function present(tx: TenantTx, actor: TenantActor): Promise<TenantParameterTable | null> {
  const connection = await activeConnection(tx);
  const settings = connection?.settings as ServerWarehouseSettings | undefined;
  if (!connection || settings?.parameterTable === undefined) return null;
  const of = connection.tenantId === null ? 'everybody' : 'tenant';
  const state = await findTableState(tx);
  const failed = state !== null && state.issue !== null;
  const explained = failed && of === 'tenant' && actor.permissions.has('configuration.manage');
  return {
    table: settings.parameterTable,
    server: of === 'tenant' ? sourceTitle(settings) : sourceKind(settings),
    of,
    state: failed ? 'failed' : state === null || state.isDue ? 'waiting' : 'written',
    writtenAt: state?.writtenAt?.toISOString() ?? null,
    issue: explained ? state.issue : null,
    retryAt: failed ? state.dueAt.toISOString() : null,
  };
}
