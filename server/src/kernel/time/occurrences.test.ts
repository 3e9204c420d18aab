import type { SubscriptionRule } from '@rise/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, nextOccurrence, nextOccurrences } from './occurrences.ts';

const DAY_MS = 86_400_000;

const after = (rule: SubscriptionRule, zone: string, from: string, count: number) =>
  nextOccurrences(rule, zone, new Date(from), count).map((instant) => instant.toISOString().slice(0, 16));

test.each<[string, SubscriptionRule, string, string, string[]]>([
  ['a day', { every: 'day', at: '08:00' }, 'Europe/Istanbul', '2026-01-01T05:00:00Z', ['2026-01-02T05:00', '2026-01-03T05:00']], // prettier-ignore
  ['the same day, a second before', { every: 'day', at: '08:00' }, 'Europe/Istanbul', '2026-01-01T04:59:59Z', ['2026-01-01T05:00']], // prettier-ignore
  ['days from Monday to Friday', { every: 'weekday', at: '23:30' }, 'America/New_York', '2026-01-02T12:00:00Z', ['2026-01-03T04:30', '2026-01-06T04:30']], // prettier-ignore
  ['Mondays', { every: 'week', on: 1, at: '00:00' }, 'Asia/Kolkata', '2026-01-01T00:00:00Z', ['2026-01-04T18:30', '2026-01-11T18:30']], // prettier-ignore
  ['a day of the month', { every: 'month', on: 28, at: '12:00' }, 'UTC', '2026-01-30T00:00:00Z', ['2026-02-28T12:00', '2026-03-28T12:00']], // prettier-ignore
  ['the last of the month', { every: 'month', on: 'last', at: '12:00' }, 'UTC', '2028-01-31T13:00:00Z', ['2028-02-29T12:00', '2028-03-31T12:00', '2028-04-30T12:00']], // prettier-ignore
  // The clocks go from 2:00 to 3:00 on March 8: the wall time stays the same over the change.
  ['8:00 over the change of the clocks', { every: 'day', at: '08:00' }, 'America/New_York', '2026-03-07T00:00:00Z', ['2026-03-07T13:00', '2026-03-08T12:00']], // prettier-ignore
  ['a skipped time, at the first after the gap', { every: 'day', at: '02:30' }, 'America/New_York', '2026-03-07T12:00:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']], // prettier-ignore
  // And from 2:00 back to 1:00 on November 1: 1:30 is shown at 5:30 and at 6:30 UTC.
  ['a doubled time, once, at the first', { every: 'day', at: '01:30' }, 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']], // prettier-ignore
  ['the hour after a doubled one', { every: 'day', at: '02:00' }, 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01T07:00']], // prettier-ignore
  ['half an hour of Lord Howe', { every: 'day', at: '02:15' }, 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', ['2026-10-03T15:30', '2026-10-04T15:15']], // prettier-ignore
  // Midnight does not exist on September 6 there.
  ['a midnight that is skipped', { every: 'day', at: '00:00' }, 'America/Santiago', '2026-09-05T12:00:00Z', ['2026-09-06T04:00', '2026-09-07T03:00']], // prettier-ignore
  // Samoa had no December 30 in 2011.
  ['a whole day that is skipped', { every: 'day', at: '12:00' }, 'Pacific/Apia', '2011-12-29T00:00:00Z', ['2011-12-29T22:00', '2011-12-30T10:00', '2011-12-30T22:00']], // prettier-ignore
])('%s', (_name, rule, zone, from, expected) => {
  expect(after(rule, zone, from, expected.length)).toEqual(expected);
});

const ZONES = Intl.supportedValuesOf('timeZone');
const at = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const rule: fc.Arbitrary<SubscriptionRule> = fc.oneof(
  fc.record({ every: fc.constant('day' as const), at }),
  fc.record({ every: fc.constant('weekday' as const), at }),
  fc.record({ every: fc.constant('week' as const), on: fc.integer({ min: 1, max: 7 }), at }),
  fc.record({
    every: fc.constant('month' as const),
    on: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant('last' as const)),
    at,
  }),
);
const instant = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});

/** Independent of the code: what a zone's clocks show, as a text. */
const shown = (zone: string, moment: Date | number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(moment);

test('a time is after its instant, on the clocks that its rule names, and in order', () => {
  fc.assert(
    fc.property(rule, fc.constantFrom(...ZONES), instant, (one, zone, from) => {
      const times = nextOccurrences(one, zone, from, 3);
      for (const [index, time] of times.entries()) {
        expect(time.getTime()).toBeGreaterThan(index === 0 ? from.getTime() : times[index - 1]!.getTime());
        // Later only where the clocks were put forward over it: then the instant before shows an earlier time.
        if (shown(zone, time).slice(11, 16) === one.at) continue;
        const [before, now] = [shown(zone, time.getTime() - 1000), shown(zone, time)];
        expect(Date.parse(`${now}Z`) - Date.parse(`${before}Z`)).toBeGreaterThan(1000);
      }
    }),
    { numRuns: 400 },
  );
});

test('none is left out: from any instant before it, the next is the same', () => {
  fc.assert(
    fc.property(
      rule,
      fc.constantFrom(...ZONES),
      instant,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, zone, from, part) => {
        // prettier-ignore
        const next = nextOccurrence(one, zone, from);
        const between = new Date(from.getTime() + Math.floor((next.getTime() - from.getTime() - 1) * part));
        expect(nextOccurrence(one, zone, between)).toEqual(next);
        const longest = { day: 2, weekday: 4, week: 8, month: 33 }[one.every];
        expect(next.getTime() - from.getTime()).toBeLessThan(longest * DAY_MS);
      },
    ),
    { numRuns: 400 },
  );
});

test('a year has each day once in every zone, whatever its clocks do', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 2012, max: 2040 }), at, (zone, year, time) => {
      const daily: SubscriptionRule = { every: 'day', at: time };
      const start = new Date(instantOf(Date.UTC(year, 0, 1), zone) - 1);
      const end = instantOf(Date.UTC(year + 1, 0, 1), zone);
      const days: string[] = [];
      for (
        let next = nextOccurrence(daily, zone, start);
        next.getTime() < end;
        next = nextOccurrence(daily, zone, next)
      )
        days.push(shown(zone, next).slice(0, 10));
      expect(new Set(days).size).toBe(days.length);
      expect(days.length).toBe(new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1 ? 366 : 365);
    }),
    { numRuns: 25 },
  );
}, 60_000);
