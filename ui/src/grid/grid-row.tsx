import { IconDots } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent, type ReactNode } from 'react';
import { type FigureValue, isFigure } from '../figures/format-figure.ts';
import type { WriteFigure } from '../figures/use-figure.ts';
import { ToneMark } from '../figures/tone-mark.tsx';
import { asksForMenu, type MenuPlace, placeAt } from '../menus/context-menu.tsx';
import type { CellMark, DataGridColumn } from './data-grid-column.ts';
import { gapKey, type Place } from './use-visible-columns.ts';
import classes from './data-grid.module.css';

export interface RowMenu<Row> {
  /** Name of a row's button: 'Actions for Savings'. */
  label: (row: Row) => string;
  /** `column`: where it was opened; null from the button. */
  onOpen: (row: Row, column: string | null, place: MenuPlace) => void;
}

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
  rowMenu?: RowMenu<Row> | undefined;
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

/** The column that an event in a row is in; null for none. */
function columnAt<Row>(target: EventTarget, columns: readonly DataGridColumn<Row>[]): string | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? (columns[Number(cell.dataset['column'])]?.id ?? null) : null;
}

function rowMenuHandlers<Row>({ row, rowMenu, columns }: Pick<GridRowProps<Row>, 'row' | 'rowMenu' | 'columns'>) {
  if (!rowMenu) return {};
  return {
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      rowMenu.onOpen(row, columnAt(event.target, columns), { x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!asksForMenu(event)) return;
      event.preventDefault();
      rowMenu.onOpen(row, columnAt(event.target, columns), placeAt(event.target as Element));
    },
  };
}

const heatOf = (mark: CellMark | null): CSSProperties | undefined =>
  mark?.heat === undefined ? undefined : ({ '--heat': `${Math.round(8 + mark.heat * 40)}%` } as CSSProperties);

/** A bar behind a figure, from zero. */
const Bar = ({ start, length }: NonNullable<CellMark['bar']>) => (
  <span
    className={classes['bar']}
    style={{ insetInlineStart: `${start * 100}%`, width: `${length * 100}%` }}
    aria-hidden
  />
);

function GridRowOf<Row>({ columns, places, index, tabColumn, open, ...cell }: GridRowProps<Row>) {
  const { row, rowMenu } = cell;
  return (
    <tr
      className={classes['row']}
      aria-rowindex={index + 2}
      data-index={index}
      aria-selected={open || undefined}
      {...rowMenuHandlers({ row, rowMenu, columns })}
    >
      {places.map(({ place, gap }) => {
        if (gap !== null) return <td key={gapKey({ place, gap }, columns.length)} aria-hidden colSpan={gap} />;
        const column = columns[place]!;
        const Tag = place === 0 ? 'th' : 'td';
        const mark = column.mark?.(row) ?? null;
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
            data-tone={mark?.tone ?? undefined}
            data-heat={mark?.heat === undefined ? undefined : ''}
            data-bar={mark?.bar === undefined ? undefined : ''}
            data-menu={(place === 0 && rowMenu !== undefined) || undefined}
            style={heatOf(mark)}
            tabIndex={acts ? undefined : tabColumn === place ? 0 : -1}
          >
            {mark?.bar && <Bar {...mark.bar} />}
            {mark?.tone && <ToneMark tone={mark.tone} />}
            <Cell {...cell} column={column} first={place === 0} focusable={tabColumn === place} />
            {place === 0 && rowMenu && (
              <button
                type="button"
                className={classes['more']}
                tabIndex={-1}
                aria-haspopup="menu"
                aria-label={rowMenu.label(row)}
                onClick={({ currentTarget }) => rowMenu.onOpen(row, null, placeAt(currentTarget))}
              >
                <IconDots size={16} aria-hidden />
              </button>
            )}
          </Tag>
        );
      })}
    </tr>
  );
}

export const GridRow = memo(GridRowOf) as typeof GridRowOf;
