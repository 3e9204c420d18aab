import type { Branding, ErrorBody, Session } from '@rise/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { findRecipient } from '../report-subscriptions/report-subscriptions.sql.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let user: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  admin = await portal.signIn({ email: 'admin@branding.example', roles: ['tenant.admin'], tenants: [alder] });
  user = await portal.signIn({ email: 'user@branding.example', roles: ['tenant.user'], tenants: [alder] });
  stranger = await portal.signIn({ email: 'stranger@branding.example', roles: ['tenant.admin'], tenants: [birch] });
});
afterAll(() => portal?.close());

const sessionOf = ({ cookie }: SignedIn) => portal.fetch('GET /api/v1/session', { cookie });
const brandingOf = async (person: SignedIn) => ((await (await sessionOf(person)).json()) as Session).branding;
const appearanceOf = async (person: SignedIn) =>
  (await sessionOf(person)).headers
    .getSetCookie()
    .find((line) => line.startsWith('rise-appearance='))!
    .split(';')[0];
const set = (body: Partial<Branding>, { cookie } = admin) => portal.fetch('PATCH /api/v1/branding', { cookie, body });
const upload = (data: Buffer, { cookie } = admin) =>
  portal.fetch('PUT /api/v1/branding/logo', { cookie, body: { data: data.toString('base64') } });
const logoFor = ({ cookie }: SignedIn) => portal.fetch('GET /api/v1/branding/logo', { cookie });
/** Wide, and clear but for a red bar. */
const wide = () =>
  sharp({ create: { width: 1200, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      { input: { create: { width: 200, height: 300, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    ])
    .png()
    .withExif({ IFD0: { ImageDescription: 'at home' } })
    .toBuffer();
/** Title of the first menu entry, in the language in which the server answers. */
const answers = async ({ cookie }: SignedIn) =>
  (await portal.fetch('GET /api/common/navigation', { cookie })).headers.get('content-language') ??
  JSON.stringify(await (await portal.fetch('GET /api/common/navigation', { cookie })).json());

describe('language and theme', () => {
  test('of the tenant apply to its people who chose none, until they choose', async () => {
    expect(await brandingOf(user)).toEqual({ language: null, theme: null, logo: null });
    const english = await answers(user);
    expect((await set({ language: 'tr', theme: 'teal' })).status).toBe(200);
    expect(await brandingOf(user)).toMatchObject({ language: 'tr', theme: 'teal' });
    expect(await appearanceOf(user)).toBe('rise-appearance=-.-.-.tr');
    const turkish = await answers(user);
    expect(turkish).not.toBe(english);

    await portal.fetch('PATCH /api/v1/account', { cookie: user.cookie, body: { preferences: { language: 'en' } } });
    expect(await appearanceOf(user)).toBe('rise-appearance=-.-.-.en');
    expect(await answers(user)).toBe(english);
    await portal.fetch('PATCH /api/v1/account', { cookie: user.cookie, body: { preferences: { language: null } } });
    expect(await answers(user)).toBe(turkish);
  });

  test('do not reach people of another tenant', async () => {
    expect(await brandingOf(stranger)).toEqual({ language: null, theme: null, logo: null });
    expect(await appearanceOf(stranger)).toBe('rise-appearance=-.-.-.-');
  });

  test('mail to a member without a choice is in the tenant’s language, and in their own with one', async () => {
    const { database, tenants } = portal;
    const languageIn = async (tenant: string) =>
      (await database.withGlobal(SYSTEM, (tx) => findRecipient(tx, tenant, user.accountId), 'reads'))!.language;
    expect(await languageIn(tenants.alder)).toBe('tr');
    expect(await languageIn(tenants.birch)).toBeNull();
    await portal.fetch('PATCH /api/v1/account', { cookie: user.cookie, body: { preferences: { language: 'en' } } });
    expect(await languageIn(tenants.alder)).toBe('en');
    await portal.fetch('PATCH /api/v1/account', { cookie: user.cookie, body: { preferences: { language: null } } });
  });

  test('an omitted one stays, null returns to the installation’s, and the change is recorded', async () => {
    expect(await (await set({ theme: null })).json()).toEqual({ language: 'tr', theme: null, logo: null });
    const records = await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.rows<{ details: unknown }>`
        SELECT details FROM audit_record WHERE tenant_id = ${tx.tenantId} AND action = 'branding.set' ORDER BY id`,
      'reads',
    );
    expect(records.at(-1)!.details).toMatchObject({
      before: { language: 'tr', theme: 'teal' },
      after: { language: 'tr', theme: null },
    });
  });

  test('one that is not offered is refused, and people who do not administer change nothing', async () => {
    expect((await set({ theme: 'neon' as 'teal' })).status).toBe(400);
    expect((await set({ theme: 'rose' }, user)).status).toBe(404);
    expect((await brandingOf(user)).theme).toBeNull();
  });
});

describe('the logo', () => {
  test('is stored small, as its pixels alone, shown to people of the tenant, and to no other', async () => {
    const response = await upload(await wide());
    expect(response.status, await response.clone().text()).toBe(200);
    const { logo } = (await response.json()) as Branding;
    expect(logo).toMatch(/^\/api\/v1\/branding\/logo\?v=[0-9a-f]{16}$/);
    expect((await brandingOf(user)).logo).toBe(logo);
    const shown = await logoFor(user);
    expect(shown.headers.get('content-type')).toBe('image/png');
    const picture = sharp(Buffer.from(await shown.arrayBuffer()));
    const { width, height, hasAlpha, exif } = await picture.metadata();
    expect({ width, height, hasAlpha, exif }).toEqual({ width: 512, height: 128, hasAlpha: true, exif: undefined });

    expect((await brandingOf(stranger)).logo).toBeNull();
    expect((await logoFor(stranger)).status).toBe(404);
  });

  test('a file that is no picture is refused with the remedy, and the logo stays', async () => {
    const before = (await brandingOf(user)).logo;
    const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'));
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as ErrorBody).error.details).toEqual([
      { field: 'data', message: expect.stringContaining('Use a PNG, JPEG, WebP or GIF file.') },
    ]);
    expect((await upload(await wide(), user)).status).toBe(404);
    expect((await brandingOf(user)).logo).toBe(before);
  });

  test('is removed', async () => {
    const { cookie } = admin;
    expect(
      ((await (await portal.fetch('DELETE /api/v1/branding/logo', { cookie })).json()) as Branding).logo,
    ).toBeNull();
    expect((await logoFor(user)).status).toBe(404);
    expect((await brandingOf(user)).logo).toBeNull();
  });
});
