import { useMediaQuery } from '@mantine/hooks';
import { type SortingState, useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FigureValue } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { TableSkeleton } from '../states/skeletons.tsx';
import { EmptyState } from '../states/states.tsx';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { columnWidth, type DataGridColumn, type DataGridSort, gridFeatures, tableColumns } from './data-grid-column.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { GridTotals } from './grid-totals.tsx';
import { useColumnsInSight } from './use-columns-in-sight.ts';
import { type GridPlace, useGridKeys } from './use-grid-keys.ts';
import classes from './data-grid.module.css';

export interface DataGridProps<Row extends object> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly DataGridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row over everything, by column. */
  totals?: Record<string, FigureValue> | null;
  totalsLabel?: string;
  /** Given: the caller keeps the order's state. Not given: the grid does, starting with `defaultSort`. */
  sort?: DataGridSort | null;
  defaultSort?: DataGridSort | null;
  onSortChange?: (sort: DataGridSort) => void;
  /** The rows come in order already. */
  sortedElsewhere?: boolean;
  /** `row` is null for the totals. */
  onAbout?: (columnId: string, row: Row | null) => void;
  onRowOpen?: (row: Row) => void;
  /** Key of the row that is open beside the grid. */
  openRow?: string | null;
  density?: 'normal' | 'compact';
  /** Pixels; from there the grid scrolls by itself. */
  maxHeight?: number;
  loading?: boolean;
  empty?: ReactNode;
}

/** Above this many rows only those in sight are in the document. */
const VIRTUAL_FROM = 80;
const DEFAULT_MAX_HEIGHT = 640;
/** Pixels of the fixed column on a phone: the rest must stay readable beside it. */
const PHONE_FIRST_COLUMN = 144;

/** The rows to draw and the one that has the focus, in order. */
function withHeld(rows: readonly number[], held: number | null): number[] {
  return held === null || rows.includes(held) ? [...rows] : [...rows, held].toSorted((one, other) => one - other);
}

const toSorting = (sort: DataGridSort | null | undefined): SortingState =>
  sort ? [{ id: sort.id, desc: sort.direction === 'desc' }] : [];

export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { texts } = useUi();
  if (props.loading === true) return <TableSkeleton columns={Math.min(props.columns.length, 8)} />;
  if (props.rows.length === 0)
    return props.empty ?? <EmptyState art="list" title={texts.noRows} text={texts.noRowsText} />;
  return <FilledGrid {...props} />;
}

function FilledGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, columns, rows, rowKey, totals, onAbout, onRowOpen, onSortChange, density = 'normal' } = props;
  const { texts, locale } = useUi();
  const figure = useFigure();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState(props.defaultSort ?? null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const sorting = useMemo(() => toSorting(sort), [sort]);

  const table = useTable({
    features: gridFeatures,
    columns: useMemo(() => tableColumns(columns, locale), [columns, locale]),
    data: rows as Row[],
    getRowId: rowKey,
    state: { sorting },
    manualSorting: props.sortedElsewhere,
    enableSortingRemoval: false,
    onSortingChange: (change) => {
      const next = (typeof change === 'function' ? change(sorting) : change)[0];
      if (next === undefined) return;
      const chosen: DataGridSort = { id: next.id, direction: next.desc ? 'desc' : 'asc' };
      setOwnSort(chosen);
      onSortChange?.(chosen);
    },
  });

  const sorted = table.getRowModel().rows;
  const phone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const rowHeight = phone ? 44 : density === 'compact' ? 28 : 32;
  const virtual = sorted.length > VIRTUAL_FROM;
  const widths = useMemo(
    () =>
      columns.map((column, place) => {
        const width = columnWidth(column, place === 0);
        return phone && place === 0 ? Math.min(width, PHONE_FIRST_COLUMN) : width;
      }),
    [columns, phone],
  );
  const bring = useRef<(place: GridPlace) => void>(undefined);
  const keys = useGridKeys({
    scroller,
    rows: sorted.length + (totals ? 1 : 0),
    columns: columns.length,
    scrollTo: useCallback((place: GridPlace) => bring.current?.(place), []),
  });
  const heldRow = keys.held !== null && keys.held.row < sorted.length ? keys.held.row : null;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    count: sorted.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    initialRect: { width: 800, height: DEFAULT_MAX_HEIGHT },
    rangeExtractor: useCallback((range: Range) => withHeld(defaultRangeExtractor(range), heldRow), [heldRow]),
  });
  const { places, scrollTo: scrollToColumn } = useColumnsInSight(scroller, widths, keys.held?.column ?? null);
  useEffect(() => {
    bring.current = ({ row, column }) => {
      if (virtual && row < sorted.length) virtualizer.scrollToIndex(row);
      scrollToColumn?.(column);
    };
  });

  const inSight = virtual ? virtualizer.getVirtualItems() : sorted.map((_, index) => ({ index, start: 0, end: 0 }));
  // The Tab key always finds a cell, also when the last one visited has been scrolled away.
  const reachable = keys.active.row >= sorted.length || inSight.some(({ index }) => index === keys.active.row);
  const tabRow = reachable ? keys.active.row : (inSight[0]?.index ?? 0);
  const tabColumn = places.some(({ place, gap }) => gap === null && place === keys.active.column)
    ? keys.active.column
    : 0;
  const after = virtual ? virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0) : 0;
  const toggleSort = useCallback((columnId: string) => table.getColumn(columnId)?.toggleSorting(), [table]);
  const maxHeight = props.maxHeight ?? (virtual ? DEFAULT_MAX_HEIGHT : undefined);

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      style={{ maxHeight, scrollPaddingInlineStart: widths[0] }}
      data-density={density}
      role="region"
      aria-label={fill(texts.scrollTable, { title: label })}
      tabIndex={0}
    >
      <table
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA’s own grid pattern
        role="grid"
        className={classes['table']}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 0) }}
        aria-label={label}
        aria-rowcount={sorted.length + 1 + (totals ? 1 : 0)}
        aria-colcount={columns.length}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
      >
        <colgroup>
          {columns.map((column, place) => (
            <col key={column.id} style={{ width: widths[place] }} />
          ))}
        </colgroup>
        <GridHead columns={columns} places={places} sort={sort} onSort={toggleSort} />
        <tbody>
          {inSight.map(({ index, start }, order) => {
            const row = sorted[index]!;
            const gap = start - (inSight[order - 1]?.end ?? 0);
            return (
              <Fragment key={row.id}>
                {gap > 0 && <tr aria-hidden style={{ height: gap }} />}
                <GridRow
                  row={row.original}
                  columns={columns}
                  places={places}
                  index={index}
                  tabColumn={tabRow === index ? tabColumn : null}
                  open={row.id === props.openRow}
                  figure={figure}
                  missing={texts.missing}
                  about={texts.aboutNumber}
                  onAbout={onAbout}
                  onRowOpen={onRowOpen}
                />
              </Fragment>
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
        {totals && (
          <GridTotals
            columns={columns}
            places={places}
            totals={totals}
            label={props.totalsLabel ?? texts.total}
            index={sorted.length}
            tabColumn={tabRow === sorted.length ? tabColumn : null}
            onAbout={onAbout}
          />
        )}
      </table>
    </div>
  );
}
