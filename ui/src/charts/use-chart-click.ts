import type { ECElementEvent, ECharts } from 'echarts/core';
import { useEffect, useEffectEvent } from 'react';
import type { MenuPlace } from '../menus/context-menu.tsx';
import type { DrawnChart } from './use-chart.ts';

export interface ChartClick {
  /** Null for a click in the plot, next to the marks. */
  seriesIndex: number | null;
  dataIndex: number;
}

/** The dimension of the category axis: clicks next to the marks select the category at the pointer. */
type CategoryAxis = 'x' | 'y' | null;

interface PlotEvent {
  offsetX: number;
  offsetY: number;
}
/** The browser's own event below the chart library's, which has two of them for a mark. */
interface PointerPlot extends PlotEvent {
  event: MouseEvent;
}

/**
 * Reports clicks on marks, and with a category axis also in the plot around them: points are small targets. `onMenu` is
 * told of right clicks instead, with their place in the window.
 */
export function useChartClick(
  { chart, status }: Pick<DrawnChart, 'chart' | 'status'>,
  onClick: ((click: ChartClick) => void) | undefined,
  categoryAxis: CategoryAxis = null,
  onMenu?: (click: ChartClick, place: MenuPlace) => void,
): void {
  const report = useEffectEvent((click: ChartClick) => onClick?.(click));
  const reportMenu = useEffectEvent((click: ChartClick, { clientX, clientY }: MouseEvent) => {
    chart.current?.dispatchAction({ type: 'hideTip' });
    onMenu?.(click, { x: clientX, y: clientY });
  });
  const isActive = onClick !== undefined && status === 'drawn';
  const hasMenu = onMenu !== undefined && status === 'drawn';
  useEffect(() => {
    const drawn = chart.current;
    if (!hasMenu || drawn === null) return;
    const openAtMark = ({ componentType, seriesIndex, dataIndex, event }: ECElementEvent) => {
      const pointer = (event as unknown as PointerPlot | undefined)?.event;
      if (componentType !== 'series' || pointer === undefined) return;
      pointer.preventDefault();
      reportMenu({ seriesIndex: seriesIndex ?? 0, dataIndex }, pointer);
    };
    const openInPlot = (event: PointerPlot) => {
      if (event.event.defaultPrevented) return;
      const at = categoryAt(drawn, categoryAxis, event);
      if (at === null) return;
      event.event.preventDefault();
      reportMenu({ seriesIndex: null, dataIndex: at }, event.event);
    };
    drawn.on('contextmenu', openAtMark as never);
    drawn.getZr().on('contextmenu', openInPlot as never);
    return () => {
      if (drawn.isDisposed()) return;
      drawn.off('contextmenu', openAtMark as never);
      drawn.getZr().off('contextmenu', openInPlot as never);
    };
  }, [chart, hasMenu, categoryAxis]);
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
    const clickPlot = (event: PlotEvent) => {
      const at = event === last ? null : categoryAt(drawn, categoryAxis, event);
      if (at !== null) report({ seriesIndex: null, dataIndex: at });
    };
    const point = (event: PlotEvent) => {
      if (categoryAt(drawn, categoryAxis, event) !== null) drawn.getZr().setCursorStyle('pointer');
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

/** The index of the category at the pointer; null outside the plot. */
function categoryAt(drawn: ECharts, axis: CategoryAxis, { offsetX, offsetY }: PlotEvent): number | null {
  if (axis === null || !drawn.containPixel('grid', [offsetX, offsetY])) return null;
  const at = drawn.convertFromPixel({ gridIndex: 0 }, [offsetX, offsetY])?.[axis === 'x' ? 0 : 1];
  return at === undefined || !Number.isFinite(at) ? null : at;
}
