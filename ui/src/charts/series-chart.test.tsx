import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatFigure } from '../figures/format-figure.ts';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { wrapText } from './chart-text.ts';
import { init } from './engine-series.ts';
import { alignedAxis, isFarFromZero, scaledAxis, scaleWriter, zeroAxes } from './nice-scale.ts';
import { labelPlan } from './series-axes.ts';
import { SeriesChart, type SeriesChartProps } from './series-chart.tsx';
import { type ChartSeries, chartSeriesStyles, placeSeries, type SeriesInput, seriesData } from './series-data.ts';
import { seriesOption, totalText } from './series-option.ts';

const colors = chartColors('light', 'default');
const place = { width: 640, height: 280, colors, motion: false };
const count = { unit: 'count' } as const;
const percent = { unit: 'percent', decimals: 1 } as const;
const figure: SeriesInput['figure'] = (value, format, style) => formatFigure(value, format, { locale: 'en', ...style });

const categories = [
  { key: '1', label: 'January' },
  { key: '2', label: 'February' },
  { key: '3', label: 'March', isIncomplete: true },
];
const loans: ChartSeries = { key: 'loans', name: 'Loans', mark: 'column', format: count, data: [10, null, 30] };
const cards: ChartSeries = { key: 'cards', name: 'Cards', mark: 'column', format: count, data: [30, -20, 10] };
const rate: ChartSeries = { key: 'rate', name: 'Rate', mark: 'line', format: percent, data: [0.051, 0.052, 0.053] };

const input = (changes: Partial<SeriesInput>): SeriesInput => ({
  categories,
  series: [loans, cards],
  orientation: 'vertical',
  stack: 'none',
  labels: false,
  lines: [],
  selected: null,
  isSelectable: false,
  figure,
  texts: { incomplete: 'Incomplete period', total: 'Total' },
  ...changes,
});

function drawn(changes: Partial<SeriesInput>): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: place.width, height: place.height });
  chart.setOption(seriesOption(seriesData(input(changes)), place));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const tableRows = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the axes', () => {
  it('share the zero and the number of steps', () => {
    const [left, right] = zeroAxes(
      [
        { low: -20, high: 95, isCount: true },
        { low: 0, high: 0.43, isCount: false },
      ],
      4,
    );
    expect(left).toEqual({ min: -50, max: 100, step: 50 });
    expect(right!.min / right!.step).toBe(left!.min / left!.step);
    expect(right!.max / right!.step).toBe(left!.max / left!.step);
    expect(right!.max).toBeGreaterThanOrEqual(0.43);
  });

  it('share their grid lines where only one starts at zero', () => {
    const axis = alignedAxis({ low: 0.051, high: 0.064, isCount: false }, 4);
    expect(axis).toEqual({ min: 0.05, max: 0.07, step: 0.005 });
  });

  it('leave zero only for lines far from it', () => {
    const near = { low: 0.051, high: 0.053, isCount: false };
    expect(isFarFromZero(near)).toBe(true);
    expect(isFarFromZero({ ...near, low: 0.01 })).toBe(false);
    expect(scaledAxis(near, 4)).toEqual({ min: 0.051, max: 0.053, step: 0.0005 });
    expect(scaledAxis({ low: 7, high: 7, isCount: true }, 4).max).toBeGreaterThan(7);
  });

  it('write as many decimals as the steps have, and compact only if that is unambiguous', () => {
    expect(scaleWriter(figure, percent, { min: 0.051, max: 0.053, step: 0.0005 })(0.0515)).toBe('5.15%');
    expect(scaleWriter(figure, count, { min: 0, max: 4_000_000, step: 1_000_000 })(2_000_000)).toBe('2M');
    expect(scaleWriter(figure, count, { min: 1_234_000, max: 1_236_000, step: 500 })(1_234_500)).toBe('1,234,500');
  });

  it('have one unit each', () => {
    expect(placeSeries({ series: [loans, rate], stack: 'none' }).map(({ axis }) => axis)).toEqual(['left', 'right']);
    expect(placeSeries({ series: [{ ...loans, axis: 'right' }], stack: 'none' })[0]!.axis).toBe('left');
    const svg = drawn({ series: [loans, rate] });
    expect(svg).toContain('>30<');
    expect(svg).toMatch(/>[\d.]+%</);
  });

  it('leave out labels that would overlap', () => {
    expect(labelPlan(['Jan', 'Feb'], 60).every).toBe(1);
    expect(
      labelPlan(
        Array.from({ length: 60 }, () => 'Jan 2025'),
        10,
      ).every,
    ).toBeGreaterThan(5);
    expect(labelPlan(['A very long name of a category'], 80)).toEqual({ every: 1, width: 72 });
  });
});

describe('names', () => {
  it('take two lines at most', () => {
    expect(wrapText('New loans', 200)).toBe('New loans');
    expect(wrapText('New loans of the year', 70)).toBe('New loans\nof the year');
    expect(wrapText('Unbreakable', 20)).toBe('Unbreakable');
  });
});

describe('stacks', () => {
  it('have a total, in which gaps are not zero', () => {
    const data = seriesData(input({ stack: 'total' }));
    expect([0, 1, 2].map((at) => totalText(data, at))).toEqual(['40', '−20', '40']);
    const gap = { ...cards, data: [1, null, 2] };
    expect(totalText(seriesData(input({ stack: 'total', series: [loans, gap] })), 1)).toBe('–');
  });

  it('of 100 % have shares of the absolute values', () => {
    const [first, second] = placeSeries({ series: [loans, cards], stack: 'share' });
    expect(first!.drawn).toEqual([0.25, null, 0.75]);
    expect(second!.drawn).toEqual([0.75, -1, 0.25]);
    expect(drawn({ stack: 'share' })).toContain('>100%<');
  });

  it('never contain lines', () => {
    const placed = placeSeries({ series: [loans, cards, rate], stack: 'share' });
    expect(placed.map(({ axis, stackId }) => [axis, stackId !== null])).toEqual([
      ['left', true],
      ['left', true],
      ['right', false],
    ]);
  });
});

describe('the drawing', () => {
  it('outlines incomplete periods and fades what is not selected', () => {
    expect(drawn({})).toContain('stroke-dasharray');
    expect(drawn({ categories: categories.slice(0, 2) })).not.toContain('stroke-dasharray');
    expect(drawn({ selected: new Set(['1']) })).toContain('fill-opacity="0.38"');
  });

  it('labels marks and reference lines', () => {
    const svg = drawn({ series: [loans], labels: true, lines: [{ label: 'Goal {a|b}', value: 45 }] });
    expect(svg).toContain('>10<');
    expect(svg).toContain('>Goal  a|b <');
    // The axis reaches the line.
    expect(svg).toContain('>60<');
  });

  it('truncates long names at the left of bars', () => {
    const long = [{ key: '1', label: 'A category whose name is much too long for the room at its left side' }];
    const svg = drawn({ categories: long, orientation: 'horizontal' });
    expect(svg).toContain('A category whose name is');
    expect(svg).not.toContain('left side');
  });

  it('has eight colors, a quiet one for the others, and dashes for lines', () => {
    const line = (key: string): ChartSeries => ({ ...rate, key, name: key });
    const styles = chartSeriesStyles([line('a'), line('b'), line('c'), { ...line('d'), isOther: true }], colors);
    expect(styles.map(({ color }) => color)).toEqual([...colors.series.slice(0, 3), colors.quiet]);
    expect(styles.map((style) => style.line)).toEqual(['solid', 'dashed', 'dotted', 'solid']);
  });
});

describe('the component', () => {
  it('has every value in the table, and names incomplete periods', () => {
    render(
      <Rise>
        <SeriesChart
          label="Volume"
          categoryLabel="Month"
          categories={categories}
          series={[loans, cards]}
          stack="share"
          lines={[{ label: 'Goal', value: 0.5 }]}
        />
      </Rise>,
    );
    expect(tableRows(/Volume/)).toEqual([
      ['Month', 'Loans', 'Cards', 'Total'],
      ['January', '10 (25.0%)', '30 (75.0%)', '40'],
      ['February', '–', '−20 (−100.0%)', '−20'],
      ['March · Incomplete period', '30 (75.0%)', '10 (25.0%)', '40'],
    ]);
    expect(screen.getByText('Goal: 50.0%')).toBeTruthy();
  });

  it('says that there is nothing, and selects a category on Enter', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const onSelect = vi.fn<NonNullable<SeriesChartProps['onSelect']>>();
    const chart = (data: (number | null)[]) => (
      <Rise>
        <SeriesChart
          label="Volume"
          categoryLabel="Month"
          categories={categories}
          series={[{ ...loans, data }]}
          emptyText="No volume"
          onSelect={onSelect}
        />
      </Rise>
    );
    const { rerender } = render(chart([null, null, null]));
    expect(screen.getByText('No volume')).toBeTruthy();
    rerender(chart([1, 2, 3]));
    const slider = await waitFor(() => screen.getByRole('slider', { name: 'Volume' }));
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    fireEvent.keyDown(slider, { key: 'Enter' });
    expect(onSelect).toHaveBeenCalledWith({ category: '2', series: null });
  });
});

describe('notes at categories', () => {
  const notes = [{ category: '3', text: 'Fees lowered' }];

  it('are numbered in the drawing', () => {
    const plain = drawn({});
    const noted = drawn({ notes });
    expect(noted).toContain('>1</text>');
    expect(plain).not.toContain('>1</text>');
  });

  it('are written beside it and in the table', () => {
    render(
      <Rise>
        <SeriesChart label="Loans" categoryLabel="Month" categories={categories} series={[loans]} notes={notes} />
      </Rise>,
    );
    expect(tableRows(/Loans/).map((row) => row.at(-1))).toEqual(['Note', '', '', 'Fees lowered']);
    expect(screen.getAllByText(/Fees lowered/).length).toBeGreaterThan(1);
  });
});
