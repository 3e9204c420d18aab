import { randomUUID } from 'node:crypto';
import type { DeadJobs, JobKind, JobKindState, RouteKey, SystemHealth } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let support: SignedIn;
let owner: Client;
/** Of alder, with its subscription and its reader. */
let report: string;
let wakes = 0;

beforeAll(async () => {
  portal = await startTestPortal({
    mail: () => ({ contactEmail: 'rise@rise.example', wake: () => void (wakes += 1) }),
    // What is put back into the queue stays there.
    subscriptionTimes: { scanMs: 3_600_000 },
  });
  admin = await portal.signIn({ email: 'gil@rise.example', roles: ['global.admin'] });
  support = await portal.signIn({ email: 'gus@rise.example', roles: ['global.support'] });
  owner = new Client({ connectionString: portal.superuserUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM report WHERE tenant_id = $1 LIMIT 1', [alder()]);
  report = rows[0]!.id;
});
afterAll(async () => {
  await owner?.end();
  await portal?.close();
});
beforeEach(async () => {
  await owner.query('TRUNCATE mail_outbox, webhook, report_subscription, data_import, job_dismissal CASCADE');
});

const alder = () => portal.tenants.alder;
const call = (key: RouteKey, request: Parameters<TestPortal['fetch']>[1] = {}) =>
  portal.fetch(key, { cookie: admin.cookie, ...request });
const read = async <Result>(key: RouteKey, request = {}) => (await (await call(key, request)).json()) as Result;
const health = () => read<SystemHealth>('GET /api/v1/global/system');
const dead = (search = '') => read<DeadJobs>('GET /api/v1/global/jobs/dead', { search });
const kindOf = async (kind: JobKind) =>
  (await read<{ kinds: JobKindState[] }>('GET /api/v1/global/jobs')).kinds.find((one) => one.kind === kind)!;
const act = (verb: 'retry' | 'dismiss' | 'restore', kind: JobKind, id: string, who = admin) =>
  portal.fetch(`POST /api/v1/global/jobs/:id/${verb}`, { id, cookie: who.cookie, body: { kind } });
const readingOf = async (check: string) => (await health()).readings.find((one) => one.check === check);

async function addMail(error = '550 5.1.1 <mona@alder.example> unknown', tenant: string | null = alder()) {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO mail_outbox (id, kind, slot, message_id, recipient, subject, text, html, tenant_id, attempts, failed_at, last_error)
     VALUES ($1, 'report-alert', $2, $2, 'mona@alder.example', 'Loans of Mona', 'text', 'html', $3, 12, now(), $4)`,
    [id, id, tenant, error],
  );
  return id;
}

async function addFailedRun(finished = 'now()') {
  const subscription = await owner.query<{ id: string }>(
    `INSERT INTO report_subscription (tenant_id, report_id, owner, title, rule, state, attachments, only_new, next_run_at)
     VALUES ($1, $2, 'Ada', 'Secret title', '{}', '{}', '{}', false, now() + interval '1 day') RETURNING id`,
    [alder(), report],
  );
  const run = await owner.query<{ id: string }>(
    `INSERT INTO report_subscription_run (tenant_id, subscription_id, slot, status, attempt, failure, finished_at)
     VALUES ($1, $2, now(), 'failed', 3, 'The measure secret_measure is unknown', ${finished}) RETURNING id`,
    [alder(), subscription.rows[0]!.id],
  );
  return run.rows[0]!.id;
}

async function addFailedImport() {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO data_import (tenant_id, status, origin, finished_at, failure)
     VALUES ($1, 'failed', 'upload', now(), '{"code": "columns", "message": "secret_column is missing"}') RETURNING id`,
    [alder()],
  );
  return rows[0]!.id;
}

describe('health', () => {
  test('tells of this server, which lives, and of the database', async () => {
    const found = await health();
    expect(found.version).toBe('0.0.0');
    expect(found.servers).toMatchObject([{ process: process.pid, version: '0.0.0', isAlive: true }]);
    expect(found.servers[0]!.readings.find(({ check }) => check === 'disk')!.value).toBeGreaterThan(0);
    expect(found.readings.find(({ check }) => check === 'servers')).toMatchObject({ state: 'good', value: 1, of: 1 });
    expect(found.readings.find(({ check }) => check === 'database-size')!.value).toBeGreaterThan(1_000_000);
    expect(found.readings.find(({ check }) => check === 'connections')!.of).toBeGreaterThan(10);
    expect(found.readings.find(({ check }) => check === 'search')).toMatchObject({ state: 'good', value: 0 });
  });

  test('lists a server that was killed, without its lease, as lost', async () => {
    await owner.query(
      `INSERT INTO server_report (process, host, pid, version, started_at, figures)
       SELECT '999999999 0 ' || gen_random_uuid(), 'gone.example', 999999999, '0.0.0', now(), figures FROM server_report`,
    );
    const { servers, readings } = await health();
    expect(servers.map(({ host, isAlive, state }) => [host === 'gone.example', isAlive, state])).toContainEqual([
      true,
      false,
      'bad',
    ]);
    expect(readings.find(({ check }) => check === 'servers')).toMatchObject({ state: 'attention', value: 1, of: 2 });
    await owner.query(`DELETE FROM server_report WHERE host = 'gone.example'`);
  });

  test('a server that ends regularly is no longer listed', async () => {
    const another = await portal.startAnother();
    await another.stop();
    await portal.restart();
    const found = await (async () => {
      for (;;) {
        const { servers } = await health();
        if (servers.length > 0) return servers;
      }
    })();
    expect(found).toHaveLength(1);
  });

  test('knows the last backup, and what is wrong with the trail and with mail', async () => {
    expect(await readingOf('backup')).toMatchObject({ state: 'attention', at: null });
    await owner.query(`INSERT INTO audit_record (action, outcome, via) VALUES ('backup.create', 'done', 'command')`);
    expect(await readingOf('backup')).toMatchObject({ state: 'good', at: expect.any(String) as string });
    await owner.query(
      `INSERT INTO audit_verification (links, records, broken_link, problem) VALUES (1, 1, 1, 'records')`,
    );
    expect(await readingOf('audit-chain')).toMatchObject({ state: 'bad', value: 1 });
    await owner.query(`INSERT INTO audit_verification (links, records) VALUES (1, 1)`);
    expect(await readingOf('audit-chain')).toMatchObject({ state: 'good', value: 0 });
    await addMail();
    expect(await readingOf('mail-failed')).toMatchObject({ state: 'attention', value: 1 });
  });

  test('is for people above the tenants alone', async () => {
    const { alder: tenant } = portal.tenants;
    const boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [tenant] });
    for (const key of [
      'GET /api/v1/global/system',
      'GET /api/v1/global/jobs',
      'GET /api/v1/global/jobs/dead',
    ] as const) {
      expect((await portal.fetch(key, { cookie: boss.cookie })).status).toBe(404);
      expect((await portal.fetch(key, { cookie: support.cookie })).status).toBe(200);
    }
    const id = await addMail();
    for (const verb of ['retry', 'dismiss', 'restore'] as const)
      expect((await act(verb, 'mail', id, support)).status).toBe(404);
  });
});

describe('dead jobs', () => {
  test('are listed with tenant, kind and a code, and nothing of what they are about', async () => {
    await addMail();
    await addFailedRun();
    await addFailedImport();
    const { jobs, total } = await dead();
    expect(total).toBe(3);
    expect(jobs.map(({ kind, tenant, reason, attempts }) => [kind, tenant?.id, reason, attempts])).toEqual(
      expect.arrayContaining([
        ['mail', alder(), '550', 12],
        ['subscription', alder(), null, 3],
        ['import', alder(), 'columns', null],
      ]),
    );
    expect(JSON.stringify(jobs)).not.toMatch(/secret|mona|Loans/i);
    expect((await dead('?kind=import')).jobs).toMatchObject([{ kind: 'import', canRetry: false }]);
    expect(await kindOf('import')).toMatchObject({ dead: 1, waiting: 0 });
  });

  test('older ones, and those of suspended tenants, are not listed', async () => {
    await addFailedRun(`now() - interval '40 days'`);
    await addMail();
    await owner.query('UPDATE tenant SET suspended_at = now() WHERE id = $1', [alder()]);
    expect(await dead()).toEqual({ jobs: [], total: 0 });
    await owner.query('UPDATE tenant SET suspended_at = NULL WHERE id = $1', [alder()]);
    expect((await dead()).total).toBe(1);
  });

  test('a mail is tried again at once', async () => {
    const id = await addMail();
    const before = wakes;
    expect((await act('retry', 'mail', id)).status).toBe(200);
    expect(wakes).toBe(before + 1);
    expect((await dead()).total).toBe(0);
    expect(await kindOf('mail')).toMatchObject({ waiting: 1, dead: 0 });
    expect((await act('retry', 'mail', id)).status).toBe(404);
  });

  test('a run of a subscription is queued again, which both trails have', async () => {
    const id = await addFailedRun();
    expect((await act('retry', 'subscription', id)).status).toBe(200);
    expect(await kindOf('subscription')).toMatchObject({ waiting: 1, retrying: 0, dead: 0 });
    const { rows } = await owner.query<{ tenant: string | null; via: string; details: object }>(
      `SELECT tenant_id AS tenant, details FROM audit_record WHERE action = 'job.retry' AND target = $1 ORDER BY id`,
      [id],
    );
    expect(rows.map(({ tenant }) => tenant)).toEqual([alder(), null]);
    expect(rows[1]!.details).toMatchObject({ kind: 'subscription', tenant: 'Alder Credit Union' });
  });

  test('what only people of the tenant can try again is refused', async () => {
    const id = await addFailedImport();
    const refused = await act('retry', 'import', id);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('People of the tenant');
  });

  test('are dismissed and listed again, until they fail later', async () => {
    const id = await addFailedImport();
    expect((await act('dismiss', 'import', id)).status).toBe(200);
    expect((await dead()).total).toBe(0);
    expect((await dead('?dismissed=true')).jobs).toMatchObject([{ id }]);
    expect((await act('restore', 'import', id)).status).toBe(200);
    expect((await act('restore', 'import', id)).status).toBe(404);
    expect((await dead()).jobs).toMatchObject([{ id }]);
    await act('dismiss', 'import', id);
    await owner.query("UPDATE data_import SET finished_at = now() + interval '1 second' WHERE id = $1", [id]);
    expect((await dead()).jobs).toMatchObject([{ id }]);
  });

  test('a job of another kind, and one that never was, are not found', async () => {
    const id = await addMail();
    for (const verb of ['retry', 'dismiss'] as const) {
      expect((await act(verb, 'import', id)).status).toBe(404);
      expect((await act(verb, 'mail', randomUUID())).status).toBe(404);
    }
  });
});

test('jobs are counted by what they do', async () => {
  await owner.query(
    `INSERT INTO data_import (tenant_id, status, origin, started_at, finished_at) VALUES
       ($1, 'waiting', 'upload', NULL, NULL), ($1, 'running', 'upload', now() - interval '7 hours', NULL), ($1, 'loaded', 'upload', now(), '2026-01-01')`,
    [alder()],
  );
  expect(await kindOf('import')).toEqual({
    kind: 'import',
    waiting: 1,
    running: 1,
    retrying: 0,
    dead: 0,
    late: 1,
    lastAt: '2026-01-01T00:00:00.000Z',
    nextAt: null,
  });
  expect(await readingOf('jobs-late')).toMatchObject({ state: 'bad', value: 1 });
});
