import type { ResultColumn } from '@rise/contract';
import type { RowsText, StatementRequest } from '../dialects/statement.ts';
import { decimalJson, integerJson } from './number-json.ts';
import { rowsByKind } from './rows-by-kind.ts';

const ENCODERS: Record<ResultColumn['type'], (text: string) => string> = {
  string: (text) => JSON.stringify(text),
  integer: integerJson,
  boolean: (text) => (text === 't' || text === 'true' || text === '1' ? 'true' : 'false'),
  number: (text) => (Number.isFinite(Number(text)) ? String(Number(text)) : 'null'),
  decimal: decimalJson,
  date: (text) => JSON.stringify(text.slice(0, 10)),
  timestamp: (text) => JSON.stringify(text.slice(0, 19).replace(' ', 'T')),
};

/** Encodes rows of a server's text cells as JSON text, at most `limit` of them. Numbers that are not finite become null. */
export function encodeTextRows(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): Pick<RowsText, 'rows' | 'notFinite'> {
  const notFinite = new Set<number>();
  const encoders = types.map((type) => ENCODERS[type]);
  const limited = limit === null ? rows : rows.slice(0, limit);
  const cellJson = (cell: string | null, index: number) => {
    if (cell === null) return 'null';
    const json = encoders[index]!(cell);
    if (json === 'null') notFinite.add(index);
    return json;
  };
  const lines = limited.map((row) => `[${row.map(cellJson).join(',')}]`);
  return { rows: `[${lines.join(',')}]`, ...(notFinite.size > 0 && { notFinite: [...notFinite].toSorted() }) };
}

/** The results in the rows of a statement: one, or one per slice. */
export function encodeTextSlices(
  rows: readonly (readonly (string | null)[])[],
  { types, limit, slices }: Pick<StatementRequest, 'types' | 'limit' | 'slices'>,
): RowsText[] {
  if (!slices) return [answerOf(rows, types, limit)];
  const places = rowsByKind(rows.map(([kind]) => Number(kind)));
  return slices.map((cut) => {
    const own = cut.kinds.flatMap((kind) => places.get(kind) ?? []);
    const cells = own.map((row) => cut.columns.map((column) => rows[row]![column]!));
    return answerOf(
      cells,
      cut.columns.map((column) => types[column]!),
      cut.limit,
    );
  });
}

function answerOf(
  rows: readonly (readonly (string | null)[])[],
  types: readonly ResultColumn['type'][],
  limit: number | null,
): RowsText {
  return {
    ...encodeTextRows(rows, types, limit),
    rowCount: limit === null ? rows.length : Math.min(rows.length, limit),
    truncated: limit !== null && rows.length > limit,
  };
}
