import type { ValueType } from '../expression/tree.ts';

/** Tables of a warehouse version and their columns in order, named as in the warehouse, with their types. */
export type Catalog = Record<string, Readonly<Record<string, ValueType>>>;

/** Type names as the engines list them, without sizes. */
const TYPES: Record<string, ValueType> = {
  boolean: 'boolean',
  bool: 'boolean',
  tinyint: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  hugeint: 'integer',
  utinyint: 'integer',
  usmallint: 'integer',
  uinteger: 'integer',
  ubigint: 'integer',
  uhugeint: 'integer',
  int8: 'integer',
  int16: 'integer',
  int32: 'integer',
  int64: 'integer',
  uint8: 'integer',
  uint16: 'integer',
  uint32: 'integer',
  uint64: 'integer',
  decimal: 'decimal',
  numeric: 'decimal',
  number: 'decimal',
  real: 'number',
  float: 'number',
  float32: 'number',
  float64: 'number',
  double: 'number',
  'double precision': 'number',
  varchar: 'string',
  'character varying': 'string',
  character: 'string',
  text: 'string',
  string: 'string',
  fixedstring: 'string',
  char: 'string',
  uuid: 'string',
  date: 'date',
  date32: 'date',
  datetime: 'timestamp',
  datetime64: 'timestamp',
  timestamp_ntz: 'timestamp',
  timestamp_ltz: 'timestamp',
  timestamp_tz: 'timestamp',
  timestamp: 'timestamp',
  timestamp_s: 'timestamp',
  timestamp_ms: 'timestamp',
  timestamp_ns: 'timestamp',
  'timestamp with time zone': 'timestamp',
  'timestamp without time zone': 'timestamp',
};

/** The language's type for a warehouse column; `unknown` for types that the language lacks. */
export function columnType(native: string): ValueType {
  // ClickHouse wraps types in Nullable and LowCardinality.
  const bare = native.toLowerCase().replace(/^(?:(?:nullable|lowcardinality)\()+/, '');
  return TYPES[bare.replace(/[()].*$/, '')] ?? 'unknown';
}

/** A catalog with case-insensitive names. */
export interface CatalogIndex {
  readonly tables: readonly string[];
  /** Columns of a table, or undefined if it does not exist. */
  columns(table: string): ReadonlyMap<string, ValueType> | undefined;
  /** Type of a column; `unknown` if it does not exist. */
  typeOf(table: string, column: string): ValueType;
}

export function indexCatalog(catalog: Catalog): CatalogIndex {
  const tables = new Map(
    Object.entries(catalog).map(([table, columns]) => [
      table.toLowerCase(),
      new Map(Object.entries(columns).map(([column, type]) => [column.toLowerCase(), type])),
    ]),
  );
  const columns = (table: string) => tables.get(table.toLowerCase());
  return {
    tables: [...tables.keys()],
    columns,
    typeOf: (table, column) => columns(table)?.get(column.toLowerCase()) ?? 'unknown',
  };
}
