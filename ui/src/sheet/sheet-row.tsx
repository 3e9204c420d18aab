import { memo, type PointerEvent } from 'react';
import type { SheetPlace } from './use-sheet-selection.ts';
import type { DataSheetProps } from './sheet-column.ts';
import { ROW_HEAD } from './use-sheet-window.ts';
import classes from './data-sheet.module.css';

interface SheetRowProps extends Pick<DataSheetProps, 'columns' | 'cell' | 'rowLabel' | 'onOpenRow'> {
  row: number;
  /** The row's number as text. */
  number: string;
  top: number;
  height: number;
  /** Pixels before each of the pinned columns, which come first. */
  pinnedAt: readonly number[];
  /** Columns in view, beside the pinned ones; pixels before them. */
  places: readonly number[];
  gap: number;
  /** The column of this row with the tab stop; null for none. */
  tabColumn: number | null;
  /** Columns of the selected range in this row, as `from` and `to`; −1 for none. */
  from: number;
  to: number;
  open: boolean;
  onPointerDown: (event: PointerEvent, place: SheetPlace) => void;
  onPointerEnter: (event: PointerEvent, place: SheetPlace) => void;
}

function SheetRowOf(props: SheetRowProps) {
  const { row, number, columns, places, pinnedAt, gap, top, height, open } = props;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={open || undefined}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)`, height, lineHeight: `${height - 1}px` }}
    >
      <div role="rowheader" aria-colindex={1} className={classes['row-head']} style={{ width: ROW_HEAD }}>
        <button
          type="button"
          tabIndex={-1}
          className={classes['open']}
          aria-label={props.rowLabel(number)}
          onClick={() => props.onOpenRow(row)}
        >
          {number}
        </button>
      </div>
      {pinnedAt.map((left, place) => (
        <Cell key={columns[place]!.id} {...props} place={place} left={left} />
      ))}
      {gap > 0 && <div aria-hidden style={{ width: gap, flex: 'none' }} />}
      {places.map((place) => (
        <Cell key={columns[place]!.id} {...props} place={place} left={null} />
      ))}
    </div>
  );
}

function Cell({ place, left, ...props }: SheetRowProps & { place: number; left: number | null }) {
  const { row, columns, tabColumn, from, to } = props;
  const column = columns[place]!;
  const { text, mark } = props.cell(row, place);
  const at = { row, column: place };
  return (
    <div
      role="gridcell"
      aria-colindex={place + 2}
      tabIndex={tabColumn === place ? 0 : -1}
      className={classes['cell']}
      data-row={row}
      data-column={place}
      data-numeric={column.numeric || undefined}
      data-pinned={left !== null || undefined}
      data-selected={(place >= from && place <= to) || undefined}
      style={left === null ? { width: column.width } : { width: column.width, left }}
      title={text.length > 24 ? text : undefined}
      onPointerDown={(event) => props.onPointerDown(event, at)}
      onPointerEnter={(event) => props.onPointerEnter(event, at)}
      onDoubleClick={() => props.onOpenRow(row)}
    >
      {mark ? <span className={classes['mark']}>{mark}</span> : text}
    </div>
  );
}

export const SheetRow = memo(SheetRowOf);
