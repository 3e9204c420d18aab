import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-pies.ts';
import { PieChart } from './pie-chart.tsx';
import { canBePie, partColors, type PieData, pieOption, pieShares } from './pie-option.ts';

const colors = chartColors('light', 'default');
const place = { width: 240, height: 240, colors, motion: false };
const parts = [
  { key: 'a', name: 'Cards <b>', value: 60 },
  { key: 'b', name: 'Homes', value: null },
  { key: 'c', name: 'Autos', value: 30 },
  { key: 'o', name: 'Other', value: 10, isOther: true },
];

function drawn(changes: Partial<PieData>): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: 240, height: 240 });
  const data = { parts, isRing: false, selected: null, isSelectable: false, write: String, writeShare: String };
  chart.setOption(pieOption({ ...data, ...changes }, place));
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

afterEach(cleanup);

describe('parts of a whole', () => {
  it('are never negative', () => {
    expect(canBePie([1, null, 0])).toBe(true);
    expect(canBePie([1, -1])).toBe(false);
    expect(canBePie([0, null])).toBe(false);
    expect(canBePie([])).toBe(false);
  });

  it('have shares, except without a value', () => {
    expect(pieShares(parts)).toEqual([0.6, null, 0.3, 0.1]);
  });

  it('have their own colors, the others a quiet one', () => {
    expect(partColors(parts, colors)).toEqual([...colors.series.slice(0, 3), colors.quiet]);
    expect(partColors(parts.slice(0, 1), colors)).toEqual([colors.primary]);
  });
});

describe('the drawing', () => {
  it('has labels inside a pie, none in a ring, and fades what is not selected', () => {
    expect(drawn({})).toContain('>0.6<');
    expect(drawn({ isRing: true })).not.toContain('>0.6<');
    expect(drawn({ selected: new Set(['a']) })).toContain('fill-opacity="0.35"');
  });
});

describe('the component', () => {
  const chart = (changes: object) => (
    <Rise>
      <PieChart
        label="Loans"
        categoryLabel="Product"
        valueLabel="Balance"
        parts={parts}
        format={{ unit: 'count' }}
        emptyText="Negative values have no shares"
        {...changes}
      />
    </Rise>
  );

  it('has values and shares in the table', () => {
    render(chart({}));
    const rows = within(screen.getByRole('table', { name: /Loans/ })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Product', 'Balance', 'Share'],
      ['Cards <b>', '60', '60.0%'],
      ['Homes', '–', '–'],
      ['Autos', '30', '30.0%'],
      ['Other', '10', '10.0%'],
    ]);
  });

  it('says why there is no pie', () => {
    render(chart({ parts: [{ key: 'a', name: 'Loss', value: -1 }] }));
    expect(screen.getByText('Negative values have no shares')).toBeTruthy();
  });

  it('selects from the list', () => {
    const onSelect = vi.fn<(key: string) => void>();
    render(chart({ onSelect, selected: new Set(['a']) }));
    expect(screen.getByRole('button', { pressed: true }).textContent).toContain('Cards');
    fireEvent.click(screen.getByRole('button', { name: /Autos/ }));
    expect(onSelect).toHaveBeenCalledWith('c');
  });
});
