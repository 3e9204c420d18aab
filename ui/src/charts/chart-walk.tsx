import type { ECharts } from 'echarts/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { asksForMenu, type MenuPlace } from '../menus/context-menu.tsx';
import classes from './chart-figure.module.css';

/** Position of a mark. */
export interface Aim {
  seriesIndex: number | number[];
  dataIndex: number;
  /** Tooltip, for marks that have none in the chart library. */
  tip?: { x: number; y: number; tooltip: { formatter: () => string } };
}

interface ChartWalkProps {
  label: string;
  chart: RefObject<ECharts | null>;
  /** Text of each mark, in order. */
  marks: readonly string[];
  /** Position of the mark with this index; default: that of the first series. */
  aim?: (mark: number) => Aim;
  /** Marks in a row, if they are in a grid: the vertical arrows then move between rows. */
  columns?: number;
  /** On Enter. */
  onSelect?: ((mark: number) => void) | undefined;
  /** On the menu key and Shift+F10, with a place over the chart. */
  onMenu?: ((mark: number, place: MenuPlace) => void) | undefined;
}

const first = (mark: number): Aim => ({ seriesIndex: 0, dataIndex: mark });

/** Moves along the marks of a chart with the arrow keys, showing each tooltip. */
export function ChartWalk({ label, chart, marks, aim = first, columns, onSelect, onMenu }: ChartWalkProps) {
  const [reached, setAt] = useState(0);
  const last = marks.length - 1;
  // The number of marks may have dropped.
  const at = Math.min(reached, last);
  const quieten = () => {
    const { seriesIndex, dataIndex } = aim(at);
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex, dataIndex });
  };
  const show = (index: number) => {
    quieten();
    setAt(index);
    const { tip, seriesIndex, dataIndex } = aim(index);
    chart.current?.dispatchAction({ type: 'highlight', seriesIndex, dataIndex });
    const one = Array.isArray(seriesIndex) ? seriesIndex[0] : seriesIndex;
    chart.current?.dispatchAction({ type: 'showTip', ...(tip ?? { seriesIndex: one, dataIndex }) });
  };
  const leave = () => {
    quieten();
    chart.current?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
    chart.current?.dispatchAction({ type: 'hideTip' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const leap = Math.max(2, Math.round(marks.length / 10));
    const next = {
      ArrowLeft: at - 1,
      ArrowDown: columns === undefined ? at - 1 : at + columns <= last ? at + columns : at,
      ArrowRight: at + 1,
      ArrowUp: columns === undefined ? at + 1 : at >= columns ? at - columns : at,
      PageDown: at - leap,
      PageUp: at + leap,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') leave();
    if (event.key === 'Enter' && onSelect !== undefined && last >= 0) {
      event.preventDefault();
      onSelect(at);
    }
    if (asksForMenu(event) && onMenu !== undefined && last >= 0) {
      event.preventDefault();
      const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
      onMenu(at, { x: left + width / 3, y: top + height / 3 });
    }
    if (next === undefined) return;
    event.preventDefault();
    show(Math.min(last, Math.max(0, next)));
  };
  return (
    <div
      className={classes['walk']}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={marks.length}
      aria-valuenow={at + 1}
      aria-valuetext={marks[at]}
      aria-keyshortcuts={[...(onSelect ? ['Enter'] : []), ...(onMenu ? ['Shift+F10'] : [])].join(' ') || undefined}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(at)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}
