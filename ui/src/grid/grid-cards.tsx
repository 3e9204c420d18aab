import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useUiContext } from '../context/ui-context.tsx';
import { useFigure } from '../figures/use-figure.ts';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import type { DataGridColumn } from './data-grid-column.ts';
import { cellText } from './grid-row.tsx';
import type { GridRows } from './use-grid-rows.ts';
import classes from './grid-cards.module.css';

interface GridCardsProps<Item extends object> {
  label: string;
  columns: readonly DataGridColumn<Item>[];
  rows: GridRows<Item>;
}

/** The rows of a grid as cards, for screens too narrow to show its columns: the first column is the card's heading. */
export function GridCards<Item extends object>({ label, columns, rows }: GridCardsProps<Item>) {
  const figure = useFigure();
  const [heading, ...details] = columns;
  const textOf = (column: DataGridColumn<Item>, row: Item) =>
    column.render?.(row) ?? cellText(column.value(row), column, figure);
  return (
    <div>
      {rows.sorted.length > 1 && <CardOrder columns={columns} rows={rows} />}
      <ul className={classes['cards']} aria-label={label}>
        {rows.sorted.map(({ id, original }) => (
          <li key={id} className={classes['card']}>
            <div className={classes['heading']}>{textOf(heading!, original)}</div>
            <dl className={classes['details']}>
              {details.map((column) => (
                <div key={column.id}>
                  <dt>{column.title}</dt>
                  <dd>{textOf(column, original)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sort controls, in place of the table's header: column and direction. */
function CardOrder<Item extends object>({ columns, rows }: Omit<GridCardsProps<Item>, 'label'>) {
  const { texts } = useUiContext();
  const { sort, setSort } = rows;
  const sortable = columns.filter(({ sortable: isSortable }) => isSortable !== false);
  const direction = sort?.direction ?? 'asc';
  if (sortable.length === 0) return null;
  return (
    <div className={classes['order']}>
      <label className={classes['sort']}>
        {texts.sort}
        <select
          value={sort?.id ?? ''}
          onChange={(event) => setSort({ id: event.currentTarget.value, direction })}
          className={classes['select']}
        >
          {sort === null && <option value="" aria-label={texts.sort} />}
          {sortable.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {sort !== null && (
        <ToolbarButton
          label={direction === 'asc' ? texts.sortDescending : texts.sortAscending}
          icon={direction === 'asc' ? IconArrowUp : IconArrowDown}
          onClick={() => setSort({ id: sort.id, direction: direction === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  );
}
