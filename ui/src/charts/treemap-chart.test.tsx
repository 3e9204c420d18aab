import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-treemap.ts';
import { TreemapChart } from './treemap-chart.tsx';
import { treemapMarks, type TreemapNode, treemapOption } from './treemap-option.ts';

const nodes: readonly TreemapNode[] = [
  { key: 'cards', name: 'Cards {x|y}', value: 20 },
  {
    key: 'homes',
    name: 'Homes',
    value: 0,
    children: [
      { key: 'north', name: 'North', value: 50 },
      { key: 'south', name: 'South', value: 30 },
    ],
  },
];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the marks', () => {
  it('are the rectangles without parts, counted as the chart library does', () => {
    expect(
      treemapMarks(nodes).map(({ key, share, dataIndex, parent }) => [key, share, dataIndex, parent?.key]),
    ).toEqual([
      ['cards', 0.2, 1, undefined],
      ['north', 0.5, 3, 'homes'],
      ['south', 0.3, 4, 'homes'],
    ]);
  });
});

describe('the drawing', () => {
  it('has names, values and shares', () => {
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 });
    const place = { width: 600, height: 300, colors: chartColors('dark', 'default'), motion: false };
    const data = { nodes, selected: null, isSelectable: false, write: String, writeShort: String, writeShare: String };
    chart.setOption(treemapOption(data, place));
    const svg = chart.renderToSVGString();
    chart.dispose();
    for (const text of ['Cards  x y ', '50 · 0.5', 'Homes · 80']) expect(svg).toContain(`>${text}<`);
  });
});

describe('the component', () => {
  it('has both levels in the table, and moves from the largest to the smallest', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const onSelect = vi.fn<(key: string, parent: string | null) => void>();
    render(
      <Rise>
        <TreemapChart
          label="Loans"
          categoryLabel="Product"
          partLabel="Region"
          valueLabel="Balance"
          nodes={nodes}
          format={{ unit: 'count' }}
          onSelect={onSelect}
        />
      </Rise>,
    );
    const rows = within(screen.getByRole('table', { name: /Loans/ })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Product', 'Region', 'Balance', 'Share'],
      ['Cards {x|y}', '', '20', '20.0%'],
      ['Homes', 'North', '50', '50.0%'],
      ['Homes', 'South', '30', '30.0%'],
    ]);
    const slider = await waitFor(() => screen.getByRole('slider', { name: 'Loans' }));
    expect(slider.getAttribute('aria-valuetext')).toBe('Homes, North, 50, 50.0%');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(onSelect).toHaveBeenCalledWith('south', 'homes');
  });
});
