import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ECharts } from 'echarts/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChartWalk } from './chart-walk.tsx';

afterEach(cleanup);

function walk(marks: readonly string[]) {
  const actions: { type: string; dataIndex?: number; seriesIndex?: number }[] = [];
  const chart = {
    current: { dispatchAction: (action: (typeof actions)[number]) => actions.push(action) } as never as ECharts,
  };
  const aim = (mark: number) => ({ seriesIndex: 1, dataIndex: mark });
  const { rerender } = render(<ChartWalk label="Visits" chart={chart} marks={marks} aim={aim} />);
  return {
    actions,
    slider: screen.getByRole('slider', { name: 'Visits' }),
    give: (fewer: readonly string[]) => rerender(<ChartWalk label="Visits" chart={chart} marks={fewer} aim={aim} />),
  };
}

const spoken = (slider: HTMLElement) => slider.getAttribute('aria-valuetext');

describe('keyboard navigation of a chart', () => {
  it('announces and shows each mark, and stops at the ends', () => {
    const { actions, slider } = walk(['Mon 1', 'Tue 2', 'Wed 3']);
    expect(spoken(slider)).toBe('Mon 1');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(spoken(slider)).toBe('Tue 2');
    expect(actions.at(-1)).toEqual({ type: 'showTip', seriesIndex: 1, dataIndex: 1 });
    fireEvent.keyDown(slider, { key: 'End' });
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(spoken(slider)).toBe('Wed 3');
    fireEvent.keyDown(slider, { key: 'Escape' });
    expect(actions.at(-1)).toEqual({ type: 'hideTip' });
  });

  it('jumps through many', () => {
    const { slider } = walk(Array.from({ length: 100 }, (_, index) => `mark ${index}`));
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(spoken(slider)).toBe('mark 10');
  });

  it('moves between the rows of a grid, and selects on Enter', () => {
    const onSelect = vi.fn<(mark: number) => void>();
    render(
      <ChartWalk
        label="Grid"
        chart={{ current: null }}
        marks={['a1', 'a2', 'b1', 'b2']}
        columns={2}
        onSelect={onSelect}
      />,
    );
    const slider = screen.getByRole('slider', { name: 'Grid' });
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter']) fireEvent.keyDown(slider, { key });
    expect(spoken(slider)).toBe('b2');
    expect(onSelect.mock.calls).toEqual([[3]]);
  });

  it('moves to the last mark if there are fewer than before', () => {
    const { slider, give } = walk(['Mon 1', 'Tue 2', 'Wed 3']);
    fireEvent.keyDown(slider, { key: 'End' });
    give(['Mon 4']);
    expect(spoken(slider)).toBe('Mon 4');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });
});
