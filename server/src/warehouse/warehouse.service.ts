import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltRollup, Catalogue, CompiledModel, Engine, LoadOptions, RepeatedKey } from '@rise/engine';
import type { DataState } from '@rise/contract';
import { byDataset, raiseAlerts } from '../alerts/alerts.service.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import {
  insertVersion,
  newestHash,
  newestModel,
  prepareModel,
  storedModel,
  type NewVersion,
} from '../models/stored-models.service.ts';
import { replaceEntries, type Indexed } from '../search/search-index.service.ts';
import { findTerms, newestTerms, putTerms, readTerms, type Terms } from '../terms/terms.service.ts';
import { catalogueEntries } from './catalogue-entries.ts';
import type { Connections } from './connections.service.ts';
import { createVersions, tellOfFigures, type PlacedVersion } from './versions.service.ts';
import {
  addRollups,
  currentWarehouse,
  holdWarehouse,
  nextVersionNumber,
  setUnlabelled,
  versionNumbers,
  type UnlabelledDimensions,
} from './warehouse.sql.ts';

/** Files to load, and what they are called in the version's record. */
export type LoadSource = Pick<LoadOptions, 'sourceDir' | 'tables' | 'sortKey' | 'asOf' | 'onProgress'> & {
  title: string;
};

/** A tenant's warehouse as one request sees it: one version and one model, whatever is loaded meanwhile. */
export interface Warehouse extends PlacedVersion {
  readonly tenantId: string;
  readonly model: CompiledModel;
  /** False while the version is not of the connection that holds. */
  readonly settled: boolean;
  readonly loadedAt: Date;
  /** By dataset, the fields that are computed of codes without a meaning. */
  readonly unlabelled: UnlabelledDimensions;
  /** What the tenant says for itself of the model. */
  readonly terms: Terms;
}

/** Other terms for a tenant, and what else is written with them. */
export interface TermsChange {
  readonly terms: Terms;
  write?(tx: TenantTx): Promise<void>;
}

/** A version of a model to be put in force. */
export type UsableModel = NewVersion & { readonly compiled: CompiledModel };

/** What a model is held to: a version's tables, and the keys of the model's joins that it has several rows for. */
export interface FoundWarehouse {
  readonly number: number;
  readonly catalogue: Catalogue;
  readonly repeated: readonly RepeatedKey[];
}

/** What has to hold for a model to be put in force; each throws where it does not. */
export interface ModelChecks {
  /** Before: the warehouse that the model is for. Done again where another version becomes current meanwhile. */
  warehouse(found: FoundWarehouse | null): void;
  /** In the transaction that puts it in force, while nobody else can. */
  tenant(tx: TenantTx): Promise<void>;
}

export interface WarehouseService extends Indexed {
  /** The tenant's current warehouse; WAREHOUSE_UNAVAILABLE while it has none. */
  current(actor: TenantActor): Promise<Warehouse>;
  /** Which data the tenant's figures stand on. */
  state(actor: TenantActor): Promise<DataState>;
  /** The current warehouse within a transaction, or null while the tenant has none. Before it is asked, see `settled`. */
  findIn(tx: TenantTx): Promise<Warehouse | null>;
  /** The warehouse found, or another where the tenant's connection has changed, or its data may have. WAREHOUSE_UNAVAILABLE while there is none. */
  settled(actor: TenantActor, found: Warehouse | null): Promise<Warehouse>;
  /** Makes the current version one of the connection that holds, and a new one where the data there has changed. */
  settle(actor: TenantActor): Promise<void>;
  /** Builds the next version from files in a process of its own; it becomes current once it is whole, and the tenant's people are told. Answers its number. */
  load(actor: TenantActor, source: LoadSource, onProgress?: (message: string) => void): Promise<number>;
  /** Puts a model in force as the server itself, looking at neither warehouse nor reports; throws the engine's ModelError when it is not valid. */
  ensureModel(actor: TenantActor, document: string, fileName: string): Promise<void>;
  /** Puts a model in force, with all that follows from it, unless it already is; answers whether that changed anything. */
  useModel(actor: TenantActor, model: UsableModel, checks?: ModelChecks): Promise<boolean>;
  /**
   * Changes what the tenant says for itself of its model, with all that follows from it, whole or not at all; answers
   * whether anything changed. `make` is asked again where model, data or terms change meanwhile; null: nothing is to change.
   */
  useTerms(
    actor: TenantActor,
    make: (terms: Terms, model: CompiledModel | undefined) => TermsChange | null,
  ): Promise<boolean>;
  /** The tenant's current version as a model finds it; null while it has none. */
  foundBy(actor: TenantActor, model: CompiledModel): Promise<FoundWarehouse | null>;
  /** A first model of the tenant's current version, guessed from what is in it, as YAML; null where there is nothing in it. */
  generateModel(actor: TenantActor): Promise<string | null>;
  /** Adds rollups that were built beside a version's file to those that it has. */
  addRollups(tenantId: string, number: number, rollups: readonly BuiltRollup[]): Promise<void>;
  /** Removes files of versions that never became whole, left by a process that was killed. */
  removeUnfinished(tenantId: string): Promise<void>;
  file(tenantId: string, number: number): string;
}

/** A warehouse that is needed; WAREHOUSE_UNAVAILABLE where there is none. */
export function loaded(warehouse: Warehouse | null): Warehouse {
  if (!warehouse) throw new Failure('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
  return warehouse;
}

export interface WarehouseOptions {
  database: Database;
  engine: Engine;
  /** Folder of the version files, one folder a tenant inside. */
  directory: string;
  connections: Connections;
}

export function createWarehouses(options: WarehouseOptions): WarehouseService {
  const { database, engine, directory, connections } = options;
  const versions = createVersions(options);
  const { file } = versions;

  const findIn = async (tx: TenantTx): Promise<Warehouse | null> => {
    const row = await currentWarehouse(tx);
    if (!row) return null;
    const { loadedAt, unlabelled } = row;
    const connection = row.inForce === null ? null : await connections.inForce(tx, row.inForce);
    return {
      tenantId: tx.tenantId,
      model: await storedModel(tx, row.modelHash),
      ...versions.place(tx.tenantId, row, connection),
      settled: (connection?.revision ?? null) === row.connection,
      loadedAt,
      unlabelled,
      terms: await readTerms(tx, row.terms),
    };
  };

  const settled: WarehouseService['settled'] = async (actor, found) => {
    if (found?.settled && !versions.isDue(actor.tenantId, found.connection)) return found;
    await versions.settle(actor);
    return loaded(await database.withTenant(actor, findIn, 'reads'));
  };

  const foundBy = async (
    { tenantId }: TenantActor,
    { model }: CompiledModel,
    placed: PlacedVersion | null,
  ): Promise<FoundWarehouse | null> => {
    if (!placed) return null;
    const { version } = placed;
    const catalogue = await engine.catalogue(version);
    return {
      number: version.number,
      catalogue,
      repeated: await engine.repeatedKeys({ model, version, tenant: tenantId }),
    };
  };

  const useModel: WarehouseService['useModel'] = async (actor, model, checks) => {
    for (;;) {
      const [placed, terms] = await database.withTenant(
        actor,
        async (tx) => [await versions.currentIn(tx), await newestTerms(tx)] as const,
        'reads',
      );
      checks?.warehouse(await foundBy(actor, model.compiled, placed));
      const found = await versions.compare(actor.tenantId, { model: model.compiled, terms }, placed);
      const outcome = await database.withTenant(actor, async (tx) => {
        await holdWarehouse(tx);
        if ((await newestHash(tx)) === model.hash) return 'same';
        if ((await versions.currentIn(tx))?.version.number !== placed?.version.number) return 'again';
        if ((await findTerms(tx)).revision !== terms.revision) return 'again';
        await checks?.tenant(tx);
        await insertVersion(tx, model);
        await replaceEntries(tx, 'data', catalogueEntries(model.compiled));
        await follow(tx, found);
        return 'changed';
      });
      if (outcome !== 'again') return outcome === 'changed';
    }
  };

  /** What follows from other meanings of codes, or other figures. */
  const follow = async (tx: TenantTx, found: Awaited<ReturnType<typeof versions.compare>>) => {
    await setUnlabelled(tx, byDataset(found));
    await raiseAlerts(tx, found);
    await tellOfFigures(tx);
  };

  const useTerms: WarehouseService['useTerms'] = async (actor, make) => {
    for (;;) {
      const [placed, terms, newest] = await database.withTenant(
        actor,
        async (tx) => [await versions.currentIn(tx), await newestTerms(tx), await newestModel(tx)] as const,
        'reads',
      );
      const change = make(terms, newest?.model);
      if (!change) return false;
      const found = await versions.compare(actor.tenantId, { model: newest?.model, terms: change.terms }, placed);
      const changed = await database.withTenant(actor, async (tx) => {
        await holdWarehouse(tx);
        if ((await findTerms(tx)).revision !== terms.revision) return false;
        if ((await newestHash(tx)) !== (newest?.hash ?? null)) return false;
        if ((await versions.currentIn(tx))?.version.number !== placed?.version.number) return false;
        const { parameters, parametersVersion, versions: mappings } = change.terms;
        await change.write?.(tx);
        await putTerms(tx, { parameters, parametersVersion, mappings });
        await follow(tx, found);
        return true;
      });
      if (changed) return true;
    }
  };

  return {
    file,
    findIn,
    async state(actor) {
      const row = await database.withTenant(actor, currentWarehouse, 'reads');
      if (!row) return { dataVersion: null, source: null, asOf: null, loadedAt: null };
      const { number, source, asOf, loadedAt } = row;
      return { dataVersion: number, source, asOf, loadedAt: loadedAt.toISOString() };
    },
    settled,
    settle: (actor) => versions.settle(actor),
    current: async (actor) => settled(actor, await database.withTenant(actor, findIn, 'reads')),
    async load(actor, { title, ...source }, onProgress) {
      const { number, newest, terms } = await database.withTenant(actor, async (tx) => ({
        number: await nextVersionNumber(tx),
        newest: await newestModel(tx),
        terms: await newestTerms(tx),
      }));
      await mkdir(join(directory, actor.tenantId), { recursive: true });
      const report = await engine.load({
        ...source,
        tenant: actor.tenantId,
        rollups: newest ? engine.rollupsToLoad(newest.model, { ...terms, tenant: actor.tenantId }) : [],
        target: file(actor.tenantId, number),
      });
      for (const left of report.rollups)
        if ('problem' in left) onProgress?.(`The rollup ${left.dataset}.${left.name} was left out: ${left.problem}`);
      const rollups = report.rollups.filter((each) => 'hash' in each);
      const tables = Object.fromEntries(report.tables.map(({ table, rows }) => [table, rows]));
      await versions.become(actor, { number, source: title, asOf: report.asOf, tables, rollups }, null);
      return number;
    },
    useModel,
    useTerms,
    foundBy: async (actor, model) =>
      foundBy(actor, model, await database.withTenant(actor, versions.currentIn, 'reads')),
    async generateModel(actor) {
      const placed = await database.withTenant(actor, versions.currentIn, 'reads');
      return placed && engine.generateModel(placed.version, actor.tenantId);
    },
    async ensureModel(actor, document, fileName) {
      const prepared = await database.withTenant(actor, (tx) => prepareModel(tx, document, fileName), 'reads');
      await useModel(actor, { ...prepared, author: null, origin: 'sample', message: '' });
    },
    async reindex(tx) {
      const newest = await newestModel(tx);
      await replaceEntries(tx, 'data', newest ? catalogueEntries(newest.model) : []);
    },
    addRollups: (tenantId, number, rollups) =>
      database.withTenant(systemIn(tenantId), (tx) => addRollups(tx, number, rollups)),
    async removeUnfinished(tenantId) {
      const known = await database.withTenant(systemIn(tenantId), versionNumbers);
      const names = new Set(known.flatMap(({ number, beside }) => [`${number}.duckdb`, ...beside]));
      for (const entry of await readdir(join(directory, tenantId)).catch(() => [])) {
        if (!names.has(entry)) await rm(join(directory, tenantId, entry), { force: true });
      }
    },
  };
}
