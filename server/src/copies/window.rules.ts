import type { CopiedTable, TableFilter } from '@rise/contract';

/** How far a table was copied, and how far its new rows bring it. */
export interface Mark {
  readonly target: string;
  readonly column: string;
  /** Null before the first copy: the whole table. */
  readonly last: string | null;
  readonly value: string;
}

/** A greatest value as filters read it: times are in UTC. */
export const markValue = (greatest: string): string => greatest.replace(/\s*(?:Z|[+-]00(?::?00)?)$/, '');

/**
 * The rows between two marks. Without the last one where they are appended, since they are there; with it where a key
 * replaces them, since others may have come with the same value.
 */
export function rowsBetween({ mode }: Pick<CopiedTable, 'mode'>, { column, last, value }: Mark): TableFilter[] {
  const within: TableFilter = { column, is: 'range', to: value, ...(last !== null && { from: last }) };
  return mode === 'append' && last !== null ? [within, { column, is: 'not-in', values: [last] }] : [within];
}
