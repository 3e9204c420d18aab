import type { AuditChain, AuditRecord, ListedAuditRecord, OwnActivityRecord, RouteKey } from '@rise/contract';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { sealRound } from './sealing.service.ts';

let portal: TestPortal;
let superuser: Client;
let alder: string;
let birch: string;
let admin: SignedIn;
let user: SignedIn;
let global: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  ({ alder, birch } = portal.tenants);
  admin = await portal.signIn({ email: 'ada@alder.example', firstName: 'Ada', roles: ['tenant.admin'], tenants: [alder] }); // prettier-ignore
  user = await portal.signIn({ email: 'uma@alder.example', firstName: 'Uma', roles: ['tenant.user'], tenants: [alder] }); // prettier-ignore
  global = await portal.signIn({ email: 'gina@rise.example', firstName: 'Gina', roles: ['global.admin'] });
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
});

type Page = { records: ListedAuditRecord[]; hasMore: boolean };
const list = async (search = '', { cookie } = admin) =>
  (await (await portal.fetch('GET /api/v1/audit', { cookie, search })).json()) as Page;
const read = async (id: number, search = '', { cookie } = admin) =>
  (await (
    await portal.fetch('GET /api/v1/audit/records/:id', { id: String(id), cookie, search })
  ).json()) as AuditRecord;
/** The newest record of an action. */
const newest = async (action: string, search = '', as = admin) => {
  const record = (await list(`?search=${action}${search}`, as)).records.find((one) => one.action === action)!;
  return read(record.id, search === '' ? '' : `?${search.slice(1)}`, as);
};
const act = (key: RouteKey, request: Parameters<TestPortal['fetch']>[1]) => portal.fetch(key, request);

describe('a record says', () => {
  test('who did what from where, and what changed', async () => {
    await act('PATCH /api/v1/users/:id', {
      cookie: admin.cookie,
      id: user.accountId,
      body: { groups: ['lending'] },
    });
    expect(await newest('user.change')).toMatchObject({
      actor: { id: admin.accountId, name: 'Ada Person', email: 'ada@alder.example' },
      via: 'session',
      viewedAs: null,
      outcome: 'done',
      target: user.accountId,
      targetName: 'Uma Person',
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      details: { before: { groups: [] }, after: { groups: ['lending'] } },
    });
  });

  test('what was added, changed and removed, by its name, also of what is gone; never a secret', async () => {
    const { cookie } = admin;
    const added = await act('POST /api/v1/domains', { cookie, body: { domain: 'ada.example' } });
    const { domains } = (await added.json()) as { domains: { id: string }[] };
    const { id } = domains[0]!;
    expect(await newest('domain.add')).toMatchObject({ target: id, targetName: 'ada.example', details: { after: { domain: 'ada.example' } } }); // prettier-ignore
    await act('PATCH /api/v1/domains/:id', { cookie, id, body: { role: 'tenant.admin' } });
    expect(await newest('domain.change')).toMatchObject({ targetName: 'ada.example', details: { before: { role: 'tenant.user' }, after: { role: 'tenant.admin' } } }); // prettier-ignore
    await act('DELETE /api/v1/domains/:id', { cookie, id });
    expect(await newest('domain.remove')).toMatchObject({ target: id, targetName: 'ada.example', details: { before: { domain: 'ada.example' } } }); // prettier-ignore

    const created = await act('POST /api/v1/account/tokens', { cookie, body: { name: 'Nightly', access: { kind: 'read' }, days: 30 } }); // prettier-ignore
    const { token, id: tokenId } = (await created.json()) as { token: string; id: string };
    const record = await newest('token.create');
    expect(record).toMatchObject({ target: tokenId, targetName: 'Nightly', details: { after: { name: 'Nightly', days: 30 } } }); // prettier-ignore
    expect(JSON.stringify(record)).not.toContain(token);
    await act('PATCH /api/v1/account', { cookie, body: { defaultLandingPage: '/reports' } });
    expect(await newest('account.update')).toMatchObject({ details: { after: { defaultLandingPage: '/reports' } } });

    const body = { name: 'Ada’s own', description: '', icon: 'folder', color: 'gray', everyone: 'edit' };
    const workspace = (await (await act('POST /api/v1/workspaces', { cookie, body })).json()) as { id: string; revision: number }; // prettier-ignore
    await act('PATCH /api/v1/workspaces/:id', { cookie, id: workspace.id, body: { color: 'teal', basedOn: workspace.revision } }); // prettier-ignore
    expect(await newest('workspace.change')).toMatchObject({ targetName: 'Ada’s own', details: { before: { color: 'gray' }, after: { color: 'teal' } } }); // prettier-ignore
  });

  test('the same above the tenants', async () => {
    const { cookie } = global;
    const title = { en: 'Maintenance on Sunday' };
    await act('POST /api/v1/global/announcements', { cookie, body: { title, startDate: '2026-01-01T00:00:00Z' } });
    expect(await newest('announcement.create', '', global)).toMatchObject({ targetName: title.en, details: { after: { title } } }); // prettier-ignore
    const created = await act('POST /api/v1/global/tenants', { cookie, body: { slug: 'elm', name: 'Elm' } });
    const { id } = (await created.json()) as { id: string };
    expect(await newest('tenant.create', '', global)).toMatchObject({ target: id, targetName: 'Elm', details: { after: { slug: 'elm', name: 'Elm' } } }); // prettier-ignore
    await act('POST /api/v1/global/tenants/:id/suspend', { cookie, id });
    await act('POST /api/v1/global/tenants/:id/deletion', { cookie, id, body: { name: 'Elm' } });
    expect(await newest('tenant.schedule-deletion', '', global)).toMatchObject({
      target: id,
      targetName: 'Elm',
      details: { before: { deletionScheduled: false }, after: { deletionScheduled: true, days: 30 } },
    });
  });

  test('that a token acted, and that someone above the tenants did', async () => {
    const token = await portal.tokenFor({ email: 'ada@alder.example', tenantId: alder, scopes: ['read', 'query'] });
    await act('POST /api/v1/users/:id/disable' as RouteKey, {
      id: user.accountId,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await newest('user.disable')).toMatchObject({ outcome: 'denied', via: 'token' });
    const inside = await portal.signIn({ email: 'sue@rise.example', roles: ['global.support'], enter: alder });
    await act('GET /api/v1/users', { cookie: inside.cookie });
    expect(await newest('user.list')).toMatchObject({ outcome: 'denied', via: 'support', actor: { email: 'sue@rise.example' } }); // prettier-ignore
  });

  test('with whose rights data was viewed', async () => {
    const body = { sql: 'SELECT count(*) FROM foicu', viewAs: { account: user.accountId } };
    expect((await act('POST /api/v1/sql', { cookie: admin.cookie, body })).status).toBe(200);
    expect(await newest('query.sql')).toMatchObject({
      viewedAs: { id: user.accountId, email: 'uma@alder.example' },
      details: { sql: body.sql },
    });
  });

  test('what was asked of the assistant', async () => {
    const message = 'What is the net worth ratio?';
    const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
    await act('POST /api/v1/openai/confluence/chat', { cookie: user.cookie, body });
    expect(await newest('assistant.ask')).toMatchObject({ actor: { id: user.accountId }, details: { question: message } }); // prettier-ignore
  });

  test('that someone tried a thing that is not theirs, whether or not it exists', async () => {
    const { rows } = await superuser.query<{ id: string }>('SELECT id FROM report WHERE tenant_id = $1 LIMIT 1', [
      birch,
    ]);
    for (const id of [rows[0]!.id, randomUUID()]) {
      expect((await act('GET /api/v1/reports/:id', { cookie: user.cookie, id })).status).toBe(404);
      const { records } = await list('?outcome=denied');
      expect(records[0]).toMatchObject({ action: 'report.read', target: id, targetName: null, actor: { id: user.accountId } }); // prettier-ignore
    }
  });

  test('nothing of a change that was refused, beside its denial', async () => {
    const before = await list('?group=people&outcome=done');
    await act('PATCH /api/v1/users/:id', { cookie: admin.cookie, id: randomUUID(), body: { groups: ['a'] } });
    expect(await list('?group=people&outcome=done')).toEqual(before);
  });
});

describe('the list', () => {
  test('has the tenant’s own records only, newest first', async () => {
    await audit(portal.database, systemIn(birch), { action: 'test.birch', outcome: 'done' });
    const { records } = await list();
    expect(records.some(({ action }) => action === 'test.birch')).toBe(false);
    expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).toSorted((a, b) => b - a));
    expect((await portal.fetch('GET /api/v1/audit', { cookie: admin.cookie, search: '?of=global' })).status).toBe(404);
    expect((await portal.fetch('GET /api/v1/audit', { cookie: user.cookie })).status).toBe(404);
  });

  test('pages from record to record', async () => {
    for (let i = 0; i < 120; i += 1)
      await audit(portal.database, systemIn(alder), { action: 'test.page', outcome: 'done', target: `page ${i}` });
    const seen: string[] = [];
    let before = '';
    for (let hasMore = true; hasMore;) {
      const page = await list(`?search=test.page${before}`);
      seen.push(...page.records.map(({ target }) => target!));
      ({ hasMore } = page);
      before = `&before=${page.records.at(-1)!.id}`;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => `page ${119 - i}`));
  });

  test('filters by time, person, group and outcome', async () => {
    await superuser.query(
      `INSERT INTO audit_record (tenant_id, action, outcome, target, at)
       SELECT $1, 'test.day', 'done', day::text, make_timestamptz(2026, 1, day, 12, 0, 0, 'UTC') FROM generate_series(1, 9) AS day`,
      [alder],
    );
    const days = await list('?search=test.day&from=2026-01-03T12:00:00Z&to=2026-01-06T12:00:00Z');
    expect(days.records.map(({ target }) => target)).toEqual(['5', '4', '3']);
    const ofUma = (await list('?person=UMA')).records;
    expect(ofUma.length).toBeGreaterThan(0);
    expect(ofUma.every(({ actor }) => actor?.id === user.accountId)).toBe(true);
    expect((await list('?person=nobody+here')).records).toEqual([]);
    const questions = (await list('?group=questions')).records.map(({ action }) => action);
    expect(new Set(questions)).toEqual(new Set(['query.sql', 'query.view-as', 'assistant.ask']));
    expect((await list('?group=exports')).records).toEqual([]);
    expect((await list('?group=other')).records.every(({ action }) => action.startsWith('test.'))).toBe(true);
  });

  test('of someone above the tenants has what is above them, or a chosen tenant, whose trail says so', async () => {
    await act('POST /api/v1/global/tenants', { cookie: global.cookie, body: { slug: 'cedar', name: 'Cedar' } });
    expect((await list('', global)).records.map(({ action }) => action)).toContain('tenant.create');
    const paged = (await list(`?of=${alder}&search=test.page`, global)).records;
    expect(paged).toHaveLength(50);
    expect(await newest('audit.read')).toMatchObject({ via: 'support', actor: { email: 'gina@rise.example' }, details: { visit: false } }); // prettier-ignore
    await read(paged[0]!.id, `?of=${alder}`, global);
    expect(await newest('audit.read')).toMatchObject({ details: { record: paged[0]!.id, visit: false } });
    const { cookie } = global;
    expect((await portal.fetch('GET /api/v1/audit', { cookie, search: `?of=${randomUUID()}` })).status).toBe(404);
  });

  test('shows someone above the tenants what people ask, write and call things only inside a visit', async () => {
    const question = 'How do I merge with Cedar secretly?';
    const request = {
      message: question,
      chatId: null,
      openAIRequest: { messages: [{ role: 'user', content: question }] },
    };
    await act('POST /api/v1/openai/confluence/chat', { cookie: user.cookie, body: request });
    const body = { name: 'Cedar secretly', sql: 'SELECT 1', shared: true };
    expect((await act('POST /api/v1/sql/queries', { cookie: admin.cookie, body })).status).toBe(200);
    expect(await newest('query.save')).toMatchObject({ targetName: 'Cedar secretly' });
    const of = `?of=${alder}`;
    const before = (await list('?search=audit.', admin)).records.length;
    const outside = (await list(of, global)).records;
    expect(outside.map(({ action }) => action)).toEqual(expect.arrayContaining(['assistant.ask', 'query.save']));
    const open = async (action: string, as: SignedIn) => {
      const { records } = await list(`?of=${alder}&search=${action}&outcome=done`, as);
      return read(records.find((one) => one.action === action)!.id, of, as);
    };
    for (const action of ['assistant.ask', 'query.save', 'query.sql'])
      expect(await open(action, global)).toMatchObject({ isVisitNeeded: true, details: {}, targetName: null });
    expect(await open('user.change', global)).toMatchObject({ isVisitNeeded: false, targetName: 'Uma Person', details: { after: { groups: ['lending'] } } }); // prettier-ignore
    const file = await portal.fetch('GET /api/v1/audit/export', { cookie: global.cookie, search: of });
    const text = (await file.text()).toLowerCase();
    expect(text).toContain('assistant.ask');
    for (const secret of ['secretly', 'foicu', 'net+worth']) {
      expect(JSON.stringify(outside) + text).not.toContain(secret.replace('+', ' '));
      expect((await list(`${of}&search=${secret}`, global)).records.filter(({ action }) => !action.startsWith('audit.'))).toEqual([]); // prettier-ignore
    }
    // Each list, each record and the export is in the tenant's own trail.
    expect((await list('?search=audit.', admin)).records.length).toBe(before + 1 + 2 * 4 + 1 + 3);
    const visitor = await portal.signIn({ email: 'vera@rise.example', roles: ['global.admin'], enter: alder });
    expect(await open('assistant.ask', visitor)).toMatchObject({ isVisitNeeded: false, details: { question } });
  });

  test('keeps texts of queries from those who may not run SQL', async () => {
    await superuser.query(`UPDATE tenant SET sql_access = 'nobody' WHERE id = $1`, [alder]);
    const record = await newest('query.sql');
    expect(record).toMatchObject({ isTextHidden: true, details: { hash: expect.any(String) as string } });
    expect(JSON.stringify(record)).not.toContain('foicu');
    expect((await list('?search=foicu')).records).toEqual([]);
    const file = await portal.fetch('GET /api/v1/audit/export', { cookie: admin.cookie });
    expect(await file.text()).not.toContain('foicu');
    await superuser.query(`UPDATE tenant SET sql_access = NULL WHERE id = $1`, [alder]);
  });
});

test('people see what they did themselves, part by part', async () => {
  type Own = { records: OwnActivityRecord[]; hasMore: boolean };
  const own = async (search = '', { cookie } = user) =>
    (await (await portal.fetch('GET /api/v1/account/activity', { cookie, search })).json()) as Own;
  await act('PATCH /api/v1/account', { cookie: user.cookie, body: { defaultLandingPage: '/reports' } });
  await act('GET /api/v1/users', { cookie: user.cookie });
  const { records } = await own();
  expect(records.slice(0, 2)).toMatchObject([
    { action: 'user.list', outcome: 'denied', via: 'session', address: '127.0.0.1' },
    { action: 'account.update', outcome: 'done', targetName: null },
  ]);
  expect((await own('', admin)).records.map(({ targetName }) => targetName)).toContain('Uma Person');

  await superuser.query(
    `INSERT INTO audit_record (tenant_id, account_id, action, outcome) SELECT $1, $2, 'test.own', 'done' FROM generate_series(1, 50)`,
    [alder, user.accountId],
  );
  const ids: number[] = [];
  for (let part = await own(); ; part = await own(`?before=${String(ids.at(-1))}`)) {
    ids.push(...part.records.map(({ id }) => id));
    if (!part.hasMore) break;
  }
  const { rows } = await superuser.query<{ id: string }>(
    `SELECT id FROM audit_record WHERE tenant_id = $1 AND account_id = $2 ORDER BY id DESC`,
    [alder, user.accountId],
  );
  expect(ids).toEqual(rows.map(({ id }) => Number(id)));
});

test('an export is whole, and is recorded itself', async () => {
  await superuser.query(
    `INSERT INTO audit_record (tenant_id, action, outcome, target) SELECT $1, 'test.many', 'done', '=cmd' FROM generate_series(1, 1700)`,
    [alder],
  );
  const response = await portal.fetch('GET /api/v1/audit/export', {
    cookie: admin.cookie,
    search: '?search=test.many',
    headers: { 'accept-language': 'tr' },
  });
  const lines = (await response.text()).split('\r\n');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
  expect(lines[0]).toMatch(/^\uFEFF?Kayıt;Zaman \(UTC\);/);
  // Beside the 1,700: the record of the export itself, whose filter has the words.
  expect(lines.filter((line) => line.includes('test.many;done'))).toHaveLength(1700);
  expect(lines[5]).toContain(";'=cmd;");
  expect(await newest('audit.export')).toMatchObject({ actor: { id: admin.accountId }, details: { search: 'test.many' } }); // prettier-ignore
});

test('the chain is sealed and verified, and says where it is broken', async () => {
  const chain = async (key: RouteKey, body?: unknown) =>
    (await (
      await portal.fetch(key, { cookie: admin.cookie, ...(body !== undefined && { body }) })
    ).json()) as AuditChain;
  const waiting = `SELECT FROM audit_record r WHERE NOT EXISTS (SELECT FROM audit_link l WHERE r.id = ANY (l.ids)) LIMIT 1`;
  do await sealRound(portal.database);
  while ((await superuser.query(waiting)).rowCount);
  expect(await chain('GET /api/v1/audit/chain')).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }); // prettier-ignore
  const { verified, links } = await chain('POST /api/v1/audit/chain/verify', {});
  expect(links).toBeGreaterThan(0);
  expect(verified).toMatchObject({ brokenLink: null, problem: null });
  await superuser.query(
    `UPDATE audit_record SET target = 'someone else' WHERE id = (SELECT min(id) FROM audit_record WHERE tenant_id = $1)`,
    [alder],
  );
  expect((await chain('POST /api/v1/audit/chain/verify', {})).verified).toMatchObject({
    brokenLink: 1,
    problem: 'records',
  });
});
