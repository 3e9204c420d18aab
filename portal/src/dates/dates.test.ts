import { describe, expect, it } from 'vitest';
import { formatDay, utcDate, utcDay } from './dates.ts';

describe('dates', () => {
  it('are days in UTC', () => {
    expect(utcDate(2025, 11, 31).toISOString()).toBe('2025-12-31T00:00:00.000Z');
    expect(utcDate(99, 0, 1).toISOString()).toBe('0099-01-01T00:00:00.000Z');
    expect(utcDate(2024, 1, 29).getUTCDate()).toBe(29);
    expect(utcDay('2025-12-31T23:59:59+05:00').toISOString()).toBe('2025-12-31T00:00:00.000Z');
  });

  it('reject days that do not exist', () => {
    expect(() => utcDate(2025, 12, 1)).toThrow('Invalid month index "12". Month index has to be between 0 and 11.');
    expect(() => utcDate(2025, -1, 1)).toThrow('Invalid month index "-1". Month index has to be between 0 and 11.');
    expect(() => utcDate(2025, Number.NaN, 1)).toThrow('Invalid month index "NaN". Month index has to be');
    expect(() => utcDate(2025, 0.5, 1)).toThrow('Invalid month index "0.5". Month index has to be');
    expect(() => utcDate(2025, 0, Number.NaN)).toThrow('Invalid date "NaN". Date has to be greater than 0.');
    expect(() => utcDate(2025, 0, 0)).toThrow('Invalid date "0". Date has to be greater than 0.');
    expect(() => utcDate(2025, 1, 29)).toThrow('Invalid date "29" for month with index "1".');
    expect(() => utcDate(2025, 3, 31)).toThrow('Invalid date "31" for month with index "3".');
    expect(() => utcDay('yesterday')).toThrow('Invalid day "yesterday".');
  });

  it('are formatted for the locale', () => {
    expect(formatDay('2025-12-31', 'en')).toBe('Dec 31, 2025');
    expect(formatDay('2025-12-31', 'tr')).toBe('31 Ara 2025');
  });
});
