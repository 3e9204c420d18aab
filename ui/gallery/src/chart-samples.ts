import type { AreaSeries, ComboSeries, DonutPart, PolarPart, RadarSeries } from '../../src/charts/index.ts';
import type { FigureFormat } from '../../src/index.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

/** Deterministic waves that resemble a price. */
const course = (place: number, seed: number) =>
  Math.sin(place / 9 + seed) + 0.6 * Math.sin(place / 3.7 + seed * 2) + 0.3 * Math.sin(place * 1.9 + seed);

const days = (count: number, level: number, swing: number, seed: number) =>
  Array.from({ length: count }, (_, place) => ({
    x: new Date(START + place * DAY).toISOString().slice(0, 10),
    y: Math.round(level + place * level * 0.002 + swing * course(place, seed)),
  }));

export const visitors: readonly AreaSeries[] = [{ name: 'Visitors', data: days(365, 5200, 900, 1) }];

export const month: readonly AreaSeries[] = [{ name: 'Visitors', data: days(31, 5200, 900, 6) }];

export const comparison: readonly AreaSeries[] = [
  { name: 'Page views', data: days(60, 3200, 420, 2) },
  { name: 'Visitors', data: days(60, 1900, 260, 4) },
];

/** x: minutes from now. */
export const price: readonly AreaSeries[] = [
  {
    name: 'Price',
    data: Array.from({ length: 49 }, (_, place) => ({
      x: (place - 48) * 5,
      y: place === 20 ? null : 67_240 + 60 * course(place, 3),
    })),
  },
];

export const rising = Array.from({ length: 30 }, (_, place) => place * 3 + 8 * course(place, 2));
export const falling = rising.map((value) => -value);

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
export const issues: readonly ComboSeries[] = [
  { name: 'New issues', type: 'line', data: [42, 28, 43, 34, 20, 25, 22] },
  { name: 'Closed issues', type: 'column', data: [11, 10, 8, 11, 8, 10, 17] },
];

export const ages: readonly DonutPart[] = [
  { name: 'Under 30', share: 0.35, detail: '16,130' },
  { name: '30 to 50', share: 0.45, detail: '20,738' },
  { name: 'Over 50', share: 0.2, detail: '9,217' },
];

export const loyalty: readonly DonutPart[] = [
  { name: 'New', share: 0.8 },
  { name: 'Returning', share: 0.2 },
];

export const tasks: readonly PolarPart[] = [
  { name: 'API', value: 15 },
  { name: 'Back end', value: 20 },
  { name: 'Front end', value: 38 },
  { name: 'Issues', value: 27 },
];

export const share: FigureFormat = { unit: 'percent' };
export const BUDGETS = ['Concept', 'Design', 'Development', 'Extras', 'Marketing'];
export const budget: readonly RadarSeries[] = [
  { name: 'This year', data: [0.12, 0.2, 0.28, 0.15, 0.25] },
  { name: 'Last year', data: [0.16, 0.24, 0.22, 0.2, 0.18] },
];
