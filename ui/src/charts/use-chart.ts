import { useMediaQuery } from '@mantine/hooks';
import type { ECharts } from 'echarts/core';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAppearance } from '../theme/appearance.tsx';
import { chartColours } from './chart-colours.ts';
import type { ChartOption, ChartPlace } from './chart-option.ts';

/** How long a box has to keep its width before what is drawn in it is drawn anew. */
const SETTLED_MS = 50;

export type ChartStatus = 'loading' | 'drawn' | 'failed';

export interface DrawnChart {
  container: RefObject<HTMLDivElement | null>;
  status: ChartStatus;
  chart: RefObject<ECharts | null>;
}

/** Draws what `build` says into a box of fixed height, again whenever width, colours or data change. */
export function useChart(height: number, build: (place: ChartPlace) => ChartOption): DrawnChart {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(null);
  const [status, setStatus] = useState<ChartStatus>('loading');
  const [width, setWidth] = useState(0);
  const { resolved, theme } = useAppearance();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false;
  const option = useMemo(
    () => (width > 0 ? build({ width, colours: chartColours(resolved, theme), motion: !still }) : null),
    [build, width, resolved, theme, still],
  );

  useLayoutEffect(() => {
    const box = container.current;
    if (box === null) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(() => setWidth(Math.floor(box.clientWidth)), chart.current === null ? 0 : SETTLED_MS);
    });
    observer.observe(box);
    setWidth(Math.floor(box.clientWidth));
    return () => {
      clearTimeout(settling);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    const box = container.current;
    if (box === null || option === null) return;
    let wanted = true;
    const draw = async () => {
      try {
        const { init } = await import('./engine.ts');
        if (!wanted) return;
        chart.current ??= init(box, null, { renderer: 'svg', width, height });
        chart.current.resize({ width, height });
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
  }, [option, width, height]);

  useEffect(
    () => () => {
      chart.current?.dispose();
      chart.current = null;
    },
    [],
  );

  return { container, status, chart };
}
