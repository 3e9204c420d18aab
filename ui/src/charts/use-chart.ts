import { useMediaQuery } from '@mantine/hooks';
import type { ECharts, init } from 'echarts/core';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAppearance } from '../theme/appearance.tsx';
import { type ChartColours, chartColours, type ChartGround } from './chart-colours.ts';
import type { ChartOption, ChartPlace } from './chart-option.ts';

/** How long a box has to keep its size before what is drawn in it is drawn anew. */
const SETTLED_MS = 50;

export type ChartStatus = 'loading' | 'drawn' | 'failed' | 'empty';

/** Pixels, or as high as the box around it. */
export type ChartHeight = number | 'fill';

/** Loads what draws one kind of chart, and no more. */
type Engine = () => Promise<{ init: typeof init }>;

export const bars: Engine = () => import('./engine-bars.ts');
export const lines: Engine = () => import('./engine-lines.ts');
export const combination: Engine = () => import('./engine-combo.ts');
export const pies: Engine = () => import('./engine-pies.ts');
export const polar: Engine = () => import('./engine-polar.ts');
export const radar: Engine = () => import('./engine-radar.ts');

export interface DrawnChart {
  container: RefObject<HTMLDivElement | null>;
  status: ChartStatus;
  chart: RefObject<ECharts | null>;
}

/** The colours of the chart's ground in the scheme and theme that are shown. */
export function useChartColours(ground: ChartGround = 'surface'): ChartColours {
  const { resolved, theme } = useAppearance();
  return useMemo(() => chartColours(resolved, theme, ground), [resolved, theme, ground]);
}

/**
 * Draws what `build` says into a box, again whenever size, colours or data change.
 * `build` is null where there is nothing to draw.
 */
export function useChart(
  height: ChartHeight,
  build: ((place: ChartPlace) => ChartOption) | null,
  engine: Engine,
  ground: ChartGround = 'surface',
): DrawnChart {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const [status, setStatus] = useState<Exclude<ChartStatus, 'empty'>>('loading');
  const [width, setWidth] = useState(0);
  const [measured, setMeasured] = useState(0);
  const drawnHeight = height === 'fill' ? measured : height;
  const colours = useChartColours(ground);
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false;
  const option = useMemo(
    () =>
      build !== null && width > 0 && drawnHeight > 0
        ? build({ width, height: drawnHeight, colours, motion: !still })
        : null,
    [build, width, drawnHeight, colours, still],
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
    let wanted = true;
    const draw = async () => {
      try {
        const { init } = await engine();
        if (!wanted) return;
        chart.current ??= init(box, null, { renderer: 'svg', width, height: drawnHeight });
        chart.current.resize({ width, height: drawnHeight });
        chart.current.setOption(option, { notMerge: false, replaceMerge: ['series'] });
        setStatus('drawn');
      } catch {
        if (wanted) setStatus('failed');
      }
    };
    void draw();
    return () => {
      wanted = false;
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
