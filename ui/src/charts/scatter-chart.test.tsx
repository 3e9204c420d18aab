import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatFigure } from '../figures/format-figure.ts';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-scatter.ts';
import { ScatterChart } from './scatter-chart.tsx';
import { bubbleDiameter, type ScatterData, scatterGroups, scatterOption } from './scatter-option.ts';

const colors = chartColors('dark', 'default');
const place = { width: 640, height: 320, colors, motion: false };
const x = { name: 'Members', format: { unit: 'count' } } as const;
const y = { name: 'Growth', format: { unit: 'percent', decimals: 1 } } as const;
const points = [
  { key: 'a', label: 'Harbor', x: 900, y: 0.02, size: 10, series: 'North' },
  { key: 'b', label: 'Airport', x: 100, y: -0.01, size: 40, series: 'South' },
  { key: 'c', label: 'Mall', x: 500, y: 0.05, size: 90, series: 'North' },
];

function drawn(changes: Partial<ScatterData>): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: place.width, height: place.height });
  const data: ScatterData = {
    points,
    x,
    y,
    size: null,
    selected: null,
    isSelectable: false,
    figure: (value, format, style) => formatFigure(value, format, { locale: 'en', ...style }),
  };
  chart.setOption(scatterOption({ ...data, ...changes }, place));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the drawing', () => {
  it('names both axes', () => {
    const svg = drawn({});
    for (const text of ['Members', 'Growth', '−2%', '1K']) expect(svg).toContain(`>${text}<`);
  });

  it('shows sizes as areas, the largest behind', () => {
    expect(bubbleDiameter(25, 100, 50) / bubbleDiameter(100, 100, 50)).toBe(0.5);
    expect(bubbleDiameter(null, 100, 50)).toBe(5);
    expect(scatterGroups(points).map((group) => group.points.map(({ key }) => key))).toEqual([['c', 'a'], ['b']]);
  });

  it('takes 2,000 points', () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({
      key: `${at}`,
      label: `${at}`,
      x: at,
      y: (at * 7919) % 501,
    }));
    expect(drawn({ points: many }).match(/<path/g)!.length).toBeGreaterThan(2000);
  });
});

describe('the component', () => {
  it('has all figures in the table, and moves from left to right', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const onSelect = vi.fn<(key: string) => void>();
    render(
      <Rise>
        <ScatterChart
          label="Branches"
          pointLabel="Branch"
          seriesLabel="Region"
          points={points}
          x={x}
          y={y}
          size={{ name: 'Staff', format: { unit: 'count' } }}
          onSelect={onSelect}
        />
      </Rise>,
    );
    const [head, first] = within(screen.getByRole('table', { name: /Branches/ })).getAllByRole('row');
    expect([...head!.children].map((cell) => cell.textContent)).toEqual([
      'Branch',
      'Region',
      'Members',
      'Growth',
      'Staff',
    ]);
    expect([...first!.children].map((cell) => cell.textContent)).toEqual(['Harbor', 'North', '900', '2.0%', '10']);
    const slider = await waitFor(() => screen.getByRole('slider', { name: 'Branches' }));
    expect(slider.getAttribute('aria-valuetext')).toBe('Airport, South, Members 100, Growth −1.0%, Staff 40');
    fireEvent.keyDown(slider, { key: 'End' });
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(onSelect).toHaveBeenCalledWith('a');
  });
});
