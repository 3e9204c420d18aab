import type { DoubtCode } from '@rise/contract';

/** How a type of a file becomes one of the warehouse; `convert` is SQL over the value. */
export interface ReadType {
  type: string;
  convert(value: string): string;
  /** Whether a value may fail to convert, which rejects its row. */
  canFail: boolean;
  doubt: DoubtCode | null;
}

const same = (type: string): ReadType => ({ type, convert: (value) => value, canFail: false, doubt: null });

const converted = (type: string, convert: ReadType['convert'], canFail = false, doubt: DoubtCode = 'converted_type'): ReadType => ({ type, convert, canFail, doubt }); // prettier-ignore

const UNCHANGED = new Set(['BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'VARCHAR', 'DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE']); // prettier-ignore

/** Decides for each of DuckDB's types; null for one that cannot be read. */
export function readType(fileType: string): ReadType | null {
  if (UNCHANGED.has(fileType) || fileType.startsWith('DECIMAL(')) return same(fileType);
  // Numbers that are none break sums.
  if (fileType === 'FLOAT' || fileType === 'DOUBLE')
    return { ...same('DOUBLE'), convert: (value) => `CASE WHEN isfinite(${value}) THEN CAST(${value} AS DOUBLE) END` };
  if (fileType === 'UTINYINT' || fileType === 'USMALLINT') return { ...same('INTEGER'), convert: (value) => `CAST(${value} AS INTEGER)` }; // prettier-ignore
  if (fileType === 'UINTEGER') return { ...same('BIGINT'), convert: (value) => `CAST(${value} AS BIGINT)` };
  if (fileType === 'UBIGINT') return converted('DECIMAL(20,0)', (value) => `CAST(${value} AS DECIMAL(20,0))`);
  if (fileType === 'HUGEINT' || fileType === 'UHUGEINT') return converted('DECIMAL(38,0)', (value) => `TRY_CAST(${value} AS DECIMAL(38,0))`, true); // prettier-ignore
  if (/^TIMESTAMP_(?:S|MS|NS)$/.test(fileType)) return converted('TIMESTAMP', (value) => `CAST(${value} AS TIMESTAMP)`, false); // prettier-ignore
  if (/\[\]$|\[\d+\]$|^(?:STRUCT|MAP|UNION|LIST|ARRAY)\b/.test(fileType)) return converted('VARCHAR', (value) => `CAST(to_json(${value}) AS VARCHAR)`, false, 'nested_values'); // prettier-ignore
  if (fileType === 'JSON') return converted('VARCHAR', (value) => `CAST(${value} AS VARCHAR)`, false, 'nested_values');
  if (/^ENUM\b/.test(fileType) || fileType === 'UUID') return { ...same('VARCHAR'), convert: (value) => `CAST(${value} AS VARCHAR)` }; // prettier-ignore
  if (fileType === 'INTERVAL' || fileType === 'BIT' || fileType === 'TIME WITH TIME ZONE' || fileType === 'VARINT' || fileType === 'BIGNUM') return converted('VARCHAR', (value) => `CAST(${value} AS VARCHAR)`); // prettier-ignore
  return null;
}

/** Bytes that are texts in all rows that are looked at: some programs do not say so. */
export const READ_AS_TEXT: ReadType = converted('VARCHAR', (value) => `TRY(decode(${value}))`, true);
