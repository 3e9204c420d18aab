import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  reportDocument,
  type ErrorBody,
  type Notification,
  type ReportEvent,
  type ReportSubscription,
  type ReportSubscriptions,
  type RouteKey,
  type SubscriptionRun,
} from '@rise/contract';
import { readXlsx } from 'hucre';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { MailService } from '../mail/mail.service.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { startSmtpSink, type Delivery, type SmtpSink } from '../testing/smtp-sink.ts';

const DOCUMENT = reportDocument.parse({
  title: { en: 'Totals', tr: 'Toplamlar' },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  peers: [],
  filters: ['state'],
  measures: ['institutions'],
  ...onePage([
    { id: 'figures', kind: 'figures', title: { en: 'In all', tr: 'Toplam' }, measures: ['institutions', 'loan_to_share'] }, // prettier-ignore
    { id: 'table', kind: 'table', title: { en: 'By state' }, dimensions: ['state'], measures: ['institutions'] },
  ]),
});
const RULE = { every: 'day', at: '08:00' } as const;

let portal: TestPortal;
let box: SmtpSink;
let mail: MailService;
let boss: SignedIn;
let ada: SignedIn;
let vera: SignedIn;
let id: string;
let clock = new Date('2026-01-05T00:00:00Z');

beforeAll(async () => {
  box = await startSmtpSink();
  portal = await startTestPortal({
    subscriptionTimes: { now: () => clock, scanMs: 50, retryMs: [50, 50] },
    mail: (database) => {
      mail = new MailService({
        smtpUrl: box.url,
        contactEmail: 'rise@rise.example',
        database,
        log: pino({ level: 'silent' }),
      });
      return mail;
    },
  });
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  const attributes = { home: ['VT'] };
  vera = await portal.signIn({ email: 'vera@alder.example', roles: ['tenant.user'], attributes, tenants });
  const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const rule = `{ name: home, title: { en: R }, exceptFor: { roles: [tenant.admin] }, where: "STATE IN (:user_home)" }`;
  await portal.warehouses.ensureModel(
    systemIn(portal.tenants.alder),
    `${text}\n    rules:\n      - ${rule}\n`,
    'model.yaml',
  );
});
afterAll(async () => {
  await portal?.close();
  await mail?.close();
  await box?.close();
});
beforeEach(async () => {
  box.accepted.length = 0;
  box.decide = () => undefined;
  ({ id } = await inAlder((tx) => putReport(tx, DOCUMENT)));
});
afterEach(() => inAlder((tx) => tx.run`DELETE FROM report_subscription WHERE tenant_id = ${tx.tenantId}`));

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
type Work<T> = Parameters<typeof portal.database.withTenant<T>>[1];

function inAlder<T>(work: Work<T>): Promise<T> {
  return portal.database.withTenant(systemIn(portal.tenants.alder), work);
}
async function call<T = ReportSubscriptions>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const PATH = '/api/v1/reports/:id/subscriptions';
const list = async (who: SignedIn) => (await call(who, `GET ${PATH}`)).subscriptions;
async function create(who: SignedIn, recipients: SignedIn[], more: object = {}): Promise<ReportSubscription> {
  const body = { title: 'Morning', rule: RULE, recipients: recipients.map(({ accountId }) => accountId), ...more };
  const { subscriptions } = await call(who, `POST ${PATH}`, { body });
  return subscriptions[0]!;
}
const runs = async (who: SignedIn, subscription: string) =>
  (await call<{ runs: SubscriptionRun[] }>(who, `GET ${PATH}/:subscription/runs`, { subscription })).runs;

/** Sets the clock, and waits until all that is due then has ended. */
async function at(moment: string, who: SignedIn, subscription: string): Promise<SubscriptionRun[]> {
  clock = new Date(moment);
  for (;;) {
    // In this order: what is no longer due has its run.
    const own = (await list(who)).find((one) => one.id === subscription);
    const found = await runs(who, subscription);
    const isDone = found.every(({ status }) => status !== 'waiting' && status !== 'running');
    if (isDone && (own!.paused !== null || new Date(own!.next[0]!) > clock)) return found;
    await wait(20);
  }
}
const to = (recipient: string): Delivery[] => box.accepted.filter(({ recipients }) => recipients.includes(recipient));
async function received(recipient: string, count = 1): Promise<Delivery[]> {
  while (to(recipient).length < count) await box.has(box.accepted.length + 1);
  return to(recipient);
}
const inbox = (who: SignedIn) => call<Notification[]>(who, 'GET /api/common/notifications');
const institutions = (text: string) =>
  Number(/^(?:Institutions|Kurum sayısı|Kurumlar): ([\d,.]+)/m.exec(text)?.[1]?.replaceAll(/[,.]/g, ''));

describe('who finds and changes subscriptions', () => {
  test('readers send to themselves, those who edit the workspace to others, and see all', async () => {
    clock = new Date('2026-01-05T00:00:00Z');
    const own = await create(ada, [ada]);
    expect(own).toMatchObject({ owner: 'ada@alder.example', isOwn: true, zone: 'UTC', paused: null });
    expect(own.next).toEqual(['2026-01-05T08:00:00.000Z', '2026-01-06T08:00:00.000Z', '2026-01-07T08:00:00.000Z']);
    const body = { title: 'To others', rule: RULE, recipients: [vera.accountId] };
    expect(await fail(ada, `POST ${PATH}`, { body })).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await list(vera)).toEqual([]);
    // Under the address of another report it is not found either, nor from another tenant.
    const other = await inAlder((tx) => putReport(tx, DOCUMENT));
    const request = { id: other.id, subscription: own.id };
    expect(await fail(boss, `GET ${PATH}/:subscription/runs`, request)).toMatchObject({ status: 404 });
    const stranger = await portal.signIn({ email: 's@birch.example', roles: ['tenant.admin'], tenants: [portal.tenants.birch] }); // prettier-ignore
    const theirs = await portal.database.withTenant(systemIn(portal.tenants.birch), (tx) => putReport(tx, DOCUMENT));
    expect(await fail(stranger, `DELETE ${PATH}/:subscription`, { id: theirs.id, subscription: own.id })).toMatchObject({ status: 404 }); // prettier-ignore
    expect(await fail(vera, `PATCH ${PATH}/:subscription`, { subscription: own.id, body: { title: 'Mine', basedOn: 1 } })).toMatchObject({ status: 404 }); // prettier-ignore
    expect(await list(boss)).toMatchObject([{ id: own.id, isOwn: false, can: { change: true, leave: false } }]);
    const all = await call(boss, `GET ${PATH}`);
    expect(all.people.map(({ email }) => email)).toEqual(expect.arrayContaining(['ada@alder.example', 'vera@alder.example'])); // prettier-ignore
    expect((await call(ada, `GET ${PATH}`)).people.map(({ email }) => email)).toEqual(['ada@alder.example']);
  });

  test('a change is of what one has seen, and recipients can leave', async () => {
    const { id: subscription } = await create(boss, [boss, ada]);
    const change = (basedOn: number) => ({
      subscription,
      body: { title: 'Evening', rule: { ...RULE, at: '20:00' }, basedOn },
    });
    const { subscriptions } = await call(boss, `PATCH ${PATH}/:subscription`, change(1));
    expect(subscriptions[0]).toMatchObject({ title: 'Evening', revision: 2, rule: { at: '20:00' } });
    expect(await fail(boss, `PATCH ${PATH}/:subscription`, change(1))).toMatchObject({ code: 'CONFLICT' });
    // A recipient does not see the others.
    const [seen] = await list(ada);
    expect(seen).toMatchObject({ can: { change: false, leave: true }, recipients: [{ email: 'ada@alder.example' }] });
    expect(seen!.recipients).toHaveLength(1);
    expect((await call(ada, `DELETE ${PATH}/:subscription`, { subscription })).subscriptions).toEqual([]);
    expect((await list(boss))[0]!.recipients.map(({ email }) => email)).toEqual(['boss@alder.example']);
    const paused = await call(boss, `POST ${PATH}/:subscription/pause`, { subscription, body: { paused: true } });
    expect(paused.subscriptions[0]).toMatchObject({ paused: 'person', next: [] });
    const resumed = await call(boss, `POST ${PATH}/:subscription/pause`, { subscription, body: { paused: false } });
    expect(resumed.subscriptions[0]!.next).toHaveLength(3);
    expect((await call(boss, `DELETE ${PATH}/:subscription`, { subscription })).subscriptions).toEqual([]);
  });
});

describe('what is sent', () => {
  test('each recipient gets their own figures, in their language, with a link and how to stop', async () => {
    clock = new Date('2026-02-01T00:00:00Z');
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET language = 'tr' WHERE id = ${vera.accountId}`,
    );
    const { id: subscription } = await create(boss, [boss, vera], { state: { filters: { state: ['VT', 'NH'] } } });
    const [run] = await at('2026-02-01T08:00:01Z', boss, subscription);
    expect(run).toMatchObject({ status: 'sent', scheduled: true, slot: '2026-02-01T08:00:00.000Z', dataVersion: 1 });
    const [all] = await received('boss@alder.example');
    const [own] = await received('vera@alder.example');
    expect(all!.subject).toBe('Totals, as of December 31, 2025');
    expect(own!.subject).toBe('Toplamlar, veri tarihi 31 Aralık 2025');
    const [total, ofVermont] = [institutions(all!.text!), institutions(own!.text!)];
    const state = { filters: { state: ['VT', 'NH'] } };
    expect(total).toBe(await institutionsOn(boss, state));
    expect(ofVermont).toBe(await institutionsOn(vera, state));
    expect(ofVermont).toBeLessThan(total);
    expect(all!.text).toContain(`/reports/${id}?state=VT%2CNH`);
    expect(all!.text).toContain('boss@alder.example set up this mail as “Morning”: every day at 08:00 (UTC).');
    expect(all!.text).toContain(`/reports/${id}?subscriptions=open`);
    expect(all!.html).toContain('<table');
    expect(own!.text).toContain('her gün 08:00 (UTC)');
    expect(all!.attachments).toEqual([]);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET language = NULL WHERE id = ${vera.accountId}`,
    );
  });

  test('PDF and workbook are attached, and removed from the outbox once they are sent', async () => {
    clock = new Date('2026-02-10T00:00:00Z');
    const { id: subscription } = await create(boss, [boss], { attachments: ['pdf', 'xlsx'] });
    await at('2026-02-10T08:00:01Z', boss, subscription);
    const [delivery] = await received('boss@alder.example');
    const [paper, file] = delivery!.attachments;
    expect(paper).toMatchObject({ filename: 'Totals-2025-12-31-v1.pdf', mimeType: 'application/pdf' });
    const [first] = await pdfPages(new Uint8Array(paper!.content as ArrayBuffer));
    expect(first!.text).toContain('By state');
    expect(file).toMatchObject({ filename: 'Totals-2025-12-31-v1.xlsx' });
    const book = await readXlsx(new Uint8Array(file!.content as ArrayBuffer));
    expect(book.sheets.map(({ name }) => name)).toEqual(['Cover', 'In all', 'By state', 'Definitions']);
    const stored = () => portal.database.withGlobal(SYSTEM, (tx) => tx.first`SELECT FROM mail_attachment`, 'reads');
    while ((await stored()) !== null) await wait(20);
  });

  test('who lost the right or left gets nothing, and the run says so', async () => {
    clock = new Date('2026-03-01T00:00:00Z');
    const tenants = [portal.tenants.alder];
    const gone = await portal.signIn({ email: 'gone@alder.example', roles: ['tenant.user'], tenants });
    const bad = await portal.signIn({ email: 'DOMAIN\\user', roles: ['tenant.user'], tenants });
    const content = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
    const workspace = await call<{ id: string; revision: number }>(boss, 'POST /api/v1/workspaces', { body: content });
    const copied = { workspace: workspace.id, title: { en: 'Closed' } };
    ({ id } = await call<{ id: string }>(boss, 'POST /api/v1/reports/:id/copy', { body: copied }));
    const { id: subscription } = await create(boss, [boss, ada, gone, bad]);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE account SET disabled_at = now() WHERE id = ${gone.accountId}`,
    );
    const [first] = await at('2026-03-01T08:00:00Z', boss, subscription);
    const outcome = (run: SubscriptionRun) =>
      Object.fromEntries(run.deliveries.map(({ email, status, skipped }) => [email, skipped ?? status]));
    await received('ada@alder.example');
    expect(outcome(first!)).toMatchObject({ 'gone@alder.example': 'left', 'DOMAIN\\user': 'no-address' });
    const body = { everyone: null, basedOn: workspace.revision };
    await call(boss, 'PATCH /api/v1/workspaces/:id', { id: workspace.id, body });
    const [second] = await at('2026-03-02T08:00:00Z', boss, subscription);
    await received('boss@alder.example', 2);
    expect(outcome(second!)).toMatchObject({ 'ada@alder.example': 'no-access', 'gone@alder.example': 'left' });
    expect(to('ada@alder.example')).toHaveLength(1);
    expect(to('gone@alder.example')).toEqual([]);
  });

  test('once only for a data version, where only new data is sent; and to oneself at any time', async () => {
    clock = new Date('2026-04-01T00:00:00Z');
    const { id: subscription } = await create(boss, [boss, ada], { onlyNew: true });
    const [first] = await at('2026-04-01T08:00:00Z', boss, subscription);
    expect(first).toMatchObject({ status: 'sent' });
    const [second] = await at('2026-04-02T08:00:00Z', boss, subscription);
    expect(second).toMatchObject({ status: 'skipped', skipped: 'unchanged', dataVersion: 1 });
    await call(ada, `POST ${PATH}/:subscription/send`, { subscription });
    const [now] = await at('2026-04-02T09:00:00Z', ada, subscription);
    expect(now).toMatchObject({ status: 'sent', scheduled: false });
    await received('ada@alder.example', 2);
    expect(to('boss@alder.example')).toHaveLength(1);
    await portal.warehouses.restore(systemIn(portal.tenants.alder), 1, null);
    const [third] = await at('2026-04-03T08:00:00Z', boss, subscription);
    expect(third).toMatchObject({ status: 'sent', dataVersion: 2 });
    await received('boss@alder.example', 2);
    await received('ada@alder.example', 3);
  });
});

describe('what goes wrong', () => {
  test('a mail server that refuses at first gets the mail once', async () => {
    clock = new Date('2026-05-01T00:00:00Z');
    const { id: subscription } = await create(boss, [boss]);
    const attempts: string[] = [];
    box.decide = ({ recipients, messageId }) => {
      if (!recipients.includes('boss@alder.example')) return undefined;
      attempts.push(messageId!);
      return attempts.length === 1 ? { code: 451, message: 'later' } : undefined;
    };
    await at('2026-05-01T08:00:00Z', boss, subscription);
    while (attempts.length === 0) await wait(20);
    const queued = async () => (await runs(boss, subscription))[0]!.deliveries[0]!.status;
    expect(await queued()).toBe('queued');
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE mail_outbox SET next_attempt_at = now()`);
    mail.wake();
    await received('boss@alder.example');
    while ((await queued()) !== 'sent') await wait(20);
    expect(to('boss@alder.example')).toHaveLength(1);
    expect(attempts).toEqual([attempts[0], attempts[0]]);
  });

  test('slots that passed while no server ran are missed, and the last is sent', async () => {
    clock = new Date('2026-06-01T00:00:00Z');
    const { id: subscription } = await create(boss, [boss]);
    const found = await at('2026-06-04T12:00:00Z', boss, subscription);
    expect(found.map(({ slot, skipped, status }) => [slot.slice(0, 10), skipped ?? status])).toEqual([
      ['2026-06-04', 'sent'],
      ['2026-06-03', 'missed'],
      ['2026-06-02', 'missed'],
      ['2026-06-01', 'missed'],
    ]);
    await received('boss@alder.example');
    expect(to('boss@alder.example')).toHaveLength(1);
  });

  test('a report that cannot be run fails, and its owner hears of it', async () => {
    clock = new Date('2026-07-01T00:00:00Z');
    const { id: subscription } = await create(ada, [ada], { state: { filters: { nothing_such: ['x'] } } });
    const [run] = await at('2026-07-01T08:00:00Z', ada, subscription);
    expect(run).toMatchObject({ status: 'failed', deliveries: [{ status: 'failed' }] });
    expect(run!.failure).toBeTruthy();
    expect((await inbox(ada))[0]).toMatchObject({ title: '“Morning” could not be sent' });
    expect(to('ada@alder.example')).toEqual([]);
  });

  test('an archived report and an owner who left pause it, and who manages the workspace hears of it', async () => {
    clock = new Date('2026-08-01T00:00:00Z');
    const tenants = [portal.tenants.alder];
    const leaver = await portal.signIn({ email: 'leaver@alder.example', roles: ['tenant.user'], tenants });
    const { id: subscription } = await create(leaver, [leaver]);
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`DELETE FROM tenant_user WHERE account_id = ${leaver.accountId}`,
    );
    const [run] = await at('2026-08-01T08:00:00Z', boss, subscription);
    expect(run).toMatchObject({ status: 'skipped', skipped: 'owner' });
    expect((await list(boss))[0]).toMatchObject({ paused: 'owner', next: [] });
    expect((await inbox(boss))[0]).toMatchObject({ title: 'The subscription “Morning” is paused' });
    expect(to('leaver@alder.example')).toEqual([]);
    // The person who resumes it sends it in their name.
    const resumed = await call(boss, `POST ${PATH}/:subscription/pause`, { subscription, body: { paused: false } });
    expect(resumed.subscriptions[0]).toMatchObject({ owner: 'boss@alder.example', paused: null });
    await inAlder(
      (tx) => tx.run`UPDATE report SET archived_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${id}`,
    );
    const [archived] = await at('2026-08-02T08:00:00Z', boss, subscription);
    expect(archived).toMatchObject({ status: 'skipped', skipped: 'archived' });
    expect((await list(boss))[0]).toMatchObject({ paused: 'archived' });
    const refused = { subscription, body: { paused: false } };
    expect(await fail(boss, `POST ${PATH}/:subscription/pause`, refused)).toMatchObject({ code: 'CONFLICT' });
  });
});

/** The number of institutions that a person sees on the report's page. */
async function institutionsOn(who: SignedIn, state: object): Promise<number> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie: who.cookie, id, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  const tile = events.find((event) => event.type === 'tile' && event.tile === 'figures');
  return Number(tile?.type === 'tile' && tile.results['figures']!.result.rows[0]![0]);
}
