import {
  PLAIN_CALENDAR,
  type ErrorBody,
  type ManagedDefaults,
  type ManagedTenant,
  type QueryResult,
  type RouteKey,
  type Session,
} from '@rise/contract';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
/** Bypasses row-level security. */
let superuser: Client;
let admin: SignedIn;
let support: SignedIn;
let owner: SignedIn;
let person: SignedIn;
let birch: string;
let page: EventReader;

beforeAll(async () => {
  portal = await startTestPortal();
  ({ birch } = portal.tenants);
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  admin = await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'] });
  support = await portal.signIn({ email: 'gus@rise.example', roles: ['global.support'] });
  owner = await portal.signIn({ email: 'owner@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  person = await portal.signIn({ email: 'person@birch.example', roles: ['tenant.user'], tenants: [birch] });
  page = readEvents(await portal.fetch('GET /api/v1/events', { cookie: person.cookie }));
  await page.opened;
});
afterAll(async () => {
  await page?.close();
  await superuser?.end();
  await portal?.close();
});

const DEFAULTS = '/api/v1/global/tenants/:id/defaults';
const LOGO = '/api/v1/global/tenants/:id/logo';
const NONE: ManagedDefaults = { language: null, theme: null, logo: null, calendar: PLAIN_CALENDAR, currency: null };

const read = (id: string, { cookie } = admin) => portal.fetch(`GET ${DEFAULTS}`, { id, cookie });
const change = (id: string, body: unknown, { cookie } = admin) =>
  portal.fetch(`PATCH ${DEFAULTS}`, { id, cookie, body });
const upload = (id: string, data: Buffer, { cookie } = admin) =>
  portal.fetch(`PUT ${LOGO}`, { id, cookie, body: { data: data.toString('base64') } });
const removeLogo = (id: string, { cookie } = admin) => portal.fetch(`DELETE ${LOGO}`, { id, cookie });
const defaultsOf = async (id: string, as = admin) => (await (await read(id, as)).json()) as ManagedDefaults;
/** As its own people read it. */
const inBirch = async (key: RouteKey) => (await portal.fetch(key, { cookie: owner.cookie })).json();
const brandingOf = async ({ cookie }: SignedIn) =>
  ((await (await portal.fetch('GET /api/v1/session', { cookie })).json()) as Session).branding;
const picture = (background: string) =>
  sharp({ create: { width: 60, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

async function createTenant(slug: string): Promise<string> {
  const body = { slug, name: slug };
  const created = await portal.fetch('POST /api/v1/global/tenants', { cookie: admin.cookie, body });
  return ((await created.json()) as ManagedTenant).id;
}

interface TrailRecord {
  action: string;
  target: string | null;
  via: string;
  account_id: string;
  details: unknown;
}

/** What the trail of a tenant, or null, the one above the tenants, has of changes after a record. */
async function trailOf(tenant: string | null, after: number): Promise<TrailRecord[]> {
  const { rows } = await superuser.query<TrailRecord>(
    `SELECT action, target, via, account_id, details FROM audit_record
      WHERE tenant_id IS NOT DISTINCT FROM $1 AND id > $2 AND outcome = 'done' ORDER BY id`,
    [tenant, after],
  );
  return rows;
}

async function lastRecord(): Promise<number> {
  const { rows } = await superuser.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_record');
  return Number(rows[0]!.id);
}

describe('reading', () => {
  test('shows everyone above the tenants what a tenant is set to', async () => {
    const id = await createTenant('hazel');
    for (const as of [admin, support]) expect(await defaultsOf(id, as)).toEqual(NONE);
  });

  test('finds no tenant that does not exist', async () => {
    const id = randomUUID();
    const data = await picture('#ff0000');
    const responses = await Promise.all([
      read(id),
      read(id, support),
      change(id, { language: 'tr' }),
      change(id, {}),
      upload(id, data),
      removeLogo(id),
      portal.fetch(`GET ${LOGO}`, { id, cookie: admin.cookie }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
  });
});

describe('changing', () => {
  test('reaches the tenant’s people as if its own administrator had changed it', async () => {
    const years = async () => {
      const body = {
        dataset: 'call_report',
        dimensions: [{ field: 'as_of', grain: 'fiscal_year' }],
        measures: ['institutions'],
      };
      const response = await portal.fetch('POST /api/v1/query', { cookie: person.cookie, body });
      return ((await response.json()) as QueryResult).rows.map(([year]) => year);
    };
    expect(await years()).toEqual(['2025-01-01']);
    const count = (kind: string) => page.events.filter((event) => event.kind === kind).length;
    const [figures, session] = [count('figures'), count('session')];
    const calendar = { timeZone: 'America/Chicago', weekStart: 7, fiscalYearStart: 7 };
    const response = await change(birch, { calendar, currency: 'EUR', language: 'tr', theme: 'teal' });
    expect(response.status, await response.clone().text()).toBe(200);
    expect(await response.json()).toEqual({ calendar, currency: 'EUR', language: 'tr', theme: 'teal', logo: null });
    await page.next(() => count('figures') > figures && count('session') > session);
    expect(await years()).toEqual(['2025-07-01']);
    expect(await inBirch('GET /api/v1/calendar')).toEqual(calendar);
    expect(await inBirch('GET /api/v1/currency')).toEqual({ currency: 'EUR', from: 'setting' });
    expect(await brandingOf(person)).toEqual({ language: 'tr', theme: 'teal', logo: null });
  });

  test('leaves what is omitted, so that two people who change different things lose nothing', async () => {
    const id = await createTenant('linden');
    await Promise.all([
      change(id, { calendar: { weekStart: 7 } }),
      change(id, { calendar: { timeZone: 'Europe/Istanbul' } }),
      change(id, { currency: 'TRY' }),
      change(id, { theme: 'teal' }),
      change(id, { language: 'tr' }),
    ]);
    const calendar = { timeZone: 'Europe/Istanbul', weekStart: 7, fiscalYearStart: 1 };
    expect(await defaultsOf(id)).toEqual({ calendar, currency: 'TRY', language: 'tr', theme: 'teal', logo: null });
    await change(id, { currency: null, theme: null });
    expect(await defaultsOf(id)).toEqual({ ...NONE, calendar, language: 'tr' });
  });

  test('is recorded in both trails, with what was there before', async () => {
    const id = await createTenant('rowan');
    const from = await lastRecord();
    await change(id, { calendar: { weekStart: 7 }, currency: 'TRY', language: 'tr' });
    const calendar = { before: PLAIN_CALENDAR, after: { ...PLAIN_CALENDAR, weekStart: 7 } };
    const common = { account_id: admin.accountId };
    expect(await trailOf(id, from)).toMatchObject([
      { ...common, action: 'calendar.set', via: 'support', details: calendar },
      { ...common, action: 'currency.set', via: 'support', details: { before: null, after: 'TRY' } },
      {
        ...common,
        action: 'branding.set',
        via: 'support',
        details: { before: { language: null, theme: null }, after: { language: 'tr', theme: null } },
      },
    ]);
    expect(await trailOf(null, from)).toEqual([
      {
        ...common,
        action: 'tenant.defaults.change',
        via: 'session',
        target: id,
        details: {
          targetName: 'rowan',
          before: { calendar: calendar.before, currency: null, language: null },
          after: { calendar: calendar.after, currency: 'TRY', language: 'tr' },
        },
      },
    ]);
    expect(await trailOf(portal.tenants.alder, from)).toEqual([]);
  });

  test('is recorded where a later part of it cannot be stored', async () => {
    const id = await createTenant('elder');
    await superuser.query(
      `ALTER TABLE tenant_terms ADD CONSTRAINT no_franc CHECK (currency IS DISTINCT FROM 'CHF') NOT VALID`,
    );
    try {
      const from = await lastRecord();
      expect((await change(id, { calendar: { weekStart: 7 }, currency: 'CHF', language: 'tr' })).status).toBe(500);
      const calendar = { ...PLAIN_CALENDAR, weekStart: 7 };
      expect(await defaultsOf(id)).toEqual({ ...NONE, calendar });
      expect((await trailOf(id, from)).map(({ action }) => action)).toEqual(['calendar.set']);
      expect(await trailOf(null, from)).toMatchObject([
        {
          action: 'tenant.defaults.change',
          target: id,
          details: { before: { calendar: PLAIN_CALENDAR }, after: { calendar } },
        },
      ]);
    } finally {
      await superuser.query('ALTER TABLE tenant_terms DROP CONSTRAINT no_franc');
    }
  });

  test('is possible in a suspended tenant, as its other settings are, and leaves it suspended', async () => {
    const id = await createTenant('willow');
    await portal.fetch('POST /api/v1/global/tenants/:id/suspend', { id, cookie: admin.cookie });
    expect((await change(id, { currency: 'EUR', theme: 'teal' })).status).toBe(200);
    expect(await defaultsOf(id)).toEqual({ ...NONE, currency: 'EUR', theme: 'teal' });
    const search = '?search=willow';
    const listed = await portal.fetch('GET /api/v1/global/tenants', { cookie: admin.cookie, search });
    expect(await listed.json()).toMatchObject({ tenants: [{ state: 'suspended' }] });
  });

  test('does not depend on the tenant that the administrator has entered', async () => {
    const { alder } = portal.tenants;
    const visitor = await portal.signIn({ email: 'vic@rise.example', roles: ['global.admin'], enter: alder });
    const before = await defaultsOf(alder);
    const id = await createTenant('maple');
    const from = await lastRecord();
    expect((await change(id, { calendar: { fiscalYearStart: 10 }, theme: 'teal' }, visitor)).status).toBe(200);
    expect(await defaultsOf(id)).toMatchObject({ calendar: { fiscalYearStart: 10 }, theme: 'teal' });
    expect(await defaultsOf(alder)).toEqual(before);
    expect(await trailOf(alder, from)).toEqual([]);
    expect((await trailOf(null, from)).map(({ action }) => action)).toEqual(['tenant.defaults.change']);
  });

  test.each([
    [{ calendar: { timeZone: 'Mars/Olympus' } }, 'calendar.timeZone'],
    [{ calendar: { weekStart: 0 } }, 'calendar.weekStart'],
    [{ calendar: { fiscalYearStart: 13 } }, 'calendar.fiscalYearStart'],
    [{ currency: 'EURO' }, 'currency'],
    [{ language: 'de' }, 'language'],
    [{ theme: 'neon' }, 'theme'],
  ])('refuses %j, and names the field', async (body, field) => {
    const before = await defaultsOf(birch);
    const response = await change(birch, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as ErrorBody).error.details?.map((detail) => detail.field)).toEqual([field]);
    expect(await defaultsOf(birch)).toEqual(before);
  });

  test('is for global administrators alone', async () => {
    const before = await defaultsOf(birch);
    const data = await picture('#ff0000');
    for (const as of [support, owner, person])
      for (const response of [
        await change(birch, { language: 'en' }, as),
        await upload(birch, data, as),
        await removeLogo(birch, as),
      ])
        expect(response.status).toBe(404);
    for (const as of [owner, person]) expect((await read(birch, as)).status).toBe(404);
    expect(await defaultsOf(birch)).toEqual(before);
  });
});

describe('the logo', () => {
  const logoFor = (as: SignedIn) => portal.fetch(`GET ${LOGO}`, { id: birch, cookie: as.cookie });

  test('is shown to the tenant’s people and above the tenants, and removed again', async () => {
    const sessions = () => page.events.filter(({ kind }) => kind === 'session').length;
    const before = sessions();
    const from = await lastRecord();
    const { logo } = (await (await upload(birch, await picture('#ff0000'))).json()) as ManagedDefaults;
    expect(logo).toMatch(new RegExp(`^/api/v1/global/tenants/${birch}/logo\\?v=[0-9a-f]{16}$`));
    await page.next(() => sessions() > before);
    expect((await brandingOf(person)).logo).toMatch(/^\/api\/v1\/branding\/logo\?v=/);
    for (const as of [admin, support]) {
      const shown = await logoFor(as);
      expect(shown.headers.get('content-type')).toBe('image/png');
      expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 60, height: 20 });
    }
    expect((await logoFor(owner)).status).toBe(404);

    expect(await (await removeLogo(birch)).json()).toMatchObject({ logo: null });
    expect((await logoFor(admin)).status).toBe(404);
    expect((await brandingOf(person)).logo).toBeNull();
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const [added, removed] = [
      { before: { logo: null }, after: { logo: hash } },
      { before: { logo: hash }, after: { logo: null } },
    ];
    expect(await trailOf(birch, from)).toMatchObject([
      { action: 'branding.logo.upload', via: 'support', details: added },
      { action: 'branding.logo.remove', via: 'support', details: removed },
    ]);
    expect(await trailOf(null, from)).toMatchObject([
      { action: 'tenant.logo.upload', target: birch, details: added },
      { action: 'tenant.logo.remove', target: birch, details: removed },
    ]);
  });

  test('that is no picture is refused with the remedy, and the one before stays', async () => {
    const { logo } = (await (await upload(birch, await picture('#00ff00'))).json()) as ManagedDefaults;
    const refused = await upload(birch, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'));
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as ErrorBody).error.details).toEqual([
      { field: 'data', message: expect.stringContaining('Use a PNG, JPEG, WebP or GIF file.') },
    ]);
    expect((await defaultsOf(birch)).logo).toBe(logo);
  });
});
