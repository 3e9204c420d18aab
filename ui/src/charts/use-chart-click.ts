import type { ECElementEvent } from 'echarts/core';
import { useEffect, useEffectEvent } from 'react';
import type { DrawnChart } from './use-chart.ts';

export interface ChartClick {
  /** Null for a click in the plot, next to the marks. */
  seriesIndex: number | null;
  dataIndex: number;
}

/** The dimension of the category axis: clicks next to the marks select the category at the pointer. */
type CategoryAxis = 'x' | 'y' | null;

/** Reports clicks on marks, and with a category axis also in the plot around them: points are small targets. */
export function useChartClick(
  { chart, status }: Pick<DrawnChart, 'chart' | 'status'>,
  onClick: ((click: ChartClick) => void) | undefined,
  categoryAxis: CategoryAxis = null,
): void {
  const report = useEffectEvent((click: ChartClick) => onClick?.(click));
  const isActive = onClick !== undefined && status === 'drawn';
  useEffect(() => {
    const drawn = chart.current;
    if (!isActive || drawn === null) return;
    let last: unknown = null;
    const clickMark = (event: ECElementEvent) => {
      if (event.componentType !== 'series') return;
      // The plot receives the same event afterwards.
      last = event.event;
      report({ seriesIndex: event.seriesIndex ?? 0, dataIndex: event.dataIndex });
    };
    const categoryAt = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }): number | null => {
      if (categoryAxis === null || !drawn.containPixel('grid', [offsetX, offsetY])) return null;
      const at = drawn.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])?.[categoryAxis === 'x' ? 0 : 1];
      return at === undefined || !Number.isFinite(at) ? null : at;
    };
    const clickPlot = (event: { offsetX: number; offsetY: number }) => {
      const at = event === last ? null : categoryAt(event);
      if (at !== null) report({ seriesIndex: null, dataIndex: at });
    };
    const point = (event: { offsetX: number; offsetY: number }) => {
      if (categoryAt(event) !== null) drawn.getZr().setCursorStyle('pointer');
    };
    drawn.on('click', clickMark as never);
    drawn.getZr().on('click', clickPlot);
    drawn.getZr().on('mousemove', point);
    return () => {
      if (drawn.isDisposed()) return;
      drawn.off('click', clickMark as never);
      drawn.getZr().off('click', clickPlot as never);
      drawn.getZr().off('mousemove', point as never);
    };
  }, [chart, isActive, categoryAxis]);
}
