import type { ErrorBody, RouteKey, TenantDomains } from '@rise/contract';
import { pino } from 'pino';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDnsServer, type DnsServer } from '../testing/dns-server.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { DomainChecker } from './domain-checker.service.ts';

let portal: TestPortal;
let dns: DnsServer;
let superuser: Client;
/** As a second server over the same database: the portal's own rests for seconds. */
let checker: DomainChecker;
let ada: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  dns = await startDnsServer();
  portal = await startTestPortal({ dnsServers: [dns.address] });
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  const { alder, birch } = portal.tenants;
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  bo = await portal.signIn({ email: 'bo@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  checker = new DomainChecker({
    database: portal.database,
    mail: { contactEmail: 'rise@rise.example', isHeld: true, wake: () => undefined },
    publicUrl: new URL('https://rise.example'),
    dnsServers: [dns.address],
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
  await dns?.close();
});
beforeEach(async () => {
  await superuser.query('DELETE FROM tenant_domain');
  await superuser.query(`DELETE FROM inbox_item WHERE kind = 'notification'`);
  await superuser.query(`DELETE FROM mail_outbox WHERE kind = 'domain'`);
  dns.records.clear();
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call(who: SignedIn, key: RouteKey, request: Request = {}): Promise<TenantDomains> {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as TenantDomains;
}
async function problem(who: SignedIn, key: RouteKey, request: Request = {}): Promise<string | undefined> {
  const { error } = (await (await portal.fetch(key, { cookie: who.cookie, ...request })).json()) as ErrorBody;
  return error.details?.[0]?.field ?? error.code;
}
const list = (who: SignedIn) => call(who, 'GET /api/v1/domains');
const only = ({ domains: [domain] }: TenantDomains) => domain!;
const add = async (who: SignedIn, domain: string) =>
  (await call(who, 'POST /api/v1/domains', { body: { domain } })).domains.find((one) => one.title === domain)!;
const check = async (who: SignedIn, id: string) => {
  await superuser.query(`UPDATE tenant_domain SET last_checked_at = NULL WHERE id = $1`, [id]);
  return (await call(who, 'POST /api/v1/domains/:id/check', { id })).domains.find((one) => one.id === id)!;
};
/** Publishes the record that proves a domain. */
const publish = ({ record }: { record: { name: string; value: string } }) => dns.records.set(record.name, [[record.value]]); // prettier-ignore
/** Moves a domain's past back, and makes its check due. */
const makeDue = (id: string, hours: number) =>
  superuser.query(
    `UPDATE tenant_domain SET state_since = state_since - make_interval(hours => $2), next_check_at = now(),
            missing_since = missing_since - make_interval(hours => $2), last_checked_at = NULL WHERE id = $1`,
    [id, hours],
  );
const isChecked = async (id: string) =>
  (await superuser.query(`SELECT FROM tenant_domain WHERE id = $1 AND last_checked_at IS NOT NULL`, [id])).rowCount ===
  1;
/** Makes a domain's check due, and runs it. */
async function passHours(id: string, hours: number): Promise<void> {
  await makeDue(id, hours);
  const never = new AbortController().signal;
  // The portal's own checker may have taken it, and finds what this one would.
  do while (await checker.work(never));
  while (!(await isChecked(id)));
  while (await checker.work(never));
}
const notifications = async (email: string) =>
  (
    await superuser.query<{ title: string }>(
      `SELECT i.title->>'en' AS title FROM inbox_item i JOIN account a ON a.id = i.account_id
        WHERE i.kind = 'notification' AND a.email = $1 ORDER BY i.number`,
      [email],
    )
  ).rows.map(({ title }) => title);

describe('proving a domain', () => {
  test('shows the record, finds it among others and in chunks, and verifies', async () => {
    const domain = await add(ada, 'alder.example');
    expect(domain).toMatchObject({
      state: 'pending',
      record: { name: '_rise-challenge.alder.example' },
      joinRule: 'invitation',
      role: 'tenant.user',
      lastResult: null,
      createdBy: 'ada@alder.example',
    });
    // 160 bits.
    expect(domain.record.value).toMatch(/^token=[a-z2-7]{32}$/);
    expect(await check(ada, domain.id)).toMatchObject({ state: 'pending', lastResult: 'missing' });
    const { name, value } = domain.record;
    dns.records.set(name, [['v=something else'], [value.slice(0, 10), value.slice(10)]]);
    expect(await check(ada, domain.id)).toMatchObject({ state: 'verified', lastResult: 'found', expiresAt: null });
    const { rows } = await superuser.query(
      `SELECT action FROM audit_record WHERE target = $1 AND outcome = 'done' ORDER BY id`,
      [domain.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['domain.add', 'domain.check', 'domain.check', 'domain.verified']);
  });

  test.each([
    ['no such name', 'nxdomain', 'missing'],
    ['no TXT record', [], 'missing'],
    ['another token', [['token=abcdefghijklmnopqrstuvwxyz234567']], 'missing'],
    ['a server that fails', 'servfail', 'unknown'],
  ] as const)('%s', async (_, records, lastResult) => {
    const domain = await add(ada, 'alder.example');
    dns.records.set(domain.record.name, records);
    expect(await check(ada, domain.id)).toMatchObject({ state: 'pending', lastResult });
  });

  test('takes no other person’s text for a domain', async () => {
    const refuse = (domain: string) => problem(ada, 'POST /api/v1/domains', { body: { domain } });
    expect(await refuse('not a domain')).toBe('name');
    expect(await refuse('com.tr')).toBe('suffix');
    expect(await refuse('gmail.com')).toBe('free-mail');
    await add(ada, 'alder.example');
    expect(await refuse('ALDER.example')).toBe('exists');
  });

  test('shows an international name as people write it, and as DNS has it', async () => {
    const { domain, title, record } = await add(ada, 'çınar.example');
    expect({ domain, title }).toEqual({ domain: 'xn--nar-1la48a.example', title: 'çınar.example' });
    expect(record.name).toBe('_rise-challenge.xn--nar-1la48a.example');
  });

  test('is asked for once in a few seconds', async () => {
    const { id } = await add(ada, 'alder.example');
    await call(ada, 'POST /api/v1/domains/:id/check', { id });
    expect(await problem(ada, 'POST /api/v1/domains/:id/check', { id })).toBe('recent');
  });
});

describe('a domain of two tenants', () => {
  test('is that of the first proof; the other learns only, with a proof of its own, that it is not available', async () => {
    const alders = await add(ada, 'shared.example');
    const birches = await add(bo, 'shared.example');
    dns.records.set(alders.record.name, [[alders.record.value], [birches.record.value]]);
    expect(await check(ada, alders.id)).toMatchObject({ state: 'verified' });
    expect(await check(bo, birches.id)).toMatchObject({ state: 'pending', lastResult: 'taken' });
    // Without the record there is nothing to learn.
    dns.records.set(alders.record.name, [[alders.record.value]]);
    expect(await check(bo, birches.id)).toMatchObject({ state: 'pending', lastResult: 'missing' });

    await call(ada, 'DELETE /api/v1/domains/:id', { id: alders.id });
    publish(birches);
    expect(await check(bo, birches.id)).toMatchObject({ state: 'verified' });
  });

  test('is that of one, also where both prove it at the same moment', async () => {
    const alders = await add(ada, 'shared.example');
    const birches = await add(bo, 'shared.example');
    dns.records.set(alders.record.name, [[alders.record.value], [birches.record.value]]);
    const states = await Promise.all([check(ada, alders.id), check(bo, birches.id)]);
    expect(states.map(({ state }) => state).toSorted()).toEqual(['pending', 'verified']);
  });

  test('is not seen, checked, changed or removed by another tenant', async () => {
    const { id } = await add(ada, 'alder.example');
    expect((await list(bo)).domains).toEqual([]);
    for (const key of [
      'POST /api/v1/domains/:id/check',
      'POST /api/v1/domains/:id/restart',
      'DELETE /api/v1/domains/:id',
    ] as const)
      // prettier-ignore
      expect(await problem(bo, key, { id })).toBe('NOT_FOUND');
    expect(await problem(bo, 'PATCH /api/v1/domains/:id', { id, body: { joinRule: 'automatic' } })).toBe('NOT_FOUND');
    expect(only(await list(ada))).toMatchObject({ id, joinRule: 'invitation' });
  });
});

describe('scheduled checks', () => {
  test('verify a domain, and notify its administrators', async () => {
    const domain = await add(ada, 'alder.example');
    publish(domain);
    await passHours(domain.id, 1);
    expect(only(await list(ada)).state).toBe('verified');
    expect(await notifications('ada@alder.example')).toEqual(['alder.example is verified']);
    expect(await notifications('bo@birch.example')).toEqual([]);
  });

  test('fail a domain whose record is missing for 72 hours, give it up after 14 days, and notify and mail', async () => {
    const domain = await add(ada, 'alder.example');
    publish(domain);
    await check(ada, domain.id);
    dns.records.set(domain.record.name, []);
    for (let day = 1; day <= 3; day += 1) {
      await passHours(domain.id, 24);
      expect(only(await list(ada))).toMatchObject({ state: 'verified', lastResult: 'missing' });
    }
    await passHours(domain.id, 24);
    expect(only(await list(ada))).toMatchObject({ state: 'failing' });
    await passHours(domain.id, 14 * 24);
    expect(only(await list(ada))).toMatchObject({ state: 'expired', nextCheckAt: null });
    expect(await notifications('ada@alder.example')).toEqual([
      'The record of alder.example is missing',
      'alder.example has expired',
    ]);
    const { rows } = await superuser.query(
      `SELECT recipient, subject, tenant_id FROM mail_outbox WHERE kind = 'domain' ORDER BY created_at`,
    );
    const mail = { recipient: 'ada@alder.example', tenant_id: portal.tenants.alder };
    expect(rows).toEqual([
      { ...mail, subject: 'The record of alder.example is missing' },
      { ...mail, subject: 'alder.example has expired' },
    ]);
    expect(await problem(ada, 'POST /api/v1/domains/:id/check', { id: domain.id })).toBe('recent');

    // The record of the first proof may still be there under another owner.
    const again = only(await call(ada, 'POST /api/v1/domains/:id/restart', { id: domain.id }));
    expect(again.state).toBe('pending');
    expect(again.record.value).not.toBe(domain.record.value);
    publish(domain);
    expect(await check(ada, domain.id)).toMatchObject({ state: 'pending', lastResult: 'missing' });
    publish(again);
    expect(await check(ada, domain.id)).toMatchObject({ state: 'verified' });
    expect(await problem(ada, 'POST /api/v1/domains/:id/restart', { id: domain.id })).toBe('open');
  });

  test('do not run for a suspended tenant, nor twice at the same time', async () => {
    const domain = await add(ada, 'alder.example');
    await superuser.query(`UPDATE tenant SET suspended_at = now() WHERE id = $1`, [portal.tenants.alder]);
    await makeDue(domain.id, 1);
    const never = new AbortController().signal;
    while (await checker.work(never));
    expect(await isChecked(domain.id)).toBe(false);

    dns.questions.length = 0;
    await superuser.query(`UPDATE tenant SET suspended_at = NULL WHERE id = $1`, [portal.tenants.alder]);
    await Promise.all([checker.work(never), checker.work(never), checker.work(never)]);
    // Where the portal's own checker took it, its question is the only one.
    await expect.poll(() => isChecked(domain.id)).toBe(true);
    expect(dns.questions).toEqual([domain.record.name]);
  });
});

describe('mail to addresses outside', () => {
  test('offers what is verified, and each page says what is allowed', async () => {
    const domain = await add(ada, 'alder.example');
    publish(domain);
    await check(ada, domain.id);
    const settings = async () => (await portal.fetch('GET /api/v1/mail/settings', { cookie: ada.cookie })).json();
    expect(await settings()).toMatchObject({ domains: [], verified: ['alder.example'] });
    expect(only(await list(ada)).isMailAllowed).toBe(false);
    await portal.fetch('PATCH /api/v1/mail/settings', { cookie: ada.cookie, body: { domains: ['alder.example'] } });
    expect(only(await list(ada)).isMailAllowed).toBe(true);
    await portal.fetch('PATCH /api/v1/mail/settings', { cookie: ada.cookie, body: { domains: [] } });
  });
});
