import type { Cell, Report } from '@rise/contract';
import type { DataGridColumn } from '@rise/ui';
import type { TFunction } from 'i18next';
import { currencySymbol } from '../fields.ts';

/** Amounts at or above this are shown in millions. */
const MILLIONS_FROM = 100_000_000;
const MILLIONS = { by: 1_000_000, decimals: 1 };
/** Pixels: fits the longest national total, in millions where it is an amount. */
export const WIDTHS = { currency: 112, percent: 100, count: 116, number: 100, date: 116, time: 164 };

/** The columns with amounts in millions where one of these rows has a large one. */
export function scaledColumns<Row>(
  columns: readonly DataGridColumn<Row>[],
  rows: readonly Readonly<Record<string, Cell | undefined>>[],
  { report, t }: { report: Report; t: TFunction },
): DataGridColumn<Row>[] {
  return columns.map((column) => {
    const large = rows.some((row) => Math.abs(Number(row[column.id] ?? 0)) >= MILLIONS_FROM);
    if (column.format?.unit !== 'currency' || !large) return column;
    const unit = t('report.table.millions', { symbol: currencySymbol(column.format, report) }).trim();
    return { ...column, scale: MILLIONS, unit };
  });
}
