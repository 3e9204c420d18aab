import type { ErrorDetail, ServerWarehouseSettings, WarehouseConnection, WarehouseSettings } from '@rise/contract';
import {
  checkCatalogue,
  checkJoins,
  WarehouseUnavailable,
  type Catalogue,
  type CompiledModel,
  type Engine,
} from '@rise/engine';
import { systemIn, type Actor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { engineSettings, hostOf, rowsOf, tellConnection, tenantKeyOf } from './connections.rules.ts';
import type { Connections } from './connections.service.ts';
import { connectionOf, deleteConnection, everyConnection } from './connections.sql.ts';
import type { WarehouseService } from './warehouse.service.ts';

/** Tenants' warehouses in servers of their own. `tenantId` null stands for every tenant without one of its own. */
export interface Connecting {
  /** The connection that holds there; null: Rise's own files. */
  read(actor: Actor, tenantId: string | null): Promise<WarehouseConnection | null>;
  /** Tries the settings, and keeps them where they hold; throws VALIDATION_FAILED, naming each setting at fault. */
  connect(actor: Actor, tenantId: string | null, settings: WarehouseSettings): Promise<WarehouseConnection>;
  disconnect(actor: Actor, tenantId: string | null): Promise<WarehouseConnection | null>;
}

export interface ConnectingOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: Pick<WarehouseService, 'settle'>;
  readonly connections: Connections;
}

interface Tenant {
  id: string;
  slug: string;
}

export function createConnecting(options: ConnectingOptions): Connecting {
  const { database, engine, warehouses, connections } = options;

  const readAt = (actor: Actor, tenantId: string | null) =>
    database.withGlobal(
      actor,
      async (tx) => {
        if (tenantId !== null && !(await everyConnection(tx)).some(({ id }) => id === tenantId)) throw notFound();
        const own = await connectionOf(tx, tenantId);
        const row = own ?? (tenantId === null ? null : await connectionOf(tx, null));
        return row && tellConnection(row);
      },
      'reads',
    );

  /** The tenants that a connection at this place holds for, and what the others read. */
  const tenantsOf = (actor: Actor, tenantId: string | null) =>
    database.withGlobal(
      actor,
      async (tx) => {
        const all = await everyConnection(tx);
        const own = new Set<string>();
        for (const { id } of all) if (await connectionOf(tx, id)) own.add(id);
        const affected = all.filter(({ id }) => (tenantId === null ? !own.has(id) : id === tenantId));
        if (tenantId !== null && affected.length === 0) throw notFound();
        return { affected, others: all.filter((each) => !affected.includes(each)) };
      },
      'reads',
    );

  const examine = async (actor: Actor, tenantId: string | null, settings: ServerWarehouseSettings) => {
    const { affected, others } = await tenantsOf(actor, tenantId);
    const shared = sharedRows(settings, tenantId, affected, others);
    if (shared.length > 0) return shared;
    if (connections.refuses(hostOf(settings)))
      return [{ field: 'host', message: `This installation may not connect to '${hostOf(settings)}'. Its operator can allow it by adding it to WAREHOUSE_HOSTS.` }]; // prettier-ignore
    const server = engineSettings(settings);
    const problems = await engine.examine(server);
    if (problems.length > 0) return problems;
    const versionFor = (tenant: Tenant | undefined) => {
      const tenantKey = tenant && tenantKeyOf(settings, tenant);
      return { number: 0, asOf: null, server, moment: 0, ...(typeof tenantKey === 'string' && { tenantKey }) };
    };
    try {
      const catalogue = await engine.catalogue(versionFor(undefined));
      const models = await Promise.all(
        affected.map(({ id }) => database.withTenant(systemIn(id), newestModel, 'reads')),
      );
      const missing = [
        ...columnsMissing(settings, catalogue),
        ...[...new Map(models.flatMap((each) => (each ? [[each.hash, each]] : []))).values()].flatMap((each) =>
          modelProblems(each.model, settings, catalogue),
        ),
      ];
      if (missing.length > 0) return missing;
      for (const [index, found] of models.entries()) {
        if (!found) continue;
        const { model } = found.model;
        const tenant = affected[index]!;
        const repeated = await engine.repeatedKeys({ model, version: versionFor(tenant), tenant: tenant.id });
        const at = (path: readonly PropertyKey[], message: string) => {
          return { file: model.name, line: null, column: null, path: path.map(String).join('.'), message };
        };
        const doubled = checkJoins(model, repeated, at).map(({ path, message }) => ({
          field: `model.${path}`,
          message,
        }));
        if (doubled.length > 0) return doubled;
      }
      const looked = [settings.freshness, settings.asOf].filter((each) => each !== undefined);
      const tenant = affected[0];
      if (tenant && looked.length > 0) await engine.greatest(versionFor(tenant), tenant.id, looked);
      return [];
    } catch (error) {
      if (!(error instanceof WarehouseUnavailable)) throw error;
      const { cause } = error as { cause?: unknown };
      return [{ field: 'engine', message: `The warehouse could be reached and did not answer a query: ${cause instanceof Error ? cause.message : error.message}` }]; // prettier-ignore
    } finally {
      await engine.disconnect(server);
    }
  };

  const settleAll = async (actor: Actor, tenantId: string | null) => {
    const { affected } = await tenantsOf(actor, tenantId);
    for (const { id } of affected) await warehouses.settle(systemIn(id));
  };

  return {
    read: readAt,
    async connect(actor, tenantId, settings) {
      const problems =
        settings.engine === 'duckdb' ? await known(readAt(actor, tenantId)) : await examine(actor, tenantId, settings);
      if (problems.length > 0) throw new Failure('VALIDATION_FAILED', 'The warehouse cannot be connected.', problems);
      await database.withGlobal(actor, (tx) => connections.put(tx, tenantId, settings));
      await settleAll(actor, tenantId);
      return (await readAt(actor, tenantId))!;
    },
    async disconnect(actor, tenantId) {
      await readAt(actor, tenantId);
      await database.withGlobal(actor, (tx) => deleteConnection(tx, tenantId));
      await settleAll(actor, tenantId);
      return readAt(actor, tenantId);
    },
  };
}

/** Nothing to examine but that the tenant is there. */
async function known(there: Promise<unknown>): Promise<ErrorDetail[]> {
  await there;
  return [];
}

/** Where two tenants would read the same rows. */
function sharedRows(
  settings: ServerWarehouseSettings,
  tenantId: string | null,
  affected: readonly Tenant[],
  others: readonly (Tenant & { settings: object | null })[],
): ErrorDetail[] {
  if (tenantId === null && settings.tenant === 'none')
    return [{ field: 'tenant', message: 'Every tenant would read every row. Name the column that says whose a row is, or connect each tenant on its own.' }]; // prettier-ignore
  if (tenantId === null && settings.tenant !== 'none' && !/\{(id|slug)\}/.test(settings.tenant.value))
    return [{ field: 'tenant.value', message: 'Every tenant would read the same rows. Write {id} or {slug} for what is each one’s own.' }]; // prettier-ignore
  for (const tenant of affected) {
    const mine = rowsOf(settings, tenant);
    for (const other of others) {
      if (!other.settings || (other.settings as { engine: string }).engine === 'duckdb') continue;
      const theirs = rowsOf(other.settings as ServerWarehouseSettings, other);
      if (mine.place === theirs.place && (mine.rows === null || theirs.rows === null || mine.rows === theirs.rows))
        return [{ field: 'tenant', message: `The tenant '${other.slug}' reads these rows already. Give each tenant rows, a schema or a database of its own.` }]; // prettier-ignore
    }
  }
  return [];
}

/** Names of a table's columns; null where there is no such table. Names compare without regard to case. */
const tableIn = (catalogue: Catalogue, table: string): string[] | null => {
  const found = Object.entries(catalogue).find(([name]) => name.toLowerCase() === table.toLowerCase());
  return found ? Object.keys(found[1]) : null;
};
const has = (columns: readonly string[], column: string) =>
  columns.some((each) => each.toLowerCase() === column.toLowerCase());

/** Columns that the settings name and the warehouse does not have. */
function columnsMissing(settings: ServerWarehouseSettings, catalogue: Catalogue): ErrorDetail[] {
  return (['freshness', 'asOf'] as const).flatMap((field) => {
    const named = settings[field];
    if (!named) return [];
    const columns = tableIn(catalogue, named.table);
    if (!columns) return [{ field: `${field}.table`, message: `The warehouse has no table '${named.table}'.` }];
    if (has(columns, named.column)) return [];
    return [{ field: `${field}.column`, message: `The table '${named.table}' has no column '${named.column}'.` }];
  });
}

/** What the tenant's model needs and the warehouse does not have, the tenant's column in each table included. */
function modelProblems(
  { model }: CompiledModel,
  { tenant }: ServerWarehouseSettings,
  catalogue: Catalogue,
): ErrorDetail[] {
  const tables = new Set([
    ...model.datasets.flatMap(({ table, joins }) => [table, ...joins.map((join) => join.table)]),
    ...(model.accounts ? [model.accounts.table] : []),
  ]);
  const unowned =
    tenant === 'none'
      ? []
      : [...tables].flatMap((table) => {
          const columns = tableIn(catalogue, table);
          if (!columns || has(columns, tenant.column)) return [];
          return [{ field: 'tenant.column', message: `The table '${table}' has no column '${tenant.column}' that says whose a row is. Name the right column, or write 'tenant: none' where the whole database is this tenant's.` }]; // prettier-ignore
        });
  return [
    ...checkCatalogue(model, catalogue).map(({ path, message }) => ({ field: `model.${path}`, message })),
    ...unowned,
  ];
}
