import type { Bucket, MixPart, RankedItem } from '../../src/charts/index.ts';
import type { Band, FigureFormat } from '../../src/index.ts';

/** Fictitious figures of realistic size and shape. */
export const percent: FigureFormat = { unit: 'percent', decimals: 2 };
export const money: FigureFormat = { unit: 'currency', decimals: 0 };
export const count: FigureFormat = { unit: 'count' };

export const bands: readonly Band[] = [
  { name: 'well', title: 'Well capitalized', from: 0.07, tone: 'positive' },
  { name: 'adequate', title: 'Adequately capitalized', from: 0.06, tone: 'info' },
  { name: 'under', title: 'Undercapitalized', from: 0.04, tone: 'warning' },
  { name: 'significantly', title: 'Significantly undercapitalized', from: 0.02, tone: 'negative' },
  { name: 'critically', title: 'Critically undercapitalized', from: null, tone: 'negative' },
];

const NAMES = [
  'Meadowbrook Community',
  'First Harbor Federal',
  'Alder Credit Union',
  'Pine Valley Teachers',
  'Northern Lights Employees Federal Credit Union of Duluth',
  'Riverbend',
  'Cascade Telephone Workers',
  'St. Anne Parish',
  'Copperfield Municipal',
  'Blue Ridge Medical',
  'Lakeshore Postal',
  'Prairie Farmers',
];

export const ranking: readonly RankedItem[] = NAMES.map((label, index) => ({
  key: String(index),
  label,
  value: 0.1612 - index * 0.0043,
}));

export const buckets: readonly Bucket[] = Array.from({ length: 30 }, (_, index) => {
  const lower = 0.04 + index * 0.005;
  const members = Math.round(210 * Math.exp(-(((index - 11) / 6) ** 2)) + 6 + (index % 3) * 4);
  return {
    lower: index === 0 ? null : lower,
    upper: index === 29 ? null : lower + 0.005,
    members,
    containsSubject: index === 16,
  };
});

export const parts: readonly MixPart[] = [
  { key: 'first', label: 'First mortgages', subject: 0.412, peers: 0.331 },
  { key: 'new', label: 'New vehicles', subject: 0.081, peers: 0.114 },
  { key: 'used', label: 'Used vehicles', subject: 0.142, peers: 0.196 },
  { key: 'home', label: 'Home equity and other real estate', subject: 0.117, peers: 0.092 },
  { key: 'card', label: 'Credit cards', subject: 0.048, peers: 0.053 },
  { key: 'unsecured', label: 'Unsecured', subject: 0.039, peers: 0.047 },
  { key: 'business', label: 'Commercial', subject: 0.131, peers: 0.104 },
  { key: 'student', label: 'Private student loans', subject: 0.008, peers: 0.011 },
  { key: 'other', label: 'Other', subject: 0.022, peers: 0.052 },
];

export interface StateRow {
  code: string;
  name: string;
  members: number | null;
  assets: string;
  ratio: number | null;
  growth: number;
}

const STATES = [
  'California',
  'Texas',
  'Florida',
  'New York',
  'Pennsylvania',
  'Ohio',
  'Illinois',
  'Michigan',
  'Georgia',
  'Washington',
];

export const states: readonly StateRow[] = STATES.map((name, index) => ({
  code: name.slice(0, 2).toUpperCase() + index,
  name,
  members: index === 7 ? null : 320 - index * 27,
  assets: String(2_433_113_000_000n / BigInt(index + 1)),
  ratio: index === 4 ? null : 0.1123 - index * 0.0031,
  growth: 0.061 - index * 0.0117,
}));

export interface WideRow {
  key: string;
  name: string;
  values: readonly number[];
}

export const wide: readonly WideRow[] = Array.from({ length: 1000 }, (_, row) => ({
  key: `row-${row}`,
  name: `Credit union ${row + 1}`,
  values: Array.from({ length: 29 }, (__, column) => ((row * 7919 + column * 104_729) % 100_000) / 3),
}));
