import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkKeys, LoadError, withCoverage } from '@rise/engine';
import type { CompiledModel, Coverage, Engine, WarehouseVersion } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import { findUnmappedFields, groupByDataset, raiseAlerts, type UnmappedField } from '../alerts/alerts.service.ts';
import { notify } from '../inbox/inbox.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { newestHash, newestModel } from '../models/stored-models.service.ts';
import { mapByRules, saveAutomaticMappings } from '../tenant-settings/automatic-mappings.service.ts';
import {
  findTenantSettings,
  loadTenantSettings,
  type TenantSettings,
} from '../tenant-settings/tenant-settings.service.ts';
import type { Connection, ConnectionStore } from './connection-store.service.ts';
import { sourceTitle } from './connections.rules.ts';
import { newVersionNotification } from './warehouse.rules.ts';
import {
  currentVersion,
  findCoverage,
  insertCurrentVersion,
  lockWarehouse,
  makeFileCurrent,
  nextVersionNumber,
  type NewCurrentVersion,
} from './warehouse.sql.ts';

/** A version and where its rows are. */
export interface LocatedVersion {
  readonly version: WarehouseVersion;
  /** The external server that contains it; null: a file of our own. */
  readonly connection: Connection | null;
  /** When its columns were delivered; null where that is unknown. */
  readonly coverage: Coverage | null;
}

export interface DataVersionOptions {
  readonly database: Database;
  readonly engine: Engine;
  /** Folder of the version files, with one folder per tenant. */
  readonly directory: string;
  readonly connections: ConnectionStore;
}

/** What is stored of a version, as far as it says where its rows are. */
type StoredVersion = Pick<NewCurrentVersion, 'number' | 'asOf' | 'file' | 'segments' | 'rollups'>;

export const UNIQUE_VIOLATION = '23505';

/** Drops entries whose keys begin with the tenant's id. */
export function forgetKeysOf(
  cache: { keys(): Iterable<string>; delete(key: string): unknown },
  tenantId: string,
): void {
  const keys = [...cache.keys()].filter((key) => key.startsWith(`${tenantId} `));
  for (const key of keys) cache.delete(key);
}

/** Which version of a tenant's data is current, in our own files or in an external server. */
export class DataVersionService {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #connections: ConnectionStore;
  /** By tenant, when the connection's freshness was last checked. */
  readonly #freshnessChecks = new LRUCache<string, { revision: string; at: number }>({ max: 10_000 });
  readonly #refreshes = new Map<string, Promise<void>>();
  /** By tenant and number of a version. */
  readonly #coverages = new LRUCache<string, { coverage: Coverage | null }>({ max: 500 });
  /** By tenant, number of a version and hash of a model. */
  readonly #models = new LRUCache<string, CompiledModel>({ max: 500 });

  constructor({ database, engine, directory, connections }: DataVersionOptions) {
    this.#database = database;
    this.#engine = engine;
    this.#directory = directory;
    this.#connections = connections;
  }

  /** Drops what is cached of a tenant, and closes the connections to a server of its own. */
  async forget(tenantId: string): Promise<void> {
    this.#freshnessChecks.delete(tenantId);
    for (const cache of [this.#coverages, this.#models]) forgetKeysOf(cache, tenantId);
    for (const server of this.#connections.forget(tenantId)) await this.#engine.servers.disconnect(server);
  }

  filePath(tenantId: string, name: string): string {
    return join(this.#directory, tenantId, name);
  }

  /** A version under the active connection. One of another connection has to be refreshed before it is queried. */
  locate(
    tenantId: string,
    { number, asOf, file = null, segments = {}, rollups = [] }: StoredVersion,
    connection: Connection | null,
    coverage: Coverage | null,
  ): LocatedVersion {
    return {
      coverage,
      version: connection
        ? { number, asOf, server: connection.server, moment: cacheMoment(connection), tenantKey: connection.tenantKey }
        : { number, asOf, file: this.filePath(tenantId, file ?? `${number}.duckdb`), segments, rollups },
      connection,
    };
  }

  /** The current version; null while there is none, and while it belongs to another connection than the active one. */
  async findCurrent(tx: TenantTx): Promise<LocatedVersion | null> {
    const current = await currentVersion(tx);
    const connection = current && (await this.#connections.findActive(tx));
    if (!current || (connection?.revision ?? null) !== current.connection) return null;
    return this.locate(tx.tenantId, current, connection, await this.findCoverage(tx, current.number));
  }

  /** When a version's columns were delivered; versions never change. */
  async findCoverage(tx: TenantTx, number: number): Promise<Coverage | null> {
    const key = `${tx.tenantId} ${number}`;
    const { coverage } = this.#coverages.get(key) ?? { coverage: await findCoverage(tx, number) };
    this.#coverages.set(key, { coverage });
    return coverage;
  }

  /** A model as it applies to a version of a tenant. */
  modelFor(tenantId: string, { version: { number }, coverage }: LocatedVersion, model: CompiledModel): CompiledModel {
    const key = `${tenantId} ${number} ${model.hash}`;
    const adapted = this.#models.get(key) ?? withCoverage(model, coverage);
    this.#models.set(key, adapted);
    return adapted;
  }

  /** Fields with unmapped codes; none where model or version is missing. */
  async findUnmappedFields(
    tenantId: string,
    { model, tenantSettings }: { model: CompiledModel | undefined; tenantSettings: TenantSettings },
    located: LocatedVersion | null,
  ): Promise<UnmappedField[]> {
    if (!model || !located) return [];
    const { version, coverage } = located;
    const adapted = withCoverage(model, coverage);
    return findUnmappedFields(this.#engine, { tenantId, model: adapted, tenantSettings, version });
  }

  /** Makes a version current, with its alerts and notifications. `write`: other writes of the same transaction. */
  async publish(
    actor: TenantActor,
    version: Omit<NewCurrentVersion, 'unmapped'>,
    connection: Connection | null,
    write?: (tx: TenantTx) => Promise<void>,
  ): Promise<void> {
    // Unmapped codes are found before the version is current, so that figures and alerts change in one step; again
    // where the model or the settings changed meanwhile.
    for (let current = false; !current;) {
      const [newest, tenantSettings] = await this.#database.withTenant(
        actor,
        async (tx) => [await newestModel(tx), await loadTenantSettings(tx)] as const,
        'reads',
      );
      const located = this.locate(actor.tenantId, version, connection, version.coverage);
      const before = await this.findUnmappedFields(actor.tenantId, { model: newest?.model, tenantSettings }, located);
      const automatic = mapByRules(tenantSettings, newest?.model, before);
      const after = { model: newest?.model, tenantSettings: automatic.settings };
      const isMapped = automatic.added.length > 0;
      const fields = isMapped ? await this.findUnmappedFields(actor.tenantId, after, located) : before;
      if (newest) await this.#rejectRepeatedKeys(actor, newest.model, located, version.restoredFrom === undefined);
      current = await this.#database.withTenant(actor, async (tx) => {
        await lockWarehouse(tx);
        if ((await newestHash(tx)) !== (newest?.hash ?? null)) return false;
        if ((await findTenantSettings(tx)).revision !== tenantSettings.revision) return false;
        await saveAutomaticMappings(tx, automatic);
        await insertCurrentVersion(tx, { ...version, unmapped: groupByDataset(fields) });
        await raiseAlerts(tx, fields);
        await notify(tx, 'everybody', newVersionNotification(version));
        await publishFiguresChanged(tx);
        await write?.(tx);
        return true;
      });
    }
  }

  /** Makes the current version one of the active connection, and a new one where its data has changed. */
  refresh(actor: TenantActor): Promise<void> {
    const running = this.#refreshes.get(actor.tenantId);
    if (running) return running;
    const refresh = this.#refreshNow(actor).finally(() => this.#refreshes.delete(actor.tenantId));
    this.#refreshes.set(actor.tenantId, refresh);
    return refresh;
  }

  /** Whether the connection's data has to be checked for changes again. */
  isRefreshDue(tenantId: string, connection: Connection | null): boolean {
    if (!connection || !(connection.settings.freshness ?? connection.settings.asOf)) return false;
    const last = this.#freshnessChecks.get(tenantId);
    return last?.revision !== connection.revision || Date.now() - last.at >= connection.settings.maxAgeSeconds * 1000;
  }

  async #refreshNow(actor: TenantActor): Promise<void> {
    const { connection, current } = await this.#database.withTenant(
      actor,
      async (tx) => ({ connection: await this.#connections.findActive(tx), current: await currentVersion(tx) }),
      'reads',
    );
    if (!connection) return current?.connection === null ? undefined : this.#returnToFiles(actor);
    const { revision, settings } = connection;
    const at = Date.now();
    const { freshness, asOf } = await this.#readFreshness(actor, connection);
    const same = current?.connection === revision && current.freshness === freshness && current.asOf === asOf;
    if (!same) {
      const number = await this.#database.withTenant(actor, nextVersionNumber);
      const source = sourceTitle(settings);
      const version = { number, source, asOf, tables: {}, coverage: null, connection: revision, freshness };
      await this.publish(actor, version, connection).catch((error: { code?: string }) => {
        // Another process has already recorded the same change.
        if (error.code !== UNIQUE_VIOLATION) throw error;
      });
    }
    this.#freshnessChecks.set(actor.tenantId, { revision, at });
  }

  async #returnToFiles(actor: TenantActor): Promise<void> {
    await this.#database.withTenant(actor, async (tx) => {
      await lockWarehouse(tx);
      await makeFileCurrent(tx);
      await publishFiguresChanged(tx);
    });
  }

  /** Freshness and as-of date of a connection's data, if its settings name columns for them. */
  async #readFreshness(
    { tenantId }: TenantActor,
    connection: Connection,
  ): Promise<{ freshness: string | null; asOf: string | null }> {
    const { freshness, asOf } = connection.settings;
    const columns = [freshness, asOf].filter((column) => column !== undefined);
    if (columns.length === 0) return { freshness: null, asOf: null };
    const version = { number: 0, asOf: null, server: connection.server, moment: 0, tenantKey: connection.tenantKey };
    const values = await this.#engine.catalogs.greatest(version, tenantId, columns);
    const day = asOf ? values.at(-1)! : null;
    return { freshness: freshness ? values[0]! : null, asOf: day === null ? null : day.slice(0, 10) };
  }

  /** Prevents activating a version in which a join of the active model would count rows several times. */
  async #rejectRepeatedKeys(
    { tenantId }: TenantActor,
    { model }: CompiledModel,
    { version }: LocatedVersion,
    isNewFile: boolean,
  ): Promise<void> {
    const repeated = await this.#engine.catalogs.repeatedKeys({ model, version, tenant: tenantId });
    const [first] = checkKeys(model, repeated, (path, message) => ({
      file: model.name,
      line: null,
      column: null,
      path: path.map(String).join('.'),
      message,
    }));
    if (!first) return;
    if (!('file' in version)) throw new UserError('WAREHOUSE_UNAVAILABLE', first.message);
    if (isNewFile) {
      await this.#engine.versions.release(version.file);
      await rm(version.file, { force: true });
    }
    throw new LoadError(first.message);
  }
}

/** Has the tenant's open pages refetch everything that depends on its data, model, parameters and mappings. */
export function publishFiguresChanged(tx: TenantTx): Promise<void> {
  return publish(tx, { kind: 'figures', to: { tenants: [tx.tenantId] } });
}

/** Part of the cache key of results from a server without a freshness column: they expire after `maxAgeSeconds`. */
function cacheMoment({ settings }: Connection): number {
  return settings.freshness ? 0 : Math.floor(Date.now() / (settings.maxAgeSeconds * 1000));
}
