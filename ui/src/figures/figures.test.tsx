import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { type Band, bandOf, BandScale } from './band-scale.tsx';
import { Delta } from './delta.tsx';
import { KpiCard } from './kpi-card.tsx';

const percent = { unit: 'percent', decimals: 2, truncate: true } as const;

const BANDS: readonly Band[] = [
  { name: 'well', title: 'Well capitalized', from: 0.07, tone: 'positive' },
  { name: 'adequate', title: 'Adequately capitalized', from: 0.06, tone: 'info' },
  { name: 'critical', title: 'Critically undercapitalized', from: null, tone: 'negative' },
];

afterEach(cleanup);

describe('a figure’s card', () => {
  it('shows a compact figure with the exact one, and its peers as text', async () => {
    const onAbout = vi.fn<() => void>();
    render(
      <Rise>
        <KpiCard
          title="Total assets"
          value="1241998345"
          format={{ unit: 'currency' }}
          median="312456789"
          position={{ percentile: 88, peers: 412 }}
          better="higher"
          caveat="Two branches are missing"
          onAbout={onAbout}
        />
      </Rise>,
    );
    expect(screen.getByText('$1.24B').title).toBe('$1,241,998,345');
    expect(screen.getByText('$312M')).toBeTruthy();
    expect(screen.getByText('Percentile 88 of 412')).toBeTruthy();
    expect(screen.getByText('higher is better')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Note: Two branches are missing' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'About this number: Total assets' }));
    expect(onAbout).toHaveBeenCalledOnce();
  });

  it('explains a missing figure', () => {
    render(
      <Rise>
        <KpiCard title="Charge-offs" value={null} format={percent} missing="Not reported this quarter" />
      </Rise>,
    );
    expect(screen.getByText('–')).toBeTruthy();
    expect(screen.getByText('Not reported this quarter')).toBeTruthy();
  });
});

describe('bands', () => {
  it('include their lower bound', () => {
    expect(bandOf(BANDS, 0.07)?.name).toBe('well');
    expect(bandOf(BANDS, '0.0699')?.name).toBe('adequate');
    expect(bandOf(BANDS, -0.3)?.name).toBe('critical');
    expect(bandOf(BANDS, null)).toBeNull();
  });

  it('label the value’s band, never by color alone', () => {
    render(
      <Rise locale="tr">
        <BandScale label="Classification" bands={BANDS} value={0.06999} format={percent} />
      </Rise>,
    );
    expect(screen.getByText('Classification is here: %6,99').closest('li')?.textContent).toContain(
      'Adequately capitalized',
    );
  });
});

describe('a change', () => {
  it('has sign, arrow and color by meaning, and distinguishes points from percent', () => {
    render(
      <Rise>
        <Delta value={0.004} format={percent} better="lower" points />
      </Rise>,
    );
    const change = screen.getByRole('img', { name: 'up' }).parentElement!;
    expect(change.textContent).toBe('+0.40 pp');
    expect(change.dataset['tone']).toBe('negative');
  });
});
