import { setTimeout as wait } from 'node:timers/promises';
import {
  reportDocument,
  type ErrorBody,
  type MailItem,
  type MailSettings,
  type ReportSubscription,
  type ReportSubscriptions,
  type RouteKey,
  type SentInvitation,
  type StoredMail,
  type SubscriptionRun,
} from '@rise/contract';
import { readXlsx } from 'hucre';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { MailService } from '../mail/mail.service.ts';
import { onePage } from '../testing/one-page.ts';
import { decodePng } from '../testing/png.ts';
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
    { id: 'figures', kind: 'figures', title: { en: 'In all', tr: 'Toplam' }, measures: ['institutions'] },
    { id: 'chart', kind: 'chart', shape: 'bar', title: { en: 'Chart by state', tr: 'Eyalete göre grafik' }, category: 'state', measures: ['institutions'] }, // prettier-ignore
    { id: 'table', kind: 'table', title: { en: 'By state' }, dimensions: ['state'], measures: ['institutions'] },
  ]),
});
const RULE = { every: 'day', at: '08:00' } as const;
const EVA = 'eva@auditors.example';
const OUTSIDE = { addresses: [EVA], filters: { state: ['VT', 'ME'] }, language: 'en' } as const;

let portal: TestPortal;
let box: SmtpSink;
let mail: MailService;
let boss: SignedIn;
let ada: SignedIn;
let birch: SignedIn;
let id: string;
const logged: string[] = [];
let clock = new Date('2026-01-05T00:00:00Z');
let day = 5;

beforeAll(async () => {
  box = await startSmtpSink();
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  portal = await startTestPortal({
    log,
    subscriptionTimes: { now: () => clock, scanMs: 50, retryMs: [50, 50] },
    mail: (database) => {
      mail = new MailService({ smtpUrl: box.url, contactEmail: 'rise@rise.example', database, log });
      return mail;
    },
  });
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  birch = await portal.signIn({
    email: 'boss@birch.example',
    roles: ['tenant.admin'],
    tenants: [portal.tenants.birch],
  });
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
  await allow(['auditors.example']);
});
afterEach(() =>
  inAlder(async (tx) => {
    await tx.run`DELETE FROM report_subscription WHERE tenant_id = ${tx.tenantId}`;
    await tx.run`DELETE FROM mail_unsubscription WHERE tenant_id = ${tx.tenantId}`;
  }),
);

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
type Work<T> = Parameters<typeof portal.database.withTenant<T>>[1];
const inAlder = <T>(work: Work<T>): Promise<T> => portal.database.withTenant(systemIn(portal.tenants.alder), work);

async function call<T = ReportSubscriptions>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function refused(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  const { code, details } = ((await response.json()) as ErrorBody).error;
  return { code, fields: details?.map(({ field }) => field) ?? [] };
}
const PATH = '/api/v1/reports/:id/subscriptions';
const allow = (domains: readonly string[]) =>
  call<MailSettings>(boss, 'PATCH /api/v1/mail/settings', { body: { domains } });
const bodyOf = (more: object = {}) => ({ title: 'Morning', rule: RULE, recipients: [], outside: OUTSIDE, ...more });
async function create(more: object = {}): Promise<ReportSubscription> {
  return (await call(boss, `POST ${PATH}`, { body: bodyOf(more) })).subscriptions[0]!;
}

/** The next day's run, once it has ended. */
async function nextRun(subscription: string): Promise<SubscriptionRun> {
  const before = (await runs(subscription)).length;
  day += 1;
  clock = new Date(Date.UTC(2026, 0, day, 9));
  for (;;) {
    const found = await runs(subscription);
    if (found.length > before && found.every(({ status }) => status !== 'waiting' && status !== 'running'))
      return found[0]!;
    await wait(20);
  }
}
const runs = async (subscription: string) =>
  (await call<{ runs: SubscriptionRun[] }>(boss, `GET ${PATH}/:subscription/runs`, { subscription })).runs;
const to = (recipient: string): Delivery[] => box.accepted.filter(({ recipients }) => recipients.includes(recipient));
async function received(recipient: string, count = 1): Promise<Delivery> {
  while (to(recipient).length < count) await box.has(box.accepted.length + 1);
  return to(recipient)[count - 1]!;
}
const headerOf = ({ headers }: Delivery, name: string) => headers.find(({ key }) => key === name)?.value;
const institutions = (text: string) => Number(/^(?:Institutions|Kurum\S*(?: sayısı)?): ([\d,.]+)/m.exec(text)?.[1]?.replaceAll(/[,.]/g, '')); // prettier-ignore
/** By address; what waits for the mail server is written, too. */
const outcome = ({ deliveries }: SubscriptionRun) =>
  deliveries.map(({ email, status, skipped }) => [email, skipped ?? (status === 'queued' ? 'sent' : status)]);

describe('who may receive reports without an account', () => {
  test('nobody, until an administrator allows their domain, which cannot be one where anybody gets an address', async () => {
    await allow([]);
    const create = { body: bodyOf() };
    expect(await refused(boss, `POST ${PATH}`, create)).toEqual({ code: 'VALIDATION_FAILED', fields: ['outside.addresses'] }); // prettier-ignore
    const freeMail = { body: { domains: ['auditors.example', 'gmail.com'] } };
    expect(await refused(boss, 'PATCH /api/v1/mail/settings', freeMail)).toEqual({ code: 'VALIDATION_FAILED', fields: ['domains.1'] }); // prettier-ignore
    const wrong = { body: { domains: ['*.example'] } };
    expect(await refused(boss, 'PATCH /api/v1/mail/settings', wrong)).toEqual({ code: 'VALIDATION_FAILED', fields: ['domains.0'] }); // prettier-ignore
    expect((await refused(ada, 'PATCH /api/v1/mail/settings', { body: { domains: [] } })).code).toBe('NOT_FOUND');
    expect((await allow(['Auditors.example'])).domains).toEqual(['auditors.example']);
    expect((await call(boss, `GET ${PATH}`)).outside).toMatchObject({ domains: ['auditors.example'], fields: expect.arrayContaining(['state']) as unknown }); // prettier-ignore
    for (const address of ['eva@sub.auditors.example', 'eva@other.example'])
      expect((await refused(boss, `POST ${PATH}`, { body: bodyOf({ outside: { ...OUTSIDE, addresses: [address] } }) })).fields).toEqual(['outside.addresses']); // prettier-ignore
  });

  test('only with the rows of a filter that limits the whole report, and from those who may edit the workspace', async () => {
    const fields = async (who: SignedIn, filters: object) =>
      (await refused(who, `POST ${PATH}`, { body: bodyOf({ outside: { ...OUTSIDE, filters } }) })).fields;
    expect(await fields(boss, {})).toEqual(['outside.filters']);
    expect(await fields(boss, { state: [] })).toEqual(['outside.filters.state']);
    expect(await fields(boss, { planet: ['Mars'] })).toEqual(['outside.filters.planet']);
    expect(await fields(ada, OUTSIDE.filters)).toEqual(['outside']);
    const many = Array.from({ length: 100 }, (_, n) => `p${n}@auditors.example`);
    const tooMany = bodyOf({ recipients: [boss.accountId], outside: { ...OUTSIDE, addresses: many } });
    expect((await refused(boss, `POST ${PATH}`, { body: tooMany })).fields).toEqual(['recipients']);
    expect((await refused(boss, `POST ${PATH}`, { body: bodyOf({ outside: null }) })).fields).toEqual(['recipients']);
  });
});

describe('a mail to an address outside', () => {
  test('has the rows of the filters alone, in figures and files, and no link that needs an account', async () => {
    const { id: subscription, outside } = await create({ recipients: [boss.accountId], attachments: ['xlsx'] });
    expect(outside).toEqual({ ...OUTSIDE, addresses: [{ address: EVA, stopped: null }] });
    await nextRun(subscription);
    const [own, theirs] = [await received('boss@alder.example'), await received(EVA)];
    const book = await readXlsx(new Uint8Array(theirs.attachments.find(({ filename }) => filename?.endsWith('.xlsx'))!.content as ArrayBuffer)); // prettier-ignore
    const sheet = book.sheets.find(({ name }) => name === 'By state')!;
    const states = sheet.rows.slice(1).map(([state]) => String(state)).filter((state) => /^[A-Z]{2}$|Vermont|Maine/.test(state)); // prettier-ignore
    expect(states).toHaveLength(2);
    expect(institutions(theirs.text!)).toBeGreaterThan(0);
    expect(institutions(theirs.text!)).toBeLessThan(institutions(own.text!) / 10);
    expect(theirs.text).toMatch(/^Rows: State: .+/m);
    expect(theirs.text).toContain('Opening the report in the portal needs an account.');
    expect(own.html).toContain('/reports/');
    for (const part of [theirs.text!, theirs.html!]) expect(part).not.toContain('/reports/');
    expect(headerOf(own, 'list-unsubscribe')).toBeUndefined();
    expect(headerOf(theirs, 'list-unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1\/unsubscribe\/[\w-]+>$/);
    expect(headerOf(theirs, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('has its charts as pictures, with what they show as text, in its language', async () => {
    const { id: subscription } = await create({ outside: { ...OUTSIDE, language: 'tr' } });
    await nextRun(subscription);
    const { html, text, attachments, subject } = await received(EVA);
    const [picture] = attachments;
    expect(attachments).toHaveLength(1);
    expect(picture).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
    expect(html).toContain(`"cid:${picture!.contentId!.replaceAll(/[<>]/g, '')}"`);
    expect(html).toMatch(/<img [^>]*alt="[^"]+"/);
    const { width, colors } = decodePng(new Uint8Array(picture!.content as ArrayBuffer));
    expect(width).toBe(1200);
    expect(colors).toBeGreaterThan(2);
    expect(subject).toMatch(/^Toplamlar/);
    expect(text).toContain('Eyalete göre grafik');
    expect(text).toContain('Abonelikten çık:');
  });

  test('is not sent where its domain was taken away, or where its filters no longer limit the whole report', async () => {
    const { id: subscription } = await create();
    await allow(['others.example']);
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'domain']]);
    expect((await call(boss, `GET ${PATH}`)).subscriptions[0]!.outside!.addresses).toEqual([{ address: EVA, stopped: 'domain' }]); // prettier-ignore
    await allow(['auditors.example']);
    await inAlder((tx) => tx.run`UPDATE report_subscription SET outside_filters = '{"planet": ["Mars"]}' WHERE tenant_id = ${tx.tenantId}`); // prettier-ignore
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'no-scope']]);
    expect(to(EVA)).toEqual([]);
  });
});

/** What a browser or a mail program sends. */
async function open(url: string, form?: string) {
  const response = await fetch(url.replace(/^http:\/\/127\.0\.0\.1(?=\/)/, portal.url), {
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

describe('unsubscribing', () => {
  const linkOf = (delivery: Delivery) => headerOf(delivery, 'list-unsubscribe')!.slice(1, -1);

  test('takes a POST to the link of a mail; the address gets nothing more, and the history says so', async () => {
    const { id: subscription } = await create();
    await nextRun(subscription);
    const link = linkOf(await received(EVA));
    const page = await open(link);
    expect(page).toMatchObject({ status: 200 });
    expect(page.text).toContain('eva@auditors.example gets reports of Alder');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    // Programs that check links only open them.
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'sent']]);
    await received(EVA, 2);
    expect((await open(link, 'List-Unsubscribe=One-Click')).text).toContain('Unsubscribed');
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'unsubscribed']]);
    expect((await call<MailSettings>(boss, 'GET /api/v1/mail/settings')).unsubscribed).toMatchObject([
      { address: EVA },
    ]);
    // Nobody in the portal subscribes it again.
    expect((await refused(boss, `POST ${PATH}`, { body: bodyOf({ title: 'Again' }) })).fields).toEqual(['outside.addresses']); // prettier-ignore
    expect(to(EVA)).toHaveLength(2);
    await open(link, 'again=1');
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'sent']]);
    await received(EVA, 3);
  });

  test('also gives up mail that waits for the mail server', async () => {
    const { id: subscription } = await create();
    await nextRun(subscription);
    const link = linkOf(await received(EVA));
    box.decide = () => ({ code: 451, message: 'later' });
    await nextRun(subscription);
    const list = async () => (await call<{ mails: MailItem[] }>(boss, 'GET /api/v1/mail')).mails[0]!;
    while ((await list()).attempts === 0) await wait(20);
    await open(link, 'List-Unsubscribe=One-Click');
    box.decide = () => undefined;
    const { id: waiting, status, reason } = await list();
    expect({ status, reason }).toEqual({ status: 'failed', reason: 'The recipient unsubscribed.' });
    expect((await refused(boss, 'POST /api/v1/mail/:id/retry', { id: waiting })).code).toBe('CONFLICT');
  });

  test('is not possible without the link of a mail', async () => {
    const { id: subscription } = await create();
    await nextRun(subscription);
    const link = linkOf(await received(EVA));
    const at = link.lastIndexOf('/') + 10;
    const forged = `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
    for (const url of [forged, link.slice(0, -4), new URL('/unsubscribe/x', link).href])
      expect(await open(url, 'List-Unsubscribe=One-Click'), url).toMatchObject({ status: 404 });
    expect(outcome(await nextRun(subscription))).toEqual([[EVA, 'sent']]);
    await received(EVA, 2);
  });
});

describe('the outbox', () => {
  test('shows administrators their own tenant’s mail, without the link that unsubscribes its recipient', async () => {
    const { id: subscription } = await create();
    await nextRun(subscription);
    const link = headerOf(await received(EVA), 'list-unsubscribe')!.slice(1, -1);
    const list = (who: SignedIn, query: string) => call<{ mails: MailItem[]; total: number }>(who, 'GET /api/v1/mail', { search: query }); // prettier-ignore
    const { mails, total } = await list(boss, `?search=EVA@&kind=report-subscription`);
    expect(total).toBe(mails.length);
    const [newest] = mails;
    expect(newest).toMatchObject({ recipient: EVA, kind: 'report-subscription', files: [] });
    expect(await list(birch, '')).toMatchObject({ mails: [], total: 0 });
    const read = await call<StoredMail>(boss, 'GET /api/v1/mail/:id', { id: newest!.id });
    for (const part of [read.text, read.html]) expect(part).not.toContain(link);
    expect(read.html).toContain("default-src 'none'");
    for (const key of ['GET /api/v1/mail/:id', 'POST /api/v1/mail/:id/retry'] as const) {
      expect((await refused(birch, key, { id: newest!.id })).code).toBe('NOT_FOUND');
      expect((await refused(ada, key, { id: newest!.id })).code).toBe('NOT_FOUND');
    }
  });

  test('shows an invitation without its content: the link in it is the recipient’s alone', async () => {
    const invite = (email: string) =>
      call<SentInvitation>(boss, 'POST /api/v1/invitations', { body: { email, roles: ['tenant.user'] } });
    const email = 'invited@alder.example';
    expect((await invite(email)).link).toBeNull();
    const [, token] = /token=([\w-]{20,})/.exec((await received(email)).text!)!;
    const list = async (who: SignedIn) => {
      const search = '?kind=invitation';
      return (await call<{ mails: MailItem[] }>(who, 'GET /api/v1/mail', { search })).mails;
    };
    let [sent] = await list(boss);
    for (; sent?.status !== 'sent'; [sent] = await list(boss)) await wait(20);
    expect(sent).toMatchObject({ kind: 'invitation', recipient: email, subject: 'Invitation to Alder Credit Union' });
    expect(await call<StoredMail>(boss, 'GET /api/v1/mail/:id', { id: sent.id })).toEqual({ ...sent, text: null, html: null }); // prettier-ignore
    expect(await list(birch)).toEqual([]);
    for (const who of [birch, ada])
      for (const key of ['GET /api/v1/mail/:id', 'POST /api/v1/mail/:id/retry'] as const)
        expect((await refused(who, key, { id: sent.id })).code).toBe('NOT_FOUND');
    // Nor is it in what else a tenant's administrators read, or in what the server logs.
    for (const key of [
      'GET /api/v1/audit',
      'GET /api/v1/users',
      'GET /api/v1/users/members',
      'GET /api/v1/mail',
    ] as const)
      // prettier-ignore
      expect(JSON.stringify(await call(boss, key)), key).not.toContain(token);
    expect(logged.join('')).toContain('/api/v1/invitations');
    expect(logged.join('')).not.toContain(token);
  });

  test('sends an invitation again while the link in it is open, and not afterwards', async () => {
    const failed = async (email: string) => {
      for (;;) {
        const search = `?status=failed&search=${email}`;
        const { mails } = await call<{ mails: MailItem[] }>(boss, 'GET /api/v1/mail', { search });
        if (mails[0]) return mails[0].id;
        await wait(20);
      }
    };
    box.decide = () => ({ code: 554, message: 'not today' });
    const [open, revoked] = ['open@alder.example', 'revoked@alder.example'];
    for (const email of [open, revoked]) {
      const body = { email, roles: ['tenant.user'] };
      const { id: invitation } = await call<SentInvitation>(boss, 'POST /api/v1/invitations', { body });
      if (email === revoked) await call(boss, 'DELETE /api/v1/invitations/:id', { id: invitation });
    }
    const [first, second] = [await failed(open), await failed(revoked)];
    box.decide = () => undefined;
    expect((await refused(boss, 'POST /api/v1/mail/:id/retry', { id: second })).code).toBe('CONFLICT');
    await call(boss, 'POST /api/v1/mail/:id/retry', { id: first });
    await received(open);
    expect(to(revoked)).toEqual([]);
  });

  test('says why a mail failed, and sends it again where an administrator says so', async () => {
    const { id: subscription } = await create();
    box.decide = () => ({ code: 554, message: 'no such thing here' });
    await nextRun(subscription);
    const failed = async () => {
      const { mails } = await call<{ mails: MailItem[] }>(boss, 'GET /api/v1/mail', { search: '?status=failed' });
      return mails.find(({ reason }) => reason?.includes('no such thing here'));
    };
    let first = await failed();
    for (; !first; first = await failed()) await wait(20);
    box.decide = () => undefined;
    expect(await call<MailItem>(boss, 'POST /api/v1/mail/:id/retry', { id: first.id })).toMatchObject({ status: 'waiting' }); // prettier-ignore
    await received(EVA);
    const again = async () => (await call<StoredMail>(boss, 'GET /api/v1/mail/:id', { id: first.id })).status;
    while ((await again()) !== 'sent') await wait(20);
    expect((await refused(boss, 'POST /api/v1/mail/:id/retry', { id: first.id })).code).toBe('CONFLICT');
  });
});
