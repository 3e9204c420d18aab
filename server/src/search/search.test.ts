import { searchSet, type SearchResult, type SearchSetId } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { GlobalTx } from '../kernel/database/database.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { indexEntries } from './search-index.service.ts';

let portal: TestPortal;
let analyst: string;
let admin: string;
let accountId: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  ({ cookie: analyst, accountId } = await portal.signIn({
    email: 'zehra.ilgaz@alder.example',
    roles: ['tenant.user'],
    tenants: [alder],
  }));
  admin = (await portal.signIn({ email: 'owner@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  await portal.signIn({ email: 'bora@birch.example', roles: ['tenant.user'], tenants: [birch] });
});
afterAll(() => portal?.close());

const search = (query: unknown, cookie = analyst, language = 'en') =>
  portal.fetch('POST /api/common/search', { cookie, body: { query }, headers: { 'accept-language': language } });

/** The sets that a text finds, by id. */
async function result(query: string, cookie = analyst, language = 'en') {
  const response = await search(query, cookie, language);
  expect(response.status).toBe(200);
  const sets = z.array(searchSet).parse(await response.json());
  return Object.fromEntries(sets.map(({ id, results }) => [id, results])) as Partial<
    Record<SearchSetId, SearchResult[]>
  >;
}
const titles = (results: SearchResult[] | undefined) => (results ?? []).map(({ title }) => title);

test('finds pages, reports, data and guides, each in its set, with highlights', async () => {
  const sets = (await (await search('report')).json()) as { id: string; label: string }[];
  expect(sets.map(({ id }) => id)).toEqual(['pages', 'reports', 'data', 'documentation']);
  expect(sets[0]!.label).toBe('Pages');
  const turkish = (await (await search('report', analyst, 'tr')).json()) as { id: string; label: string }[];
  expect(turkish[0]).toMatchObject({ id: 'pages', label: 'Sayfalar' });
  const { reports } = await result('board score');
  expect(reports).toEqual([
    {
      id: expect.any(String),
      title: 'Board scorecard',
      detail: 'How one credit union compares with its peers in capital, asset quality, earnings and liquidity.',
      link: `/reports/${reports![0]!.id}`,
      icon: 'report',
      highlights: [
        [0, 5],
        [6, 11],
      ],
    },
  ]);
});

test('responds in the reader’s language, whichever language the query is in', async () => {
  const turkish = await result('board score', analyst, 'tr');
  expect(turkish.reports![0]).toMatchObject({ title: 'Yönetim kurulu karnesi', highlights: [] });
  const { reports } = await result('YONETIM KURULU', analyst, 'tr');
  expect(reports![0]).toMatchObject({
    title: 'Yönetim kurulu karnesi',
    highlights: [
      [0, 7],
      [8, 14],
    ],
  });
  expect(titles((await result('yonetim kurulu')).reports)).toEqual(['Board scorecard']);
});

test('finds a measure by title, synonym and account code, and links to its explanation', async () => {
  const byTitle = (await result('net worth ratio')).data!;
  expect(byTitle[0]).toMatchObject({ title: 'Net worth ratio', icon: 'chart' });
  expect(byTitle[0]!.link).toMatch(/^\/reports\/[\w-]+\?about=net_worth_ratio$/);
  expect(titles((await result('capital ratio')).data)[0]).toBe('Net worth ratio');
  const code = (await result('041b')).data!;
  expect(code[0]).toMatchObject({ id: 'call_report.delinquent_60' });
  expect(titles(code)).toContain('Delinquency ratio');
  expect((await result('call report')).data![0]).toMatchObject({ id: 'call_report', icon: 'database' });
});

test('finds synonyms of every language, and the reader’s own first', async () => {
  const tenant = systemIn(portal.tenants.alder);
  const entry = (id: string, synonyms: Record<string, string[]>) => ({
    id,
    permission: 'report.read' as const,
    title: { en: `A title of ${id}` },
    keywords: Object.values(synonyms).flat(),
    synonyms,
    icon: 'chart' as const,
  });
  await portal.database.withTenant(tenant, (tx) =>
    indexEntries(tx, 'data', [
      entry('test.grade', { en: ['zirkon'], tr: ['derece'] }),
      entry('test.stone', { en: ['stone'], tr: ['zirkon'] }),
      entry('test.stones', { tr: ['zirkonlar'] }),
    ]),
  );
  const idsOf = async (query: string, language: string) =>
    ((await result(query, analyst, language)).data ?? []).map(({ id }) => id);
  expect(await idsOf('zirkon', 'en')).toEqual(['test.grade', 'test.stone', 'test.stones']);
  expect(await idsOf('zirkon', 'tr')).toEqual(['test.stone', 'test.grade', 'test.stones']);
  expect((await idsOf('derece', 'en'))[0]).toBe('test.grade');
  // The shipped model's.
  expect((await idsOf('gecikmiş krediler', 'tr'))[0]).toBe('call_report.delinquent_60');
  expect(await idsOf('past due', 'tr')).toContain('call_report.delinquent_60');
});

test('finds pages, documentation and tenants to enter for a global user outside any tenant', async () => {
  const support = await portal.signIn({ email: 'outside@rise.example', roles: ['global.support'] });
  const { tenants, people, data } = await result('alder', support.cookie);
  expect(tenants).toMatchObject([
    { id: portal.tenants.alder, link: `/tenants?q=alder&tenant=${portal.tenants.alder}` },
  ]);
  expect([people, data]).toEqual([undefined, undefined]);
  expect((await result('home', support.cookie)).pages).toHaveLength(1);
  expect((await result('report', support.cookie)).documentation).toBeDefined();
  expect((await result('alder', admin)).tenants).toBeUndefined();
});

describe('people', () => {
  test('are found by colleagues, by name and address, and by nobody else', async () => {
    const { people } = await result('ILGAZ', admin);
    expect(people).toEqual([
      {
        id: accountId,
        title: 'Test Person',
        detail: 'zehra.ilgaz@alder.example',
        link: 'mailto:zehra.ilgaz@alder.example',
        icon: 'user',
        highlights: [],
      },
    ]);
    expect((await result('bora')).people).toBeUndefined();
    const guest = await portal.signIn({
      email: 'support@rise.example',
      roles: ['global.support'],
      enter: portal.tenants.alder,
    });
    expect((await result('zehra', guest.cookie)).people).toHaveLength(1);
    expect((await result('support@rise.example')).people).toBeUndefined();
  });

  /** Changes the person directly in the database, as a screen or an operator would, without involving the search. */
  const changes = {
    disable: (tx: GlobalTx) => tx.run`UPDATE account SET disabled_at = now() WHERE email LIKE 'gone@%'`,
    enable: (tx: GlobalTx) => tx.run`UPDATE account SET disabled_at = NULL WHERE email LIKE 'gone@%'`,
    rename: (tx: GlobalTx) => tx.run`UPDATE account SET last_name = 'Yıldırım' WHERE email LIKE 'gone@%'`,
    takeRoles: (tx: GlobalTx) => tx.run`UPDATE account SET claimed_roles = '{}' WHERE email LIKE 'gone@%'`,
    remove: (tx: GlobalTx) => tx.run`
      DELETE FROM tenant_user u USING account a WHERE a.id = u.account_id AND a.email LIKE 'gone@%'`,
    delete: (tx: GlobalTx) => tx.run`DELETE FROM account WHERE email LIKE 'gone@%'`,
  };
  const change = (way: keyof typeof changes) => portal.database.withGlobal(SYSTEM, changes[way]);
  beforeEach(async () => {
    await change('delete');
    await portal.signIn({ email: 'gone@alder.example', roles: ['tenant.user'], tenants: [portal.tenants.alder] });
  });

  test.each(['disable', 'takeRoles', 'remove', 'delete'] as const)('%s: no longer found', async (way) => {
    expect((await result('gone@alder.example')).people).toHaveLength(1);
    await change(way);
    expect((await result('gone@alder.example')).people).toBeUndefined();
  });

  test('a new name is found at once, and so is a person who is enabled again', async () => {
    await change('rename');
    expect((await result('yildirim')).people).toMatchObject([{ title: 'Test Yıldırım', highlights: [[5, 13]] }]);
    await change('disable');
    await change('enable');
    expect((await result('YILDIRIM')).people).toHaveLength(1);
  });

  test('a person disabled in one tenant is still found in the other', async () => {
    const { alder, birch } = portal.tenants;
    const both = { email: 'both@example.org', roles: ['tenant.user' as const], tenants: [alder, birch] };
    const person = await portal.signIn({ ...both, enter: birch });
    await portal.database.withTenant(
      systemIn(alder),
      (tx) => tx.run`
        UPDATE tenant_user SET disabled_at = now() WHERE tenant_id = ${alder} AND account_id = ${person.accountId}`,
    );
    expect((await result('both@example.org')).people).toBeUndefined();
    expect((await result('both@example.org', person.cookie)).people).toHaveLength(1);
  });
});

test('an announcement is found by its readers while it is active', async () => {
  const boss = await portal.signIn({
    email: 'boss@rise.example',
    roles: ['global.admin'],
    enter: portal.tenants.birch,
  });
  const { birch, alder } = portal.tenants;
  const publish = async (body: Record<string, unknown>) => {
    const created = await portal.fetch('POST /api/v1/global/announcements', {
      cookie: boss.cookie,
      body: { startDate: '2026-01-01T00:00:00.000Z', ...body },
    });
    return ((await created.json()) as { id: string }).id;
  };
  const id = await publish({
    title: { en: 'Zeppelin maintenance' },
    content: { en: [{ type: 'paragraph', children: [{ type: 'text', text: 'Tonight' }] }], tr: null },
    tenants: [alder],
    link: { uri: '/reports', hyperText: { en: 'See' } },
  });
  await publish({ title: { en: 'Zeppelin of birch' }, tenants: [birch] });
  await publish({ title: { en: 'Zeppelin to come' }, startDate: '2999-01-01T00:00:00.000Z' });
  expect((await result('zeppelin')).announcements).toEqual([
    { id, title: 'Zeppelin maintenance', detail: 'Tonight', link: '/reports', icon: 'megaphone', highlights: [[0, 8]] },
  ]);
  await portal.fetch('DELETE /api/v1/global/announcements/:id', { cookie: boss.cookie, id });
  expect((await result('zeppelin')).announcements).toBeUndefined();
});

test('content planted in another tenant is never found here', async () => {
  const { database, tenants } = portal;
  await database.withTenant(systemIn(tenants.birch), (tx) =>
    indexEntries(tx, 'reports', [
      {
        id: 'planted',
        permission: 'report.read',
        title: { en: 'Quetzal merger' },
        link: '/reports/planted',
        icon: 'report',
      },
    ]),
  );
  for (const cookie of [analyst, admin]) expect(await result('quetzal merger', cookie)).toEqual({});
  const guest = await portal.signIn({ email: 'g@rise.example', roles: ['global.admin'], enter: tenants.birch });
  expect(titles((await result('quetzal', guest.cookie)).reports)).toEqual(['Quetzal merger']);
});

test('is not found without permission', async () => {
  const { database, tenants } = portal;
  await database.withTenant(systemIn(tenants.alder), (tx) =>
    indexEntries(tx, 'reports', [
      { id: 'own', permission: 'tenant.administer', title: { en: 'Narwhal audit' }, link: '/x', icon: 'report' },
    ]),
  );
  expect((await result('narwhal')).reports).toBeUndefined();
  expect((await result('narwhal', admin)).reports).toHaveLength(1);
});

test.each([
  ['a', 'Write at least 2 characters'],
  ['   a   ', 'Write at least 2 characters'],
  ['', 'Write at least 2 characters'],
  ['a'.repeat(10_240), 'Write at most 200 characters'],
])('%j is rejected with a reason', async (query, message) => {
  const response = await search(query);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: 'VALIDATION_FAILED', details: [{ field: 'query', message }] },
  });
});

test.each([
  "'; DELETE FROM search_entry; --",
  '%%',
  '__',
  '\\\\',
  '"\' UNION SELECT 1729',
  '🦔🦔',
  '\u202eשלום',
  'zx & | ! ( :*',
])('%j finds nothing and has no effect', async (query) => {
  expect(await result(query)).toEqual({});
  expect(titles((await result('board scorecard')).reports)).toEqual(['Board scorecard']);
});

test('anything but a text is rejected, and so are unknown fields', async () => {
  for (const query of [null, 12, ['ab'], { $ne: '' }]) expect((await search(query)).status).toBe(400);
  const extra = await portal.fetch('POST /api/common/search', {
    cookie: analyst,
    body: { query: 'report', tenantId: portal.tenants.birch },
  });
  expect(extra.status).toBe(400);
});

test('content without entries, or with entries of an older edition, is indexed at the next start', async () => {
  const superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  await superuser.query(`DELETE FROM search_entry WHERE kind <> 'people'; DELETE FROM search_edition`);
  await superuser.end();
  expect(await result('board scorecard')).not.toHaveProperty('reports');
  await portal.restart();
  expect(titles((await result('board scorecard')).reports)).toEqual(['Board scorecard']);
  expect(titles((await result('net worth ratio')).data)[0]).toBe('Net worth ratio');
});
