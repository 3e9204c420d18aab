import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import type { ChartOption } from './chart-option.ts';
import { ComboChart } from './combo-chart.tsx';
import { comboStyles, comboOption, type ComboSeries } from './combo-option.ts';
import { DonutChart } from './donut-chart.tsx';
import { donutOption } from './donut-option.ts';
import { init } from './engine-combo.ts';
import './engine-pies.ts';
import './engine-polar.ts';
import './engine-radar.ts';
import { PolarChart } from './polar-chart.tsx';
import { polarOption } from './polar-option.ts';
import { RadarChart } from './radar-chart.tsx';
import { radarCorner, radarOption } from './radar-option.ts';
import { rings, fitRoundChart } from './round-chart-space.ts';

const colors = chartColors('dark', 'rose');
const place = { width: 300, height: 260, colors, motion: false };
const count = { unit: 'count' } as const;

function drawn(option: ChartOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: place.width, height: place.height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const tableRows = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

const issues: readonly ComboSeries[] = [
  { name: 'Closed', type: 'column', data: [11, null] },
  { name: 'New', type: 'line', data: [42, 28] },
];
const parts = [
  { name: 'New {b|x}', value: 1200 },
  { name: 'Old', value: 300 },
];
const web = { categories: ['Concept', 'Design', 'Extras'], series: [{ name: 'This year', data: [0.1, 0.2, 0.7] }] };

afterEach(cleanup);

describe('the screen reader table of category charts', () => {
  it('has every value as text', () => {
    render(
      <Rise locale="tr">
        <ComboChart label="Issues" categoryLabel="Day" categories={['Mon', 'Tue']} series={issues} format={count} />
        <PolarChart label="Tasks" parts={parts} format={count} valueLabel="Open" />
        <RadarChart label="Budget" categoryLabel="Part" {...web} format={{ unit: 'percent' }} />
        <DonutChart
          label="Age"
          detailLabel="Visitors"
          parts={[
            { name: 'Young', share: 0.4, detail: '40' },
            { name: 'Old', share: 0.6, detail: '60' },
          ]}
        />
      </Rise>,
    );
    expect(tableRows(/Issues/)).toEqual([
      ['Day', 'Closed', 'New'],
      ['Mon', '11', '42'],
      ['Tue', '–', '28'],
    ]);
    expect(tableRows(/Tasks/)).toEqual([
      ['Name', 'Open'],
      ['New {b|x}', '1.200'],
      ['Old', '300'],
    ]);
    expect(tableRows(/Budget/)[3]).toEqual(['Extras', '%70']);
    expect(tableRows(/Age/)).toEqual([
      ['Name', 'Visitors', 'Share'],
      ['Young', '40', '%40'],
      ['Old', '60', '%60'],
    ]);
  });

  it('is replaced by an empty state without data', () => {
    render(
      <Rise>
        <ComboChart label="A" categoryLabel="Day" categories={[]} series={issues} format={count} />
        <PolarChart label="B" parts={[]} format={count} />
        <RadarChart label="C" categoryLabel="Part" categories={[]} series={[]} format={count} />
        <DonutChart label="D" parts={[]} />
      </Rise>,
    );
    expect(screen.getAllByText('Nothing to show')).toHaveLength(4);
  });
});

describe('the combination', () => {
  it('has its line in the primary over quiet columns, whichever comes first', () => {
    const looks = comboStyles(issues, colors);
    expect(looks.map(({ color }) => color)).toEqual([colors.quiet, colors.primary]);
    expect(comboStyles(issues.toReversed(), colors)[0]!.color).toBe(colors.primary);
    const svg = drawn(
      comboOption({ categories: ['Mon', 'Tue'], series: issues, writeTick: String, write: String }, place),
    );
    expect(svg).toContain(`fill="${colors.quiet}"`);
    expect(svg).toContain(`stroke="${colors.primary}"`);
    expect(svg).toContain('>Mon<');
  });
});

describe('round charts', () => {
  it('label their parts and values, and escape names', () => {
    const polar = drawn(polarOption({ parts, write: String }, place));
    for (const text of ['New  b x ', '1200', 'Old', '300']) expect(polar).toContain(text);
    const radar = drawn(radarOption({ ...web, write: String }, place));
    for (const text of ['Concept', '0.7']) expect(radar).toContain(`>${text}<`);
    const donut = drawn(donutOption({ parts: [{ name: 'All', share: 1 }], writeShare: String }, place));
    expect(donut).toContain(`fill="${colors.primary}"`);
  });

  it('leave room for their labels in narrow boxes', () => {
    const names = ['A long name indeed', 'B', 'C', 'D'].map((text, index) => ({
      text,
      angle: ((index + 0.5) * Math.PI) / 2,
    }));
    const wide = fitRoundChart({ names, width: 600, height: 300, circle: true });
    const narrow = fitRoundChart({ names, width: 300, height: 300, circle: true });
    expect(wide.radius).toBeGreaterThan(narrow.radius);
    expect(wide.y - wide.radius).toBeGreaterThanOrEqual(0);
  });

  it('have rings at round values up to the greatest', () => {
    expect(rings([0.28, 0.1])).toEqual({ step: 0.1, count: 3 });
    expect(rings([38])).toEqual({ step: 10, count: 4 });
    expect(rings([])).toEqual({ step: 0.25, count: 4 });
  });

  it('start at the top', () => {
    const top = radarCorner({ ...web, write: String }, 0, 300, 260);
    expect(top.x).toBe(150);
    expect(top.y).toBeLessThan(130);
  });
});
