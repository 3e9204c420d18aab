import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { contrast } from '../theme/color.ts';
import { SCHEMES, THEME_NAMES } from '../theme/tokens.ts';
import { chartColors } from './chart-colors.ts';
import { inkOn } from './chart-text.ts';
import { blend, sequentialColor } from './color-scale.ts';
import { init } from './engine-shapes.ts';
import { HeatMapChart } from './heat-map-chart.tsx';
import { heatMapOption, heatMapRange, heatMapValues, heatShare } from './heat-map-option.ts';

const rows = [
  { key: 'mon', label: 'Monday' },
  { key: 'tue', label: 'Tuesday' },
];
const columns = [
  { key: '9', label: '9 AM' },
  { key: '10', label: '10 AM' },
  { key: '11', label: '11 AM' },
];
const cells = [
  { row: 'mon', column: '9', value: 5 },
  { row: 'mon', column: '11', value: -1 },
  { row: 'tue', column: '10', value: null },
];
const values = heatMapValues(rows, columns, cells);

function drawn(width: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height: 120 });
  const data = { rows, columns, values, range: heatMapRange(values), selected: null, isSelectable: false };
  const place = { width, height: 120, colors: chartColors('light', 'default'), motion: false };
  chart.setOption(heatMapOption({ ...data, write: String, writeShort: (value) => `v${value}` }, place));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the grid', () => {
  it('has no data where there is no cell', () => {
    expect(values).toEqual([
      [5, null, -1],
      [null, null, null],
    ]);
    expect(heatMapRange(values)).toEqual([-1, 5]);
    expect(heatMapRange([[null]])).toBeNull();
    expect(heatShare(7, [7, 7])).toBe(0.5);
  });
});

describe('the colors', () => {
  it('grow evenly from pale to the primary', () => {
    expect(blend('#000000', '#ffffff', 1)).toBe('#ffffff');
    const colors = chartColors('light', 'rose');
    expect(sequentialColor(1, colors)).toBe(colors.primary);
    const surfaces = [0, 0.5, 1].map((share) => contrast(sequentialColor(share, colors), colors.surface));
    expect(surfaces).toEqual(surfaces.toSorted((one, other) => one - other));
  });

  it('always leave text readable', () => {
    for (const scheme of SCHEMES) {
      for (const theme of THEME_NAMES) {
        for (let share = 0; share <= 1; share += 0.05) {
          const fill = sequentialColor(share, chartColors(scheme, theme));
          expect(contrast(inkOn(fill), fill)).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

describe('the drawing', () => {
  it('writes values only into cells that are wide enough', () => {
    expect(drawn(600)).toContain('>v5<');
    expect(drawn(120)).not.toContain('>v5<');
    expect(drawn(600)).toContain('stroke-dasharray');
  });
});

describe('the component', () => {
  it('is a table of rows and columns, and moves in both directions', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const onSelect = vi.fn<(cell: { row: string; column: string }) => void>();
    const props = { label: 'Visits', rowLabel: 'Weekday', rows, columns, cells, format: { unit: 'count' } } as const;
    render(
      <Rise locale="tr">
        <HeatMapChart {...props} onSelect={onSelect} />
      </Rise>,
    );
    const table = within(screen.getByRole('table', { name: /Visits/ })).getAllByRole('row');
    expect(table.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Weekday', '9 AM', '10 AM', '11 AM'],
      ['Monday', '5', '–', '−1'],
      ['Tuesday', '–', '–', '–'],
    ]);
    const slider = await waitFor(() => screen.getByRole('slider', { name: 'Visits' }));
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'ArrowDown' });
    fireEvent.keyDown(slider, { key: 'ArrowDown' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Tuesday, 10 AM, –');
    fireEvent.keyDown(slider, { key: 'ArrowUp' });
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(onSelect).toHaveBeenCalledWith({ row: 'mon', column: '10' });
  });
});
