import { expect, test } from 'vitest';
import { nextRun, type TimedSchedule } from './schedule.rules.ts';

const at = '05:30';
// 2026-03-06 is a Friday; clocks in Chicago change on 2026-03-08 at 02:00, and back on 2026-11-01.
test.each<[string, TimedSchedule, string, string, string]>([
  ['later on the same day', { every: 'day', at }, 'Europe/Istanbul', '2026-03-06T02:29:00Z', '2026-03-06T02:30:00Z'],
  ['on the next day', { every: 'day', at }, 'Europe/Istanbul', '2026-03-06T02:30:00Z', '2026-03-07T02:30:00Z'],
  [
    'before a change of the clocks',
    { every: 'day', at },
    'America/Chicago',
    '2026-03-06T12:00:00Z',
    '2026-03-07T11:30:00Z',
  ],
  ['after it', { every: 'day', at }, 'America/Chicago', '2026-03-07T12:00:00Z', '2026-03-08T10:30:00Z'],
  [
    'at a time that it skips',
    { every: 'day', at: '02:30' },
    'America/Chicago',
    '2026-03-07T12:00:00Z',
    '2026-03-08T07:30:00Z',
  ],
  [
    'at a time that there is twice',
    { every: 'day', at: '01:30' },
    'America/Chicago',
    '2026-10-31T12:00:00Z',
    '2026-11-01T06:30:00Z',
  ],
  ['on the next weekday', { every: 'weekday', at }, 'UTC', '2026-03-06T06:00:00Z', '2026-03-09T05:30:00Z'],
  ['on a day of the week', { every: 'week', day: 7, at }, 'UTC', '2026-03-06T06:00:00Z', '2026-03-08T05:30:00Z'],
  ['a week later', { every: 'week', day: 5, at }, 'UTC', '2026-03-06T05:30:00Z', '2026-03-13T05:30:00Z'],
  ['in this hour', { every: 'hour', minute: 15 }, 'UTC', '2026-03-06T05:14:59Z', '2026-03-06T05:15:00Z'],
  ['in the next hour', { every: 'hour', minute: 15 }, 'UTC', '2026-03-06T05:15:00Z', '2026-03-06T06:15:00Z'],
  [
    'by the clocks of half an hour',
    { every: 'hour', minute: 0 },
    'Asia/Kolkata',
    '2026-03-06T05:10:00Z',
    '2026-03-06T05:30:00Z',
  ],
])('is due %s', (_, schedule, timeZone, after, due) => {
  expect(nextRun(schedule, timeZone, new Date(after)).toISOString()).toBe(new Date(due).toISOString());
});
