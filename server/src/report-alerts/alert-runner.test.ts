import { setTimeout as wait } from 'node:timers/promises';
import { reportDocument, type FigureCourse, type NewAlert } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { onePage } from '../testing/one-page.ts';
import { putReport } from '../testing/put-report.ts';
import { AlertNoticeService } from './alert-notices.service.ts';
import { AlertRunner, type AlertRunnerOptions, type ReadCourse } from './alert-runner.service.ts';
import { insertAlert } from './report-alerts.sql.ts';

/** The runner alone, over a real database: several of them, as of several servers. */
let fixture: TestDatabase;
let system: TenantActor;
let account: string;
let report: string;
let clock = new Date('2026-01-01T12:00:00Z');

const FIGURE = { title: { en: 'F' }, format: { unit: 'number', decimals: 0, truncate: false }, currency: 'USD', grain: null, member: null, statistic: null } as const; // prettier-ignore
const DOCUMENT = reportDocument.parse({
  title: { en: 'Totals' },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  ...onePage([{ id: 'text', kind: 'text', text: { en: 'A' } }]),
});

beforeAll(async () => {
  fixture = await createTestDatabase();
  const { tenant } = await ensureTenant(fixture.database, { slug: 'alder', name: 'Alder' });
  system = systemIn(tenant.id);
  const person = { issuer: 'https://issuer.example', firstName: 'A', lastName: 'B', avatar: null, groups: [], attributes: {} }; // prettier-ignore
  const claims = { subject: 'a', email: 'a@alder.example', roles: ['tenant.admin' as const], tenants: ['alder'] };
  await provisionAccounts(fixture.database, [{ ...person, ...claims }]);
  const found = await fixture.database.withGlobal(SYSTEM, (tx) => tx.first<{ id: string }>`SELECT id FROM account`);
  account = found!.id;
  ({ id: report } = await inAlder((tx) => putReport(tx, DOCUMENT)));
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await inAlder((tx) => tx.run`DELETE FROM report_alert WHERE tenant_id = ${tx.tenantId}`);
  await inAlder((tx) => tx.run`DELETE FROM inbox_item WHERE tenant_id = ${tx.tenantId}`);
});

type Work<T> = Parameters<Database['withTenant']>[1] extends (...args: infer Args) => unknown
  ? (...args: Args) => Promise<T>
  : never;
function inAlder<T>(work: Work<T>): Promise<T> {
  return fixture.database.withTenant(system, work);
}

const courseOf = (value: number, dataVersion = 1): FigureCourse => ({
  figure: FIGURE,
  points: [{ period: null, value, isOpen: false }],
  members: null,
  isTruncated: false,
  dataVersion,
});
/** Of members by their names; null: without a value. */
const courseOfMembers = (values: Record<string, number | null>, dataVersion = 1): FigureCourse => ({
  ...courseOf(0, dataVersion),
  points: [{ period: null, value: null, isOpen: false }],
  members: Object.entries(values).map(([name, value]) => ({
    key: name,
    parts: [{ field: 'branch', value: name }],
    label: { en: name },
    values: [value],
    isPresent: true,
  })),
});

function startRunner(course: ReadCourse, more: Partial<AlertRunnerOptions> = {}): AlertRunner {
  const log = pino({ level: 'silent' });
  const { database = fixture.database } = more;
  const mail = { isHeld: false, contactEmail: 'rise@rise.example', wake: () => undefined };
  const webhooks = { wake: () => undefined };
  const runner = new AlertRunner({
    database,
    course,
    notices: new AlertNoticeService({ database, mail, webhooks, publicUrl: new URL('https://rise.example'), log }),
    toUserError: (error) => (error instanceof UserError ? error : new UserError('INTERNAL')),
    now: () => clock,
    scanMs: 5,
    leaseMs: 400,
    retryMs: [10, 10],
    log,
    ...more,
  });
  void runner.start();
  return runner;
}

const setAlert = (title: string, more: Partial<NewAlert> = {}) =>
  inAlder((tx) =>
    insertAlert(tx, {
      report,
      account,
      figure: FIGURE,
      nextCheckAt: new Date(Math.ceil((clock.getTime() + 1) / 86_400_000) * 86_400_000 + 6 * 3_600_000),
      alert: {
        tile: 'text',
        measure: 'f',
        scope: { kind: 'total' },
        state: { filters: {} },
        title,
        condition: { kind: 'threshold', when: 'above', value: 10, clear: null },
        quiet: null,
        mail: true,
        webhook: null,
        ...more,
      },
    }),
  );
const renewFigures = () =>
  inAlder((tx) => tx.run`UPDATE figures_revision SET revision = gen_random_uuid() WHERE tenant_id = ${tx.tenantId}`);

interface StoredCheck {
  slot: string;
  status: string;
}
const checksOf = (alert: string) =>
  inAlder(
    (tx) => tx.rows<StoredCheck>`
      SELECT slot, status FROM report_alert_check WHERE tenant_id = ${tx.tenantId} AND alert_id = ${alert}
       ORDER BY created_at`,
  );
const noticesOf = (title: string) =>
  inAlder(
    (tx) => tx.rows<{ title: { en: string }; description: { en: string; tr: string } }>`
      SELECT title, description FROM inbox_item WHERE tenant_id = ${tx.tenantId} AND title->>'en' LIKE ${`%: ${title}`} ORDER BY time`,
  );
const mailsOf = (alert: string) =>
  fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ subject: string }>`SELECT subject FROM mail_outbox WHERE slot LIKE ${`${alert} %`}`,
  );

/** A promise that is settled from outside. */
function steered() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve: () => resolve() };
}
async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await wait(10);
}

/** The database of a server that can die: from then on nothing that it sends arrives. */
function deadWhen(isDead: () => boolean): Database {
  return new Proxy(fixture.database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => (isDead() ? new Promise(() => undefined) : Reflect.apply(value, target, args));
    },
  });
}

test('three servers, of which one is killed: each slot is checked once, and each change is notified once', async () => {
  clock = new Date('2026-01-01T12:00:00Z');
  const titles = ['one', 'two', 'three', 'four'];
  let value = 0;
  let computed = 0;
  let isDead = false;
  const course: ReadCourse = async () => {
    computed += 1;
    const found = value;
    await wait(1);
    return courseOf(found);
  };
  // A killed server: what it does next never happens, neither an end of the check nor a renewed lease.
  const dying: ReadCourse = (...args) =>
    isDead || computed > 30 ? ((isDead = true), new Promise(() => undefined)) : course(...args);
  void startRunner(dying, { database: deadWhen(() => isDead) });
  const runners = [startRunner(course), startRunner(course)];
  const alerts = await Promise.all(titles.map((title) => setAlert(title)));
  const settled = async (count: number) =>
    until(async () => (await Promise.all(alerts.map(checksOf))).every((checks) => checks.length === count));
  await settled(1);
  const days = 12;
  for (let day = 1; day <= days; day += 1) {
    // Odd days fire; each day has a daily check and one of new data.
    value = day % 2 === 1 ? 11 : 9;
    clock = new Date(Date.UTC(2026, 0, 1 + day, 6));
    await settled(2 * day);
    await renewFigures();
    await settled(2 * day + 1);
  }
  expect(isDead).toBe(true);
  for (const [place, alert] of alerts.entries()) {
    const checks = await checksOf(alert);
    expect(checks.filter(({ slot }) => slot.startsWith('day ')).map(({ slot }) => slot)).toEqual(
      Array.from({ length: days }, (_, day) => `day ${new Date(Date.UTC(2026, 0, 2 + day, 6)).toISOString()}`),
    );
    expect(new Set(checks.map(({ slot }) => slot)).size).toBe(2 * days + 1);
    await until(async () => (await mailsOf(alert)).length >= days);
    const expected = Array.from({ length: days }, (_, day) =>
      day % 2 === 0 ? `Alert: ${titles[place]}` : `Back to normal: ${titles[place]}`,
    );
    expect((await noticesOf(titles[place]!)).map(({ title }) => title.en)).toEqual(expected);
    expect((await mailsOf(alert)).map(({ subject }) => subject).toSorted()).toEqual(expected.toSorted());
  }
  await Promise.all(runners.map((runner) => runner.close()));
}, 120_000);

test('a server that stands still beyond its lease does not overwrite what another one found', async () => {
  clock = new Date('2026-02-01T12:00:00Z');
  const started = steered();
  const goOn = steered();
  let isStill = true;
  const database = new Proxy(fixture.database, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (isStill && isComputing) await goOn.promise;
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  let isComputing = false;
  const still = startRunner(
    async () => {
      isComputing = true;
      started.resolve();
      await goOn.promise;
      return courseOf(5);
    },
    { leaseMs: 100, database },
  );
  const alert = await setAlert('still');
  await started.promise;
  const other = startRunner(async () => courseOf(11));
  await until(async () => (await checksOf(alert)).length === 1);
  isStill = false;
  goOn.resolve();
  // Another slot, so that the one that stood still has had its turn.
  await still.close();
  expect((await checksOf(alert)).map(({ status }) => status)).toEqual(['firing']);
  await until(async () => (await noticesOf('still')).length === 1);
  await other.close();
});

test('a failure is tried again before the alert fails, and the next check mends it', async () => {
  clock = new Date('2026-03-01T12:00:00Z');
  let attempts = 0;
  let isBroken = true;
  const runner = startRunner(async () => {
    attempts += 1;
    if (isBroken) throw new UserError('WAREHOUSE_UNAVAILABLE', 'Not now.');
    return courseOf(9);
  });
  const alert = await setAlert('failing');
  await until(async () => (await checksOf(alert)).length === 1);
  expect((await checksOf(alert))[0]!.status).toBe('failed');
  expect(attempts).toBe(3);
  isBroken = false;
  await renewFigures();
  await until(async () => (await noticesOf('failing')).length === 2);
  expect((await noticesOf('failing')).map(({ title }) => title.en)).toEqual([
    'Could not be checked: failing',
    'Back to normal: failing',
  ]);
  await runner.close();
});

test('each member is judged by itself: notices name those that crossed, came or went, and none twice', async () => {
  clock = new Date('2026-04-01T12:00:00Z');
  let values: Record<string, number | null> = { Maine: 5, Ohio: 11, Utah: 8 };
  let version = 1;
  const runner = startRunner(async () => courseOfMembers(values, version));
  const alert = await setAlert('any', {
    scope: { kind: 'any', fields: ['branch'] },
    condition: { kind: 'threshold', when: 'above', value: 10, clear: 7 },
  });
  const next = async (found: typeof values) => {
    const count = (await checksOf(alert)).length;
    values = found;
    version += 1;
    await renewFigures();
    await until(async () => (await checksOf(alert)).length === count + 1);
  };
  const heard = async (count: number) => {
    await until(async () => (await noticesOf('any')).length === count);
    const { title, description } = (await noticesOf('any')).at(-1)!;
    return [title.en, description.en];
  };
  await until(async () => (await checksOf(alert)).length === 1);
  expect(await heard(1)).toEqual(['Alert: any', 'F. Triggered: Ohio 11.']);
  // Another one, while the first goes on between its two thresholds.
  await next({ Maine: 12, Ohio: 9, Utah: 8 });
  expect(await heard(2)).toEqual(['Alert: any', 'F. Triggered: Maine 12.']);
  await next({ Maine: 12, Ohio: 9, Utah: 8 });
  await next({ Maine: 12, Ohio: 7, Texas: 3 });
  expect(await heard(3)).toEqual(['Back to normal: any', 'F. Back to normal: Ohio 7. No longer in the data: Utah. New in the data: Texas 3.']); // prettier-ignore
  await next({ Maine: null, Ohio: 7, Texas: 3, Utah: 20 });
  expect(await heard(4)).toEqual(['Alert: any', 'F. Triggered: Utah 20. Without a value: Maine.']);
  // It fired when it was last judged, and is not below the clear threshold since.
  await next({ Maine: 8, Ohio: 7, Texas: 3, Utah: 20 });
  expect(await heard(5)).toEqual(['Alert: any', 'F. Triggered: Maine 8.']);
  await until(async () => (await mailsOf(alert)).length === 5);
  expect((await checksOf(alert)).map(({ status }) => status)).toEqual(Array(6).fill('firing'));
  await runner.close();
});

test('what members did and undid within quiet hours is no notice, and the list of others is bounded', async () => {
  clock = new Date('2026-05-01T23:00:00Z');
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`M${place}`, 5]));
  let values: Record<string, number> = many;
  const runner = startRunner(async () => courseOfMembers(values));
  const alert = await setAlert('quiet', {
    scope: { kind: 'any', fields: ['branch'] },
    quiet: { from: '22:00', until: '05:00' },
  });
  const checked = (count: number) => until(async () => (await checksOf(alert)).length === count);
  await checked(1);
  values = { ...many, M1: 20 };
  await renewFigures();
  await checked(2);
  values = many;
  await renewFigures();
  await checked(3);
  values = Object.fromEntries(Object.keys(many).map((name) => [name, 20]));
  await renewFigures();
  await checked(4);
  expect(await noticesOf('quiet')).toEqual([]);
  clock = new Date('2026-05-02T05:00:00Z');
  await until(async () => (await noticesOf('quiet')).length === 1);
  const { description } = (await noticesOf('quiet'))[0]!;
  expect(description.en).toMatch(/^F\. Triggered: M0 20, .*M19 20 and 10 more\.$/);
  expect(description.tr).toMatch(/^F\. Tetiklendi: M0 20, .*M19 20 ve 10 tane daha\.$/);
  await runner.close();
});
