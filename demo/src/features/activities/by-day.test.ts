import { expect, it } from 'vitest';
import { byDay, nameOfDay } from './by-day.ts';

const at = (day: number, hour: number) => ({ date: new Date(2026, 10, day, hour).toISOString() });

it('groups activities by calendar day, newest first', () => {
  const days = byDay([at(20, 1), at(22, 0), at(21, 23), at(22, 9)]);
  expect(days.map(({ start, records }) => [start.getDate(), records.length])).toEqual([
    [22, 2],
    [21, 1],
    [20, 1],
  ]);
  expect(days[0]!.records[0]).toEqual(at(22, 9));
});

it('names recent days relatively', () => {
  const now = new Date(2026, 10, 22, 0, 5);
  const name = (day: number, locale = 'en') => nameOfDay(new Date(2026, 10, day), now, locale);
  expect([name(22), name(21), name(18), name(10)]).toEqual(['Today', 'Yesterday', '4 days ago', 'November 10']);
  expect(nameOfDay(new Date(2025, 10, 22), now, 'en')).toBe('November 22, 2025');
  expect([name(22, 'tr'), name(21, 'tr'), name(10, 'tr')]).toEqual(['Bugün', 'Dün', '10 Kasım']);
});
