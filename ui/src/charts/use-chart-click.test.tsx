import { cleanup, renderHook } from '@testing-library/react';
import type { ECharts } from 'echarts/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ChartClick, useChartClick } from './use-chart-click.ts';

type Handler = (event: object) => void;

/** A chart whose plot spans 100 by 100 pixels, with categories of 10 pixels along x. */
function chartDouble() {
  const marks = new Map<string, Handler>();
  const plot = new Map<string, Handler>();
  const setCursorStyle = vi.fn<(cursor: string) => void>();
  const chart = {
    on: (name: string, handler: Handler) => marks.set(name, handler),
    off: (name: string) => marks.delete(name),
    getZr: () => ({
      on: (name: string, handler: Handler) => plot.set(name, handler),
      off: (name: string) => plot.delete(name),
      setCursorStyle,
    }),
    containPixel: (_finder: string, [x, y]: [number, number]) => x < 100 && y < 100,
    convertFromPixel: (_finder: object, [x, y]: [number, number]) => [Math.floor(x / 10), y],
    isDisposed: () => false,
  };
  return { ref: { current: chart as never as ECharts }, marks, plot, setCursorStyle };
}

afterEach(cleanup);

describe('clicks on a chart', () => {
  it('select a mark once, and a category next to the marks', () => {
    const { ref, marks, plot, setCursorStyle } = chartDouble();
    const onClick = vi.fn<(click: ChartClick) => void>();
    renderHook(() => useChartClick({ chart: ref, status: 'drawn' }, onClick, 'x'));
    const event = { offsetX: 35, offsetY: 50 };
    marks.get('click')!({ componentType: 'series', seriesIndex: 1, dataIndex: 3, event });
    plot.get('click')!(event);
    expect(onClick.mock.calls).toEqual([[{ seriesIndex: 1, dataIndex: 3 }]]);
    plot.get('click')!({ offsetX: 72, offsetY: 10 });
    expect(onClick).toHaveBeenLastCalledWith({ seriesIndex: null, dataIndex: 7 });
    plot.get('click')!({ offsetX: 172, offsetY: 10 });
    expect(onClick).toHaveBeenCalledTimes(2);
    plot.get('mousemove')!({ offsetX: 72, offsetY: 10 });
    expect(setCursorStyle).toHaveBeenCalledWith('pointer');
  });

  it('are not observed without a callback', () => {
    const { ref, marks, plot } = chartDouble();
    const { rerender } = renderHook(
      ({ onClick }: { onClick: (() => void) | undefined }) =>
        useChartClick({ chart: ref, status: 'drawn' }, onClick, 'x'),
      { initialProps: { onClick: undefined as (() => void) | undefined } },
    );
    expect(marks.size + plot.size).toBe(0);
    rerender({ onClick: () => {} });
    expect(marks.size).toBe(1);
    rerender({ onClick: undefined });
    expect(marks.size + plot.size).toBe(0);
  });
});
