import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { compileModel, parseModel, type CompiledModel, type Engine, type LoadOptions } from '@rise/engine';
import type { DataState } from '@rise/contract';
import { LRUCache } from 'lru-cache';
import { byDataset, findUnlabelled, raiseAlerts } from '../alerts/alerts.service.ts';
import { notify } from '../inbox/inbox.service.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import { replaceEntries, type Indexed } from '../search/search-index.service.ts';
import { catalogueEntries } from './catalogue-entries.ts';
import { newsOfVersion } from './warehouse.rules.ts';
import {
  currentVersion,
  currentWarehouse,
  holdWarehouse,
  insertCurrentVersion,
  insertModel,
  modelDocument,
  newestModelHash,
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
export interface Warehouse {
  readonly tenantId: string;
  readonly model: CompiledModel;
  readonly version: { readonly number: number; readonly file: string; readonly asOf: string | null };
  readonly loadedAt: Date;
  /** By dataset, the dimensions with codes that the model does not label. */
  readonly unlabelled: UnlabelledDimensions;
}

export interface WarehouseService extends Indexed {
  /** The tenant's current warehouse; WAREHOUSE_UNAVAILABLE while it has none. */
  current(actor: TenantActor): Promise<Warehouse>;
  /** Which data the tenant's figures stand on. */
  state(actor: TenantActor): Promise<DataState>;
  /** The current warehouse within a transaction, or null while the tenant has none. */
  findIn(tx: TenantTx): Promise<Warehouse | null>;
  /** Builds the next version from files in a process of its own; it becomes current once it is whole, and the tenant's people are told. Answers its number. */
  load(actor: TenantActor, source: LoadSource, onProgress?: (message: string) => void): Promise<number>;
  /** Makes a model the tenant's newest unless it is already; throws the engine's ModelError when it is not valid. */
  ensureModel(actor: TenantActor, document: string, fileName: string): Promise<void>;
  /** Removes files of versions that never became whole, left by a process that was killed. */
  removeUnfinished(tenantId: string): Promise<void>;
  file(tenantId: string, number: number): string;
}

/** A warehouse that is needed; WAREHOUSE_UNAVAILABLE where there is none. */
export function loaded(warehouse: Warehouse | null): Warehouse {
  if (!warehouse) throw new Failure('WAREHOUSE_UNAVAILABLE', 'No data has been loaded for this tenant yet.');
  return warehouse;
}

export function createWarehouses(options: { database: Database; engine: Engine; directory: string }): WarehouseService {
  const { database, engine, directory } = options;
  const models = new LRUCache<string, CompiledModel>({ max: 200 });
  const file = (tenantId: string, number: number) => join(directory, tenantId, `${number}.duckdb`);

  const modelOf = async (tx: TenantTx, hash: string): Promise<CompiledModel> => {
    let model = models.get(hash);
    if (!model) {
      model = compileModel(parseModel(await modelDocument(tx, hash), 'model.yaml'));
      models.set(hash, model);
    }
    return model;
  };
  const newestModel = (actor: TenantActor) =>
    database.withTenant(actor, async (tx) => {
      const hash = await newestModelHash(tx);
      return hash === null ? null : { hash, model: await modelOf(tx, hash) };
    });

  const findIn = async (tx: TenantTx): Promise<Warehouse | null> => {
    const row = await currentWarehouse(tx);
    if (!row) return null;
    const { number, asOf, loadedAt, unlabelled } = row;
    return {
      tenantId: tx.tenantId,
      model: await modelOf(tx, row.modelHash),
      version: { number, asOf, file: file(tx.tenantId, number) },
      loadedAt,
      unlabelled,
    };
  };

  /** Codes of a version that a model does not label; nothing to compare where one of them is missing. */
  const compare = async (
    { tenantId }: TenantActor,
    model: CompiledModel | undefined,
    version: { number: number; asOf: string | null } | null,
  ) => {
    if (!model || !version) return [];
    return findUnlabelled(engine, { tenantId, model, version: { ...version, file: file(tenantId, version.number) } });
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
    current: async (actor) => loaded(await database.withTenant(actor, findIn, 'reads')),
    async load(actor, { title, ...source }) {
      const number = await database.withTenant(actor, nextVersionNumber);
      await mkdir(join(directory, actor.tenantId), { recursive: true });
      const report = await engine.load({
        ...source,
        tenant: actor.tenantId,
        target: file(actor.tenantId, number),
      });
      const tables = Object.fromEntries(report.tables.map(({ table, rows }) => [table, rows]));
      // Compared before it is current, so that figures and alerts change in one step; again where the model changed meanwhile.
      for (let current = false; !current;) {
        const newest = await newestModel(actor);
        const found = await compare(actor, newest?.model, { number, asOf: report.asOf });
        const version = { number, source: title, asOf: report.asOf, tables, unlabelled: byDataset(found) };
        current = await database.withTenant(actor, async (tx) => {
          await holdWarehouse(tx);
          if ((await newestModelHash(tx)) !== (newest?.hash ?? null)) return false;
          await insertCurrentVersion(tx, version);
          await raiseAlerts(tx, found);
          await notify(tx, 'everybody', newsOfVersion(version));
          return true;
        });
      }
      return number;
    },
    async ensureModel(actor, document, fileName) {
      const hash = createHash('sha256').update(document).digest('hex');
      if ((await database.withTenant(actor, newestModelHash)) === hash) return;
      const model = compileModel(parseModel(document, fileName));
      for (let newest = false; !newest;) {
        const version = await database.withTenant(actor, currentVersion);
        const found = await compare(actor, model, version);
        newest = await database.withTenant(actor, async (tx) => {
          await holdWarehouse(tx);
          if ((await newestModelHash(tx)) === hash) return true;
          if ((await currentVersion(tx))?.number !== version?.number) return false;
          await insertModel(tx, { hash, document });
          await replaceEntries(tx, 'data', catalogueEntries(model));
          await setUnlabelled(tx, byDataset(found));
          await raiseAlerts(tx, found);
          return true;
        });
      }
    },
    async reindex(tx) {
      const hash = await newestModelHash(tx);
      await replaceEntries(tx, 'data', hash === null ? [] : catalogueEntries(await modelOf(tx, hash)));
    },
    async removeUnfinished(tenantId) {
      const known = await database.withTenant(systemIn(tenantId), versionNumbers);
      const names = new Set(known.map(({ number }) => `${number}.duckdb`));
      for (const entry of await readdir(join(directory, tenantId)).catch(() => [])) {
        if (!names.has(entry)) await rm(join(directory, tenantId, entry), { force: true });
      }
    },
  };
}
