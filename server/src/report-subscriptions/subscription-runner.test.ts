import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { reportDocument } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { writeMail } from '../mail/mail-document.ts';
import { mailFates } from '../mail/outbox.service.ts';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { onePage } from '../testing/one-page.ts';
import { putReport } from '../testing/put-report.ts';
import type { ComposeMail } from './report-mail.service.ts';
import { insertSubscription } from './report-subscriptions.sql.ts';
import { SubscriptionRunner, type SubscriptionRunnerOptions } from './subscription-runner.service.ts';

/** The runner alone, over a real database: several of them, as of several servers. */
let fixture: TestDatabase;
let system: TenantActor;
let accounts: string[];
let report: string;
let clock = new Date('2026-01-01T00:00:00Z');

const DOCUMENT = reportDocument.parse({
  title: { en: 'Totals' },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  peers: [],
  filters: [],
  measures: [],
  ...onePage([{ id: 'text', kind: 'text', text: { en: 'A' } }]),
});

beforeAll(async () => {
  fixture = await createTestDatabase();
  const { tenant } = await ensureTenant(fixture.database, { slug: 'alder', name: 'Alder' });
  system = systemIn(tenant.id);
  const issuer = 'https://issuer.example';
  const person = {
    issuer,
    firstName: 'A',
    lastName: 'B',
    avatar: null,
    groups: [],
    attributes: {},
    tenants: ['alder'],
  };
  await provisionAccounts(
    fixture.database,
    ['a', 'b', 'c'].map((subject) => ({
      ...person,
      subject,
      email: `${subject}@alder.example`,
      roles: ['tenant.admin' as const],
    })),
  );
  const rows = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ id: string }>`SELECT id FROM account ORDER BY email`,
  );
  accounts = rows.map(({ id }) => id);
  ({ id: report } = await fixture.database.withTenant(system, (tx) => putReport(tx, DOCUMENT)));
});
afterAll(() => fixture?.close());
afterEach(() =>
  fixture.database.withTenant(system, (tx) => tx.run`DELETE FROM report_subscription WHERE tenant_id = ${tx.tenantId}`),
);

/** No test here has recipients outside. */
const NOT_READ = {} as SubscriptionRunnerOptions['outside'];

const composed = { content: writeMail({ language: 'en', subject: 'S', blocks: [] }), attachments: [] };

function startRunner(compose: ComposeMail, more: Partial<SubscriptionRunnerOptions> = {}): SubscriptionRunner {
  const runner = new SubscriptionRunner({
    database: fixture.database,
    compose,
    dataVersion: async () => 1,
    toUserError: (error) => (error instanceof UserError ? error : new UserError('INTERNAL')),
    mail: { contactEmail: 'rise@rise.example', isHeld: false, wake: () => undefined },
    outside: NOT_READ,
    unsubscribeKey: Buffer.alloc(32),
    webhooks: { wake: () => undefined },
    publicUrl: new URL('https://rise.example'),
    now: () => clock,
    scanMs: 5,
    leaseMs: 400,
    retryMs: [10, 10],
    log: pino({ level: 'silent' }),
    ...more,
  });
  void runner.start();
  return runner;
}

const subscribe = (title: string) =>
  fixture.database.withTenant(system, (tx) =>
    insertSubscription(
      tx,
      report,
      {
        title,
        rule: { every: 'day', at: '08:00' },
        state: { filters: {} },
        attachments: [],
        onlyNew: false,
        webhook: null,
        recipients: accounts,
        outside: null,
      },
      {
        owner: { accountId: accounts[0]!, email: 'a@alder.example' },
        nextRunAt: new Date(Math.ceil((clock.getTime() + 1) / 86_400_000) * 86_400_000 + 8 * 3_600_000),
      },
    ),
  );
interface StoredRun {
  id: string;
  slot: Date;
  status: string;
  skipped: string | null;
  attempt: number;
  failure: string | null;
}
const runsOf = (subscription: string) =>
  fixture.database.withTenant(
    system,
    (tx) => tx.rows<StoredRun>`
      SELECT id, slot, status, skipped, attempt, failure FROM report_subscription_run
      WHERE tenant_id = ${tx.tenantId} AND subscription_id = ${subscription} ORDER BY slot`,
  );
const mails = (run: string) =>
  fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ recipient: string }>`
      SELECT recipient FROM mail_outbox WHERE slot LIKE ${`${run} %`} ORDER BY recipient`,
  );
const isOpen = ({ status }: StoredRun) => status === 'waiting' || status === 'running';

/** A promise that is settled from outside. */
function steered() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await wait(10);
}

/** How many slots are run through: 10,000 take some minutes, see decision 0099. */
const SLOTS = Number(process.env['RISE_SLOTS'] ?? 240);
const DAYS = 20;
/** Of attempts: chance kills three servers in the same run once in a hundred tests, and then it would be given up. */
const MANY_TIMES = Array.from({ length: 50 }, () => 10);

test('three servers, killed at random: no slot is missed, and none is doubled', async () => {
  clock = new Date('2026-01-01T00:00:00Z');
  const subscriptions = await Promise.all(Array.from({ length: SLOTS / DAYS }, (_, index) => subscribe(`S${index}`)));
  const compose: ComposeMail = async () => {
    await wait(1);
    return composed;
  };
  // A killed server: what it does next never happens, neither an end of the run nor a renewed lease.
  const startMortal = () => {
    let calls = 100 + Math.floor(Math.random() * 900);
    const isDead = () => calls <= 0;
    const database = deadWhen(() => (calls -= 1) < 0);
    return { isDead, runner: startRunner(compose, { leaseMs: 2000, retryMs: MANY_TIMES, database }) };
  };
  let servers = Array.from({ length: 3 }, startMortal);
  let killed = 0;
  const replaceDead = () => {
    servers = servers.map((server) => {
      if (!server.isDead()) return server;
      killed += 1;
      return startMortal();
    });
  };
  for (let day = 1; day <= DAYS; day += 1) {
    clock = new Date(Date.UTC(2026, 0, 1 + day, 8));
    await until(async () => {
      replaceDead();
      const { rows } = await countRuns(clock);
      return rows === subscriptions.length;
    });
  }
  await until(async () => {
    replaceDead();
    return (await countRuns(null)).open === 0;
  });
  expect(killed).toBeGreaterThan(2);
  const days = Array.from({ length: DAYS }, (_, day) => new Date(Date.UTC(2026, 0, 2 + day, 8)).toISOString());
  const sent = await sentMails();
  for (const subscription of subscriptions) {
    const runs = await runsOf(subscription);
    expect(runs.map(({ slot }) => slot.toISOString())).toEqual(days);
    for (const { id, status, failure, attempt } of runs) {
      expect({ status, failure, attempt }).toEqual({ status: 'sent', failure: null, attempt: expect.any(Number) });
      expect(sent.get(id)).toEqual(['a', 'b', 'c'].map((name) => `${name}@alder.example`));
    }
  }
  await Promise.all(servers.filter((server) => !server.isDead()).map(({ runner }) => runner.close()));
}, 1_800_000);

/** Runs of a slot, or of all, and how many of them have not ended. */
async function countRuns(slot: Date | null): Promise<{ rows: number; open: number }> {
  const [row] = await fixture.database.withTenant(
    system,
    (tx) => tx.rows<{ rows: number; open: number }>`
      SELECT count(*)::integer AS rows, count(*) FILTER (WHERE status IN ('waiting', 'running'))::integer AS open
        FROM report_subscription_run
       WHERE tenant_id = ${tx.tenantId} AND (${slot}::timestamptz IS NULL OR slot = ${slot}::timestamptz)`,
  );
  return row!;
}

/** Recipients of the mails of each run. */
async function sentMails(): Promise<Map<string, string[]>> {
  const rows = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ slot: string; recipient: string }>`SELECT slot, recipient FROM mail_outbox ORDER BY recipient`,
  );
  const sent = new Map<string, string[]>();
  for (const { slot, recipient } of rows) {
    const [run] = slot.split(' ');
    sent.set(run!, [...(sent.get(run!) ?? []), recipient]);
  }
  return sent;
}

/** The database of a server that can die: from then on nothing that it sends arrives. */
function deadWhen(isDead: () => boolean): TestDatabase['database'] {
  return new Proxy(fixture.database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => (isDead() ? new Promise(() => undefined) : Reflect.apply(value, target, args));
    },
  });
}

test('a server that stands still beyond its lease loses the run, and its mails are not doubled', async () => {
  clock = new Date('2026-02-01T00:00:00Z');
  const subscription = await subscribe('slow');
  const started = steered();
  const goOn = steered();
  let isStill = true;
  const database = new Proxy(fixture.database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (isStill && composingStill) await goOn.promise;
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  let composingStill = false;
  const still = startRunner(
    async () => {
      composingStill = true;
      started.resolve();
      await goOn.promise;
      return composed;
    },
    { leaseMs: 100, database },
  );
  clock = new Date('2026-02-02T09:00:00Z');
  await started.promise;
  const other = startRunner(async () => composed);
  await until(async () => (await runsOf(subscription)).some(({ status }) => status === 'sent'));
  isStill = false;
  goOn.resolve();
  await wait(200);
  const [run] = await runsOf(subscription);
  expect(run).toMatchObject({ status: 'sent', attempt: 2 });
  expect(await mails(run!.id)).toHaveLength(3);
  await Promise.all([still.close(), other.close()]);
});

test('a stopped server leaves its run to the next, without an attempt', async () => {
  clock = new Date('2026-03-01T00:00:00Z');
  const subscription = await subscribe('stopped');
  const started = steered();
  const first = startRunner((_actor, _mailed, { signal }) => {
    started.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  });
  clock = new Date('2026-03-02T08:00:00Z');
  await started.promise;
  await first.close();
  const second = startRunner(async () => composed);
  await until(async () => !(await runsOf(subscription)).some(isOpen));
  const [run] = await runsOf(subscription);
  expect(run).toMatchObject({ status: 'sent', attempt: 1 });
  expect(await mails(run!.id)).toHaveLength(3);
  await second.close();
});

test('a failure is tried again, for those who have not got it, and at last recorded with a notification', async () => {
  clock = new Date('2026-04-01T00:00:00Z');
  const subscription = await subscribe('failing');
  const composedFor: string[] = [];
  let isBroken = true;
  const runner = startRunner(async ({ accountId }) => {
    composedFor.push(accountId!);
    if (accountId === accounts[1] && isBroken) throw new UserError('WAREHOUSE_UNAVAILABLE', 'Not now.');
    return composed;
  });
  clock = new Date('2026-04-02T08:00:00Z');
  await until(async () => (await runsOf(subscription)).some(({ status }) => status === 'failed'));
  const [run] = await runsOf(subscription);
  expect(run).toMatchObject({ status: 'failed', attempt: 3, failure: 'Not now.' });
  expect(composedFor.map((account) => accounts.indexOf(account)).toSorted()).toEqual([0, 1, 1, 1, 2]);
  expect((await mails(run!.id)).map(({ recipient }) => recipient)).toEqual(['a@alder.example', 'c@alder.example']);
  const notices = await fixture.database.withTenant(
    system,
    (tx) => tx.rows<{ accountId: string }>`
      SELECT account_id AS "accountId" FROM inbox_item
      WHERE tenant_id = ${tx.tenantId} AND title->>'en' = '“failing” could not be sent'`,
  );
  expect(notices).toEqual([{ accountId: accounts[0] }]);
  isBroken = false;
  clock = new Date('2026-04-03T08:00:00Z');
  await until(async () => (await runsOf(subscription)).at(-1)!.status === 'sent');
  await runner.close();
});

test('without a mail server the mail stays in the outbox, and says so', async () => {
  clock = new Date('2026-05-01T00:00:00Z');
  const subscription = await subscribe(`none ${randomUUID()}`);
  const runner = startRunner(async () => composed, {
    mail: { contactEmail: 'rise@rise.example', isHeld: true, wake: () => undefined },
  });
  clock = new Date('2026-05-02T08:00:00Z');
  await until(async () => (await runsOf(subscription)).some((run) => !isOpen(run)));
  const [run] = await runsOf(subscription);
  expect(run).toMatchObject({ status: 'sent', skipped: null });
  const slots = accounts.map((account) => `${run!.id} ${account}`);
  const fates = await mailFates(fixture.database, 'report-subscription', slots);
  expect([...fates.values()].map(({ status }) => status)).toEqual(accounts.map(() => 'held'));
  await runner.close();
});
