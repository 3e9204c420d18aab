import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentOf, LoadError, rejectsPath } from '@rise/engine';
import type {
  BuiltRollup,
  Catalog,
  CompiledModel,
  Engine,
  ModelReader,
  RepeatedKey,
  WarehouseVersion,
} from '@rise/engine';
import type { DataState, GeneratedDatasets } from '@rise/contract';
import { LRUCache } from 'lru-cache';
import { groupByDataset, raiseAlerts, type UnmappedField } from '../alerts/alerts.service.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import {
  insertVersion,
  newestHash,
  newestModel,
  prepareModel,
  storedModel,
  type NewVersion,
} from '../models/stored-models.service.ts';
import { loadKnownProfiles } from '../data-view/column-profiles.service.ts';
import { replaceEntries, type Indexed } from '../search/search-index.service.ts';
import {
  findTenantSettings,
  loadTenantSettings,
  resolveTenantSettings,
  saveTenantSettings,
  type TenantSettings,
  type TenantSettingsRow,
} from '../tenant-settings/tenant-settings.service.ts';
import { catalogEntries } from './catalog-entries.ts';
import type { ConnectionStore } from './connection-store.service.ts';
import {
  DataVersionService,
  forgetKeysOf,
  publishFiguresChanged,
  UNIQUE_VIOLATION,
  type DataVersionOptions,
  type LocatedVersion,
} from './data-versions.service.ts';
import { loadLease, VersionLoader, type LoadSource } from './version-loader.ts';
import {
  addRollups,
  currentWarehouse,
  findCurrentState,
  findRestorable,
  findRetained,
  isRetained,
  listLoads,
  listVersionFiles,
  type LoadRecord,
  lockWarehouse,
  newestFiles,
  nextVersionNumber,
  setUnmappedFields,
  type UnmappedFields,
} from './warehouse.sql.ts';

/** A tenant's warehouse as seen by one request: one version and one model, whatever is loaded meanwhile. */
export interface Warehouse extends LocatedVersion {
  readonly tenantId: string;
  readonly model: CompiledModel;
  /** Of the model's documents, under which it is stored. */
  readonly modelHash: string;
  /** False for an older version that is shown again. */
  readonly current: boolean;
  /** False while the version belongs to another connection than the active one. */
  readonly upToDate: boolean;
  readonly loadedAt: Date;
  /** By dataset, the fields that have unmapped codes. */
  readonly unmapped: UnmappedFields;
  readonly tenantSettings: TenantSettings;
  /** The day that relative dates are counted from, 'YYYY-MM-DD', where it is not the current one. */
  readonly today?: string;
}

/** What a warehouse is composed of, as far as it differs from the current one. */
export interface WarehouseParts {
  readonly dataVersion?: number;
  /** As in `Warehouse.modelHash`. */
  readonly modelHash?: string;
  readonly settings?: TenantSettingsRow;
  readonly today?: string;
}

/** New settings of a tenant, and the other writes of the same transaction. */
export interface TenantSettingsChange {
  readonly settings: TenantSettings;
  write?(tx: TenantTx): Promise<void>;
}

/** A version of a model to be activated. */
export type NewModelVersion = NewVersion & { readonly compiled: CompiledModel };

/** What a model is checked against: a version's tables, and the keys that are not unique in joined tables. */
export interface WarehouseContents {
  readonly number: number;
  readonly catalog: Catalog;
  /** Whether the engine distinguishes upper and lower case in names. */
  readonly exact: boolean;
  /** Whether it is known when its columns were delivered. */
  readonly measured: boolean;
  readonly repeated: readonly RepeatedKey[];
}

/** Conditions for activating a model; each throws where it does not hold. */
export interface ModelChecks {
  /** Runs before the transaction, and again where another version becomes current meanwhile. */
  warehouse(contents: WarehouseContents | null): Promise<void>;
  /** Runs inside the activating transaction, under the warehouse lock. */
  tenant(tx: TenantTx): Promise<void>;
}

/** The warehouse, if there is one; else throws WAREHOUSE_UNAVAILABLE. */
export function requireWarehouse(warehouse: Warehouse | null): Warehouse {
  if (!warehouse) throw new UserError('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
  return warehouse;
}

/** Until the transaction ends, the data of a version is not removed. Throws CONFLICT where it was. */
export async function lockRetainedVersion(tx: TenantTx, number: number): Promise<void> {
  await lockWarehouse(tx);
  if (!(await isRetained(tx, number)))
    throw new UserError('CONFLICT', `The data of version ${number} was removed meanwhile. Try again.`);
}

export type { LoadSource, PublishedLoad } from './version-loader.ts';
export type { LoadRecord } from './warehouse.sql.ts';

export type WarehouseOptions = DataVersionOptions & {
  /** Other servers write to the folder as well. */
  readonly isShared?: boolean;
};

const DAY_MS = 24 * 60 * 60 * 1000;

const MAX_KNOWN = 500;
const revisionKey = (tenantId: string, revision: string) => `${tenantId} ${revision}`;

/** Tenants' warehouses: which version, model and settings are current, and their changes. */
export class WarehouseService implements Indexed {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #directory: string;
  readonly #graceMs: number;
  readonly #connections: ConnectionStore;
  readonly #versions: DataVersionService;
  readonly #loader: VersionLoader;
  /** Warehouses in our own files by tenant and figures revision: a revision always stands for the same ones. */
  readonly #byRevision = new LRUCache<string, Warehouse>({ max: MAX_KNOWN });

  constructor(options: WarehouseOptions) {
    this.#database = options.database;
    this.#engine = options.engine;
    this.#directory = options.directory;
    this.#graceMs = options.isShared ? DAY_MS : 0;
    this.#connections = options.connections;
    this.#versions = new DataVersionService(options);
    this.#loader = new VersionLoader({ ...options, versions: this.#versions });
  }

  /** The tenant's current warehouse; WAREHOUSE_UNAVAILABLE while it has none. */
  async current(actor: TenantActor): Promise<Warehouse> {
    return this.ensureFresh(actor, await this.#database.withTenant(actor, (tx) => this.find(tx), 'reads'));
  }

  /**
   * The tenant's warehouse as of the moment the request's actor was identified, for requests that only read: if that
   * revision is known, nothing is read for it. Throws as `current` does.
   */
  async ofRequest(actor: TenantActor): Promise<Warehouse> {
    const { tenantId, figuresRevision } = actor;
    const known = figuresRevision === null ? undefined : this.#byRevision.get(revisionKey(tenantId, figuresRevision));
    return known ?? this.current(actor);
  }

  /**
   * A version of the tenant's data as the current model reads it; the current one where none is named. Throws NOT_FOUND
   * for one that does not exist or whose data was removed.
   */
  async ofVersion(actor: TenantActor, number: number | undefined): Promise<Warehouse> {
    if (number === undefined) return this.ofRequest(actor);
    const current = await this.current(actor);
    if (current.version.number === number) return current;
    const { tenantId } = actor;
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const found = await findRetained(tx, number);
        const newest = found && (await newestModel(tx));
        if (!found || !newest) throw notFound();
        const located = this.#versions.locate(tenantId, found, null, await this.#versions.findCoverage(tx, number));
        const { loadedAt, unmapped } = found;
        const model = this.#versions.modelFor(tenantId, located, newest.model);
        const { tenantSettings } = current;
        const { hash: modelHash } = newest;
        const stored = { loadedAt, unmapped, tenantSettings };
        return { tenantId, ...located, model, modelHash, current: false, upToDate: true, ...stored };
      },
      'reads',
    );
  }

  /**
   * The warehouse with a version of the data, a model and settings of another time in place of its own. Null where the
   * data of that version is not in our own files any more; models and settings of all times are stored.
   */
  async compose(actor: TenantActor, current: Warehouse, parts: WarehouseParts): Promise<Warehouse | null> {
    const { dataVersion = current.version.number, modelHash = current.modelHash, settings, today } = parts;
    const { tenantId } = actor;
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const isOwn = dataVersion === current.version.number;
        const found = isOwn ? null : await findRetained(tx, dataVersion);
        if (!isOwn && !found) return null;
        const coverage = isOwn ? current.coverage : await this.#versions.findCoverage(tx, dataVersion);
        const located = found ? this.#versions.locate(tenantId, found, null, coverage) : current;
        return {
          ...current,
          version: located.version,
          connection: located.connection,
          coverage,
          model: this.#versions.modelFor(tenantId, located, await storedModel(tx, modelHash)),
          modelHash,
          current: false,
          ...(found && { loadedAt: found.loadedAt, unmapped: found.unmapped }),
          ...(settings && { tenantSettings: await resolveTenantSettings(tx, settings) }),
          ...(today !== undefined && { today }),
        };
      },
      'reads',
    );
  }

  /** Drops what this server has in memory of a deleted tenant: results, models, settings, connections. */
  async forget(tenantId: string): Promise<void> {
    forgetKeysOf(this.#byRevision, tenantId);
    this.#engine.forget(tenantId);
    await this.#versions.forget(tenantId);
  }

  /** Reads models without stalling the server. */
  get modelReader(): ModelReader {
    return this.#engine.models;
  }

  /** The version and as-of day of the tenant's data. */
  async state(actor: TenantActor): Promise<DataState> {
    const row = await this.#database.withTenant(actor, findCurrentState, 'reads');
    if (!row) return { dataVersion: null, source: null, asOf: null, loadedAt: null };
    const { number, source, asOf, loadedAt } = row;
    return { dataVersion: number, source, asOf, loadedAt: loadedAt.toISOString() };
  }

  /** The current warehouse, or null while the tenant has none. Call `ensureFresh` before querying it. */
  async find(tx: TenantTx): Promise<Warehouse | null> {
    const row = await currentWarehouse(tx);
    if (!row) return null;
    const { loadedAt, unmapped } = row;
    const connection =
      row.activeConnection === null ? null : await this.#connections.findActive(tx, row.activeConnection);
    const coverage = await this.#versions.findCoverage(tx, row.number);
    const located = this.#versions.locate(tx.tenantId, row, connection, coverage);
    const warehouse: Warehouse = {
      tenantId: tx.tenantId,
      ...located,
      model: this.#versions.modelFor(tx.tenantId, located, await storedModel(tx, row.modelHash)),
      modelHash: row.modelHash,
      current: true,
      upToDate: (connection?.revision ?? null) === row.connection,
      loadedAt,
      unmapped,
      tenantSettings: await resolveTenantSettings(tx, row.tenantSettings),
    };
    // A server's data can change without a change of ours.
    if (warehouse.upToDate && connection === null)
      this.#byRevision.set(revisionKey(tx.tenantId, row.figuresRevision), warehouse);
    return warehouse;
  }

  /** The same warehouse, or the current one where the connection or its data has changed. WAREHOUSE_UNAVAILABLE where there is none. */
  async ensureFresh(actor: TenantActor, warehouse: Warehouse | null): Promise<Warehouse> {
    if (warehouse?.upToDate && !this.#versions.isRefreshDue(actor.tenantId, warehouse.connection)) return warehouse;
    await this.#versions.refresh(actor);
    return requireWarehouse(await this.#database.withTenant(actor, (tx) => this.find(tx), 'reads'));
  }

  /**
   * The tenant's current version, with the model where there is one, so that data can be looked at before anybody
   * modelled it. Throws as `current` does.
   */
  async contents(
    actor: TenantActor,
  ): Promise<Pick<Warehouse, 'version' | 'tenantSettings'> & { model: CompiledModel | null }> {
    const warehouse = await this.#database.withTenant(actor, (tx) => this.find(tx), 'reads');
    if (warehouse) return this.ensureFresh(actor, warehouse);
    await this.#versions.refresh(actor);
    const found = await this.#database.withTenant(
      actor,
      async (tx) => ({ located: await this.#versions.findCurrent(tx), tenantSettings: await loadTenantSettings(tx) }),
      'reads',
    );
    const { located, tenantSettings } = found;
    if (!located) return requireWarehouse(null);
    return { version: located.version, model: null, tenantSettings };
  }

  /** Makes the current version one of the active connection, and a new one where its data has changed. */
  refresh(actor: TenantActor): Promise<void> {
    return this.#versions.refresh(actor);
  }

  /**
   * Makes the data of an older version current again, as a new version that shares its files. NOT_FOUND where there is
   * none with this number; CONFLICT where the active model or connection does not allow it.
   */
  async restore(actor: TenantActor, restoredFrom: number, loadedBy: string | null): Promise<DataState> {
    const { number, found, connection } = await this.#database.withTenant(
      actor,
      async (tx) => ({
        number: await nextVersionNumber(tx),
        found: await findRestorable(tx, restoredFrom),
        connection: await this.#connections.findActive(tx),
      }),
      'reads',
    );
    if (!found) throw notFound();
    if (connection)
      throw new UserError(
        'CONFLICT',
        'Figures come from an external warehouse. Return to the embedded warehouse, then restore the version.',
      );
    try {
      const record = { loadedBy, origin: 'restore' as const };
      await this.#versions.publish(actor, { ...found, number, restoredFrom, record }, null);
    } catch (error) {
      if (error instanceof LoadError) throw new UserError('CONFLICT', error.message);
      if ((error as { code?: string }).code === UNIQUE_VIOLATION)
        throw new UserError('CONFLICT', 'Other data was loaded meanwhile. Look at the versions again.');
      throw error;
    }
    return this.state(actor);
  }

  /** Builds the next version; see `VersionLoader`. */
  load(actor: TenantActor, source: LoadSource, onProgress?: (message: string) => void): Promise<number> {
    return this.#loader.load(actor, source, onProgress);
  }

  /** What was loaded into each version, newest first. */
  loads(actor: TenantActor): Promise<LoadRecord[]> {
    return this.#database.withTenant(actor, listLoads, 'reads');
  }

  /** The newest version in our own files, with the rows of its tables: what the next load builds upon. */
  async newestOwn(
    actor: TenantActor,
  ): Promise<{ version: WarehouseVersion; tables: Readonly<Record<string, number>> } | null> {
    const newest = await this.#database.withTenant(actor, newestFiles, 'reads');
    if (!newest) return null;
    const { version } = this.#versions.locate(actor.tenantId, newest, null, newest.coverage);
    return { version, tables: newest.tables };
  }

  /**
   * Activates a model as the server itself, without checks of warehouse or reports; throws the engine's ModelError for
   * an invalid one.
   */
  async ensureModel(actor: TenantActor, document: string, fileName: string): Promise<void> {
    const prepared = await this.#database.withTenant(
      actor,
      (tx) => prepareModel(this.modelReader, tx, document, fileName),
      'reads',
    );
    await this.activateModel(actor, { ...prepared, author: null, origin: 'sample', message: '' });
  }

  /** Activates a model, with its search entries and alerts; false where it is active already. */
  async activateModel(actor: TenantActor, model: NewModelVersion, checks?: ModelChecks): Promise<boolean> {
    for (;;) {
      const [located, tenantSettings] = await this.#database.withTenant(
        actor,
        async (tx) => [await this.#versions.findCurrent(tx), await loadTenantSettings(tx)] as const,
        'reads',
      );
      await checks?.warehouse(await this.#inspect(actor, model.compiled, located));
      const after = { model: model.compiled, tenantSettings };
      const fields = await this.#versions.findUnmappedFields(actor.tenantId, after, located);
      const outcome = await this.#database.withTenant(actor, async (tx) => {
        await lockWarehouse(tx);
        if ((await newestHash(tx)) === model.hash) return 'same';
        if (!(await this.#isCurrent(tx, located, tenantSettings))) return 'retry';
        await checks?.tenant(tx);
        await insertVersion(tx, model);
        await replaceEntries(tx, 'data', catalogEntries(model.compiled));
        await storeUnmappedFields(tx, fields);
        return 'changed';
      });
      if (outcome !== 'retry') return outcome === 'changed';
    }
  }

  /**
   * Changes the tenant's settings atomically; returns whether anything changed. `change` is called again where model,
   * data or settings change meanwhile; null: there is nothing to change.
   */
  async updateTenantSettings(
    actor: TenantActor,
    change: (settings: TenantSettings, model: CompiledModel | undefined) => TenantSettingsChange | null,
  ): Promise<boolean> {
    for (;;) {
      const [located, before, newest] = await this.#database.withTenant(
        actor,
        async (tx) =>
          [await this.#versions.findCurrent(tx), await loadTenantSettings(tx), await newestModel(tx)] as const,
        'reads',
      );
      const update = change(before, newest?.model);
      if (!update) return false;
      const after = { model: newest?.model, tenantSettings: update.settings };
      const fields = await this.#versions.findUnmappedFields(actor.tenantId, after, located);
      const changed = await this.#database.withTenant(actor, async (tx) => {
        await lockWarehouse(tx);
        if ((await newestHash(tx)) !== (newest?.hash ?? null)) return false;
        if (!(await this.#isCurrent(tx, located, before))) return false;
        const { parameters, parametersVersion, versions: mappings, calendar, currency } = update.settings;
        await update.write?.(tx);
        await saveTenantSettings(tx, { parameters, parametersVersion, mappings, calendar, currency });
        await storeUnmappedFields(tx, fields);
        return true;
      });
      if (changed) return true;
    }
  }

  /** The tenant's active model; null while there is none. */
  async activeModel(actor: TenantActor): Promise<CompiledModel | null> {
    const newest = await this.#database.withTenant(actor, newestModel, 'reads');
    return newest?.model ?? null;
  }

  /** What the tenant's current version contains for a model; null while there is no version. */
  async inspect(actor: TenantActor, model: CompiledModel): Promise<WarehouseContents | null> {
    const located = await this.#database.withTenant(actor, (tx) => this.#versions.findCurrent(tx), 'reads');
    return this.#inspect(actor, model, located);
  }

  /** The tenant's current version as it would be queried with this model; null while there is no version. */
  async preview(
    actor: TenantActor,
    model: CompiledModel,
  ): Promise<Pick<Warehouse, 'model' | 'version' | 'tenantSettings'> | null> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const located = await this.#versions.findCurrent(tx);
        if (!located) return null;
        const adapted = this.#versions.modelFor(tx.tenantId, located, model);
        return { model: adapted, version: located.version, tenantSettings: await loadTenantSettings(tx) };
      },
      'reads',
    );
  }

  /** A first model of the tenant's current version, derived from its tables, as YAML; null while there is no version. */
  async generateModel(actor: TenantActor): Promise<string | null> {
    const located = await this.#database.withTenant(actor, (tx) => this.#versions.findCurrent(tx), 'reads');
    return located && this.#engine.catalogs.generateModel(located.version, actor.tenantId);
  }

  /** Tables of the tenant's current version with their columns and types; null while there is no version. */
  async catalog(actor: TenantActor): Promise<Catalog | null> {
    const located = await this.#database.withTenant(actor, (tx) => this.#versions.findCurrent(tx), 'reads');
    return located && this.#engine.catalogs.readFor(located.version, actor.tenantId);
  }

  /** Datasets for some tables of the tenant's current version, with open questions; null while there is no version. */
  async generateDatasets(actor: TenantActor, tables: readonly string[]): Promise<GeneratedDatasets | null> {
    const located = await this.#database.withTenant(actor, (tx) => this.#versions.findCurrent(tx), 'reads');
    if (!located) return null;
    const names = Object.keys(await this.#engine.catalogs.read(located.version));
    const known = await this.#known(actor, located.version, names);
    return this.#engine.catalogs.generateDatasets(located.version, actor.tenantId, tables, known);
  }

  /** Reads a table's statistics ahead of `generateDatasets`, as the engine does; null while there is no version. */
  async profileTable(actor: TenantActor, table: string, signal: AbortSignal): Promise<boolean | null> {
    const located = await this.#database.withTenant(actor, (tx) => this.#versions.findCurrent(tx), 'reads');
    if (!located) return null;
    const known = await this.#known(actor, located.version, [table]);
    return this.#engine.catalogs.profileTable(located.version, actor.tenantId, table, { known, signal });
  }

  /** What loads found out about tables of a version. */
  #known(actor: TenantActor, version: WarehouseVersion, tables: readonly string[]) {
    const contents = tables.flatMap((table) => {
      const content = contentOf(version, table);
      return content === null ? [] : [{ table, content }];
    });
    return loadKnownProfiles(this.#database, actor, contents);
  }

  async reindex(tx: TenantTx): Promise<void> {
    const newest = await newestModel(tx);
    await replaceEntries(tx, 'data', newest ? catalogEntries(newest.model) : []);
  }

  /** Records rollups that were built after a version was loaded. */
  async addRollups(tenantId: string, number: number, rollups: readonly BuiltRollup[]): Promise<void> {
    await this.#database.withTenant(systemIn(tenantId), async (tx) => {
      await lockWarehouse(tx);
      await addRollups(tx, number, rollups);
    });
  }

  /**
   * Removes what loads have left that were never completed because their process was killed; nothing while any server
   * loads. In a folder that servers share, only what is a day old: others may have written it and not named it yet.
   */
  async removeUnfinished(tenantId: string): Promise<void> {
    const lease = await this.#database.takeLease({ name: loadLease(tenantId) });
    if (!lease) return;
    try {
      const versions = await this.#database.withTenant(systemIn(tenantId), listVersionFiles);
      const names = new Set(versions.flatMap(({ files }) => files.flatMap((file) => [file, rejectsPath(file)])));
      await removeFilesBut(names, { folder: join(this.#directory, tenantId), graceMs: this.#graceMs });
    } finally {
      await lease.release();
    }
  }

  filePath(tenantId: string, number: number): string {
    return this.#versions.filePath(tenantId, `${number}.duckdb`);
  }

  async #inspect(
    { tenantId }: TenantActor,
    { model }: CompiledModel,
    located: LocatedVersion | null,
  ): Promise<WarehouseContents | null> {
    if (!located) return null;
    const { version } = located;
    return {
      number: version.number,
      catalog: await this.#engine.catalogs.read(version),
      exact: !('file' in version),
      measured: located.coverage !== null,
      repeated: await this.#engine.catalogs.repeatedKeys({ model, version, tenant: tenantId }),
    };
  }

  /** Whether version and settings are still those that were read before taking the lock. */
  async #isCurrent(tx: TenantTx, located: LocatedVersion | null, settings: TenantSettings): Promise<boolean> {
    const current = await this.#versions.findCurrent(tx);
    if (current?.version.number !== located?.version.number) return false;
    return (await findTenantSettings(tx)).revision === settings.revision;
  }
}

/** Removes what has none of these names and has not changed for the grace. */
async function removeFilesBut(
  names: ReadonlySet<string>,
  { folder, graceMs }: { folder: string; graceMs: number },
): Promise<void> {
  const now = Date.now();
  for (const entry of await readdir(folder).catch(() => [])) {
    if (names.has(entry)) continue;
    const path = join(folder, entry);
    if (graceMs > 0) {
      const found = await stat(path).catch(() => null);
      if (!found || now - found.mtimeMs < graceMs) continue;
    }
    // A loader that is being ended may still write.
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Stores the fields with unmapped codes and their alerts, and has open pages fetch their figures again. */
async function storeUnmappedFields(tx: TenantTx, fields: readonly UnmappedField[]): Promise<void> {
  await setUnmappedFields(tx, groupByDataset(fields));
  await raiseAlerts(tx, fields);
  await publishFiguresChanged(tx);
}
