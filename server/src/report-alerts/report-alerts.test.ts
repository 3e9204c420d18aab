import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  reportDocument,
  type AlertCheck,
  type ErrorBody,
  type FigureCourse,
  type Notification,
  type ReportAlert,
  type ReportAlerts,
  type RouteKey,
} from '@rise/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { MailService } from '../mail/mail.service.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { startSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts';
import { until } from '../testing/until.ts';

const text = { en: 'Fees', tr: 'Ücretler' };
const MONTHS = { field: 'booked_on', grain: 'month' };
const DOCUMENT = reportDocument.parse({
  title: text,
  purpose: text,
  dataset: 'transactions',
  filters: ['branch'],
  // Which an alert ignores: it is on the latest month.
  period: { field: 'booked_on', default: { since: '2026-01-01', until: '2026-01-31' } },
  ...onePage([
    { id: 'trend', kind: 'figures', title: text, measures: ['fees', 'fee_per_transaction'], time: MONTHS },
    { id: 'all', kind: 'figures', title: text, measures: ['transactions'] },
    { id: 'months', kind: 'chart', shape: 'line', title: text, category: MONTHS, series: 'branch', measures: ['fees'] },
    { id: 'branches', kind: 'chart', shape: 'bar', title: text, category: 'branch', measures: ['fees'] },
    { id: 'text', kind: 'text', text },
  ]),
});
const ABOVE_300 = { kind: 'threshold', when: 'above', value: 300, clear: 250 } as const;

let portal: TestPortal;
let box: SmtpSink;
let mail: MailService;
let boss: SignedIn;
let ada: SignedIn;
let vera: SignedIn;
let id: string;
let model: string;
let clock = new Date('2026-05-01T12:00:00Z');

beforeAll(async () => {
  box = await startSmtpSink();
  portal = await startTestPortal({
    subscriptionTimes: { now: () => clock, scanMs: 20, retryMs: [20, 20] },
    mail: (database) => {
      const contactEmail = 'rise@rise.example';
      mail = new MailService({ smtpUrl: box.url, contactEmail, database, log: pino({ level: 'silent' }) });
      return mail;
    },
  });
  const tenants = [portal.tenants.birch];
  boss = await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@birch.example', roles: ['tenant.admin'], tenants });
  const attributes = { home: ['B01'] };
  vera = await portal.signIn({ email: 'vera@birch.example', roles: ['tenant.user'], attributes, tenants });
  const rule = `{ name: home, title: { en: R }, exceptFor: { roles: [tenant.admin] }, where: "branch IN (:user_home)" }`;
  model = `${await readFile(join(SAMPLES, 'core', 'model.yaml'), 'utf8')}\n    rules:\n      - ${rule}\n`;
  await portal.warehouses.ensureModel(system(), model, 'model.yaml');
});
afterAll(async () => {
  await portal?.close();
  await mail?.close();
  await box?.close();
});
beforeEach(async () => {
  clock = new Date('2026-05-01T12:00:00Z');
  box.accepted.length = 0;
  ({ id } = await inBirch((tx) => putReport(tx, DOCUMENT)));
});
afterEach(async () => {
  await inBirch((tx) => tx.run`DELETE FROM report_alert WHERE tenant_id = ${tx.tenantId}`);
  await inBirch((tx) => tx.run`DELETE FROM inbox_item WHERE tenant_id = ${tx.tenantId}`);
});

const system = () => systemIn(portal.tenants.birch);
type Work<T> = Parameters<typeof portal.database.withTenant<T>>[1];
function inBirch<T>(work: Work<T>): Promise<T> {
  return portal.database.withTenant(system(), work);
}

/**
 * Loads a version in which the branch B01 took these fees in the months of 2026, each to its last day, and B02 the same;
 * `open`: in the first days of the month after; `has`: which branches have rows in a month. Returns its number.
 */
async function load(
  fees: readonly number[],
  open?: number,
  has: (branch: string, month: number) => boolean = () => true,
): Promise<number> {
  const days = fees.map((fee, month) => [new Date(Date.UTC(2026, month + 1, 0)), fee] as const);
  if (open !== undefined) days.push([new Date(Date.UTC(2026, fees.length, 3)), open]);
  const rows = days.flatMap(([day, fee]) =>
    ['B01', 'B02']
      .filter((branch) => has(branch, day.getUTCMonth()))
      .map((branch) => `(DATE '${day.toISOString().slice(0, 10)}', '${branch}', ${fee}::DECIMAL(18, 2))`),
  );
  const select = `SELECT booked_on, 1::BIGINT AS transaction_id, 1::BIGINT AS member_id, branch, 'savings' AS product,
    'atm' AS channel, 0::DECIMAL(18, 2) AS amount, fee FROM (VALUES ${rows.join(', ')}) AS rows(booked_on, branch, fee)`;
  await portal.warehouses.load(system(), {
    title: 'Planted',
    sourceDir: join(SAMPLES, 'core'),
    sortKey: 'booked_on',
    asOf: { table: 'transaction', column: 'booked_on' },
    tables: [{ table: 'transaction', select, rows: 1 }],
  });
  const found = await portal.database.withTenant(system(), (tx) => portal.warehouses.find(tx), 'reads');
  return found!.version.number;
}

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T = ReportAlerts>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const list = async (who: SignedIn) => (await call(who, 'GET /api/v1/report-alerts')).alerts;
async function create(who: SignedIn, more: object = {}): Promise<ReportAlert> {
  const body = { tile: 'trend', measure: 'fees', title: 'High fees', condition: ABOVE_300, mail: false, ...more };
  const { alerts } = await call(who, 'POST /api/v1/reports/:id/alerts', { body });
  return alerts.find(({ title }) => title === body.title)!;
}
/** The person's only alert, once what is asked of it is true. */
async function alertWhen(who: SignedIn, isReady: (alert: ReportAlert) => boolean): Promise<ReportAlert> {
  const [alert] = await until(
    () => list(who),
    ([first]) => first !== undefined && isReady(first),
  );
  return alert!;
}
const checkedIn = (version: number) => (alert: ReportAlert) => alert.dataVersion === version && alert.status !== 'new';
const notices = async (who: SignedIn) =>
  (await call<Notification[]>(who, 'GET /api/common/notifications')).filter(({ icon }) => icon === 'alert');
async function noticesOnce(who: SignedIn, count: number): Promise<Notification[]> {
  while ((await notices(who)).length < count) await wait(20);
  return notices(who);
}
const checks = async (who: SignedIn, alert: ReportAlert) =>
  (await call<{ checks: AlertCheck[] }>(who, 'GET /api/v1/report-alerts/:id/checks', { id: alert.id })).checks;

test('fires once and clears once as versions of the data come in, in the portal and by mail', async () => {
  const first = await load([100, 120]);
  await create(boss, { mail: true });
  expect(await alertWhen(boss, checkedIn(first))).toMatchObject({ status: 'ok', value: 240, period: '2026-02-01' });
  const second = await load([100, 120, 160]);
  const firing = await alertWhen(boss, checkedIn(second));
  expect(firing).toMatchObject({ status: 'firing', value: 320, period: '2026-03-01', reference: 300 });
  // Between the threshold and the clear one, in two versions.
  for (const fee of [140, 130]) await alertWhen(boss, checkedIn(await load([100, 120, fee])));
  const last = await load([100, 120, 125]);
  expect(await alertWhen(boss, checkedIn(last))).toMatchObject({ status: 'ok', value: 250 });
  const [cleared, fired, ...more] = await noticesOnce(boss, 2);
  expect(more).toEqual([]);
  expect(fired).toMatchObject({
    title: 'Alert: High fees',
    description: 'Fees is $320.00 in March 2026, above $300.00.',
    link: `/reports/${id}?alerts=open`,
  });
  expect(cleared).toMatchObject({ title: 'Back to normal: High fees', description: 'Fees is $250.00 in March 2026.' });
  while (box.accepted.length < 2) await box.has(box.accepted.length + 1);
  expect(box.accepted.map(({ subject, recipients }) => [subject, recipients])).toEqual([
    ['Alert: High fees', ['boss@birch.example']],
    ['Back to normal: High fees', ['boss@birch.example']],
  ]);
  expect(box.accepted[0]!.text).toContain('Fees is $320.00 in March 2026, above $300.00.');
  expect(box.accepted[0]!.text).toContain(`/reports/${id}?alerts=open`);
  const found = await checks(boss, firing);
  const byVersion = new Map(found.map(({ dataVersion, status }) => [dataVersion, status]));
  expect([...byVersion]).toEqual([
    [last, 'ok'],
    [last - 1, 'firing'],
    [last - 2, 'firing'],
    [second, 'firing'],
    [first, 'ok'],
  ]);
  expect(found.filter(({ isChange }) => isChange).map(({ dataVersion }) => dataVersion)).toEqual([last, second, first]);
});

test('a month that is not over does not fire', async () => {
  const version = await load([100, 120], 900);
  await create(boss);
  expect(await alertWhen(boss, checkedIn(version))).toMatchObject({ status: 'ok', value: 240, period: '2026-02-01' });
  const body = { tile: 'trend', measure: 'fees' };
  const { points, figure } = await call<FigureCourse>(boss, 'POST /api/v1/reports/:id/alerts/course', { body });
  expect(points).toEqual([
    { period: '2026-01-01', value: 200, isOpen: false },
    { period: '2026-02-01', value: 240, isOpen: false },
    { period: '2026-03-01', value: 1800, isOpen: true },
  ]);
  expect(figure).toMatchObject({ grain: 'month', currency: 'USD', format: { unit: 'currency', decimals: 2 } });
});

test('each owner’s rows and selections are judged, over all series of a chart', async () => {
  const version = await load([100, 200]);
  await create(vera, { tile: 'months' });
  expect(await alertWhen(vera, checkedIn(version))).toMatchObject({ status: 'ok', value: 200 });
  await create(boss, { tile: 'months' });
  expect(await alertWhen(boss, checkedIn(version))).toMatchObject({ status: 'firing', value: 400 });
  // Before it is deleted, which would take back a notice that is not sent yet.
  await noticesOnce(boss, 1);
  await inBirch((tx) => tx.run`DELETE FROM report_alert WHERE tenant_id = ${tx.tenantId}`);
  await create(boss, { tile: 'months', state: { filters: { branch: ['B02'] } } });
  expect(await alertWhen(boss, checkedIn(version))).toMatchObject({ status: 'ok', value: 200 });
  expect(await notices(vera)).toEqual([]);
});

test('one member of a chart is watched, and a period that it is not in is without a value', async () => {
  const first = await load([100, 200]);
  const member = { kind: 'member', parts: [{ field: 'branch', value: 'B02' }] };
  const of = { tile: 'months', scope: member, condition: { ...ABOVE_300, value: 150, clear: null }, mail: true };
  await create(boss, of);
  const firing = await alertWhen(boss, checkedIn(first));
  expect(firing).toMatchObject({
    status: 'firing',
    value: 200,
    period: '2026-02-01',
    figure: { member: { en: 'B02' } },
  });
  // Whose rows another owner may not see.
  await create(vera, of);
  expect(await alertWhen(vera, checkedIn(first))).toMatchObject({ status: 'no-data', value: null });
  const second = await load([100, 200, 100], undefined, (branch, month) => branch === 'B01' || month < 2);
  expect(await alertWhen(boss, checkedIn(second))).toMatchObject({ status: 'no-data', period: '2026-03-01' });
  expect((await noticesOnce(boss, 2)).map(({ description }) => description)).toEqual([
    'Fees, B02 has no value, or too few periods, to judge it by.',
    'Fees, B02 is $200.00 in February 2026, above $150.00.',
  ]);
  while (box.accepted.length < 2) await box.has(box.accepted.length + 1);
});

test('any member of a chart: each owner’s own, those that cross the threshold by name', async () => {
  const any = {
    tile: 'branches',
    scope: { kind: 'any', fields: ['branch'] },
    condition: { ...ABOVE_300, clear: null },
  };
  const body = { tile: 'branches', measure: 'fees', scope: any.scope };
  const first = await load([100]);
  const { members, isTruncated } = await call<FigureCourse>(boss, 'POST /api/v1/reports/:id/alerts/course', { body });
  expect([members!.map(({ label, values }) => [label.en, values]), isTruncated]).toEqual([
    [
      ['B01', [100]],
      ['B02', [100]],
    ],
    false,
  ]);
  const ofVera = await call<FigureCourse>(vera, 'POST /api/v1/reports/:id/alerts/course', { body });
  expect(ofVera.members!.map(({ key }) => key)).toEqual(['["B01"]']);
  await create(boss, any);
  expect(await alertWhen(boss, checkedIn(first))).toMatchObject({ status: 'ok', members: { total: 2, firing: 0, findings: [] } }); // prettier-ignore
  await create(vera, any);
  await alertWhen(vera, checkedIn(first));
  const second = await load([310], undefined, (branch) => branch === 'B02');
  const finding = { label: { en: 'B02' }, status: 'firing', value: 310, reference: 300 };
  expect((await alertWhen(boss, checkedIn(second))).members).toMatchObject({ firing: 1, findings: [finding, { label: { en: 'B01' }, status: 'gone' }] }); // prettier-ignore
  const [{ description }] = (await noticesOnce(boss, 1)) as [Notification];
  expect(description).toBe('Fees. Triggered: B02 $310.00. No longer in the data: B01.');
  // Who may not see the branch that crossed hears nothing of it.
  expect(await alertWhen(vera, checkedIn(second))).toMatchObject({ status: 'no-data' });
  const [, before] = await checks(boss, (await list(boss))[0]!);
  expect(before!.members).toMatchObject({ total: 2, findings: [] });
});

test('is checked each morning, also when no data came, and once for days that passed', async () => {
  const version = await load([100]);
  const alert = await create(boss);
  await alertWhen(boss, checkedIn(version));
  const before = (await checks(boss, alert)).length;
  clock = new Date('2026-05-02T06:00:00Z');
  await alertWhen(boss, ({ checkedAt }) => checkedAt === clock.toISOString());
  expect(await checks(boss, alert)).toHaveLength(before + 1);
  clock = new Date('2026-05-05T11:00:00Z');
  await alertWhen(boss, ({ checkedAt }) => checkedAt === clock.toISOString());
  expect(await checks(boss, alert)).toHaveLength(before + 2);
  expect(await notices(boss)).toEqual([]);
});

test('a notice is held until quiet hours end', async () => {
  clock = new Date('2026-05-01T23:30:00Z');
  const first = await load([100]);
  await create(boss, { quiet: { from: '22:00', until: '05:00' } });
  await alertWhen(boss, checkedIn(first));
  const second = await load([200]);
  const firing = await alertWhen(boss, checkedIn(second));
  expect(firing).toMatchObject({ status: 'firing', heldUntil: '2026-05-02T05:00:00.000Z' });
  expect(await notices(boss)).toEqual([]);
  // A change of the hours moves it.
  const change = { id: firing.id, body: { quiet: { from: '22:00', until: '05:30' }, basedOn: firing.revision } };
  const { alerts } = await call(boss, 'PATCH /api/v1/report-alerts/:id', change);
  expect(alerts[0]).toMatchObject({ status: 'firing', heldUntil: '2026-05-02T05:30:00.000Z' });
  clock = new Date('2026-05-02T05:30:00Z');
  expect(await noticesOnce(boss, 1)).toMatchObject([{ title: 'Alert: High fees' }]);
  expect((await list(boss))[0]!.heldUntil).toBeNull();
});

test('who may not open the report any more gets nothing, and the alert says so until they may', async () => {
  const version = await load([100]);
  const content = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  const workspace = await call<{ id: string; revision: number }>(boss, 'POST /api/v1/workspaces', { body: content });
  const copied = { workspace: workspace.id, title: { en: 'Closed' } };
  ({ id } = await call<{ id: string }>(boss, 'POST /api/v1/reports/:id/copy', { body: copied }));
  await create(vera, { condition: { ...ABOVE_300, value: 150, clear: null } });
  await alertWhen(vera, checkedIn(version));
  const change = { everyone: null, basedOn: workspace.revision };
  const closed = await call<{ revision: number }>(boss, 'PATCH /api/v1/workspaces/:id', { id: workspace.id, body: change }); // prettier-ignore
  // At once, before it is checked.
  expect((await list(vera))[0]).toMatchObject({ status: 'no-access', value: null, reportTitle: null });
  const second = await load([200]);
  const storedStatus = () =>
    inBirch((tx) => tx.first<{ status: string }>`SELECT status FROM report_alert WHERE tenant_id = ${tx.tenantId}`);
  while ((await storedStatus())?.status !== 'no-access') await wait(20);
  expect(await notices(vera)).toEqual([]);
  const body = { everyone: 'view', basedOn: closed.revision };
  await call(boss, 'PATCH /api/v1/workspaces/:id', { id: workspace.id, body });
  clock = new Date('2026-05-02T06:00:00Z');
  expect(await alertWhen(vera, ({ status }) => status === 'firing')).toMatchObject({ value: 200, dataVersion: second });
  expect(await noticesOnce(vera, 1)).toMatchObject([{ title: 'Alert: High fees' }]);
});

test('a change since the data version before is said once', async () => {
  const change = { kind: 'change', when: 'rises', by: 0.1, unit: 'percent', against: 'version' };
  const first = await load([100]);
  const alert = await create(boss, { condition: change });
  expect(await alertWhen(boss, checkedIn(first))).toMatchObject({ status: 'ok', reference: null });
  const second = await load([120]);
  expect(await alertWhen(boss, checkedIn(second))).toMatchObject({ status: 'firing', value: 240, reference: 200 });
  // The same version in the morning.
  clock = new Date('2026-05-02T06:00:00Z');
  expect(await alertWhen(boss, ({ checkedAt }) => checkedAt === clock.toISOString())).toMatchObject({
    status: 'firing',
    reference: 200,
  });
  const third = await load([125]);
  expect(await alertWhen(boss, checkedIn(third))).toMatchObject({ status: 'ok', reference: 240 });
  expect((await noticesOnce(boss, 2)).map(({ title }) => title)).toEqual([
    'Back to normal: High fees',
    'Alert: High fees',
  ]);
  expect((await checks(boss, alert)).map(({ status }) => status)).toEqual(['ok', 'firing', 'firing', 'ok']);
});

test('an unusual month fires, and too few months are no data', async () => {
  const steady = [100, 101, 103, 104, 106, 107, 109, 110, 112];
  const anomaly = { kind: 'anomaly', sensitivity: 'medium' };
  const few = await load(steady.slice(0, 6));
  await create(boss, { condition: anomaly });
  expect(await alertWhen(boss, checkedIn(few))).toMatchObject({ status: 'no-data' });
  expect(await alertWhen(boss, checkedIn(await load(steady)))).toMatchObject({ status: 'ok' });
  const jumped = await alertWhen(boss, checkedIn(await load([...steady, 130])));
  expect(jumped).toMatchObject({ status: 'firing', value: 260, reference: 224 });
});

test('a figure that is gone fails the alert, and its owner hears of it', async () => {
  const version = await load([100]);
  await create(boss);
  await alertWhen(boss, checkedIn(version));
  await inBirch(
    (tx) => tx.run`
      UPDATE report SET document = replace(document::text, '"trend"', '"other"')::jsonb
      WHERE tenant_id = ${tx.tenantId} AND id = ${id}`,
  );
  clock = new Date('2026-05-02T06:00:00Z');
  expect(await alertWhen(boss, ({ status }) => status === 'failed')).toMatchObject({ failure: 'gone', value: null });
  expect(await noticesOnce(boss, 1)).toMatchObject([
    {
      title: 'Could not be checked: High fees',
      description: 'The figure is no longer in the report. Set the alert on another one, or delete it.',
    },
  ]);
});

test('a paused alert is not checked, and one that goes on is at once', async () => {
  const version = await load([100]);
  const alert = await create(boss);
  await alertWhen(boss, checkedIn(version));
  const pause = (paused: boolean) =>
    call(boss, 'POST /api/v1/report-alerts/:id/pause', { id: alert.id, body: { paused } });
  expect((await pause(true)).alerts).toMatchObject([{ isPaused: true }]);
  // Another one is checked meanwhile, after which the paused one would have been.
  const second = await load([200]);
  await create(ada, { title: 'Of Ada' });
  await alertWhen(ada, checkedIn(second));
  clock = new Date('2026-05-02T06:00:00Z');
  await alertWhen(ada, ({ checkedAt }) => checkedAt === clock.toISOString());
  expect((await list(boss))[0]).toMatchObject({ status: 'ok', dataVersion: version });
  await pause(false);
  expect(await alertWhen(boss, checkedIn(second))).toMatchObject({ status: 'firing', isPaused: false });
  await noticesOnce(boss, 1);
});

test('only its owner finds, changes and deletes an alert; another condition is judged as a new one', async () => {
  const version = await load([200]);
  const alert = await create(boss);
  await alertWhen(boss, checkedIn(version));
  await noticesOnce(boss, 1);
  const of = { id: alert.id };
  const body = { title: 'Mine', basedOn: 1 };
  expect(await list(ada)).toEqual([]);
  expect(await fail(ada, 'GET /api/v1/report-alerts/:id/checks', of)).toMatchObject({ status: 404 });
  expect(await fail(ada, 'PATCH /api/v1/report-alerts/:id', { ...of, body })).toMatchObject({ status: 404 });
  expect(await fail(ada, 'POST /api/v1/report-alerts/:id/pause', { ...of, body: { paused: true } })).toMatchObject({ status: 404 }); // prettier-ignore
  expect(await fail(ada, 'DELETE /api/v1/report-alerts/:id', of)).toMatchObject({ status: 404 });
  const change = { ...of, body: { condition: { ...ABOVE_300, value: 500, clear: null }, basedOn: 1 } };
  const changed = await call(boss, 'PATCH /api/v1/report-alerts/:id', change);
  expect(changed.alerts[0]!.revision).toBe(2);
  expect(await fail(boss, 'PATCH /api/v1/report-alerts/:id', change)).toMatchObject({ code: 'CONFLICT' });
  expect(await alertWhen(boss, ({ status }) => status !== 'new')).toMatchObject({ status: 'ok', title: 'High fees' });
  expect((await call(boss, 'DELETE /api/v1/report-alerts/:id', of)).alerts).toEqual([]);
  expect(await notices(boss)).toHaveLength(1);
});

test('says what cannot be watched', async () => {
  await load([100]);
  const refused = async (more: object) => {
    const body = { tile: 'trend', measure: 'fees', title: 'X', condition: ABOVE_300, ...more };
    const { code, details } = await fail(boss, 'POST /api/v1/reports/:id/alerts', { body });
    return [code, (details as { field: string }[])[0]!.field];
  };
  expect(await refused({ tile: 'gone' })).toEqual(['VALIDATION_FAILED', 'tile']);
  expect(await refused({ tile: 'text' })).toEqual(['VALIDATION_FAILED', 'measure']);
  expect(await refused({ measure: 'amount' })).toEqual(['VALIDATION_FAILED', 'measure']);
  expect(await refused({ scope: { kind: 'any', fields: ['branch'] } })).toEqual(['VALIDATION_FAILED', 'scope']);
  expect(await refused({ tile: 'branches', scope: { kind: 'any', fields: ['product'] } })).toEqual(['VALIDATION_FAILED', 'scope']); // prettier-ignore
  expect(await refused({ state: { filters: { nothing: ['x'] } } })).toEqual(['VALIDATION_FAILED', 'filters.nothing']);
  const ofAll = { tile: 'all', measure: 'transactions' };
  const anomaly = { kind: 'anomaly', sensitivity: 'low' };
  expect(await refused({ ...ofAll, condition: anomaly })).toEqual(['VALIDATION_FAILED', 'condition']);
  const wrongSide = { ...ABOVE_300, clear: 301 };
  expect(await refused({ condition: wrongSide })).toEqual(['VALIDATION_FAILED', 'condition.clear']);
  const created = await create(boss, { ...ofAll, condition: { ...ABOVE_300, value: 1, clear: null } });
  expect(created.figure.grain).toBeNull();
  expect(await alertWhen(boss, ({ status }) => status !== 'new')).toMatchObject({ status: 'firing', value: 2, period: null }); // prettier-ignore
  await noticesOnce(boss, 1);
});

test('what a report says of the peers is watched, and a member of a ranking by its name', async () => {
  const subject = { key: 'branch', title: 'branch', details: [], size: 'fees', label: text };
  const document = reportDocument.parse({
    title: text,
    purpose: text,
    dataset: 'transactions',
    subject,
    measures: ['fees'],
    ...onePage([
      { id: 'kpis', kind: 'kpis', title: text, measures: ['fees'] },
      { id: 'ranking', kind: 'ranking', title: text },
    ]),
  });
  ({ id } = await inBirch((tx) => putReport(tx, document)));
  const version = await load([100, 200], undefined, (branch, month) => branch === 'B01' || month === 1);
  const state = { filters: {}, subject: 'B02' };
  const course = (body: object) =>
    call<FigureCourse>(boss, 'POST /api/v1/reports/:id/alerts/course', { body: { measure: 'fees', state, ...body } });
  const statistic = async (tile: string, name: string) =>
    (await course({ tile, scope: { kind: 'statistic', statistic: name } })).points[0]!.value;
  expect(await Promise.all(['median', 'percentile', 'rank'].map((name) => statistic('kpis', name)))).toEqual([250, 0, 2]); // prettier-ignore
  expect(await statistic('ranking', 'rank')).toBe(2);
  const { members } = await course({ tile: 'ranking', scope: { kind: 'any', fields: ['branch'] } });
  expect(members!.map(({ label, values }) => [label.en, values])).toEqual([
    ['B01', [300]],
    ['B02', [200]],
  ]);
  const scope = { kind: 'statistic', statistic: 'rank' };
  await create(boss, { tile: 'kpis', scope, state, condition: { kind: 'threshold', when: 'above', value: 1 } });
  expect(await alertWhen(boss, checkedIn(version))).toMatchObject({ status: 'firing', value: 2 });
  expect((await noticesOnce(boss, 1))[0]!.description).toBe('Fees, rank among the peers is 2, above 1.');
});
