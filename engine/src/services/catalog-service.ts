import type { GeneratedDatasets, Model } from '@rise/contract';
import type { ValueType } from '../expression/tree.ts';
import { LRUCache } from 'lru-cache';
import { generateDatasets } from '../generate/datasets.ts';
import { profileTables } from '../generate/profile.ts';
import type { KnownProfiles, ProfileOptions, TableProfile } from '../generate/profile.ts';
import { generateModel } from '../generate/model.ts';
import { columnType } from '../model/catalog.ts';
import type { Catalog } from '../model/catalog.ts';
import { uniqueKeys } from '../checks/keys.ts';
import type { JoinKey, RepeatedKey } from '../model/joins.ts';
import { greatestSql } from '../sql/greatest.ts';
import type { GreatestOf } from '../sql/greatest.ts';
import { overlapSql, repeatedKeysSql } from '../sql/repeated-keys.ts';
import { contentOf } from '../tables/browsed-table.ts';
import { identityOf } from '../warehouses/warehouses.ts';
import type { Warehouse, Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';

/** A key with two rows that overlap, where it is one of ranges. */
async function withExample(key: RepeatedKey, warehouse: Warehouse, tenant: string): Promise<RepeatedKey> {
  const { range, columns } = key;
  if (!range) return key;
  const [answer] = await warehouse.query([overlapSql({ ...key, range }, tenant, warehouse.dialect)]);
  const [row] = JSON.parse(answer!.rows) as (string | null)[][];
  if (!row) return key;
  const [from = null, until = null, nextFrom = null, nextUntil = null] = row.slice(columns.length);
  const ranges: NonNullable<RepeatedKey['overlap']>['ranges'] = [
    [from, until],
    [nextFrom, nextUntil],
  ];
  return { ...key, overlap: { key: row.slice(0, columns.length), ranges } };
}

/** Reads the schema of a version: columns, duplicate keys and latest values. */
export class CatalogService {
  readonly #warehouses: Warehouses;
  readonly #profiled = new LRUCache<string, TableProfile>({ max: 2000 });
  readonly #repeated = new LRUCache<string, RepeatedKey[]>({ max: 200 });

  constructor({ warehouses }: { warehouses: Warehouses }) {
    this.#warehouses = warehouses;
  }

  /** Tables of a version with their columns and types. */
  async read(version: WarehouseVersion): Promise<Catalog> {
    const catalog: Record<string, Record<string, ValueType>> = {};
    for (const { table, column, type } of await this.columns(version))
      (catalog[table] ??= {})[column] = columnType(type);
    return catalog;
  }

  /** Columns of a version in the order of their tables, with their types as the warehouse names them. */
  async columns(version: WarehouseVersion): Promise<{ table: string; column: string; type: string }[]> {
    const warehouse = this.#warehouses.of(version, identityOf(version));
    const [columns] = await warehouse.query([warehouse.catalog]);
    const rows = JSON.parse(columns!.rows) as [string, string, string][];
    return rows.map(([table, column, type]) => ({ table, column, type }));
  }

  /** Join keys of a model with values that occur in several of the tenant's rows, or in several that overlap. */
  async repeatedKeys({
    model,
    version,
    tenant,
  }: {
    model: Model;
    version: WarehouseVersion;
    tenant: string;
  }): Promise<RepeatedKey[]> {
    const keys = uniqueKeys(model, await this.read(version));
    if (keys.length === 0) return [];
    if (!('file' in version)) return this.#countRepeated(version, tenant, keys);
    // The rows of a file never change, and an editor checks a model after each pause.
    const known = JSON.stringify([version.file, version.segments ?? null, tenant, keys]);
    const repeated = this.#repeated.get(known) ?? (await this.#countRepeated(version, tenant, keys));
    this.#repeated.set(known, repeated);
    return repeated;
  }

  async #countRepeated(version: WarehouseVersion, tenant: string, keys: readonly JoinKey[]): Promise<RepeatedKey[]> {
    const warehouse = this.#warehouses.of(version, tenant);
    const [result] = await warehouse.query([repeatedKeysSql(keys, tenant, warehouse.dialect)]);
    const counts = JSON.parse(result!.rows) as [number, number][];
    const repeated = counts.flatMap(([index, values]): RepeatedKey[] =>
      values > 0 ? [{ ...keys[index]!, values }] : [],
    );
    return Promise.all(repeated.map((key) => withExample(key, warehouse, tenant)));
  }

  /**
   * Generates a first model of a tenant's tables from their content, as YAML with comments; null if all tables are
   * empty.
   */
  async generateModel(version: WarehouseVersion, tenant: string): Promise<string | null> {
    return generateModel(this.#warehouses.of(version, tenant), await this.read(version), tenant);
  }

  /** Tables of a version with a tenant's columns and their types. */
  async readFor(version: WarehouseVersion, tenant: string): Promise<Catalog> {
    const { tenantColumn } = this.#warehouses.of(version, tenant).dialect;
    const tables = Object.entries(await this.read(version));
    return Object.fromEntries(
      tables.map(([table, columns]) => [
        table,
        Object.fromEntries(Object.entries(columns).filter(([column]) => column !== tenantColumn)),
      ]),
    );
  }

  /**
   * Writes datasets for some of a tenant's tables, with the questions that their rows leave open. `known`: what is
   * stored about columns, which are not read again.
   */
  async generateDatasets(
    version: WarehouseVersion,
    tenant: string,
    tables: readonly string[],
    known?: KnownProfiles,
  ): Promise<GeneratedDatasets> {
    const profiles = await this.#profiles(version, tenant, known);
    return generateDatasets(this.#warehouses.of(version, tenant), profiles, tenant, tables);
  }

  /**
   * Reads a table's profile ahead of `generateDatasets`, which needs those of all tables. Returns whether it is
   * remembered: that of a server is not, since its rows change.
   */
  async profileTable(
    version: WarehouseVersion,
    tenant: string,
    table: string,
    options: ProfileOptions,
  ): Promise<boolean> {
    if (!('file' in version)) return false;
    const columns = (await this.read(version))[table];
    if (columns) await this.#profileOf(version, tenant, { name: table, columns, ...options });
    return true;
  }

  /** Profiles of all tables. */
  async #profiles(version: WarehouseVersion, tenant: string, known?: KnownProfiles): Promise<TableProfile[]> {
    const catalog = await this.read(version);
    if (!('file' in version)) return profileTables(this.#warehouses.of(version, tenant), catalog, tenant);
    const profiles: TableProfile[] = [];
    for (const [name, columns] of Object.entries(catalog))
      profiles.push(await this.#profileOf(version, tenant, { name, columns, known }));
    return profiles;
  }

  /** A table's profile, remembered by the table's content: a load of other tables leaves it as it is. */
  async #profileOf(
    version: WarehouseVersion,
    tenant: string,
    { name, columns, ...options }: { name: string; columns: Catalog[string] } & ProfileOptions,
  ): Promise<TableProfile> {
    const key = JSON.stringify([tenant, name, contentOf(version, name), columns]);
    const remembered = this.#profiled.get(key);
    if (remembered) return remembered;
    const warehouse = this.#warehouses.of(version, tenant);
    const [profile] = await profileTables(warehouse, { [name]: columns }, tenant, options);
    this.#profiled.set(key, profile!);
    return profile!;
  }

  /** The greatest value of each column in a tenant's rows, as text; null if there is none. */
  async greatest(
    version: WarehouseVersion,
    tenant: string,
    columns: readonly GreatestOf[],
    signal?: AbortSignal,
  ): Promise<(string | null)[]> {
    const warehouse = this.#warehouses.of(version, identityOf(version));
    const statements = columns.map((column) => greatestSql(column, tenant, warehouse.dialect));
    const results = await warehouse.query(statements, signal);
    return results.map(({ rows }) => (JSON.parse(rows) as (string | null)[][])[0]![0]!);
  }
}
