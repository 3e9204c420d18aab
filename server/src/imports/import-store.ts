import type { ModelUse } from '@rise/contract';
import type { UploadService } from '../uploads/uploads.service.ts';
import { columnUses, type CompiledModel, type Engine } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { KnownTable } from './draft.rules.ts';
import type { UsesOf } from './drift.rules.ts';
import { presentParts } from './imports.sql.ts';
import type { ImportContext } from './present-import.ts';

export interface ImportStoreOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly uploads: UploadService;
}

/** What imports are compared with: the current version, its model, and what of files is in it. */
export class ImportStore {
  readonly #options: ImportStoreOptions;
  /** By tenant and version. */
  readonly #tables = new LRUCache<string, KnownTable[]>({ max: 200 });
  readonly #uses = new WeakMap<CompiledModel, UsesOf>();

  constructor(options: ImportStoreOptions) {
    this.#options = options;
  }

  async context(actor: TenantActor): Promise<ImportContext> {
    const { database, warehouses, uploads } = this.#options;
    const [known, model, parts, stored] = await Promise.all([
      this.knownTables(actor),
      warehouses.activeModel(actor),
      database.withTenant(actor, presentParts, 'reads'),
      uploads.list(actor),
    ]);
    return {
      known,
      parts,
      usesOf: model ? this.#usesIn(model) : () => [],
      uploads: new Set(stored.uploads.map(({ id }) => id)),
    };
  }

  /** The tables of the newest version in our own files, which a load builds upon; none before the first. */
  async knownTables(actor: TenantActor): Promise<KnownTable[]> {
    const base = await this.#options.warehouses.newestOwn(actor);
    if (!base) return [];
    const key = `${actor.tenantId} ${base.version.number}`;
    const cached = this.#tables.get(key);
    if (cached) return cached;
    const tables = new Map<string, KnownTable>();
    for (const [name, rows] of Object.entries(base.tables)) tables.set(name.toLowerCase(), { name, rows, columns: [] });
    for (const { table, column, type } of await this.#options.engine.catalogs.columns(base.version))
      if (column !== 'tenant_id') tables.get(table.toLowerCase())?.columns.push({ name: column, type });
    const known = [...tables.values()];
    this.#tables.set(key, known);
    return known;
  }

  #usesIn(model: CompiledModel): UsesOf {
    const known = this.#uses.get(model);
    if (known) return known;
    const keyOf = (table: string, column: string) => `${table}.${column}`.toLowerCase();
    const byColumn = new Map<string, ModelUse[]>();
    for (const { table, column, dataset, kind, name, title } of columnUses(model)) {
      const key = keyOf(table, column);
      const use: ModelUse = {
        dataset,
        kind: kind === 'as-of' ? 'dataset' : kind,
        name,
        title: kind === 'join' ? null : title,
      };
      byColumn.set(key, [...(byColumn.get(key) ?? []), use]);
    }
    const usesOf: UsesOf = (table, column) => byColumn.get(keyOf(table, column)) ?? [];
    this.#uses.set(model, usesOf);
    return usesOf;
  }
}

/** Has open pages read an import again when the transaction commits. */
export function publishImport(tx: TenantTx, id: string): Promise<void> {
  return publish(tx, { kind: 'imports', to: { tenants: [tx.tenantId] }, data: { id } });
}
