import { DuckDBDecimalType, DuckDBTypeId } from '@duckdb/node-api';
import type { DuckDBType } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import type { ParquetType } from '../../stream/stream-request.ts';

type ColumnType = ResultColumn['type'];

const TYPES: Partial<Record<DuckDBTypeId, ColumnType>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'integer',
  [DuckDBTypeId.SMALLINT]: 'integer',
  [DuckDBTypeId.INTEGER]: 'integer',
  [DuckDBTypeId.BIGINT]: 'integer',
  [DuckDBTypeId.UTINYINT]: 'integer',
  [DuckDBTypeId.USMALLINT]: 'integer',
  [DuckDBTypeId.UINTEGER]: 'integer',
  [DuckDBTypeId.UBIGINT]: 'integer',
  [DuckDBTypeId.HUGEINT]: 'integer',
  [DuckDBTypeId.UHUGEINT]: 'integer',
  [DuckDBTypeId.DECIMAL]: 'decimal',
  [DuckDBTypeId.FLOAT]: 'number',
  [DuckDBTypeId.DOUBLE]: 'number',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIMESTAMP]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_S]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_MS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_NS]: 'timestamp',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'timestamp',
};

/** Integers that 64 bits with a sign do not hold. */
const WIDE = new Set([DuckDBTypeId.UBIGINT, DuckDBTypeId.HUGEINT, DuckDBTypeId.UHUGEINT]);

/** A column of a statement's result as results name its type. */
export const columnTypeOf = ({ typeId }: DuckDBType): ColumnType => TYPES[typeId] ?? 'string';

/** The type of a Parquet file that holds the values of a column exactly. */
export function parquetTypeOf(type: DuckDBType): ParquetType {
  if (type instanceof DuckDBDecimalType) return { kind: 'decimal', precision: type.width, scale: type.scale };
  const kind = columnTypeOf(type);
  switch (kind) {
    case 'integer':
      return WIDE.has(type.typeId) ? { kind: 'decimal', precision: 38, scale: 0 } : { kind };
    case 'number':
      return { kind: 'double' };
    case 'boolean':
    case 'date':
    case 'timestamp':
      return { kind };
    default:
      return { kind: 'text' };
  }
}
