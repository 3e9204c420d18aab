import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChartSkeleton } from '../states/skeletons.tsx';
import { useUi } from '../theme/surroundings.tsx';
import type { DrawnChart } from './use-chart.ts';
import classes from './chart-figure.module.css';

export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

interface ChartFigureProps {
  label: string;
  height: number;
  container: DrawnChart['container'];
  status: DrawnChart['status'];
  table: ChartTable;
  skeleton?: 'columns' | 'rows';
  /** Over the drawing. */
  children?: ReactNode;
}

/** A drawing for the eye, and the same as a table for those who listen. */
export function ChartFigure({
  label,
  height,
  container,
  status,
  table,
  skeleton = 'columns',
  children,
}: ChartFigureProps) {
  const { texts } = useUi();
  return (
    <figure className={classes['figure']} aria-label={label}>
      <div className={classes['box']} style={{ height }}>
        <div ref={container} className={classes['drawing']} aria-hidden />
        {status === 'loading' && (
          <div className={classes['cover']}>
            <ChartSkeleton height={height} bars={skeleton} />
          </div>
        )}
        {status === 'failed' && <div className={classes['cover']}>{texts.chartFailed}</div>}
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
            {table.rows.map((row) => (
              <tr key={row.join('\t')}>
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
