import type { Explanation, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** 100 EUR, 100 USD and 400 TRY, all of one day. */
const BOOKINGS = `SELECT DATE '2026-06-30' AS day, * FROM (VALUES ('EUR', 100.00), ('USD', 100.00), ('TRY', 400.00)) b (currency, amount)`;
const RATES = `SELECT DATE '2026-06-29' AS day, * FROM (VALUES ('USD', 1.25), ('TRY', 50.0)) r (code, rate)`;

const money = 'title: { en: Amount, tr: Tutar }, definition: { en: A }, format: { unit: currency, decimals: 2 }';
const MODEL = `
name: bookings
title: { en: Bookings }
description: { en: Bookings }
currency: EUR
exchangeRates: { table: fx, base: EUR, currency: code, day: day, rate: rate, quote: currency_per_base, carry: { days: 7 } }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: A row a booking }
    owner: Finance
    table: booking
    dimensions:
      - { name: day, title: { en: Day }, type: date, column: { table: booking, column: day } }
      - { name: currency, title: { en: Currency }, type: string, column: { table: booking, column: currency } }
    measures:
      - { name: amount, kind: sum, expression: amount, currency: { dimension: currency }, convert: { at: day, time: day }, ${money} }
      - { name: own, kind: sum, expression: amount, currency: { dimension: currency }, ${money} }
      - { name: fixed, kind: sum, expression: amount, where: "currency = 'TRY'", currency: TRY, ${money} }
`;

let portal: TestPortal;
let admin: string;
let user: string;
let page: EventReader;

const load = (rates: string) =>
  portal.warehouses.load(systemIn(portal.tenants.alder), {
    title: 'Bookings',
    sourceDir: import.meta.dirname,
    tables: [
      { table: 'booking', select: BOOKINGS, rows: 3 },
      { table: 'fx', select: rates, rows: 2 },
    ],
    sortKey: 'day',
  });

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const person = (email: string, role: 'tenant.admin' | 'tenant.user') =>
    portal.signIn({ email, roles: [role], tenants: [alder] });
  admin = (await person('eda@alder.example', 'tenant.admin')).cookie;
  user = (await person('ada@alder.example', 'tenant.user')).cookie;
  await load(RATES);
  await portal.warehouses.ensureModel(systemIn(alder), MODEL, 'model.yaml');
  page = readEvents(await portal.fetch('GET /api/v1/events', { cookie: user }));
  await page.opened;
});
afterAll(async () => {
  await page?.close();
  await portal?.close();
});

const QUERY = { dataset: 'bookings', measures: ['amount', 'own', 'fixed'] };
const sendQuery = async (query: object = {}) =>
  (await (
    await portal.fetch('POST /api/v1/query', { cookie: user, body: { ...QUERY, ...query } })
  ).json()) as QueryResult;
const set = (currency: string | null, cookie = admin) =>
  portal.fetch('PATCH /api/v1/currency', { cookie, body: { currency } });
const read = async () => (await portal.fetch('GET /api/v1/currency', { cookie: user })).json();

test('without a setting amounts are converted to the model’s currency', async () => {
  expect(await read()).toEqual({ currency: 'EUR', from: 'model' });
  const { columns, rows, meta } = await sendQuery();
  expect(rows.map((row) => row.map((cell) => (cell === null ? null : Number(cell))))).toEqual([[188, null, 400]]);
  expect(columns.map(({ format }) => format?.currency)).toEqual(['EUR', null, 'TRY']);
  expect(meta.uncomputed).toEqual([{ column: 'own', reason: 'mixed_currencies', currencies: ['EUR', 'TRY', 'USD'] }]);
});

test('the next query is converted to the tenant’s currency, and open pages are notified', async () => {
  const figures = () => page.events.filter(({ kind }) => kind === 'figures').length;
  const before = figures();
  expect(await (await set('USD')).json()).toEqual({ currency: 'USD', from: 'setting', changed: true });
  await page.next(() => figures() > before);
  const { columns, rows } = await sendQuery();
  expect([Number(rows[0]![0]), columns[0]!.format?.currency]).toEqual([235, 'USD']);
  expect(await (await set('USD')).json()).toMatchObject({ changed: false });
  // Another one for one query only.
  expect(Number((await sendQuery({ currency: 'TRY' })).rows[0]![0])).toBe(9400);
});

test('files state the currency of amounts if it is not the tenant’s', async () => {
  const stream = (format: string) =>
    portal.fetch('POST /api/v1/query/stream', {
      cookie: user,
      body: { query: { ...QUERY, dimensions: ['currency'] }, format, csv: { language: 'tr' } },
    });
  const csv = await (await stream('csv')).text();
  expect(csv.split(/\r?\n/)[0]).toBe('Currency;Tutar;Tutar;Tutar (TRY)');
  const [head] = (await (await stream('ndjson')).text()).split('\n');
  expect(JSON.parse(head!)).toMatchObject({ columns: [{}, { format: { currency: 'USD' } }, {}, {}] });
});

test('an explanation lists currencies and rates', async () => {
  const response = await portal.fetch('POST /api/v1/query/explanation', {
    cookie: user,
    body: { query: QUERY, measure: 'amount' },
  });
  const { currency, tables, sql } = (await response.json()) as Explanation;
  expect(currency).toEqual({
    code: 'USD',
    conversion: { at: ['day'], table: 'fx', base: 'EUR', quote: 'currency_per_base', carryDays: 7 },
    from: [
      { currency: 'EUR', rows: 1, lastRate: '2026-06-29', missingOn: null },
      { currency: 'TRY', rows: 1, lastRate: '2026-06-29', missingOn: null },
      { currency: 'USD', rows: 1, lastRate: null, missingOn: null },
    ],
  });
  expect(tables).toMatchObject([{ table: 'booking', joins: ['fx'] }]);
  expect(sql).toContain('"fx"');
});

test('a load with two rates of a currency on one day, or with one that is not positive, is not activated', async () => {
  const twice = `SELECT DATE '2026-06-29' AS day, * FROM (VALUES ('USD', 1.25), ('USD', 1.5)) r (code, rate)`;
  await expect(load(twice)).rejects.toThrow(/unclear which rate counts/);
  const zero = `SELECT DATE '2026-06-29' AS day, * FROM (VALUES ('USD', 1.25), ('TRY', 0)) r (code, rate)`;
  await expect(load(zero)).rejects.toThrow(/0 or negative/);
  expect(Number((await sendQuery()).rows[0]![0])).toBe(235);
});

test('null returns to the model’s currency', async () => {
  expect(await (await set(null)).json()).toEqual({ currency: 'EUR', from: 'model', changed: true });
  expect(await read()).toEqual({ currency: 'EUR', from: 'model' });
});

test.each(['eur', 'EURO', 'XQZ'])('%s is rejected by its name', async (code) => {
  const response = await set(code);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { details: [{ field: 'currency' }] } });
});

test('people who may not configure read the currency only', async () => {
  expect((await set('USD', user)).status).toBe(404);
});
