import { assert, constantFrom, integer, pre, property } from 'fast-check';
import { expect, test } from 'vitest';
import { nextState } from './alert-state.rules.ts';
import { quietUntil } from './quiet-hours.rules.ts';

const night = { from: '22:00', until: '07:00' };
const at = (text: string) => new Date(text);

test('hold until the morning, past midnight, on the clocks of the zone', () => {
  const until = (text: string) => quietUntil(night, 'Europe/Istanbul', at(text))?.toISOString() ?? null;
  expect(until('2026-03-01T18:59:59Z')).toBeNull();
  expect(until('2026-03-01T19:00:00Z')).toBe('2026-03-02T04:00:00.000Z');
  expect(until('2026-03-02T03:59:59Z')).toBe('2026-03-02T04:00:00.000Z');
  expect(until('2026-03-02T04:00:00Z')).toBeNull();
});

test('last an hour less or more in the nights in which the clocks change', () => {
  const until = (text: string) => quietUntil(night, 'America/New_York', at(text))?.toISOString();
  // 22:00 EST to 07:00 EDT, and 22:00 EDT to 07:00 EST.
  expect(until('2026-03-08T03:00:00Z')).toBe('2026-03-08T11:00:00.000Z');
  expect(until('2026-11-01T02:00:00Z')).toBe('2026-11-01T12:00:00.000Z');
});

test('that the clocks skip are none, and that they show twice are quiet once', () => {
  const zone = 'America/New_York';
  const skipped = { from: '02:10', until: '02:50' };
  const hour = Array.from({ length: 180 }, (_, minute) => new Date(Date.UTC(2026, 2, 8, 6, minute)));
  expect(hour.filter((time) => quietUntil(skipped, zone, time) !== null)).toEqual([]);
  const twice = { from: '00:30', until: '01:30' };
  expect(quietUntil(twice, zone, at('2026-11-01T05:10:00Z'))?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
  expect(quietUntil(twice, zone, at('2026-11-01T06:10:00Z'))).toBeNull();
});

test('end after the instant that is in them, and are over then, in every zone and around every change of the clocks', () => {
  const minutes = integer({ min: 0, max: 1439 });
  const text = (value: number) =>
    `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
  const zones = [
    'UTC',
    'Europe/Istanbul',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'Europe/London',
  ];
  const changes = [
    '2026-03-08T07:00Z',
    '2026-11-01T06:00Z',
    '2026-03-29T01:00Z',
    '2026-10-25T01:00Z',
    '2026-04-04T15:00Z',
  ];
  assert(
    property(
      constantFrom(...zones),
      constantFrom(...changes),
      integer({ min: -1500, max: 1500 }),
      minutes,
      minutes,
      (zone, change, offset, from, until) => {
        pre(from !== until);
        const hours = { from: text(from), until: text(until) };
        const now = new Date(Date.parse(change) + offset * 60_000);
        const end = quietUntil(hours, zone, now);
        if (end === null) return;
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        expect(quietUntil(hours, zone, end)).toBeNull();
        // Nothing within them ends them earlier.
        const middle = new Date((now.getTime() + end.getTime()) / 2);
        expect(quietUntil(hours, zone, middle)).toEqual(end);
      },
    ),
    { numRuns: 500 },
  );
});

const evening = at('2026-03-01T20:00:00Z');
const morning = at('2026-03-02T04:00:00Z');
const hours = { quiet: night, zone: 'Europe/Istanbul', now: evening };
const known = (status: 'new' | 'ok' | 'firing') => ({
  status,
  isFiring: status === 'firing',
  notified: status,
  noticeAt: null,
});

test('only a status that the owner does not know is worth a notice', () => {
  const day = { ...hours, quiet: null };
  expect(nextState(known('new'), 'ok', day).noticeAt).toBeNull();
  expect(nextState(known('ok'), 'firing', day).noticeAt).toEqual(evening);
  expect(nextState(known('firing'), 'firing', day)).toMatchObject({ noticeAt: null, isChange: false });
  expect(nextState(known('firing'), 'ok', day).noticeAt).toEqual(evening);
  expect(nextState(known('ok'), 'no-access', day).noticeAt).toBeNull();
});

test('what came and went within quiet hours is worth none', () => {
  const fired = nextState(known('ok'), 'firing', hours);
  expect(fired.noticeAt).toEqual(morning);
  // Later within the same hours.
  const still = nextState(fired, 'firing', { ...hours, now: at('2026-03-02T01:00:00Z') });
  expect(still.noticeAt).toEqual(morning);
  expect(nextState(still, 'ok', hours)).toMatchObject({ noticeAt: null, isFiring: false });
});

test('one that could not be judged goes on firing', () => {
  const failed = nextState(known('firing'), 'failed', hours);
  expect(failed).toMatchObject({ status: 'failed', isFiring: true });
  expect(nextState(failed, 'firing', hours).isChange).toBe(true);
});
