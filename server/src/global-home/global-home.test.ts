import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttentionKind, AttentionLine, GlobalHome } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let support: SignedIn;
let owner: Client;
/** A tenant without anything, beside the sample tenants. */
let cedar: string;

beforeAll(async () => {
  portal = await startTestPortal({ mail: () => ({ contactEmail: 'rise@rise.example', wake: () => undefined }) });
  admin = await portal.signIn({ email: 'gil@rise.example', roles: ['global.admin'] });
  support = await portal.signIn({ email: 'gus@rise.example', roles: ['global.support'] });
  owner = new Client({ connectionString: portal.superuserUrl });
  await owner.connect();
  const created = await portal.fetch('POST /api/v1/global/tenants', {
    cookie: admin.cookie,
    body: { slug: 'cedar', name: 'Cedar' },
  });
  cedar = ((await created.json()) as { id: string }).id;
});
afterAll(async () => {
  await owner?.end();
  await portal?.close();
});
beforeEach(async () => {
  await run(
    'TRUNCATE mail_outbox, data_import, job_dismissal, tenant_domain, identity_provider, invitation, support_visit, announcement CASCADE',
  );
  await run(
    `UPDATE tenant SET suspended_at = NULL, deletion_due_at = NULL, user_limit = NULL, storage_limit_mb = NULL, sign_in = 'shared'`,
  );
});

const run = async (text: string, values: unknown[] = []) =>
  (await owner.query<Record<string, unknown>>(text, values)).rows;
const request = (who: SignedIn | null) => portal.fetch('GET /api/v1/global/home', who ? { cookie: who.cookie } : {});
const read = async (who = admin) => (await (await request(who)).json()) as GlobalHome;
async function of<Kind extends AttentionKind>(kind: Kind, who = admin) {
  return (await read(who)).attention.filter(
    (line): line is Extract<AttentionLine, { kind: Kind }> => line.kind === kind,
  );
}
const CEDAR = () => ({ id: cedar, name: 'Cedar' });

const addImport = (tenant = cedar, finished = 'now()') =>
  run(
    `INSERT INTO data_import (tenant_id, status, origin, finished_at, failure)
     VALUES ($1, 'failed', 'upload', ${finished}, '{"code": "columns", "message": "secret_column is missing"}') RETURNING id`,
    [tenant],
  );
const addMail = (tenant: string | null) =>
  run(
    `INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html, tenant_id, failed_at)
     VALUES ('report-alert', $1, $1, 'mona@alder.example', 'Secret', 'Secret', 'Secret', $2, now())`,
    [randomUUID(), tenant],
  );
const addDomain = (state: string, domain: string, missing: string | null = null) =>
  run(
    `INSERT INTO tenant_domain (tenant_id, domain, token, state, missing_since, next_check_at)
     VALUES ($1, $2, repeat('a', 32), $3, $4, CASE WHEN $3 = 'expired' THEN NULL ELSE now() + interval '1 day' END)`,
    [cedar, domain, state, missing],
  );
const addInvitation = (expires: string) =>
  run(
    `INSERT INTO invitation (tenant_id, email, language, roles, token_hash, expires_at)
     VALUES ($1, 'first@cedar.example', 'en', '{tenant.admin}', '\\x00', ${expires})`,
    [cedar],
  );
const addVisit = (who: SignedIn, state: 'requested' | 'allowed' | 'active') =>
  run(
    `INSERT INTO support_visit (tenant_id, account_id, person, email, reason, minutes, allowed_at, entered_at, ends_at)
     VALUES ($1, $2, 'Secret Person', 'secret@rise.example', 'Secret reason', 60, $3, $4, $4::timestamptz + interval '1 hour')
     RETURNING id`,
    [cedar, who.accountId, state === 'requested' ? null : new Date(), state === 'active' ? new Date() : null],
  );
const addAnnouncement = (ends: string) =>
  run(
    `INSERT INTO announcement (title, start_date, end_date) VALUES ('{"en": "Maintenance"}', now() - interval '1 day', ${ends})`,
  );

test('a person of a tenant, and no one, cannot read it', async () => {
  const { alder } = portal.tenants;
  const inside = await portal.signIn({ email: 'ann@alder.example', roles: ['tenant.admin'], tenants: [alder], enter: alder }); // prettier-ignore
  expect((await request(inside)).status).toBe(404);
  expect((await request(null)).status).toBe(401);
  expect((await request(admin)).status).toBe(200);
});

test('with nothing amiss it has no line but of the installation, and still the newest tenants', async () => {
  const { attention, more, tenants, recent } = await read();
  expect(attention.filter(({ kind }) => kind !== 'check' && kind !== 'server')).toEqual([]);
  expect(more).toEqual([]);
  expect(tenants).toEqual({ active: 3, suspended: 0, deleting: 0 });
  expect(recent).toHaveLength(3);
  expect(recent[0]).toMatchObject({ id: cedar, slug: 'cedar', state: 'active', users: 0 });
});

test('checks of the installation appear while they are not good, apart from what has lines of its own', async () => {
  // Others depend on how busy the machine is.
  const checks = async () =>
    (await of('check'))
      .map(({ reading, level }) => `${reading.check} ${level}`)
      .filter((text) => /^(servers|jobs-dead|mail|backup|read-only)/.test(text));
  expect(await checks()).toEqual(['backup soon']);
  await run(
    `INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html, created_at)
     VALUES ('contact', 'w', 'w', 'a@b.example', 's', 't', 'h', now() - interval '1 hour')`,
  );
  await addMail(null);
  expect(await checks()).toEqual(['mail-waiting now', 'backup soon']);
  await run('DELETE FROM mail_outbox');
  expect(await checks()).toEqual(['backup soon']);
});

test('a lost server appears until it is gone', async () => {
  await run(
    `INSERT INTO server_report (process, host, pid, version, started_at, figures)
     SELECT '999999999 0 ' || gen_random_uuid(), 'gone.example', 999999999, '0.0.0', now(), figures FROM server_report`,
  );
  expect((await of('server')).filter(({ isAlive }) => !isAlive)).toEqual([
    { kind: 'server', level: 'soon', host: 'gone.example', process: 999_999_999, isAlive: false, reading: null },
  ]);
  await run(`DELETE FROM server_report WHERE host = 'gone.example'`);
  expect((await of('server')).filter(({ isAlive }) => !isAlive)).toEqual([]);
});

test('failed jobs are counted by tenant and kind, without what they are about, until they are dismissed', async () => {
  const [failed] = await addImport();
  await addImport(cedar, `now() - interval '2 days'`);
  await addMail(cedar);
  await addImport(portal.tenants.birch, `now() - interval '2 days'`);
  await addMail(null);
  const lines = await of('jobs');
  expect(lines.map(({ level, tenant, counts }) => [level, tenant?.name ?? null, counts])).toEqual([
    [
      'now',
      'Cedar',
      [
        { kind: 'import', count: 2 },
        { kind: 'mail', count: 1 },
      ],
    ],
    ['now', null, [{ kind: 'mail', count: 1 }]],
    ['soon', 'Birch Credit Union', [{ kind: 'import', count: 1 }]],
  ]);
  const text = JSON.stringify(await read());
  for (const secret of [failed!.id as string, 'secret_column', 'mona@', 'Secret']) expect(text).not.toContain(secret);
  await portal.fetch('POST /api/v1/global/jobs/:id/dismiss', {
    id: failed!.id as string,
    cookie: admin.cookie,
    body: { kind: 'import' },
  });
  expect((await of('jobs'))[0]!.counts).toContainEqual({ kind: 'import', count: 1 });
  await run('TRUNCATE data_import, mail_outbox CASCADE');
  expect(await of('jobs')).toEqual([]);
});

test('a tenant near or over a limit of its plan appears, the fullest first', async () => {
  const [upload] = await run(
    `INSERT INTO upload (tenant_id, name, bytes, expires_at) VALUES ($1, 'a', 950000, now() + interval '1 day') RETURNING id`,
    [cedar],
  );
  await run('UPDATE tenant SET storage_limit_mb = 1 WHERE id = $1', [cedar]);
  const limits = async () => (await of('limit')).map(({ tenant, limit, level, used, most }) => [tenant.name, limit, level, used, most]); // prettier-ignore
  expect(await limits()).toEqual([['Cedar', 'storage', 'soon', 950_000, 1024 ** 2]]);
  // Files of its data versions count as well.
  const folder = join(portal.folders[0]!, cedar);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '1.duckdb'), Buffer.alloc(200_000));
  expect(await limits()).toEqual([['Cedar', 'storage', 'now', 1_150_000, 1024 ** 2]]);
  await portal.signIn({ email: 'a@birch.example', roles: ['tenant.user'], tenants: [portal.tenants.birch] });
  await run(`UPDATE tenant SET user_limit = 1 WHERE slug = 'birch'`);
  expect((await limits()).map(([name, limit, level]) => [name, limit, level])).toEqual([
    ['Cedar', 'storage', 'now'],
    ['Birch Credit Union', 'users', 'now'],
  ]);
  await run('UPDATE tenant SET user_limit = NULL');
  await rm(folder, { recursive: true });
  await run('DELETE FROM upload WHERE id = $1', [upload!.id]);
  expect(await limits()).toEqual([]);
});

test('domains are counted by what is wrong with them, and never named', async () => {
  await addDomain('failing', 'one.example', '2026-01-01');
  await addDomain('failing', 'two.example', '2026-01-01');
  await addDomain('verified', 'three.example', '2026-01-01');
  await addDomain('verified', 'four.example');
  await addDomain('pending', 'five.example');
  await addDomain('expired', 'six.example');
  expect((await of('domain')).map(({ level, tenant, state, count }) => [level, tenant.name, state, count])).toEqual([
    ['now', 'Cedar', 'failing', 2],
    ['soon', 'Cedar', 'missing', 1],
    ['note', 'Cedar', 'expired', 1],
  ]);
  expect(JSON.stringify(await read())).not.toContain('.example"');
  await run(`UPDATE tenant_domain SET state = 'verified', missing_since = NULL, next_check_at = now()`);
  expect(await of('domain')).toEqual([]);
});

test('an identity provider appears while people depend on it and it does not work', async () => {
  const set = (text: string) => run(`UPDATE identity_provider SET ${text}`);
  await run(
    `INSERT INTO identity_provider (tenant_id, label, issuer, client_id, scopes, subject_claim, test_failure)
     VALUES ($1, 'Secret label', 'https://secret.example', 'secret-client', '{openid}', 'sub', 'unreachable')`,
    [cedar],
  );
  expect(await of('provider')).toEqual([]);
  await run(`UPDATE tenant SET sign_in = 'own' WHERE id = $1`, [cedar]);
  expect(await of('provider')).toEqual([{ kind: 'provider', level: 'now', tenant: CEDAR(), reason: 'failed' }]);
  await set('test_failure = NULL');
  expect(await of('provider')).toMatchObject([{ reason: 'untested' }]);
  await set('tested_connection = connection, tested_at = now()');
  expect(await of('provider')).toEqual([]);
  expect(JSON.stringify(await read())).not.toContain('secret');
});

test('a suspended tenant, and one to be deleted, appear until they are restored', async () => {
  const set = (text: string) => run(`UPDATE tenant SET ${text} WHERE id = $1`, [cedar]);
  await set('suspended_at = now()');
  expect(await of('suspended')).toMatchObject([{ level: 'note', tenant: CEDAR() }]);
  await set(`deletion_due_at = now() + interval '20 days'`);
  expect(await of('suspended')).toEqual([]);
  expect(await of('deletion')).toMatchObject([{ level: 'note', tenant: CEDAR(), isRunning: false }]);
  await set(`deletion_due_at = now() + interval '2 days'`);
  expect(await of('deletion')).toMatchObject([{ level: 'soon' }]);
  expect((await read()).tenants).toEqual({ active: 2, suspended: 0, deleting: 1 });
  // What is wrong in it hurts nobody.
  await addImport();
  await addDomain('failing', 'one.example', '2026-01-01');
  expect([await of('jobs'), await of('domain')]).toEqual([[], []]);
  await set('deletion_due_at = NULL, suspended_at = NULL');
  expect([await of('deletion'), await of('suspended')]).toEqual([[], []]);
});

test('an invitation appears while its tenant has no administrator', async () => {
  await addInvitation(`now() + interval '3 days'`);
  expect(await of('invitation')).toMatchObject([{ level: 'note', tenant: CEDAR(), isExpired: false }]);
  await run(`UPDATE invitation SET expires_at = now() - interval '1 minute'`);
  expect(await of('invitation')).toMatchObject([{ level: 'soon', isExpired: true }]);
  expect(JSON.stringify(await read())).not.toContain('first@');
  const { accountId } = await portal.signIn({ email: 'hand@cedar.example', roles: ['tenant.admin'], tenants: [cedar] });
  expect(await of('invitation')).toEqual([]);
  await run('DELETE FROM tenant_user WHERE account_id = $1', [accountId]);
  expect(await of('invitation')).toHaveLength(1);
  await run('UPDATE invitation SET revoked_at = now()');
  expect(await of('invitation')).toEqual([]);
});

test('the caller’s own visits appear as they stand, those of others as a number', async () => {
  await addVisit(admin, 'requested');
  expect(await of('own-visit')).toMatchObject([{ level: 'note', tenant: CEDAR(), state: 'requested', endsAt: null }]);
  await run('UPDATE support_visit SET allowed_at = now()');
  expect(await of('own-visit')).toMatchObject([{ level: 'soon', state: 'allowed' }]);
  await addVisit(support, 'active');
  const [visits] = await of('visits');
  expect(visits).toMatchObject({ level: 'note', tenant: CEDAR(), count: 1 });
  expect(Date.parse(visits!.endsAt)).toBeGreaterThan(Date.now());
  expect(JSON.stringify(await read())).not.toMatch(/Secret|secret@/);
  expect(await of('own-visit', support)).toMatchObject([{ level: 'note', state: 'active' }]);
  await run('UPDATE support_visit SET ended_at = now()');
  expect([await of('own-visit'), await of('visits')]).toEqual([[], []]);
});

test('active announcements appear, sooner where they are about to end', async () => {
  await addAnnouncement('NULL');
  await addAnnouncement(`now() + interval '1 day'`);
  await addAnnouncement(`now() - interval '1 minute'`);
  expect((await of('announcement')).map(({ level, title, endsAt }) => [level, title.en, endsAt !== null])).toEqual([
    ['soon', 'Maintenance', true],
    ['note', 'Maintenance', false],
  ]);
  await run('UPDATE announcement SET is_draft = true');
  expect(await of('announcement')).toEqual([]);
});

test('each role sees what its own routes let it see', async () => {
  await addInvitation(`now() - interval '1 day'`);
  await addAnnouncement('NULL');
  await addVisit(admin, 'active');
  await addImport();
  await addDomain('failing', 'one.example', '2026-01-01');
  const kindsOf = async (who: SignedIn) =>
    new Set((await read(who)).attention.map(({ kind }) => kind).filter((kind) => kind !== 'server'));
  expect(await kindsOf(support)).toEqual(new Set(['check', 'jobs', 'domain']));
  expect(await kindsOf(admin)).toEqual(new Set(['check', 'jobs', 'domain', 'own-visit', 'invitation', 'announcement']));
});

test('of very many only some are listed, and the rest is counted', async () => {
  await run(
    `INSERT INTO tenant (slug, name, suspended_at) SELECT 'many-' || n, 'Many ' || n, now() FROM generate_series(1, 12) n`,
  );
  const { attention, more } = await read();
  expect(attention.filter(({ kind }) => kind === 'suspended')).toHaveLength(5);
  expect(more).toEqual([{ kind: 'suspended', level: 'note', count: 7 }]);
  await run(`DELETE FROM tenant WHERE slug LIKE 'many-%'`);
});
