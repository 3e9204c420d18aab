import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { formatFigure } from '../figures/format-figure.ts';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-shapes.ts';
import { WaterfallChart } from './waterfall-chart.tsx';
import { waterfallBars, type WaterfallData, waterfallOption, type WaterfallStep } from './waterfall-option.ts';

const colors = chartColors('light', 'default');
const steps: readonly WaterfallStep[] = [
  { key: 'start', label: 'Opening', value: 100, kind: 'total' },
  { key: 'new', label: 'New loans', value: 40, kind: 'delta' },
  { key: 'paid', label: 'Repaid', value: -160, kind: 'delta' },
  { key: 'open', label: 'Unknown', value: null, kind: 'delta' },
  { key: 'end', label: 'Closing', value: -20, kind: 'total' },
];

function drawn(changes: Partial<WaterfallData>): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 260 });
  const data: WaterfallData = {
    steps,
    format: { unit: 'count' },
    isIncreaseGood: true,
    labels: true,
    isSelectable: false,
    figure: (value, format, style) => formatFigure(value, format, { locale: 'en', ...style }),
  };
  chart.setOption(waterfallOption({ ...data, ...changes }, { width: 600, height: 260, colors, motion: false }));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

afterEach(cleanup);

describe('a waterfall', () => {
  it('continues each change at the level before it, also below zero', () => {
    expect(waterfallBars(steps).map(({ from, to }) => [from, to])).toEqual([
      [0, 100],
      [100, 140],
      [140, -20],
      [-20, -20],
      [0, -20],
    ]);
  });

  it('colors changes by their meaning', () => {
    const only = (value: number) => [steps[0]!, { ...steps[1]!, value }];
    expect(drawn({ steps: only(10) })).toContain(colors.positive);
    expect(drawn({ steps: only(-10) })).toContain(colors.negative);
    expect(drawn({ steps: only(10), isIncreaseGood: false })).toContain(colors.negative);
  });

  it('labels changes with their sign', () => {
    const svg = drawn({});
    for (const text of ['100', '+40', '−160', '−20', 'Opening']) expect(svg).toContain(`>${text}<`);
    expect(drawn({ labels: false })).not.toContain('>+40<');
  });

  it('has changes and levels in the table', () => {
    render(
      <Rise>
        <WaterfallChart label="Loans" categoryLabel="Source" steps={steps} format={{ unit: 'count' }} />
      </Rise>,
    );
    const rows = within(screen.getByRole('table', { name: /Loans/ })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Source', 'Change', 'Total'],
      ['Opening', '', '100'],
      ['New loans', '+40', '140'],
      ['Repaid', '−160', '−20'],
      ['Unknown', '–', '−20'],
      ['Closing', '', '−20'],
    ]);
  });
});
