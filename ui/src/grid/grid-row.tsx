import { memo, type ReactNode } from 'react';
import { type FigureValue, isFigure } from '../figures/format-figure.ts';
import type { WriteFigure } from '../figures/use-figure.ts';
import type { DataGridColumn } from './data-grid-column.ts';
import { gapKey, type Place } from './use-visible-columns.ts';
import classes from './data-grid.module.css';

export interface GridRowProps<Row> {
  row: Row;
  columns: readonly DataGridColumn<Row>[];
  places: readonly Place[];
  /** Index among the sorted rows, from 0. */
  index: number;
  /** The column of this row that is the tab stop; null for none. */
  tabColumn: number | null;
  open: boolean;
  figure: WriteFigure;
  missing: string;
  about: string;
  onAbout?: (columnId: string, row: Row) => void;
  onRowOpen?: (row: Row) => void;
}

/** Formats a value for a cell of its column. */
export function cellText(
  value: FigureValue | boolean,
  column: Pick<DataGridColumn<never>, 'format' | 'scale'>,
  figure: WriteFigure,
): string {
  if (column.scale !== undefined && isFigure(value as FigureValue))
    return figure(Number(value) / column.scale.by, { unit: 'number', decimals: column.scale.decimals });
  if (column.format !== undefined && typeof value !== 'boolean') return figure(value, column.format);
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

/** Tooltip of a cell: the exact figure if it is scaled, and what a click does. */
export function cellHint(
  value: FigureValue | boolean,
  column: Pick<DataGridColumn<never>, 'format' | 'scale'>,
  { figure, about }: { figure: WriteFigure; about: string },
): string {
  if (column.scale === undefined || column.format === undefined || typeof value === 'boolean') return about;
  return `${figure(value, column.format)} · ${about}`;
}

function Cell<Row>({
  column,
  first,
  row,
  focusable,
  ...props
}: Omit<GridRowProps<Row>, 'columns' | 'places' | 'index' | 'tabColumn' | 'open'> & {
  column: DataGridColumn<Row>;
  first: boolean;
  focusable: boolean;
}): ReactNode {
  const value = column.value(row);
  const text = column.render?.(row) ?? cellText(value, column, props.figure);
  const tabIndex = focusable ? 0 : -1;
  if (first && props.onRowOpen !== undefined)
    return (
      <button type="button" className={classes['open']} tabIndex={tabIndex} onClick={() => props.onRowOpen?.(row)}>
        {text}
      </button>
    );
  if (column.about === true && props.onAbout !== undefined && isFigure(value as FigureValue))
    return (
      <button
        type="button"
        className={classes['about']}
        tabIndex={tabIndex}
        title={cellHint(value, column, props)}
        aria-haspopup="dialog"
        onClick={() => props.onAbout?.(column.id, row)}
      >
        {text}
      </button>
    );
  const absent = column.format !== undefined && !isFigure(value as FigureValue);
  return absent ? <span title={props.missing}>{text}</span> : text;
}

function GridRowOf<Row>({ columns, places, index, tabColumn, open, ...cell }: GridRowProps<Row>) {
  return (
    <tr className={classes['row']} aria-rowindex={index + 2} data-index={index} aria-selected={open || undefined}>
      {places.map(({ place, gap }) => {
        if (gap !== null) return <td key={gapKey({ place, gap }, columns.length)} aria-hidden colSpan={gap} />;
        const column = columns[place]!;
        const Tag = place === 0 ? 'th' : 'td';
        const acts =
          (place === 0 && cell.onRowOpen !== undefined) ||
          (column.about === true && cell.onAbout !== undefined && isFigure(column.value(cell.row) as FigureValue));
        return (
          <Tag
            key={column.id}
            role={place === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={place + 1}
            data-column={place}
            data-numeric={column.format !== undefined || undefined}
            tabIndex={acts ? undefined : tabColumn === place ? 0 : -1}
          >
            <Cell {...cell} column={column} first={place === 0} focusable={tabColumn === place} />
          </Tag>
        );
      })}
    </tr>
  );
}

export const GridRow = memo(GridRowOf) as typeof GridRowOf;
