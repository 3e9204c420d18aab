import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatFigure } from '../figures/format-figure.ts';
import { Rise } from '../testing/rise.tsx';
import { BoxChart } from './box-chart.tsx';
import { boxChartHeight, type BoxItem, boxOption } from './box-option.ts';
import { BulletChart } from './bullet-chart.tsx';
import { bulletAxis } from './bullet-option.ts';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-shapes.ts';

const colors = chartColors('dark', 'teal');
const items: readonly BoxItem[] = [
  { key: 'n', label: 'North', min: 1, p25: 4, median: 5, p75: 8, max: 20, marked: 6 },
  { key: 's', label: 'South', min: 2, p25: 2, median: 2, p75: 2, max: 2, marked: null },
];
const format = { unit: 'count' } as const;

afterEach(cleanup);

describe('boxes', () => {
  it('mark a value only where there is one', () => {
    const height = boxChartHeight(items.length);
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 500, height });
    chart.setOption(
      boxOption(
        {
          items,
          format,
          markedLabel: 'Ours',
          names: ['a', 'b', 'c', 'd', 'e'],
          selected: null,
          isSelectable: false,
          figure: (value, unit, style) => formatFigure(value, unit, { locale: 'en', ...style }),
        },
        { width: 500, height, colors, motion: false },
      ),
    );
    const svg = chart.renderToSVGString();
    chart.dispose();
    expect(svg.match(new RegExp(`fill="${colors.primary}"`, 'g'))).toHaveLength(1);
    for (const text of ['North', 'South', '20']) expect(svg).toContain(`>${text}<`);
  });

  it('have all values in the table', () => {
    render(
      <Rise>
        <BoxChart label="Spread" categoryLabel="Region" items={items} format={format} markedLabel="Ours" />
      </Rise>,
    );
    const rows = within(screen.getByRole('table', { name: /Spread/ })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Region', 'Ours', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum'],
      ['North', '6', '1', '4', '5', '8', '20'],
      ['South', '–', '2', '2', '2', '2', '2'],
    ]);
  });
});

describe('bullets', () => {
  it('have an axis from zero to beyond all values', () => {
    expect(bulletAxis([{ key: 'a', label: 'A', value: 50, target: 100, bands: [75] }])).toEqual({ low: 0, high: 104 });
    expect(bulletAxis([{ key: 'a', label: 'A', value: -50 }])).toEqual({ low: -52, high: 0 });
    expect(bulletAxis([{ key: 'a', label: 'A', value: null }])).toEqual({ low: 0, high: 1 });
  });

  it('have value, target and their ratio as text', () => {
    render(
      <Rise>
        <BulletChart
          label="Goals"
          items={[
            { key: 'a', label: 'Members', value: 50, target: 200 },
            { key: 'b', label: 'Loans', value: null, target: 10 },
          ]}
          format={format}
        />
      </Rise>,
    );
    const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    for (const text of ['Members', '50', 'Target 200', '25% of target']) expect(first).toContain(text);
    expect(second).toContain('–');
    expect(second).not.toContain('of target');
  });
});
