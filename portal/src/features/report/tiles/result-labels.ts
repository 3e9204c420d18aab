import type { Cell, DimensionRequest, LocalizedText, QueryResult, ResultColumn } from '@rise/contract';
import type { TFunction } from 'i18next';
import { periodText } from '../../../figures/period-text.ts';
import { type ReportDimension, valueTitle } from '../fields.ts';

export interface Words {
  t: TFunction;
  language: string;
  localize: (text: LocalizedText) => string;
}

/** A value of a dimension in a row of a result. */
export interface Member {
  /** Unique among the dimension's values. */
  key: string;
  label: string;
  /** All members outside the top, combined. */
  isOther: boolean;
  /** Totals over all members, as in subtotals. */
  isAll: boolean;
  /** As filters take it; null for combined members and where rows have none. */
  value: string | null;
}

/** The name of a dimension's column in a result. */
export const columnName = (request: string | { field: string; grain: string }): string =>
  typeof request === 'string' ? request : `${request.field}_${request.grain}`;

export const fieldOf = (request: DimensionRequest): string => (typeof request === 'string' ? request : request.field);

/** Reads the members of a column, with their labels in the reader's language; null where the result lacks it. */
export function memberReader(
  { columns }: QueryResult,
  name: string,
  dimension: ReportDimension | undefined,
  words: Words,
): ((row: readonly Cell[]) => Member) | null {
  const at = columns.findIndex((column) => column.name === name);
  if (at < 0) return null;
  const level = columns.findIndex(({ role, of }) => role === 'level' && of === name);
  const { period, type } = columns[at]!;
  const { t, language } = words;
  return (row) => {
    const value = row[at] ?? null;
    const of = level < 0 ? 'member' : row[level];
    if (of === 'other') return { key: ' other', label: t('report.other'), isOther: true, isAll: false, value: null };
    if (of === 'all') return { key: ' all', label: t('report.total'), isOther: false, isAll: true, value: null };
    const label =
      value === null
        ? t('report.noValue')
        : period
          ? periodText(String(value), period.grain, words)
          : typeof value === 'boolean' && !dimension?.values
            ? t(value ? 'report.rows.yes' : 'report.rows.no')
            : type === 'date'
              ? periodText(String(value), 'day', { t, language })
              : valueTitle(dimension, value, words.localize);
    const key = value === null ? ' none' : String(value);
    return { key, label, isOther: false, isAll: false, value: value === null ? null : String(value) };
  };
}

/** Whether a period is not over, or not covered by the data to its end. */
export function isIncomplete(column: ResultColumn | undefined, start: string): boolean {
  const from = column?.period?.incompleteFrom;
  return from !== null && from !== undefined && start >= from;
}
