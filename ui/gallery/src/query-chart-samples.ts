import type {
  BoxItem,
  BulletItem,
  ChartSeries,
  FunnelStep,
  HeatMapCell,
  PiePart,
  ScatterPoint,
  SeriesCategory,
  TreemapNode,
  WaterfallStep,
} from '../../src/charts/index.ts';
import { count, money, percent } from './sample.ts';

/** Deterministic waves between two values. */
const wave = (seed: number, length: number, low: number, high: number) =>
  Array.from(
    { length },
    (_, at) => low + (high - low) * (0.5 + 0.4 * Math.sin(seed + at / 2.1) + 0.1 * Math.sin(at * 3)),
  );

const month = new Intl.DateTimeFormat('en', { month: 'short', year: '2-digit' });
export const months: readonly SeriesCategory[] = Array.from({ length: 14 }, (_, at) => ({
  key: `${at}`,
  label: month.format(new Date(2024, at, 1)),
  isIncomplete: at === 13,
}));

const PRODUCTS = ['Mortgages', 'Vehicle loans', 'Credit cards', 'Personal loans', 'Business loans'];
export const volumes: readonly ChartSeries[] = [
  ...PRODUCTS.map((name, at): ChartSeries => ({
    key: name,
    name,
    mark: 'column',
    format: money,
    data: wave(at, 14, 2e6, 9e6),
  })),
  { key: 'other', name: 'Other', mark: 'column', format: money, data: wave(9, 14, 4e5, 2e6), isOther: true },
];
export const areas: readonly ChartSeries[] = volumes.map((one) => ({ ...one, mark: 'area' }));
export const rates: readonly ChartSeries[] = [
  { key: 'ours', name: 'Delinquency', mark: 'line', format: percent, data: wave(1, 14, 0.0051, 0.0059) },
  {
    key: 'peers',
    name: 'Peer median',
    mark: 'line',
    format: percent,
    data: wave(4, 14, 0.005, 0.0056).map((value, at) => (at === 5 || at === 6 ? null : value)),
  },
];
export const mixed: readonly ChartSeries[] = [
  { key: 'volume', name: 'New loans', mark: 'column', format: money, data: wave(2, 14, 2e6, 9e6) },
  { key: 'rate', name: 'Average rate', mark: 'line', format: percent, data: wave(5, 14, 0.051, 0.064) },
];
export const flows: readonly ChartSeries[] = [
  { key: 'in', name: 'Deposits', mark: 'column', format: money, data: wave(1, 14, 1e6, 9e6) },
  { key: 'out', name: 'Withdrawals', mark: 'column', format: money, data: wave(2, 14, -8e6, -1e6) },
  { key: 'net', name: 'Net', mark: 'line', format: money, data: wave(3, 14, -2e6, 4e6) },
];

const BRANCHES = [
  'Main Street, in the old town of Springfield',
  'Airport',
  'Riverside Mall',
  'University campus and hospital district',
  'Online',
  'Oak Hill',
  'Harbor',
  'West End',
];
export const branches: readonly SeriesCategory[] = BRANCHES.map((label) => ({ key: label, label }));
export const members: readonly ChartSeries[] = [
  { key: 'members', name: 'Members', mark: 'column', format: count, data: wave(1, 8, 900, 90_000) },
];

export const parts: readonly PiePart[] = [
  { key: 'mortgages', name: 'Mortgages', value: 52_300_000 },
  { key: 'vehicles', name: 'Vehicle loans', value: 31_200_000 },
  { key: 'cards', name: 'Credit cards and overdrafts', value: 14_100_000 },
  { key: 'personal', name: 'Personal loans', value: 9_400_000 },
  { key: 'other', name: 'Other', value: 6_000_000, isOther: true },
];

export const points: readonly ScatterPoint[] = wave(2, 60, 800, 9000).map((x, at) => ({
  key: `${at}`,
  label: `Branch ${at + 1}`,
  x,
  y: 0.03 * Math.sin(at * 7.3) + x / 2e5,
  size: 1e6 * (1 + Math.sin(at * 1.7)) ** 3,
  series: ['North', 'South', 'West'][at % 3]!,
}));

export const hours = Array.from({ length: 10 }, (_, at) => ({ key: `${at}`, label: `${at + 8}:00` }));
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label) => ({
  key: label,
  label,
}));
export const visits: readonly HeatMapCell[] = weekdays.flatMap((row, day) =>
  hours.map((column, hour) => ({
    row: row.key,
    column: column.key,
    value: day === 5 && hour > 5 ? null : Math.round(900 + 700 * Math.sin(day + 2) * Math.cos(hour / 2) + 40 * hour),
  })),
);

export const nodes: readonly TreemapNode[] = ['Consumer', 'Real estate', 'Business'].map((name, at) => ({
  key: name,
  name,
  value: 0,
  children: BRANCHES.slice(at, 7).map((branch, place) => ({
    key: `${name} ${branch}`,
    name: branch,
    value: 1e6 * (9 - place * 1.2) * (3 - at),
  })),
}));

export const applications: readonly FunnelStep[] = [
  { key: 'visit', label: 'Visited the page', value: 18_240 },
  { key: 'start', label: 'Started an application', value: 7120 },
  { key: 'submit', label: 'Submitted', value: 4310 },
  { key: 'approve', label: 'Approved', value: 2990 },
  { key: 'fund', label: 'Funded', value: 2105 },
];

export const bridge: readonly WaterfallStep[] = [
  { key: 'start', label: 'Opening', value: 120e6, kind: 'total' },
  { key: 'new', label: 'New loans', value: 34e6, kind: 'delta' },
  { key: 'refinanced', label: 'Refinanced', value: 12e6, kind: 'delta' },
  { key: 'repaid', label: 'Repaid', value: -41e6, kind: 'delta' },
  { key: 'charged', label: 'Charged off', value: -6e6, kind: 'delta' },
  { key: 'sold', label: 'Sold', value: -15e6, kind: 'delta' },
  { key: 'end', label: 'Closing', value: 104e6, kind: 'total' },
];

export const spreads: readonly BoxItem[] = BRANCHES.slice(0, 6).map((label, at) => {
  const median = 0.04 + 0.01 * Math.sin(at * 2);
  return {
    key: label,
    label,
    min: median - 0.03,
    p25: median - 0.01,
    median,
    p75: median + 0.015,
    max: median + 0.04,
    marked: at === 3 ? null : median + 0.02 * Math.sin(at * 5),
  };
});

export const goals: readonly BulletItem[] = [
  { key: 'members', label: 'New members', value: 1840, target: 2000, bands: [1200, 1700, 2400] },
  { key: 'loans', label: 'Loans funded', value: 2105, target: 1900, bands: [1000, 1600, 2200] },
  { key: 'accounts', label: 'Accounts opened', value: null, target: 500, bands: [200, 400, 600] },
];
