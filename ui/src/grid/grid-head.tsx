import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import type { DataGridColumn, DataGridSort } from './data-grid-column.ts';
import { gapKey, type Place } from './use-visible-columns.ts';
import classes from './data-grid.module.css';

interface GridHeadProps<Row> {
  columns: readonly DataGridColumn<Row>[];
  places: readonly Place[];
  sort: DataGridSort | null;
  onSort: (columnId: string) => void;
}

/** Titles with their units; each is the button that sorts by it. */
function GridHeadOf<Row>({ columns, places, sort, onSort }: GridHeadProps<Row>) {
  const { texts } = useUiContext();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {places.map(({ place, gap }) => {
          if (gap !== null) return <th key={gapKey({ place, gap }, columns.length)} aria-hidden colSpan={gap} />;
          const column = columns[place]!;
          const direction = sort?.id === column.id ? sort.direction : null;
          const sortable = column.sortable !== false && column.head === undefined;
          const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
          const title = (
            <span className={classes['head-title']}>
              {column.title}
              {column.unit !== undefined && <span className={classes['unit']}> {column.unit}</span>}
            </span>
          );
          return (
            <th
              key={column.id}
              scope="col"
              aria-colindex={place + 1}
              data-numeric={column.format !== undefined || undefined}
              aria-sort={
                direction === null ? (sortable ? 'none' : undefined) : direction === 'asc' ? 'ascending' : 'descending'
              }
            >
              {column.head !== undefined ? (
                column.head
              ) : sortable ? (
                <button
                  type="button"
                  className={classes['sort']}
                  title={fill(texts.sortBy, { title: column.title })}
                  onClick={() => onSort(column.id)}
                >
                  {title}
                  <Arrow size={13} stroke={2} className={classes['arrow']} data-on={direction !== null || undefined} />
                </button>
              ) : (
                <span className={classes['sort']}>{title}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

export const GridHead = memo(GridHeadOf) as typeof GridHeadOf;
