import type { Cell, FigureFormat, ResultColumn } from '@rise/contract';
import type { SheetCell } from '@rise/engine';

type Look = NonNullable<Exclude<SheetCell, null>['look']>;

export const text = (value: string, look: Look = 'plain'): SheetCell => ({ kind: 'text', text: value, look });
export const count = (value: number): SheetCell => ({ kind: 'number', value: String(value), format: '#,##0' });

/** A spreadsheet's number format. A figure that is truncated, not rounded, shows two digits more, so that none is rounded up. */
export function numberFormat(format: FigureFormat): string {
  const known = formats.get(format);
  if (known !== undefined) return known;
  const text = formatOf(format);
  formats.set(format, text);
  return text;
}

/** A column has one format, and a sheet a million cells of it. */
const formats = new WeakMap<FigureFormat, string>();

function formatOf({ unit, decimals, truncate }: FigureFormat): string {
  const digits = decimals + (truncate ? 2 : 0);
  const fraction = digits === 0 ? '' : `.${'0'.repeat(digits)}`;
  return unit === 'percent' ? `0${fraction}%` : `#,##0${fraction}`;
}

/** A figure as it was computed, exact, with the format of its measure. */
export function figureCell(value: Cell | undefined, format: FigureFormat, look: Look = 'plain'): SheetCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return { kind: 'truth', value, look };
  if (format.unit === 'date') return { kind: 'day', value: String(value), look };
  if (format.unit === 'time') return { kind: 'time', value: String(value), look };
  return { kind: 'number', value: String(value), format: numberFormat(format), look };
}

/** A value of a result's column that is no measure. */
export function valueCell(value: Cell | undefined, type: ResultColumn['type'], look: Look = 'plain'): SheetCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return { kind: 'truth', value, look };
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'number':
      return { kind: 'number', value: String(value), look };
    case 'date':
      return { kind: 'day', value: String(value), look };
    case 'timestamp':
      return { kind: 'time', value: String(value), look };
    default:
      return text(String(value), look);
  }
}
