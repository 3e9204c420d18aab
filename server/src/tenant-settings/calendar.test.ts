import { PLAIN_CALENDAR, type QueryResult } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** One transaction on each of four days; the last is late in the evening in Chicago, and the next day in UTC. */
const BOOKINGS = `SELECT * FROM (VALUES (TIMESTAMP '2026-06-28 12:00:00'), (TIMESTAMP '2026-06-29 12:00:00'),
  (TIMESTAMP '2026-06-30 12:00:00'), (TIMESTAMP '2026-07-01 03:30:00')) days (booked)`;

const MODEL = `
name: bookings
title: { en: Bookings }
description: { en: Bookings }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: A row a booking }
    owner: Finance
    table: booking
    dimensions:
      - { name: booked, title: { en: Booked }, type: timestamp, column: { table: booking, column: booked } }
    measures:
      - { name: bookings, kind: count, title: { en: B }, definition: { en: B }, format: { unit: count } }
`;

let portal: TestPortal;
let admin: string;
let user: string;
let page: EventReader;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const person = (email: string, role: 'tenant.admin' | 'tenant.user') =>
    portal.signIn({ email, roles: [role], tenants: [alder] });
  admin = (await person('eda@alder.example', 'tenant.admin')).cookie;
  user = (await person('ada@alder.example', 'tenant.user')).cookie;
  const actor = systemIn(alder);
  await portal.warehouses.load(actor, {
    title: 'Bookings',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'booking', select: BOOKINGS, rows: 4 }],
    sortKey: 'booked',
  });
  await portal.warehouses.ensureModel(actor, MODEL, 'model.yaml');
  page = readEvents(await portal.fetch('GET /api/v1/events', { cookie: user }));
  await page.opened;
});
afterAll(async () => {
  await page?.close();
  await portal?.close();
});

const countBy = async (grain: string) => {
  const body = { dataset: 'bookings', dimensions: [{ field: 'booked', grain }], measures: ['bookings'] };
  const response = await portal.fetch('POST /api/v1/query', { cookie: user, body });
  return ((await response.json()) as QueryResult).rows;
};
const set = (change: object, cookie = admin) => portal.fetch('PATCH /api/v1/calendar', { cookie, body: change });

test('without a setting times are in UTC, weeks begin on Monday, and fiscal years are calendar years', async () => {
  expect(await (await portal.fetch('GET /api/v1/calendar', { cookie: user })).json()).toEqual(PLAIN_CALENDAR);
  expect(await countBy('day')).toContainEqual(['2026-07-01', 1]);
  expect(await countBy('week')).toEqual([
    ['2026-06-22', 1],
    ['2026-06-29', 3],
  ]);
  expect(await countBy('fiscal_year')).toEqual([['2026-01-01', 4]]);
});

test('a change applies to the next query, and open pages are notified', async () => {
  const figures = () => page.events.filter(({ kind }) => kind === 'figures').length;
  const before = figures();
  const changed = await set({ timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 });
  const calendar = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 };
  expect(await changed.json()).toEqual({ ...calendar, changed: true });
  await page.next(() => figures() > before);
  expect(await countBy('day')).toEqual([
    ['2026-06-28', 1],
    ['2026-06-29', 1],
    ['2026-06-30', 2],
  ]);
  expect(await countBy('week')).toEqual([['2026-06-28', 4]]);
  expect(await countBy('fiscal_year')).toEqual([['2025-07-01', 4]]);
});

test('omitted settings stay, and equal values are no change', async () => {
  const answer = (await (await set({ fiscalYearStart: 1 })).json()) as object;
  expect(answer).toEqual({ timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 1, changed: true });
  expect(await (await set({ fiscalYearStart: 1, weekStart: 7 })).json()).toEqual({ ...answer, changed: false });
});

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', /name of a time zone, such as America/],
  [{ timeZone: '+03:00' }, 'timeZone', /name of a time zone/],
  [{ weekStart: 0 }, 'weekStart', /1/],
  [{ fiscalYearStart: 13 }, 'fiscalYearStart', /12/],
])('%j is rejected by its name', async (change, field, message) => {
  const response = await set(change);
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { error: { details: { field: string; message: string }[] } };
  expect(error.details).toEqual([{ field, message: expect.stringMatching(message) as string }]);
});

test('people who may not configure read the calendar only', async () => {
  expect((await set({ weekStart: 1 }, user)).status).toBe(404);
});
