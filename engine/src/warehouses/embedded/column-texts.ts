import { DuckDBDateValue, DuckDBDecimalValue } from '@duckdb/node-api';
import type { DuckDBValue } from '@duckdb/node-api';
import type { ResultColumn } from '@rise/contract';
import { formatDecimal, plainDecimal } from '../../plan/exact-decimal.ts';
import { finiteText, timestampText } from '../../stream/cell-text.ts';
import type { TextColumn } from '../../stream/stream-request.ts';

type Write = (value: DuckDBValue) => string | null;

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Same as `formatDecimal`, without BigInt if the digits fit a number. */
export function decimalText(digits: bigint, scale: number): string {
  if (digits > SAFE || digits < -SAFE) return formatDecimal({ digits, scale });
  let number = Number(digits);
  let left = scale;
  while (left > 0 && number % 10 === 0) {
    number /= 10;
    left -= 1;
  }
  if (left === 0) return String(number === 0 ? 0 : number);
  const text = String(Math.abs(number)).padStart(left + 1, '0');
  return `${number < 0 ? '-' : ''}${text.slice(0, -left)}.${text.slice(-left)}`;
}

/** The same few days recur, so their texts are cached. */
function dayWriter(): Write {
  const known = new Map<number, string>();
  return (value) => {
    if (!(value instanceof DuckDBDateValue)) return String(value);
    const text = known.get(value.days) ?? value.toString();
    if (known.size < 10_000) known.set(value.days, text);
    return text;
  };
}

function writerOf(type: ResultColumn['type']): Write {
  switch (type) {
    case 'string':
    case 'integer':
    case 'boolean':
      return String;
    case 'number':
      return (value) => finiteText(Number(value));
    case 'decimal':
      return (value) =>
        value instanceof DuckDBDecimalValue ? decimalText(value.value, value.scale) : plainDecimal(String(value));
    case 'date':
      return dayWriter();
    case 'timestamp':
      return (value) => timestampText(String(value));
  }
}

/** Converts DuckDB's values to plain text; one writer per column. */
export function columnWriters(types: readonly ResultColumn['type'][]) {
  const writers = types.map(writerOf);
  return (columns: readonly (readonly DuckDBValue[])[]): TextColumn[] =>
    columns.map((column, index) => column.map((value) => (value === null ? null : writers[index]!(value))));
}
