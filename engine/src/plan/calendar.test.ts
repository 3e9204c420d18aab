import { describe, expect, it } from 'vitest';
import { addPeriods, daysOf, firstIncomplete, periodsBetween, PLAIN_CALENDAR, startOfPeriod } from './calendar.ts';
import type { Calendar } from './calendar.ts';

const OWN: Calendar = { timeZone: 'UTC', weekStart: 7, fiscalYearStart: 10 };
const moment = { asOf: '2025-05-14', today: '2026-01-02', calendar: PLAIN_CALENDAR };

describe('a calendar', () => {
  it.each([
    ['day', PLAIN_CALENDAR, '2025-05-14', '2025-05-14'],
    ['week', PLAIN_CALENDAR, '2025-05-14', '2025-05-12'],
    ['week', PLAIN_CALENDAR, '2025-05-12', '2025-05-12'],
    ['week', OWN, '2025-05-14', '2025-05-11'],
    ['week', OWN, '2025-05-11', '2025-05-11'],
    ['week', OWN, '2025-01-01', '2024-12-29'],
    ['month', OWN, '2024-02-29', '2024-02-01'],
    ['quarter', OWN, '2025-12-31', '2025-10-01'],
    ['year', OWN, '2025-12-31', '2025-01-01'],
    ['fiscal_year', OWN, '2025-09-30', '2024-10-01'],
    ['fiscal_year', OWN, '2025-10-01', '2025-10-01'],
    ['fiscal_quarter', { ...OWN, fiscalYearStart: 2 }, '2025-01-31', '2024-11-01'],
    ['fiscal_quarter', { ...OWN, fiscalYearStart: 2 }, '2025-02-01', '2025-02-01'],
    ['fiscal_year', PLAIN_CALENDAR, '2025-05-14', '2025-01-01'],
  ] as const)('starts the %s (%j) of %s on %s', (grain, calendar, day, start) =>
    expect(startOfPeriod(day, grain, calendar)).toBe(start),
  );

  it.each([
    [{ last: 3, unit: 'month', including: false, from: 'data' }, '2025-02-01', '2025-04-30'],
    [{ last: 3, unit: 'month', including: true, from: 'data' }, '2025-02-01', '2025-05-14'],
    [{ last: 1, unit: 'week', including: false, from: 'data' }, '2025-05-05', '2025-05-11'],
    [{ last: 2, unit: 'year', including: false, from: 'today' }, '2024-01-01', '2025-12-31'],
    [{ current: 'quarter', from: 'data' }, '2025-04-01', '2025-05-14'],
    [{ current: 'year', from: 'today' }, '2026-01-01', '2026-01-02'],
    [{ since: '2025-01-01' }, '2025-01-01', null],
    [{ until: '2025-01-01' }, null, '2025-01-01'],
  ] as const)('%j is from %s to %s', (period, from, to) => expect(daysOf(period, moment)).toEqual({ from, to }));

  it.each([
    ['quarter', '2025-10-01', '2025-12-31'],
    ['month', '2025-12-01', '2025-12-31'],
    ['year', '2025-01-01', '2025-12-31'],
    ['fiscal_year', '2025-01-01', '2025-12-31'],
    ['day', '2025-12-31', '2025-12-31'],
    ['week', '2025-12-22', '2025-12-28'],
  ] as const)('counts the %s that the as-of date closes as the last complete one', (unit, from, to) => {
    const closed = { ...moment, asOf: '2025-12-31', today: '2025-12-31' };
    const last = { last: 1, unit, including: false } as const;
    expect(daysOf({ ...last, from: 'data' }, closed)).toEqual({ from, to });
    expect(daysOf({ ...last, from: 'today' }, closed)).not.toEqual({ from, to: '2025-12-31' });
    expect(daysOf({ ...last, from: 'data' }, { ...closed, asOf: null })).not.toEqual({ from, to: '2025-12-31' });
  });

  it('counts from today if the data has no as-of date', () =>
    expect(daysOf({ current: 'month', from: 'data' }, { ...moment, asOf: null })).toEqual({
      from: '2026-01-01',
      to: '2026-01-02',
    }));

  it('returns the first period that the data does not fully cover', () => {
    expect(firstIncomplete('2025-05-14', 'month', PLAIN_CALENDAR)).toBe('2025-05-01');
    expect(firstIncomplete('2025-05-31', 'month', PLAIN_CALENDAR)).toBe('2025-06-01');
    expect(firstIncomplete('2025-09-30', 'fiscal_year', OWN)).toBe('2025-10-01');
    expect(firstIncomplete(null, 'month', OWN)).toBeNull();
  });

  it('handles short months and leap days', () => {
    expect(periodsBetween('2024-01-01', '2024-04-01', 'month')).toEqual([
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
      '2024-04-01',
    ]);
    expect(addPeriods('2024-02-01', 4, 'quarter')).toBe('2025-02-01');
    expect(periodsBetween('2025-02-27', '2025-03-01', 'day')).toEqual(['2025-02-27', '2025-02-28', '2025-03-01']);
    expect(periodsBetween('2024-12-29', '2025-01-12', 'week')).toEqual(['2024-12-29', '2025-01-05', '2025-01-12']);
  });
});
