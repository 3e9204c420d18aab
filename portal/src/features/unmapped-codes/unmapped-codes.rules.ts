import type { UNMAPPED, UnmappedCodes } from '@rise/contract';

/** The value that the engine gives to unmapped codes; no code can be mapped to it. */
export const RESERVED_VALUE = 'unmapped' satisfies typeof UNMAPPED;

/** One code, with the datasets that contain it. */
export interface CodeRow {
  code: string;
  rows: number;
  datasets: UnmappedCodes['codes'][number]['dataset'][];
  /** It is mapped on other days. */
  elsewhere: boolean;
}

/** The most codes shown at once. */
export const MAX_ROWS = 100;

/** Each code once, those with the most rows first. */
export function groupByCode(codes: UnmappedCodes['codes']): CodeRow[] {
  const rows = new Map<string, CodeRow>();
  for (const { code, rows: count, dataset, elsewhere } of codes) {
    const row = rows.get(code) ?? { code, rows: 0, datasets: [], elsewhere };
    rows.set(code, { ...row, rows: row.rows + count, datasets: [...row.datasets, dataset] });
  }
  return [...rows.values()].toSorted((one, other) => other.rows - one.rows || (one.code < other.code ? -1 : 1));
}

/** The values entered for codes that are still shown, without empty ones. */
export function enteredValues(
  rows: readonly CodeRow[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(({ code, elsewhere }) => {
      const value = (Object.hasOwn(values, code) ? values[code]! : '').trim();
      return value === '' || elsewhere ? [] : [[code, value]];
    }),
  );
}

/** Codes that are mapped to the reserved value. */
export function findReserved(values: Readonly<Record<string, string>>): Set<string> {
  return new Set(Object.keys(values).filter((code) => values[code] === RESERVED_VALUE));
}
