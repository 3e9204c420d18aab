import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChartSkeleton } from '../states/skeletons.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import type { ChartGround } from './chart-colors.ts';
import type { ChartHeight, DrawnChart } from './use-chart.ts';
import classes from './chart-figure.module.css';

export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

interface ChartFigureProps {
  label: string;
  height: ChartHeight;
  container: DrawnChart['container'];
  status: DrawnChart['status'];
  table: ChartTable;
  skeleton?: 'columns' | 'rows';
  ground?: ChartGround;
  /** Shown if there is nothing to draw. */
  emptyText?: string | undefined;
  /** Above the drawing. */
  legend?: ReactNode;
  /** Over the drawing. */
  children?: ReactNode;
}

/** Rows with unique keys: some may read the same. */
function keyed(rows: ChartTable['rows']) {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const text = row.join('\t');
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return { key: `${text}\t${count}`, row };
  });
}

/** A chart, and the same data as a table for screen readers. */
export function ChartFigure({
  label,
  height,
  container,
  status,
  table,
  skeleton = 'columns',
  ground = 'surface',
  emptyText,
  legend,
  children,
}: ChartFigureProps) {
  const { texts } = useUiContext();
  return (
    <figure className={classes['figure']} aria-label={label} data-ground={ground} data-fill={height === 'fill'}>
      {legend}
      <div className={classes['box']} style={height === 'fill' ? undefined : { height }}>
        <div ref={container} className={classes['drawing']} aria-hidden />
        {status === 'loading' && (
          <div className={classes['cover']}>
            <ChartSkeleton height={height === 'fill' ? '100%' : height} bars={skeleton} />
          </div>
        )}
        {status === 'failed' && <div className={classes['cover']}>{texts.chartFailed}</div>}
        {status === 'empty' && <div className={classes['cover']}>{emptyText ?? texts.emptyTitle}</div>}
        {status === 'drawn' && children}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{`${label}. ${texts.chartTable}`}</caption>
          <thead>
            <tr>
              {table.head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keyed(table.rows).map(({ key, row }) => (
              <tr key={key}>
                {row.map((text, place) =>
                  place === 0 ? (
                    <th key={table.head[place]} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={table.head[place]}>{text}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
