import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { AreaChart } from './area-chart.tsx';
import { areaOption } from './area-option.ts';
import { chartColors, seriesStyles } from './chart-colors.ts';
import { init } from './engine-lines.ts';
import { Sparkline } from './sparkline.tsx';
import { timeAxis } from './time-axis.ts';

const count = { unit: 'count' } as const;
const days = ['2025-01-01', '2025-01-02', '2025-01-03'];
const series = [
  { name: 'Visitors', data: [10, null, 1234].map((y, place) => ({ x: days[place]!, y })) },
  { name: 'Views', data: [{ x: days[2]!, y: 30 }] },
];

const tableRows = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

afterEach(cleanup);

describe('the area chart', () => {
  it('lists every point of every series in the reader’s locale', () => {
    render(
      <Rise locale="tr">
        <AreaChart label="Visits" xLabel="Date" series={series} format={count} />
      </Rise>,
    );
    expect(tableRows(/Visits/)).toEqual([
      ['Date', 'Visitors', 'Views'],
      ['1 Oca 2025', '10', '–'],
      ['2 Oca 2025', '–', '–'],
      ['3 Oca 2025', '1.234', '30'],
    ]);
  });

  it('formats plain numbers as configured', () => {
    render(
      <Rise>
        <AreaChart
          label="Price"
          xLabel="Minutes"
          series={[{ name: 'Price', data: [{ x: -5, y: 2 }] }]}
          format={{ unit: 'currency', decimals: 2 }}
          writeX={(minutes) => `${-minutes} ago`}
        />
      </Rise>,
    );
    expect(tableRows(/Price/)[1]).toEqual(['5 ago', '$2.00']);
  });

  it('shows an empty state, its own or the caller’s', () => {
    render(
      <Rise>
        <AreaChart label="None" xLabel="Date" series={[]} format={count} />
        <AreaChart label="None" xLabel="Date" series={[]} format={count} emptyText="No visits yet" />
      </Rise>,
    );
    expect(screen.getByText('Nothing to show')).toBeDefined();
    expect(screen.getByText('No visits yet')).toBeDefined();
  });

  const colors = chartColors('light', 'teal');
  const draw = (bleed: boolean) => {
    const axis = timeAxis(days, 'en');
    const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 280 });
    chart.setOption(
      areaOption(
        {
          series: ['A', 'B'].map((name, at) => ({
            name,
            points: days.map((day) => [Date.parse(day), at + 1] as const),
          })),
          time: axis,
          fill: true,
          smooth: true,
          fromZero: true,
          axes: 'both',
          bleed,
          ticks: axis.ticks,
          writeTick: axis.writeTick,
          writeX: axis.writeMoment,
          writeYTick: String,
          writeY: String,
        },
        { width: 600, height: 280, colors, motion: false },
      ),
    );
    const svg = chart.renderToSVGString();
    chart.dispose();
    return svg;
  };

  it('distinguishes series by color and line style', () => {
    const svg = draw(false);
    const [one, other] = seriesStyles(2, colors);
    expect(svg).toContain(`stroke="${one!.color}"`);
    expect(svg).toMatch(new RegExp(`stroke="${other!.color}"[^>]*stroke-dasharray`));
    for (const text of ['Jan 2', '2']) expect(svg).toContain(`>${text}<`);
  });

  it('begins its lines beside labels that stand inside', () => {
    const { color } = seriesStyles(2, colors)[0]!;
    const start = new RegExp(`<path d="M(\\S+) [^>]*stroke="${color}"`).exec(draw(true))![1];
    expect(Number(start)).toBeGreaterThan(50);
  });
});

describe('the time axis', () => {
  const at = (text: string) => Date.parse(text);

  it('reads days in UTC and labels the start of a year', () => {
    const year = timeAxis(['2024-06-01', '2025-06-01'], 'en');
    expect(year.utc).toBe(true);
    expect(['2025-01-01', '2025-03-01', '2025-03-05'].map((day) => year.writeTick(at(day)))).toEqual([
      '2025',
      'Mar',
      'Mar 5',
    ]);
    expect(year.writeMoment(at('2025-03-05'))).toBe('Mar 5, 2025');
  });

  it('formats hours by locale', () => {
    const noon = new Date(2025, 2, 5, 12);
    const later = new Date(2025, 2, 5, 15, 30);
    const hours = timeAxis([noon, later], 'tr');
    expect(hours.writeTick(later.getTime())).toBe('15:30');
    expect(hours.writeMoment(later.getTime())).toBe('5 Mar 2025 15:30');
  });

  it('spaces the ticks of several weeks evenly across months', () => {
    const ticks = timeAxis(['2025-01-20', '2025-03-01'], 'en').ticks(6)!;
    expect(ticks.map((tick) => new Date(tick).toISOString().slice(0, 10))).toEqual([
      '2025-01-20',
      '2025-01-27',
      '2025-02-03',
      '2025-02-10',
      '2025-02-17',
      '2025-02-24',
    ]);
  });
});

describe('a sparkline', () => {
  it('is decorative unless it is labeled', () => {
    const { container } = render(<Sparkline values={[1, 2]} />);
    expect(container.querySelector('svg')!.getAttribute('aria-hidden')).toBe('true');
    cleanup();
    render(<Sparkline values={[1, 2]} label="Rising" />);
    expect(screen.getByRole('img', { name: 'Rising' })).toBeDefined();
  });

  it('leaves a gap for missing values, and handles equal values', () => {
    const { container } = render(<Sparkline values={[5, 5, null, 5, 5]} />);
    expect([...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual([
      'M0 20L25 20',
      'M75 20L100 20',
    ]);
  });
});
