import { useMediaQuery } from '@mantine/hooks';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { formatInteger } from '../figures/format-figure.ts';
import type { DataSheetProps, SheetRange } from './sheet-column.ts';
import { SheetRow } from './sheet-row.tsx';
import { useSheetSelection } from './use-sheet-selection.ts';
import { ROW_HEAD, useSheetWindow } from './use-sheet-window.ts';
import classes from './data-sheet.module.css';

const PHONE = '(width < 600px)';

/** The same list while its numbers are the same, so that rows are not rendered again. */
function useStableList(list: readonly number[]): readonly number[] {
  const text = list.join(',');
  return useMemo(() => (text === '' ? [] : text.split(',').map(Number)), [text]);
}

/** Tab-separated values, as spreadsheets paste them; line ends and tabs inside of a cell become spaces. */
function rangeText({ fromRow, toRow, fromColumn, toColumn }: SheetRange, copied: DataSheetProps['copied']): string {
  const lines: string[] = [];
  for (let row = fromRow; row <= toRow; row++) {
    const cells: string[] = [];
    for (let column = fromColumn; column <= toColumn; column++)
      cells.push(copied(row, column).replaceAll(/[\t\r\n]+/g, ' '));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

/**
 * Rows and columns of which only those in view are rendered. Cells are selected as in a spreadsheet: by arrows, with
 * Shift as a range, and copied as tab-separated values; Enter opens the row.
 */
export function DataSheet(props: DataSheetProps) {
  const { label, columns, rowCount, firstRow, openRow, stale = false, onOpenRow, copied } = props;
  const { locale } = useUiContext();
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const view = useSheetWindow({ ...props, scroller, phone });
  const focusNext = useRef(false);
  const selection = useSheetSelection({
    rows: rowCount,
    columns: columns.length,
    onMove: ({ row, column }) => {
      focusNext.current = true;
      view.scrollTo(row, column);
    },
  });
  const { active, range } = selection;

  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"][data-column="${active.column}"]`,
    );
    if (!cell) return;
    focusNext.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).dataset['column']) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onOpenRow(active.row);
    } else selection.onKeyDown(event);
  };
  const onCopy = (event: ClipboardEvent) => {
    if (!(event.target as HTMLElement).dataset['column'] || rowCount === 0) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', rangeText(range, copied));
  };
  const pinnedAt = useStableList(view.pinned.map(({ left }) => left));
  const places = useStableList(view.places);
  const tabRow = view.rows.some(({ index }) => index === active.row) ? active.row : (view.rows[0]?.index ?? 0);
  const drawn = active.column < view.pinned.length || view.places.includes(active.column);
  const tabColumn = drawn ? active.column : view.pinned.length > 0 ? 0 : (view.places[0] ?? 0);

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-busy={stale || undefined}
      aria-multiselectable
      tabIndex={-1}
      className={classes['sheet']}
      data-stale={stale || undefined}
      style={{ scrollPaddingTop: props.headHeight, scrollPaddingLeft: view.fixedWidth }}
      onKeyDown={onKeyDown}
      onFocus={selection.onFocus}
      onCopy={onCopy}
    >
      <div className={classes['content']} style={{ width: view.width, height: view.height }}>
        <SheetHead {...props} view={view} />
        {view.rows.map(({ index, start }) => {
          const isSelected = selection.chosen && index >= range.fromRow && index <= range.toRow;
          return (
            <SheetRow
              key={index}
              row={index}
              number={formatInteger(firstRow + index, locale)}
              top={start}
              height={view.rowHeight}
              columns={columns}
              pinnedAt={pinnedAt}
              places={places}
              gap={view.gap}
              cell={props.cell}
              rowLabel={props.rowLabel}
              onOpenRow={onOpenRow}
              tabColumn={index === tabRow ? tabColumn : null}
              from={isSelected ? range.fromColumn : -1}
              to={isSelected ? range.toColumn : -1}
              open={index === openRow}
              onPointerDown={selection.onPointerDown}
              onPointerEnter={selection.onPointerEnter}
            />
          );
        })}
      </div>
    </div>
  );
}

function SheetHead({
  columns,
  renderHead,
  headHeight,
  view,
}: DataSheetProps & { view: ReturnType<typeof useSheetWindow> }) {
  const cell = (place: number, left: number | null) => {
    const column = columns[place]!;
    return (
      <div
        key={column.id}
        role="columnheader"
        aria-colindex={place + 2}
        aria-sort={column.sort ?? 'none'}
        className={classes['head-cell']}
        data-pinned={left !== null || undefined}
        style={left === null ? { width: column.width } : { width: column.width, left }}
      >
        {renderHead(column)}
      </div>
    );
  };
  return (
    <div role="row" aria-rowindex={1} className={classes['head']} style={{ height: headHeight }}>
      <div role="columnheader" aria-colindex={1} className={classes['corner']} style={{ width: ROW_HEAD }}>
        #
      </div>
      {view.pinned.map(({ left }, place) => cell(place, left))}
      {view.gap > 0 && <div aria-hidden style={{ width: view.gap, flex: 'none' }} />}
      {view.places.map((place) => cell(place, null))}
    </div>
  );
}
