import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { turkishTexts } from '../texts/turkish.ts';
import { FunnelChart } from './funnel-chart.tsx';
import { funnelShares } from './funnel-shares.ts';

const steps = [
  { key: 'visit', label: 'Visited', value: 200 },
  { key: 'apply', label: 'Applied', value: 80 },
  { key: 'sign', label: 'Signed', value: 20 },
];

afterEach(cleanup);

describe('a funnel', () => {
  it('compares each step with the first and the previous one', () => {
    expect(funnelShares([200, 80, 20]).map(({ ofFirst, ofPrevious }) => [ofFirst, ofPrevious])).toEqual([
      [1, null],
      [0.4, 0.4],
      [0.1, 0.25],
    ]);
    expect(funnelShares([0, null, 5]).map(({ ofFirst, ofPrevious, length }) => [ofFirst, ofPrevious, length])).toEqual([
      [null, null, 0],
      [null, null, 0],
      [null, null, 1],
    ]);
  });

  it('is a list in order, with all figures as text', () => {
    render(
      <Rise>
        <FunnelChart label="Loans" steps={steps} format={{ unit: 'count' }} />
      </Rise>,
    );
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toHaveLength(3);
    expect(items[2]).toContain('25.0% of previous step');
    expect(items[2]).toContain('10.0% of first step');
  });

  it('selects a step, and says that there is nothing', () => {
    const onSelect = vi.fn<(key: string) => void>();
    const { rerender } = render(
      <Rise locale="tr" texts={turkishTexts}>
        <FunnelChart label="Loans" steps={steps} format={{ unit: 'count' }} onSelect={onSelect} />
      </Rise>,
    );
    fireEvent.click(screen.getByRole('button', { name: /Applied.*İlk adıma göre %40,0/ }));
    expect(onSelect).toHaveBeenCalledWith('apply');
    rerender(
      <Rise>
        <FunnelChart label="Loans" steps={[]} format={{ unit: 'count' }} emptyText="No applications" />
      </Rise>,
    );
    expect(screen.getByText('No applications')).toBeTruthy();
  });
});
