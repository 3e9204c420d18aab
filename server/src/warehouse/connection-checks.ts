import type { ErrorDetail, ServerWarehouseSettings } from '@rise/contract';
import { checkCatalog, suggestName, type Catalog, type CompiledModel } from '@rise/engine';
import { parameterRowsOf, rowsOf } from './connections.rules.ts';

export interface TenantName {
  readonly id: string;
  readonly slug: string;
}

/** Issues where two tenants would read the same rows. */
export function checkSharedRows(
  settings: ServerWarehouseSettings,
  tenantId: string | null,
  affected: readonly TenantName[],
  others: readonly (TenantName & { settings: object | null })[],
): ErrorDetail[] {
  if (tenantId === null && settings.tenant === 'none') {
    const remedy = 'Name the column that identifies the tenant, or connect each tenant on its own.';
    return [{ field: 'tenant', message: `Every tenant would read every row. ${remedy}` }];
  }
  if (tenantId === null && settings.tenant !== 'none' && !/\{(id|slug)\}/.test(settings.tenant.value)) {
    const remedy = 'Write {id} or {slug} for the part that differs by tenant.';
    return [{ field: 'tenant.value', message: `Every tenant would read the same rows. ${remedy}` }];
  }
  for (const tenant of affected) {
    const mine = rowsOf(settings, tenant);
    for (const other of others) {
      if (!other.settings || (other.settings as { engine: string }).engine === 'duckdb') continue;
      const theirs = rowsOf(other.settings as ServerWarehouseSettings, other);
      if (mine.place === theirs.place && (mine.rows === null || theirs.rows === null || mine.rows === theirs.rows)) {
        const remedy = 'Give each tenant its own rows, schema or database.';
        return [{ field: 'tenant', message: `The tenant '${other.slug}' reads these rows already. ${remedy}` }];
      }
    }
  }
  return [];
}

/** Issues where another tenant's parameters are written in place of these. */
export function checkSharedParameterRows(
  settings: ServerWarehouseSettings,
  affected: readonly TenantName[],
  others: readonly (TenantName & { settings: object | null })[],
): ErrorDetail[] {
  const taken = new Set(
    others.flatMap((other) => {
      const theirs = other.settings as ServerWarehouseSettings | null;
      return theirs?.parameterTable === undefined ? [] : [parameterRowsOf(theirs, other)];
    }),
  );
  const mine = affected.map((tenant) => parameterRowsOf(settings, tenant));
  if (!mine.some((rows) => rows !== null && taken.has(rows))) return [];
  const message = 'The parameters of another organization are written to these rows of this table. Name another table.';
  return [{ field: 'parameterTable', message }];
}

/** Configured columns for freshness and as-of date that the warehouse lacks. */
export function checkFreshnessColumns(settings: ServerWarehouseSettings, catalog: Catalog): ErrorDetail[] {
  return (['freshness', 'asOf'] as const).flatMap((field) => {
    const source = settings[field];
    if (!source) return [];
    const columns = columnsOf(catalog, source.table);
    if (!columns)
      return [
        {
          field: `${field}.table`,
          message: `The warehouse has no table '${source.table}'.${suggestName(source.table, Object.keys(catalog))}`,
        },
      ];
    if (hasColumn(columns, source.column)) return [];
    return [
      {
        field: `${field}.column`,
        message: `The table '${source.table}' has no column '${source.column}'.${suggestName(source.column, columns)}`,
      },
    ];
  });
}

/** Tables and columns that a tenant's model needs and the warehouse lacks. */
export function checkModel({ model }: CompiledModel, catalog: Catalog): ErrorDetail[] {
  return checkCatalog(model, catalog, { exact: true }).map(({ path, message }) => ({
    field: `model.${path}`,
    message,
  }));
}

/**
 * Tables without the tenant column: of every model, and of the settings for freshness and as-of date, which are read
 * with the tenant's rows alone too. Each table is named once.
 */
export function checkTenantColumns(
  models: readonly CompiledModel[],
  settings: ServerWarehouseSettings,
  catalog: Catalog,
): ErrorDetail[] {
  const { tenant, freshness, asOf } = settings;
  if (tenant === 'none') return [];
  const tables = new Map<string, string>();
  for (const table of [
    ...models.flatMap(tablesOf),
    ...[freshness, asOf].flatMap((source) => (source ? [source.table] : [])),
  ])
    if (!tables.has(table.toLowerCase())) tables.set(table.toLowerCase(), table);
  const issues = [...tables.values()]
    .filter((table) => {
      const columns = columnsOf(catalog, table);
      return columns !== null && !hasColumn(columns, tenant.column);
    })
    .map((table) => ({ field: 'tenant.column', message: noTenantColumn(table, tenant.column) }));
  if (issues.length > 0) return issues;
  // Without a model, too: nothing could be read of such a warehouse.
  const all = Object.keys(catalog);
  return all.length > 0 && tablesWithoutTenant(settings, catalog).length === all.length
    ? [{ field: 'tenant.column', message: noTenantColumn(all.toSorted()[0]!, tenant.column) }]
    : [];
}

/** Tables of which nothing is read, because they lack the tenant column. */
export function tablesWithoutTenant({ tenant }: ServerWarehouseSettings, catalog: Catalog): string[] {
  if (tenant === 'none') return [];
  return Object.entries(catalog)
    .filter(([, columns]) => !hasColumn(Object.keys(columns), tenant.column))
    .map(([table]) => table)
    .toSorted();
}

/** The tables that a model names; those inside its SQL queries are not known. */
function tablesOf({ model }: CompiledModel): string[] {
  return [
    ...model.datasets.flatMap(({ table, query, joins }) => [
      ...(query ? [] : [table]),
      ...joins.map((join) => join.table),
    ]),
    ...(model.accounts ? [model.accounts.table] : []),
  ];
}

function noTenantColumn(table: string, column: string): string {
  const remedy = `Name the right column, or write 'tenant: none' where the whole database is this tenant's.`;
  return `The table '${table}' has no column '${column}' that identifies the tenant. ${remedy}`;
}

/** A table's columns; null where there is no such table. Names are compared case-insensitively. */
function columnsOf(catalog: Catalog, table: string): string[] | null {
  const entry = Object.entries(catalog).find(([name]) => name.toLowerCase() === table.toLowerCase());
  return entry ? Object.keys(entry[1]) : null;
}

function hasColumn(columns: readonly string[], column: string): boolean {
  return columns.some((name) => name.toLowerCase() === column.toLowerCase());
}
