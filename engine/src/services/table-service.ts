import { LRUCache } from 'lru-cache';
import type { ColumnProfile, TableFilter, TableSort } from '@rise/contract';
import { QueryError } from '../errors.ts';
import { accountsStatement } from '../explain/explain.ts';
import { columnType } from '../model/catalog.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Scope } from '../plan/scope.ts';
import { estimateColumns, profileColumn } from '../profiles/profile-columns.ts';
import { portableStatements, readPortable } from '../profiles/portable-profile.ts';
import { profileKind } from '../profiles/profile-source.ts';
import type { RunProfile } from '../profiles/profile-source.ts';
import { securedTables } from '../sql-validator/secured-tables.ts';
import type { StreamParts } from '../stream/stream-request.ts';
import { contentOf, relationOf } from '../tables/browsed-table.ts';
import type { BrowsedColumn, BrowsedTable, NativeColumns } from '../tables/browsed-table.ts';
import { rowConditions } from '../tables/conditions.ts';
import { exportFormat, exportTypes, longestTexts, MAX_CELL_TEXT } from '../tables/export.ts';
import type { ExportFormat } from '../tables/export.ts';
import { countStatement, filteredRows, rowsStatement } from '../tables/statements.ts';
import { identityOf } from '../warehouses/warehouses.ts';
import type { Warehouse, Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';

/** Who browses which data. */
export interface TableReader {
  /** Null where the tenant has none yet. */
  model: CompiledModel | null;
  version: WarehouseVersion;
  scope: Scope;
  /** Whether the reader may see tables and columns that the model does not expose. */
  unexposed: boolean;
  signal?: AbortSignal;
}

/** Rows of a table that meet filters and have a text. */
export interface BrowsedRows {
  table: BrowsedTable;
  filters: readonly TableFilter[];
  search: string;
}

export interface BrowsedPage extends BrowsedRows {
  /** Names, in order; null for all. */
  columns: readonly string[] | null;
  sort: readonly TableSort[];
}

/** A page of rows as JSON text. */
export interface PageText {
  columns: string[];
  rows: string;
  more: boolean;
}

/** What a name in a codebook of the data says about a column. */
export interface AccountName {
  title: string | null;
  description: string | null;
}

/** Rows of an export: more than any table has. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The tables of a warehouse, row by row, with the rights of who browses them. */
export class TableService {
  readonly #warehouses: Warehouses;
  readonly #columns = new LRUCache<string, NativeColumns>({ max: 200 });

  constructor({ warehouses }: { warehouses: Warehouses }) {
    this.#warehouses = warehouses;
  }

  /** The tables that the reader may browse, by name. */
  async list(reader: TableReader): Promise<BrowsedTable[]> {
    const { model, version, scope, unexposed } = reader;
    const warehouse = this.#warehouseOf(reader);
    const native = await this.#columnsOf(reader, warehouse);
    const catalog = Object.fromEntries(
      [...native].map(([table, columns]) => [
        table,
        Object.fromEntries(columns.map(({ name, native: type }) => [name, columnType(type)])),
      ]),
    );
    const tables = securedTables({
      model,
      scope,
      asOf: version.asOf,
      catalog,
      tenantColumn: warehouse.dialect.tenantColumn,
      unexposed,
      fold: foldOf(version),
    });
    return tables.map((secured) => {
      const { name, columns, rules, masked } = secured;
      const types = new Map(native.get(name)!.map((column) => [column.name, column.native]));
      return {
        name,
        columns: columns.map((column) => ({
          name: column,
          native: types.get(column)!,
          type: columnType(types.get(column)!),
          masked: masked.includes(column),
        })),
        rules,
        rows: rowsOf(version, name),
        content: contentOf(version, name),
        secured,
      };
    });
  }

  /** One of them; null where there is none, or the reader may not browse it. */
  async find(reader: TableReader, name: string): Promise<BrowsedTable | null> {
    return (await this.list(reader)).find((table) => table.name === name) ?? null;
  }

  /** A page of rows in a stable order. Throws `QueryError` for unknown columns and unfit values. */
  async page(reader: TableReader, rows: BrowsedPage, page: { limit: number; offset: number }): Promise<PageText> {
    const warehouse = this.#warehouseOf(reader);
    const { statement, columns } = await this.#statement(reader, warehouse, rows, page);
    const [answer] = await warehouse.query([statement], reader.signal);
    return { columns: columns.map(({ name }) => name), rows: answer!.rows, more: answer!.truncated };
  }

  async count(reader: TableReader, rows: BrowsedRows): Promise<number> {
    const warehouse = this.#warehouseOf(reader);
    const { relation, conditions } = await this.#relation(reader, warehouse, rows, false);
    const [answer] = await warehouse.query([countStatement(relation, conditions, warehouse.dialect)], reader.signal);
    return Number((JSON.parse(answer!.rows) as [[number | string]])[0][0]);
  }

  /** All rows as a file. Throws as `page` does. */
  async export(reader: TableReader, rows: BrowsedPage, format: ExportFormat): Promise<StreamParts> {
    const warehouse = this.#warehouseOf(reader);
    const { statement, columns } = await this.#statement(reader, warehouse, rows, null);
    if (format.kind === 'xlsx') await this.#rejectLongTexts(reader, warehouse, rows, columns);
    const request = {
      ...statement,
      types: exportTypes(columns),
      names: columns.map(({ name }) => name),
      limit: ALL,
      format: exportFormat(columns, format),
    };
    return warehouse.stream(request, reader.signal);
  }

  /** Estimates of several columns from a sample of the rows; none in a server, whose samples differ. */
  async estimate(reader: TableReader, rows: BrowsedRows, columns: readonly string[]): Promise<ColumnProfile[]> {
    if (!('file' in reader.version)) return [];
    const warehouse = this.#warehouseOf(reader);
    const { relation, conditions } = await this.#relation(reader, warehouse, rows, false);
    const described = columnsNamed(rows.table, columns).map(({ name, type }) => ({
      column: name,
      kind: profileKind(type),
    }));
    const source = { from: filteredRows(relation, conditions), rows: rows.table.rows };
    return estimateColumns(source, described, runIn(warehouse, reader.signal));
  }

  /** The profile of a column over all rows. */
  async profile(reader: TableReader, rows: BrowsedRows, column: string): Promise<ColumnProfile> {
    const warehouse = this.#warehouseOf(reader);
    const { relation, conditions } = await this.#relation(reader, warehouse, rows, false);
    const [{ name, type }] = columnsNamed(rows.table, [column]) as [BrowsedColumn];
    const source = { from: filteredRows(relation, conditions), column: name, kind: profileKind(type) };
    if ('file' in reader.version) return profileColumn(source, runIn(warehouse, reader.signal));
    const answers = await warehouse.query(portableStatements(source, warehouse.dialect), reader.signal);
    return readPortable(
      source,
      answers.map((answer) => answer.rows),
    );
  }

  /** What the model's table of accounts says about columns, by name in upper case. */
  async accountNames(reader: TableReader, table: BrowsedTable): Promise<ReadonlyMap<string, AccountName>> {
    const { model, scope } = reader;
    if (!model) return new Map();
    const warehouse = this.#warehouseOf(reader);
    const columns = table.columns.map(({ name }) => ({ table: table.name, column: name }));
    const statement = accountsStatement(model, scope.tenant, columns, warehouse.dialect);
    if (!statement) return new Map();
    const [answer] = await warehouse.query([statement], reader.signal);
    const rows = JSON.parse(answer!.rows) as [string, string | null, string | null][];
    return new Map(rows.map(([account, title, description]) => [account, { title, description }]));
  }

  /** Before the first byte, since a file that has started cannot say what is wrong with it. */
  async #rejectLongTexts(
    reader: TableReader,
    warehouse: Warehouse,
    rows: BrowsedRows,
    columns: readonly BrowsedColumn[],
  ): Promise<void> {
    const { relation, conditions } = await this.#relation(reader, warehouse, rows, false);
    const { texts, statement } = longestTexts(filteredRows(relation, conditions), columns, warehouse.dialect);
    if (texts.length === 0) return;
    const [answer] = await warehouse.query([statement], reader.signal);
    const [lengths] = JSON.parse(answer!.rows) as [(number | null)[]];
    const long = texts.find((_, place) => Number(lengths[place] ?? 0) > MAX_CELL_TEXT);
    if (!long) return;
    const message = `A text of '${long.name}' has more than ${MAX_CELL_TEXT} characters, which a cell cannot hold. Leave the column out, or export CSV or Parquet.`;
    throw new QueryError([{ field: 'columns', message }]);
  }

  #warehouseOf({ version, scope }: TableReader): Warehouse {
    return this.#warehouses.of(version, scope.tenant, scope.person);
  }

  async #columnsOf({ version, signal }: TableReader, warehouse: Warehouse): Promise<NativeColumns> {
    const key = identityOf(version);
    const known = this.#columns.get(key);
    if (known) return known;
    const [answer] = await warehouse.query([warehouse.catalog], signal);
    const found = new Map<string, { name: string; native: string }[]>();
    for (const [table, name, native] of JSON.parse(answer!.rows) as [string, string, string][])
      found.set(table, [...(found.get(table) ?? []), { name, native }]);
    this.#columns.set(key, found);
    return found;
  }

  async #relation(reader: TableReader, warehouse: Warehouse, rows: BrowsedRows, positioned: boolean) {
    const { dialect } = warehouse;
    const columns = await this.#columnsOf(reader, warehouse);
    const relation = relationOf(rows.table, { dialect, version: reader.version, columns, positioned });
    const issues: { field: string; message: string }[] = [];
    const conditions = rowConditions(rows, rows.table.columns, {
      dialect,
      fail: (field, message) => issues.push({ field, message }),
    });
    if (issues.length > 0) throw new QueryError(issues);
    return { relation, conditions };
  }

  async #statement(
    reader: TableReader,
    warehouse: Warehouse,
    rows: BrowsedPage,
    page: { limit: number; offset: number } | null,
  ) {
    const { table, sort } = rows;
    const columns = rows.columns === null ? table.columns : columnsNamed(table, rows.columns);
    columnsNamed(
      table,
      sort.map(({ column }) => column),
      'sort',
    );
    // Without joins to rules and without a sort, rows come in the order in which they are stored.
    const positioned = 'file' in reader.version && (sort.length > 0 || table.rules.length > 0);
    const { relation, conditions } = await this.#relation(reader, warehouse, rows, positioned);
    const { dialect } = warehouse;
    const request = { relation, positioned, columns, all: table.columns, conditions, sort, page, dialect };
    return { statement: rowsStatement(request), columns };
  }
}

function runIn(warehouse: Warehouse, signal: AbortSignal | undefined): RunProfile {
  return async (statement) => {
    const [answer] = await warehouse.query([{ ...statement, types: ['string'], limit: null }], signal);
    return (JSON.parse(answer!.rows) as [[string]])[0][0];
  };
}

/** Columns of a table by their names. Throws `QueryError` for those that it does not have. */
function columnsNamed(table: BrowsedTable, names: readonly string[], field = 'columns'): BrowsedColumn[] {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const unknown = names.find((name) => !byName.has(name));
  if (unknown !== undefined)
    throw new QueryError([{ field, message: `The table ${table.name} has no column '${unknown}'.` }]);
  return names.map((name) => byName.get(name)!);
}

const foldOf = (version: WarehouseVersion) => (name: string) =>
  'file' in version ? name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : name;

/** Rows of a table in a version's files, as they were counted when they were loaded. */
function rowsOf(version: WarehouseVersion, table: string): number | null {
  if (!('file' in version)) return null;
  const found = Object.entries(version.segments ?? {}).find(([name]) => name.toLowerCase() === table.toLowerCase());
  return found ? found[1].reduce((sum, { rows }) => sum + rows, 0) : null;
}
