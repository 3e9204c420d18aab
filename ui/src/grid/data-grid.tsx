import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode, useId } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { FigureValue } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { TableSkeleton } from '../states/skeletons.tsx';
import { EmptyState } from '../states/states.tsx';
import { fill } from '../texts/ui-texts.ts';
import type { DataGridColumn, DataGridSort } from './data-grid-column.ts';
import { GridCards } from './grid-cards.tsx';
import { GridHead } from './grid-head.tsx';
import { GridRow, type RowMenu } from './grid-row.tsx';
import { GridTotals } from './grid-totals.tsx';
import { type GridRows, useGridRows } from './use-grid-rows.ts';
import { useGridWindow } from './use-grid-window.ts';
import classes from './data-grid.module.css';

export interface DataGridProps<Row extends object> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly DataGridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The totals row, by column id. */
  totals?: Record<string, FigureValue> | null;
  totalsLabel?: string;
  /** Present: controlled by the caller. Absent: the grid has its own state, starting with `defaultSort`. */
  sort?: DataGridSort | null;
  defaultSort?: DataGridSort | null;
  onSortChange?: (sort: DataGridSort) => void;
  /** The rows are already sorted. */
  sortedElsewhere?: boolean;
  /** `row` is null for the totals. */
  onAbout?: (columnId: string, row: Row | null) => void;
  onRowOpen?: (row: Row) => void;
  /** Each row has a menu: its button, a right click, the menu key and Shift+F10 open it, the last three at a column. */
  rowMenu?: RowMenu<Row>;
  /** Key of the row that is open beside the grid. */
  openRow?: string | null;
  density?: 'normal' | 'compact';
  /** Pixels; a taller grid scrolls. */
  maxHeight?: number;
  /** Below 960 pixels: rows as cards, or the table, which scrolls sideways. Cards open nothing; totals need the table. */
  narrowLayout?: 'cards' | 'table';
  loading?: boolean;
  empty?: ReactNode;
}

const PHONE = '(width < 600px)';
const NARROW = '(width < 960px)';

export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { texts } = useUiContext();
  if (props.loading === true) return <TableSkeleton columns={Math.min(props.columns.length, 8)} />;
  if (props.rows.length === 0)
    return props.empty ?? <EmptyState art="list" title={texts.noRows} text={texts.noRowsText} />;
  return <FilledGrid {...props} />;
}

function FilledGrid<Row extends object>(props: DataGridProps<Row>) {
  const rows = useGridRows(props);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  if (narrow && props.narrowLayout === 'cards')
    return <GridCards label={props.label} columns={props.columns} rows={rows} />;
  return <TableGrid {...props} {...rows} phone={phone} />;
}

type TableGridProps<Row extends object> = DataGridProps<Row> & GridRows<Row> & { phone: boolean };

function TableGrid<Row extends object>(props: TableGridProps<Row>) {
  const { label, columns, totals, onAbout, onRowOpen, density = 'normal', sorted, sort, toggleSort } = props;
  const { texts } = useUiContext();
  const figure = useFigure();
  const id = useId();
  const { scroller, widths, keys, places, visibleRows, spaceAfter, tabRow, tabColumn, maxHeight } =
    useGridWindow(props);

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
          {visibleRows.map(({ index, start }, order) => {
            const row = sorted[index]!;
            const gap = start - (visibleRows[order - 1]?.end ?? 0);
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
                  rowMenu={props.rowMenu}
                />
              </Fragment>
            );
          })}
          {spaceAfter > 0 && <tr aria-hidden style={{ height: spaceAfter }} />}
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
