import { useMediaQuery } from '@mantine/hooks';
import type { ECharts, init } from 'echarts/core';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAppearance } from '../theme/appearance.tsx';
import { type ChartColors, chartColors, type ChartGround } from './chart-colors.ts';
import type { ChartOption, ChartContext } from './chart-option.ts';

/** Milliseconds a box must keep its size before the chart is redrawn. */
const SETTLED_MS = 50;

export type ChartStatus = 'loading' | 'drawn' | 'failed' | 'empty';

/** Pixels, or as high as the box around it. */
export type ChartHeight = number | 'fill';

/** Loads only the parts for one kind of chart. */
type Engine = () => Promise<{ init: typeof init }>;

export const bars: Engine = () => import('./engine-bars.ts');
export const lines: Engine = () => import('./engine-lines.ts');
export const combination: Engine = () => import('./engine-combo.ts');
export const pies: Engine = () => import('./engine-pies.ts');
export const polar: Engine = () => import('./engine-polar.ts');
export const radar: Engine = () => import('./engine-radar.ts');
export const series: Engine = () => import('./engine-series.ts');
export const scatter: Engine = () => import('./engine-scatter.ts');
export const shapes: Engine = () => import('./engine-shapes.ts');
export const treemap: Engine = () => import('./engine-treemap.ts');

export interface DrawnChart {
  container: RefObject<HTMLDivElement | null>;
  status: ChartStatus;
  chart: RefObject<ECharts | null>;
}

/** Colors for the chart's background in the current scheme and theme. */
export function useChartColors(ground: ChartGround = 'surface'): ChartColors {
  const { resolved, theme } = useAppearance();
  return useMemo(() => chartColors(resolved, theme, ground), [resolved, theme, ground]);
}

/**
 * Draws the option from `build` into a box, again whenever size, colors or data change.
 * `build` is null if there is nothing to draw.
 */
export function useChart(
  height: ChartHeight,
  build: ((place: ChartContext) => ChartOption) | null,
  engine: Engine,
  ground: ChartGround = 'surface',
): DrawnChart {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const [status, setStatus] = useState<Exclude<ChartStatus, 'empty'>>('loading');
  const [width, setWidth] = useState(0);
  const [measured, setMeasured] = useState(0);
  const drawnHeight = height === 'fill' ? measured : height;
  const colors = useChartColors(ground);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false;
  const option = useMemo(
    () =>
      build !== null && width > 0 && drawnHeight > 0
        ? build({ width, height: drawnHeight, colors, motion: !still })
        : null,
    [build, width, drawnHeight, colors, still],
  );

  useLayoutEffect(() => {
    const box = container.current;
    if (box === null) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      setWidth(Math.floor(box.clientWidth));
      setMeasured(Math.floor(box.clientHeight));
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(measure, chart.current === null ? 0 : SETTLED_MS);
    });
    observer.observe(box);
    measure();
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    const box = container.current;
    if (option === null) chart.current?.clear();
    if (box === null || option === null) return;
    let active = true;
    const draw = async () => {
      try {
        const { init } = await engine();
        if (!active) return;
        chart.current ??= init(box, null, { renderer: 'svg', width, height: drawnHeight });
        chart.current.resize({ width, height: drawnHeight });
        chart.current.setOption(option, { notMerge: false, replaceMerge: ['series'] });
        setStatus('drawn');
      } catch {
        if (active) setStatus('failed');
      }
    };
    void draw();
    return () => {
      active = false;
    };
  }, [option, width, drawnHeight, engine]);

  useEffect(
    () => () => {
      chart.current?.dispose();
      chart.current = null;
    },
    [],
  );

  return { container, status: build === null ? 'empty' : status, chart };
}
