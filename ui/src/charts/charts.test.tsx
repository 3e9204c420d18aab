import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { tip } from './chart-option.ts';
import { DistributionChart } from './distribution-chart.tsx';
import { type Bucket, closedEdges, distributionOption, niceStep } from './distribution-option.ts';
import { init } from './engine-bars.ts';
import { MixChart } from './mix-chart.tsx';
import { mixOption } from './mix-option.ts';
import { RankingChart } from './ranking-chart.tsx';
import { rankingHeight, rankingOption, rankingRows } from './ranking-option.ts';

const colors = chartColors('light', 'teal');
const place = { width: 600, height: 280, colors, motion: false };
const format = { unit: 'percent', decimals: 1 } as const;

const items = [
  { key: 'a', label: 'First', value: 0.2 },
  { key: 'b', label: 'Second {bold|x}', value: '0.1' },
  { key: 'c', label: 'Third', value: null },
];
const subject = { key: 'z', label: 'Ours', value: 0.05, rank: 1873 };
const write = String;
const ranking = { items, subject, write, writeRank: String };

const buckets: readonly Bucket[] = [
  { lower: null, upper: 0.1, members: 4, containsSubject: false },
  { lower: 0.1, upper: 0.2, members: 9, containsSubject: true },
  { lower: 0.2, upper: null, members: 2, containsSubject: false },
];
const distribution = {
  buckets,
  subject: { label: 'Ours 15%', value: 0.15 },
  median: { label: 'Median 12%', value: 0.12 },
  write,
  writeCount: String,
  writeRange: ({ lower, upper }: Bucket) => `${lower} to ${upper}`,
  countLabel: 'Members',
};
const parts = [
  { key: 'cards', label: 'Cards', subject: 0.1, peers: 0.2 },
  { key: 'homes', label: 'Homes', subject: 0.9, peers: 0.8 },
];

/** The server-side rendering as SVG. */
function drawn(option: Parameters<ReturnType<typeof init>['setOption']>[0], height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: place.width, height });
  chart.setOption(option);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

const tableRows = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

afterEach(cleanup);

describe('the ranking', () => {
  it('adds the subject with its own rank if it is not among the first', () => {
    expect(rankingRows(ranking).map(({ key, rank }) => [key, rank])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['z', 1873],
    ]);
    const among = { ...ranking, subject: { ...subject, key: 'b' } };
    expect(rankingRows(among)).toHaveLength(3);
    expect(rankingRows(among)[1]?.isSubject).toBe(true);
  });

  it('draws names, values and only the subject in the primary', () => {
    const svg = drawn(rankingOption(ranking, place), rankingHeight(ranking));
    for (const text of ['First', 'Third', 'Ours', '1873', '0.05']) expect(svg).toContain(`>${text}<`);
    expect(svg).toContain(`fill="${colors.primary}"`);
    const without = drawn(rankingOption({ ...ranking, subject: null }, place), 100);
    expect(without).not.toContain(colors.primary);
  });
});

describe('the distribution', () => {
  it('closes open ends with the width of their neighbors', () => {
    expect(closedEdges(buckets).map(({ lower, upper }) => [lower.toFixed(1), upper.toFixed(1)])).toEqual([
      ['0.0', '0.1'],
      ['0.1', '0.2'],
      ['0.2', '0.3'],
    ]);
  });

  it('names the subject and the median on their lines', () => {
    const svg = drawn(distributionOption(distribution, place), 280);
    expect(svg).toContain('>Ours 15%<');
    expect(svg).toContain('>Median 12%<');
    expect(svg).toContain(colors.primary);
  });

  it('draws without a subject, and without members', () => {
    expect(drawn(distributionOption({ ...distribution, subject: null, median: null }, place), 280)).not.toContain(
      'Ours',
    );
    expect(drawn(distributionOption({ ...distribution, buckets: [] }, place), 280)).toContain('<svg');
  });

  it('counts in round steps', () => {
    expect([4, 90, 233, 1800].map((top) => niceStep(top, 3))).toEqual([2, 50, 100, 1000]);
  });
});

describe('the mix', () => {
  it('puts the subject’s greatest part first and labels each bar', () => {
    const svg = drawn(mixOption({ parts, write: (value) => `${Number(value) * 100}%` }, place), 80);
    for (const text of ['90%', '80%', '10%', '20%']) expect(svg).toContain(`>${text}<`);
    expect(svg.indexOf('>Homes<')).toBeLessThan(svg.indexOf('>Cards<'));
  });
});

describe('the screen reader table', () => {
  it('has the same data', () => {
    render(
      <Rise locale="tr">
        <RankingChart label="Ranking" format={format} items={items} subject={subject} count={4374} />
        <DistributionChart label="Spread" format={format} buckets={buckets} subject={{ label: 'Ours', value: 0.15 }} />
        <MixChart label="Mix" subjectLabel="Ours" peersLabel="Peers" parts={parts} />
      </Rise>,
    );
    expect(tableRows(/Ranking/)).toContainEqual(['Ours', '1.873 of 4.374', '%5,0']);
    expect(tableRows(/Ranking/)).toContainEqual(['Third', '3 of 4.374', '–']);
    expect(tableRows(/Spread/)).toEqual([
      ['Range', 'Members', 'Name'],
      ['below %10,0', '4', ''],
      ['%10,0 to %20,0', '9', 'Ours %15,0'],
      ['%20,0 and more', '2', ''],
    ]);
    expect(tableRows(/Mix/)[1]).toEqual(['Homes', '%90,0', '%80,0']);
  });
});

describe('a tooltip', () => {
  it('escapes names', () => {
    expect(tip('<img src=x>', ['a & b'])).toBe('<strong>&lt;img src=x&gt;</strong><br>a &amp; b');
  });
});
