import type { Doubt, InspectedColumn, TextColumn } from '@rise/contract';
import { titleAt, titleKey } from '../titles.ts';
import { ColumnSample } from './column-sample.ts';
import type { FileHabits, InferredColumn } from './infer-column.ts';
import { inferColumn } from './infer-column.ts';
import { distinctNames } from './names.ts';

/** Cells that are looked at. */
const MAX_CELLS = 1_000_000;
/** Different values beyond which a column's are not counted. */
const MAX_DISTINCT = 5000;

export interface InferredColumns {
  columns: InspectedColumn[];
  settings: TextColumn[];
  doubts: Doubt[];
}

/** Rows of so many columns that are looked at. */
export const rowsToInspect = (width: number): number => Math.max(200, Math.min(20_000, Math.floor(MAX_CELLS / Math.max(width, 1)))); // prettier-ignore

/** One sample for each title. */
export const emptySamples = (titles: readonly string[]): ColumnSample[] => titles.map(() => new ColumnSample());

/** What decided columns say; null where they disagree. */
function habitsOf(columns: readonly InferredColumn[]): FileHabits {
  const one = <T>(values: (T | null)[]): T | null => {
    const found = new Set(values.filter((value) => value !== null));
    return found.size === 1 ? [...found][0]! : null;
  };
  return {
    decimal: one(columns.map(({ habits }) => habits.decimal)),
    dayFirst: one(columns.map(({ habits }) => habits.dayFirst)),
  };
}

const isOpen = ({ doubts }: InferredColumn) => doubts.some(({ code }) => code === 'decimal_sign' || code === 'day_month_order'); // prettier-ignore

/** Columns by their values. Those without a title and without values are not read. */
export function inferColumns(titles: readonly string[], samples: readonly ColumnSample[]): InferredColumns {
  const none: FileHabits = { decimal: null, dayFirst: null };
  const first = titles.map((title, place) => inferColumn(title, samples[place]!, none));
  const habits = habitsOf(first);
  const inferred = first.map((column, place) => (isOpen(column) ? inferColumn(titles[place]!, samples[place]!, habits) : column)); // prettier-ignore
  const names = distinctNames(titles);
  const isRead = titles.map(
    (title, place) => samples[place]!.filled > 0 || titleKey(title) !== titleKey(titleAt(place)),
  );
  return {
    columns: titles.map((title, place) => {
      const { values, blanks } = samples[place]!;
      const distinct = values.size > MAX_DISTINCT ? null : values.size;
      return { title, name: names[place]!, fileType: null, samples: [...values.keys()].slice(0, 5), nulls: blanks, distinct }; // prettier-ignore
    }),
    settings: titles.flatMap((title, place) => {
      const { type, nullTexts } = inferred[place]!;
      return isRead[place] ? [{ title, name: names[place]!, type, nullTexts }] : [];
    }),
    doubts: inferred.flatMap(({ doubts }) => doubts),
  };
}
