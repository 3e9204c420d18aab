import type { ResultColumn } from '@rise/contract';
import { encodeTextRows } from '../../../results/encode-text.ts';
import type { RowsText } from '../../../dialects/statement.ts';

type ColumnType = ResultColumn['type'];
const INNER = /^(?:Nullable|LowCardinality|SimpleAggregateFunction\(\w+, )\(?(.*)\)$/;

/** The result type for a ClickHouse type. */
export function typeOf(name: string): ColumnType {
  const inner = INNER.exec(name)?.[1];
  if (inner !== undefined) return typeOf(inner);
  if (/^U?Int\d+$/.test(name)) return 'integer';
  if (/^(B?Float\d+)$/.test(name)) return 'number';
  if (name.startsWith('Decimal')) return 'decimal';
  if (name === 'Date' || name === 'Date32') return 'date';
  if (/^DateTime(64)?(\(|$)/.test(name)) return 'timestamp';
  return name === 'Bool' ? 'boolean' : 'string';
}

const textOf = (cell: unknown): string | null => {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
};

/** Makes duplicate names unique. */
function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 1; taken.has(own); count += 1) own = `${name}_${count}`;
    taken.add(own);
    return own;
  });
}

/** Parses a response that starts with names and types; reads at most one row beyond the limit, to detect truncation. */
export async function writtenRows(
  answer: AsyncIterable<readonly { text: string; json<T>(): T }[]>,
  { limit, maxBytes }: { limit: number; maxBytes: number },
): Promise<RowsText> {
  let names: string[] | null = null;
  let types: ColumnType[] | null = null;
  const rows: (string | null)[][] = [];
  let size = 0;
  reading: for await (const batch of answer) {
    for (const row of batch) {
      const cells = row.json<unknown[]>();
      if (names === null) names = cells as string[];
      else if (types === null) types = (cells as string[]).map(typeOf);
      else {
        rows.push(cells.map(textOf));
        size += row.text.length;
        if (rows.length > limit || size > maxBytes) break reading;
      }
    }
  }
  // Integers that JSON cannot represent exactly are sent as text, as exact decimals are.
  const exact = (types ?? []).map((type, index) =>
    type === 'integer' && rows.some((row) => row[index] !== null && !Number.isSafeInteger(Number(row[index])))
      ? 'decimal'
      : type,
  );
  const { whole, ...result } = await encodeTextRows(rows, exact, { limit, maxBytes });
  return {
    ...result,
    truncated: !whole || rows.length > limit || size > maxBytes,
    columns: apart(names ?? []).map((name, index) => ({ name, type: exact[index]! })),
  };
}
