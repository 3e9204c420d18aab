import { memo } from 'react';
import { type FigureValue, isFigure } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import type { DataGridColumn } from './data-grid-column.ts';
import { gapKey, type Place } from './use-visible-columns.ts';
import classes from './data-grid.module.css';
import { cellHint, cellText } from './grid-row.tsx';

interface GridTotalsProps<Row> {
  columns: readonly DataGridColumn<Row>[];
  places: readonly Place[];
  totals: Record<string, FigureValue>;
  label: string;
  index: number;
  tabColumn: number | null;
  onAbout?: (columnId: string, row: null) => void;
}

/** The totals row, below a line. */
function GridTotalsOf<Row>({ columns, places, totals, label, index, tabColumn, onAbout }: GridTotalsProps<Row>) {
  const { texts } = useUiContext();
  const figure = useFigure();
  return (
    <tfoot>
      <tr aria-rowindex={index + 2} data-index={index}>
        {places.map(({ place, gap }) => {
          if (gap !== null) return <td key={gapKey({ place, gap }, columns.length)} aria-hidden colSpan={gap} />;
          const column = columns[place]!;
          const value = totals[column.id];
          const Tag = place === 0 ? 'th' : 'td';
          const text =
            place === 0
              ? label
              : column.format === undefined || value === undefined
                ? ''
                : cellText(value, column, figure);
          const acts = place > 0 && column.about === true && onAbout !== undefined && isFigure(value);
          const tabIndex = tabColumn === place ? 0 : -1;
          return (
            <Tag
              key={column.id}
              role={place === 0 ? 'rowheader' : 'gridcell'}
              aria-colindex={place + 1}
              data-column={place}
              data-numeric={column.format !== undefined || undefined}
              tabIndex={acts ? undefined : tabIndex}
            >
              {acts ? (
                <button
                  type="button"
                  className={classes['about']}
                  tabIndex={tabIndex}
                  title={cellHint(value, column, { figure, about: texts.aboutNumber })}
                  aria-haspopup="dialog"
                  onClick={() => onAbout(column.id, null)}
                >
                  {text}
                </button>
              ) : (
                text
              )}
            </Tag>
          );
        })}
      </tr>
    </tfoot>
  );
}

export const GridTotals = memo(GridTotalsOf) as typeof GridTotalsOf;
