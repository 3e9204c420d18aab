import { describe, expect, it } from 'vitest';
import { writePeriod } from '@rise/contract/report-address';
import { type Period, readPeriod } from './period.state.ts';

const RANGES: Period[] = [
  {},
  { current: 'year', from: 'data' },
  { last: 12, unit: 'month', including: false, from: 'data' },
  { last: 3, unit: 'fiscal_quarter', including: false, from: 'data' },
  { since: '2025-01-01' },
  { until: '2025-06-30' },
  { since: '2025-01-01', until: '2025-06-30' },
  { since: '2025-01-01', until: '2025-01-01' },
];

describe('a range of days in the address', () => {
  it.each(RANGES)('%j is read as it was written', (period) => {
    expect(readPeriod(writePeriod(period))).toEqual(period);
  });

  it.each([
    '',
    'last-0-month',
    'last-5-moon',
    'this-moon',
    '2025',
    '2025-01-01',
    '..',
    'a..b',
    '2025-01-01..x',
    'last-99999-day',
  ])('%j is none', (text) => {
    expect(readPeriod(text)).toBeNull();
  });
});
