import type { ECharts } from 'echarts/core';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import classes from './chart-figure.module.css';

interface ChartWalkProps {
  label: string;
  chart: RefObject<ECharts | null>;
  /** Each mark in words, in the order of the first series. */
  marks: readonly string[];
}

/** Lets the arrow keys walk along the marks of a chart, each with its tooltip. */
export function ChartWalk({ label, chart, marks }: ChartWalkProps) {
  const [at, setAt] = useState(0);
  const show = (index: number) => {
    setAt(index);
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex: 0 });
    chart.current?.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: index });
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index });
  };
  const leave = () => {
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex: 0 });
    chart.current?.dispatchAction({ type: 'hideTip' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = marks.length - 1;
    const next = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ];
    if (event.key === 'Escape') leave();
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
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(at)}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}
