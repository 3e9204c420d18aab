import {
  reportDocument,
  type ManagedTenant,
  type OfferedTemplate,
  type PublishedTemplate,
  type RouteKey,
  type SystemHealth,
  type Workspace,
} from '@rise/contract';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { addReport } from '../reports/report-changes.service.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: string;
let support: string;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = (await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'] })).cookie;
  support = (await portal.signIn({ email: 'gus@rise.example', roles: ['global.support'] })).cookie;
});
afterAll(() => portal?.close());

async function list(search = '', cookie = admin): Promise<{ tenants: ManagedTenant[]; total: number }> {
  const response = await portal.fetch('GET /api/v1/global/tenants', { cookie, search });
  expect(response.status).toBe(200);
  return (await response.json()) as { tenants: ManagedTenant[]; total: number };
}
const create = (body: unknown, cookie = admin) => portal.fetch('POST /api/v1/global/tenants', { cookie, body });
const setState = (id: string, act: 'suspend' | 'restore', cookie = admin) =>
  portal.fetch(`POST /api/v1/global/tenants/:id/${act}`, { id, cookie });
const statusOf = async ({ cookie }: SignedIn) => (await portal.fetch('GET /api/v1/session', { cookie })).status;
const inBirch = (email: string) =>
  portal.signIn({ email, roles: ['tenant.user'], tenants: [portal.tenants.birch], enter: portal.tenants.birch });

describe('the list', () => {
  test('shows what a tenant holds, also to global support', async () => {
    await inBirch('one@birch.example');
    for (const cookie of [admin, support]) {
      const { tenants } = await list('?search=BIRCH', cookie);
      expect(tenants).toHaveLength(1);
      expect(tenants[0]).toMatchObject({ slug: 'birch', state: 'active', data: { version: 1 }, failedLoads: 0 });
      expect(tenants[0]!.storageBytes).toBeGreaterThan(100_000);
      expect(tenants[0]!.users).toBeGreaterThan(0);
    }
  });

  test('finds names and slugs literally, and filters by state', async () => {
    expect((await list('?search=%25')).total).toBe(0);
    expect((await list('?search=alder')).tenants.map(({ slug }) => slug)).toEqual(['alder']);
    expect(await list('?state=suspended')).toMatchObject({ tenants: [], total: 0 });
  });

  test('counts failed loads of the last days only', async () => {
    const { alder } = portal.tenants;
    await portal.database.withTenant({ ...SYSTEM, tenantId: alder }, async (tx) => {
      for (const days of [1, 30])
        await tx.run`
          INSERT INTO data_import (tenant_id, status, origin, created_at, finished_at)
          VALUES (${tx.tenantId}, 'failed', 'upload', now() - make_interval(days => ${days}), now())`;
    });
    expect((await list('?search=alder')).tenants[0]).toMatchObject({ failedLoads: 1 });
  });
});

describe('background jobs', () => {
  const jobsOf = async (slug: string) =>
    Object.fromEntries(
      (await list(`?search=${slug}`)).tenants[0]!.jobs.map(({ kind, done, failed }) => [kind, `${done} ${failed}`]),
    );
  const NONE = { load: '0 0', copy: '0 0', export: '0 0', subscription: '0 0', mail: '0 0' };

  test('are counted where they end, for their tenant alone, and stay counted when their rows are gone', async () => {
    const { alder, birch } = portal.tenants;
    const before = await jobsOf('birch');
    const account = (await portal.signIn({ email: 'jo@alder.example', roles: ['tenant.user'], tenants: [alder] }))
      .accountId;
    const inAlder = { ...SYSTEM, tenantId: alder };
    await portal.database.withTenant(inAlder, async (tx) => {
      const { id: report } = (await tx.first<{ id: string }>`SELECT id FROM report WHERE tenant_id = ${tx.tenantId} LIMIT 1`)!;
      for (const [status, times] of [['loaded', 3], ['failed', 2], ['canceled', 1]] as const)
        for (let n = 0; n < times; n += 1) {
          const { id } = (await tx.first<{ id: string }>`
            INSERT INTO data_import (tenant_id, status, origin) VALUES (${tx.tenantId}, 'running', 'upload') RETURNING id`)!;
          await tx.run`UPDATE data_import SET status = ${status}, finished_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
          // What else changes of it is not its end.
          await tx.run`UPDATE data_import SET status = ${status}, note = 'x' WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
        }
      for (const status of ['ready', 'failed']) {
        await tx.run`
          INSERT INTO report_export (tenant_id, id, account_id, report_id, title, format, expires_at)
          VALUES (${tx.tenantId}, gen_random_uuid(), ${account}, ${report}, '{"en":"R"}', 'xlsx', now())`;
        await tx.run`UPDATE report_export SET status = ${status} WHERE tenant_id = ${tx.tenantId} AND status = 'running'`;
      }
    });
    expect(await jobsOf('alder')).toEqual({ ...NONE, load: '3 2', export: '1 1' });
    await portal.database.withTenant(inAlder, async (tx) => {
      await tx.run`DELETE FROM report_export WHERE tenant_id = ${tx.tenantId}`;
      await tx.run`DELETE FROM data_import WHERE tenant_id = ${tx.tenantId} AND status <> 'failed'`;
    });
    expect(await jobsOf('alder')).toEqual({ ...NONE, load: '3 2', export: '1 1' });
    expect(await jobsOf('birch')).toEqual(before);
    await portal.database.withTenant({ ...SYSTEM, tenantId: birch }, async (tx) => {
      expect(await tx.rows`SELECT kind FROM job_count WHERE tenant_id = ${alder}`).toEqual([]);
    });
  }); // prettier-ignore

  test('mail counts when it was sent or given up, not when it was stopped without an attempt', async () => {
    const { birch } = portal.tenants;
    await portal.database.withGlobal(SYSTEM, async (tx) => {
      for (const [slot, change] of [['a', 'sent'], ['b', 'tried'], ['c', 'failed'], ['d', 'stopped']] as const) {
        const { id } = (await tx.first<{ id: string }>`
          INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html, tenant_id)
          VALUES ('test', ${slot}, ${slot}, 'x@birch.example', '', '', '', ${birch}) RETURNING id`)!;
        if (change === 'sent') await tx.run`UPDATE mail_outbox SET sent_at = now(), attempts = 1 WHERE id = ${id}`;
        if (change === 'tried') await tx.run`UPDATE mail_outbox SET attempts = 1, failed_at = NULL WHERE id = ${id}`;
        if (change === 'failed') await tx.run`UPDATE mail_outbox SET attempts = 1, failed_at = now() WHERE id = ${id}`;
        if (change === 'stopped') await tx.run`UPDATE mail_outbox SET failed_at = now() WHERE id = ${id}`;
      }
    });
    expect(await jobsOf('birch')).toMatchObject({ mail: '1 1', load: '0 0' });
  }); // prettier-ignore

  test('are those of the last 30 days, and days of more than a year ago are deleted', async () => {
    const { birch } = portal.tenants;
    await portal.database.withTenant({ ...SYSTEM, tenantId: birch }, async (tx) => {
      for (const days of [28, 30, 401])
        await tx.run`
          INSERT INTO job_count (tenant_id, kind, day, done, failed)
          VALUES (${tx.tenantId}, 'copy', (now() AT TIME ZONE 'UTC')::date - ${days}::integer, 10, 1)`;
      await tx.run`
        INSERT INTO data_copy (tenant_id, id, name, content, schedule) VALUES (${tx.tenantId}, ${birch}, 'c', '{}', NULL)`;
      await tx.run`INSERT INTO copy_run (tenant_id, copy, status, scheduled) VALUES (${tx.tenantId}, ${birch}, 'running', false)`;
      await tx.run`UPDATE copy_run SET status = 'unchanged' WHERE tenant_id = ${tx.tenantId}`;
      const days = await tx.rows<{ ago: number }>`
        SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago FROM job_count WHERE tenant_id = ${tx.tenantId} AND kind = 'copy' ORDER BY 1`;
      expect(days.map(({ ago }) => ago)).toEqual([0, 28, 30]);
    });
    expect(await jobsOf('birch')).toMatchObject({ copy: '11 1' });
  });
});

const redLogo = async () =>
  (
    await sharp({ create: { width: 60, height: 20, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

describe('creating and changing', () => {
  test('creates an empty tenant whose people can enter it', async () => {
    const response = await create({ slug: 'cedar', name: '  Cedar \u202e Credit Union ' });
    expect(response.status).toBe(200);
    const created = (await response.json()) as ManagedTenant;
    expect(created).toMatchObject({ slug: 'cedar', name: 'Cedar Credit Union', users: 0, data: null });
    const person = await portal.signIn({ email: 'a@cedar.example', roles: ['tenant.user'], tenants: [created.id], enter: created.id }); // prettier-ignore
    expect(await statusOf(person)).toBe(200);
    expect((await list('?search=cedar')).tenants[0]).toMatchObject({ users: 1, storageBytes: 0, queries: 0 });
  });

  test('invites the first administrator, and counts by the tenant’s own calendar and currency', async () => {
    const response = await create({
      slug: 'hazel',
      name: 'Hazel',
      administrator: { email: 'first@hazel.example', language: 'tr' },
      calendar: { timeZone: 'Europe/Istanbul', weekStart: 7, fiscalYearStart: 7 },
      currency: 'TRY',
      language: 'tr',
      theme: 'teal',
      logo: await redLogo(),
    });
    const created = (await response.json()) as ManagedTenant & { invitation: { email: string; link: string } };
    expect(created).toMatchObject({ slug: 'hazel', invitation: { email: 'first@hazel.example' } });
    expect(created.invitation.link).toContain('/login/invitation?token=');
    const { cookie } = await portal.signIn({ email: 'a@hazel.example', roles: ['tenant.admin'], tenants: [created.id], enter: created.id }); // prettier-ignore
    const read = async (key: RouteKey, search = '') => (await portal.fetch(key, { cookie, search })).json();
    expect(await read('GET /api/v1/calendar')).toEqual({
      timeZone: 'Europe/Istanbul',
      weekStart: 7,
      fiscalYearStart: 7,
    });
    expect(await read('GET /api/v1/branding')).toEqual({
      language: 'tr',
      theme: 'teal',
      logo: expect.stringMatching(/^\/api\/v1\/branding\/logo\?v=/),
    });
    const logo = await portal.fetch('GET /api/v1/branding/logo', { cookie });
    expect(await sharp(Buffer.from(await logo.arrayBuffer())).metadata()).toMatchObject({ width: 60, height: 20 });
    expect(await read('GET /api/v1/currency')).toEqual({ currency: 'TRY', from: 'setting' });
    expect(await read('GET /api/v1/users', '?state=invited')).toMatchObject({
      people: [{ email: 'first@hazel.example', state: 'invited', roles: ['tenant.admin'] }],
    });
  });

  test('creates no tenant with a logo that is no picture, and says so', async () => {
    const refused = await create({ slug: 'aspen', name: 'Aspen', logo: Buffer.from('<svg/>').toString('base64') });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { details: [{ field: 'logo' }] } });
    expect((await list('?search=aspen')).tenants).toEqual([]);
  });

  describe('with templates', () => {
    const REPORT = reportDocument.parse({
      title: { en: 'Board report' },
      purpose: { en: 'For tests.' },
      dataset: 'call_report',
      ...onePage([{ id: 'a', kind: 'table', title: { en: 'A' }, dimensions: ['state'], measures: ['total_assets'] }]),
    });
    let sources = 0;
    /** Publishes a workspace of alder with one report to all tenants, or to birch alone. */
    async function publish(name: string, tenants: string[] | null = null): Promise<string> {
      const { alder } = portal.tenants;
      const { cookie } = await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'], enter: alder });
      const boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder], enter: alder }); // prettier-ignore
      const content = {
        name: `Source ${(sources += 1)}`,
        description: '',
        icon: 'coins',
        color: 'amber',
        everyone: 'view',
      };
      const { id } = (await (await portal.fetch('POST /api/v1/workspaces', { cookie: boss.cookie, body: content })).json()) as Workspace; // prettier-ignore
      await portal.database.withTenant({ ...SYSTEM, tenantId: alder }, (tx) =>
        addReport(tx, { workspace: id, document: REPORT, version: 1, author: null }),
      );
      const texts = { en: name, tr: name };
      const body = { name: texts, description: texts, tenants, note: '', basedOn: 0 };
      const published = await portal.fetch('POST /api/v1/workspaces/:id/template', { id, cookie, body });
      return ((await published.json()) as PublishedTemplate).id;
    }
    const slugs = async () => (await list()).tenants.map(({ slug }) => slug);

    test('starts with their workspaces, which get their reports once the model can show them', async () => {
      const [board, risk] = [await publish('Board pack'), await publish('Risk pack')];
      const { id } = (await (await create({ slug: 'linden', name: 'Linden', templates: [board, risk] })).json()) as ManagedTenant; // prettier-ignore
      const { cookie } = await portal.signIn({ email: 'l@linden.example', roles: ['tenant.admin'], tenants: [id], enter: id }); // prettier-ignore
      const read = async <Found>(key: RouteKey) => (await (await portal.fetch(key, { cookie })).json()) as Found;
      const { workspaces } = await read<{ workspaces: Workspace[] }>('GET /api/v1/workspaces');
      expect(workspaces.map(({ name }) => name.en)).toEqual(['Board pack', 'Risk pack']);
      const offerOf = async () =>
        (await read<{ templates: OfferedTemplate[] }>('GET /api/v1/workspace-templates')).templates.find((one) => one.id === board)!; // prettier-ignore
      expect((await offerOf()).use).toMatchObject({ version: 1, update: null });
      const owner = new Client({ connectionString: portal.superuserUrl });
      await owner.connect();
      await owner.query(
        `INSERT INTO model SELECT (jsonb_populate_record(m, jsonb_build_object('tenant_id', $1::uuid))).* FROM model m
          WHERE tenant_id = $2 ORDER BY version DESC LIMIT 1`,
        [id, portal.tenants.alder],
      );
      await owner.end();
      expect((await offerOf()).use!.update).toMatchObject({ added: [{ en: 'Board report' }] });
      await portal.fetch('POST /api/v1/workspace-templates/:id/update', { id: board, cookie, body: { version: 1 } });
      const { reports } = await read<{ reports: { title: { en: string } }[] }>('GET /api/v1/reports');
      expect(reports.map(({ title }) => title.en)).toEqual(['Board report']);
    });

    test('leaves no tenant behind where one of them cannot be had', async () => {
      const [fine, others] = [await publish('Fine pack'), await publish('Other pack', [portal.tenants.birch])];
      const twin = await publish('FINE PACK');
      for (const [templates, status, field] of [
        [[fine, others], 400, 'templates'],
        [[fine, fine], 400, 'templates'],
        [[fine, twin], 409, 'name'],
      ] as const) {
        const response = await create({ slug: 'alone', name: 'Alone', templates });
        expect(response.status).toBe(status);
        const { error } = (await response.json()) as { error: { details: { field: string }[] } };
        expect(error.details.map((detail) => detail.field)).toEqual([field]);
      }
      expect(await slugs()).not.toContain('alone');
      expect((await create({ slug: 'alone', name: 'Alone', templates: [fine] })).status).toBe(200);
    });
  });

  test.each([
    ['a slug in use', { slug: 'alder', name: 'Another' }, 409, 'slug'],
    ['a slug with capitals', { slug: 'Cedar', name: 'Another' }, 400, 'slug'],
    ['an unknown time zone', { slug: 'elm', name: 'Elm', calendar: { timeZone: 'Mars', weekStart: 1, fiscalYearStart: 1 } }, 400, 'calendar.timeZone'], // prettier-ignore
    ['an address that is none', { slug: 'elm', name: 'Elm', administrator: { email: 'nobody' } }, 400, 'administrator.email'], // prettier-ignore
    ['a color that is not offered', { slug: 'elm', name: 'Elm', theme: '#ff0000' }, 400, 'theme'],
    ['no visible name', { slug: 'dogwood', name: ' \u200b ' }, 400, 'name'],
  ])('refuses %s, and names the field', async (_, body, status, field) => {
    const response = await create(body);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { details: { field: string }[] } };
    expect(error.details.map((detail) => detail.field)).toEqual([field]);
  });

  test('invites an administrator of a tenant that has none again, and nobody to one that has', async () => {
    const administrator = { email: 'first@rowan.example' };
    const { id, ...created } = (await (await create({ slug: 'rowan', name: 'Rowan', administrator })).json()) as ManagedTenant & { invitation: { link: string } }; // prettier-ignore
    expect(created).toMatchObject({ hasAdministrator: false });
    const invite = async (email: string, cookie = admin) => {
      const response = await portal.fetch('POST /api/v1/global/tenants/:id/administrator', {
        id,
        cookie,
        body: { email },
      });
      return { status: response.status, ...((await response.json()) as { id: string; link: string }) };
    };
    expect(await invite('first@rowan.example', support)).toMatchObject({ status: 404 });
    // Its mail was sent a moment ago.
    expect(await invite('first@rowan.example')).toMatchObject({ status: 409 });
    await portal.database.withTenant(
      { ...SYSTEM, tenantId: id },
      (tx) =>
        tx.run`UPDATE invitation SET sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'
              WHERE tenant_id = ${tx.tenantId}`,
    );
    const again = await invite('First@rowan.example');
    expect(again.status).toBe(200);
    expect(again.link).not.toBe(created.invitation.link);
    expect(await invite('second@rowan.example')).toMatchObject({ status: 200 });
    const first = await portal.signIn({ email: 'hand@rowan.example', roles: ['tenant.admin'], tenants: [id], enter: id }); // prettier-ignore
    expect(await invite('third@rowan.example')).toMatchObject({ status: 409 });
    expect((await list('?search=rowan')).tenants[0]).toMatchObject({ hasAdministrator: true });
    const trail = (await (await portal.fetch('GET /api/v1/audit', { cookie: first.cookie })).json()) as { records: { action: string }[] }; // prettier-ignore
    expect(trail.records.filter(({ action }) => action === 'tenant.invite-administrator')).toHaveLength(2);
  });

  test('a new tenant needs no other search index', async () => {
    await create({ slug: 'aspen', name: 'Aspen' });
    const health = (await (await portal.fetch('GET /api/v1/global/system', { cookie: admin })).json()) as SystemHealth;
    expect(health.readings.find(({ check }) => check === 'search')).toMatchObject({ state: 'good', value: 0 });
  });

  test('changes what is stated only, and its people see it', async () => {
    const { birch } = portal.tenants;
    const person = await inBirch('two@birch.example');
    const change = (body: unknown) =>
      portal.fetch('PATCH /api/v1/global/tenants/:id', { id: birch, cookie: admin, body });
    await change({ features: { insights: true } });
    expect(await (await change({ name: 'Birch & Sons' })).json()).toMatchObject({
      name: 'Birch & Sons',
      features: { chatbot: null, chat: null, insights: true },
    });
    const session = await (await portal.fetch('GET /api/v1/session', { cookie: person.cookie })).json();
    expect(session).toMatchObject({ tenant: { name: 'Birch & Sons' }, features: { insights: true } });
    await change({ features: { insights: null } });
    expect((await list('?search=birch')).tenants[0]!.features).toEqual({ chatbot: null, chat: null, insights: null });
  });

  test('global support changes nothing', async () => {
    const { birch } = portal.tenants;
    const responses = [
      await create({ slug: 'elm', name: 'Elm' }, support),
      await portal.fetch('PATCH /api/v1/global/tenants/:id', { id: birch, cookie: support, body: { name: 'Elm' } }),
      await setState(birch, 'suspend', support),
      await setState(birch, 'restore', support),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await list('?search=elm')).total).toBe(0);
    expect((await list('?search=birch')).tenants[0]!.state).toBe('active');
  });
});

describe('suspending', () => {
  test('ends sessions for good, leaves global people signed in outside, and other tenants alone', async () => {
    const { birch } = portal.tenants;
    const person = await inBirch('three@birch.example');
    const other = await portal.signIn({ email: 'a@alder.example', roles: ['tenant.user'], tenants: [portal.tenants.alder], enter: portal.tenants.alder }); // prettier-ignore
    const visitor = await portal.signIn({
      email: 'vic@rise.example',
      roles: ['global.support'],
      enter: portal.tenants.birch,
    });
    const token = await portal.tokenFor({ email: 'three@birch.example', tenantId: birch, scopes: ['portal:read'] });
    const suspended = (await (await setState(birch, 'suspend')).json()) as ManagedTenant;
    expect(suspended.state).toBe('suspended');
    expect((await list('?state=suspended')).tenants.map(({ slug }) => slug)).toEqual(['birch']);
    expect(await statusOf(person)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    const seen = await (await portal.fetch('GET /api/v1/session', { cookie: visitor.cookie })).json();
    expect(seen).toMatchObject({ tenant: null });
    const headers = { authorization: `Bearer ${token}` };
    expect((await portal.fetch('GET /api/v1/session', { headers })).status).toBe(401);

    // Again changes nothing: it was suspended then.
    expect(await (await setState(birch, 'suspend')).json()).toMatchObject({ suspendedAt: suspended.suspendedAt });
    expect(await (await setState(birch, 'restore')).json()).toMatchObject({ state: 'active', suspendedAt: null });
    expect(await statusOf(person)).toBe(401);
    expect(await statusOf(await inBirch('three@birch.example'))).toBe(200);
  });

  test('ends open streams at once', async () => {
    const { birch } = portal.tenants;
    const person = await inBirch('four@birch.example');
    const stream = await portal.fetch('GET /api/v1/events', { cookie: person.cookie });
    await setState(birch, 'suspend');
    // Resolves once the server has closed it: it would stay open for good otherwise.
    expect(await stream.text()).toContain('"session"');
    await setState(birch, 'restore');
  });
});
