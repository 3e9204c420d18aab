import type { TableColumn } from '@rise/contract';
import type { SheetCell } from '@rise/ui';
import type { TFunction } from 'i18next';

export type CellValue = string | number | boolean | null;

/** Decimal places of a type such as DECIMAL(12,2). */
const PLACES = /\(\d+,\s*(\d+)\)/;
const EDGES = /^[ \t]+|[ \t]+$/g;

/** Writes the cells of a table's columns: what is missing is marked, spaces at the edges of texts are visible. */
export function cellWriter(t: TFunction, locale: string): (value: CellValue, column: TableColumn) => SheetCell {
  const formats = new Map<string, Intl.NumberFormat>();
  const marks = {
    null: t('dataView.marks.null'),
    empty: t('dataView.marks.empty'),
    blank: t('dataView.marks.blank'),
    masked: t('dataView.marks.masked'),
    true: t('dataView.marks.true'),
    false: t('dataView.marks.false'),
  };
  const number = (value: CellValue, { kind, type }: TableColumn) => {
    const places = kind === 'decimal' ? Number(PLACES.exec(type)?.[1] ?? 0) : 0;
    const key = String(places);
    const format =
      formats.get(key) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: 20 });
    formats.set(key, format);
    return format.format(value as Intl.StringNumericLiteral).replace('-', '−');
  };
  return (value, column) => {
    if (column.masked) return { text: '', mark: marks.masked };
    if (value === null) return { text: '', mark: marks.null };
    switch (column.kind) {
      // Whole numbers are as often keys and years, which have no thousands.
      case 'integer':
        return { text: String(value).replace('-', '−') };
      case 'decimal':
      case 'number':
        return { text: number(value, column) };
      case 'boolean':
        return { text: value === true ? marks.true : marks.false };
      case 'timestamp':
        return { text: String(value).replace('T', ' ') };
      default: {
        const text = String(value);
        if (text === '') return { text, mark: marks.empty };
        if (text.trim() === '') return { text, mark: marks.blank };
        return { text: text.replaceAll(EDGES, (spaces) => '␣'.repeat(spaces.length)) };
      }
    }
  };
}

export const isNumeric = ({ kind }: TableColumn): boolean =>
  kind === 'integer' || kind === 'decimal' || kind === 'number';

/** A value as it is copied: exact, without what only eyes need. */
export const copiedText = (value: CellValue): string => (value === null ? '' : String(value));
