import type { CommentThread, Notification, RouteKey, Workspace, WorkspaceMember } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { MailService } from '../mail/mail.service.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { startSmtpSink, type SmtpSink } from '../testing/smtp-sink.ts';

let portal: TestPortal;
let box: SmtpSink;
let mail: MailService;
let boss: SignedIn;
let ada: SignedIn;
let eve: SignedIn;
/** A report that the boss and Ada may open. */
let id: string;
let workspace: string;

beforeAll(async () => {
  box = await startSmtpSink();
  portal = await startTestPortal({
    mail: (database) => {
      const contactEmail = 'rise@rise.example';
      mail = new MailService({ smtpUrl: box.url, contactEmail, database, log: pino({ level: 'silent' }) });
      return mail;
    },
  });
  const tenants = [portal.tenants.alder];
  const signIn = (email: string, firstName: string, role: 'tenant.admin' | 'tenant.user') =>
    portal.signIn({ email, firstName, lastName: 'Test', roles: [role], tenants });
  boss = await signIn('boss@alder.example', 'Bea', 'tenant.admin');
  ada = await signIn('ada@alder.example', 'Ada', 'tenant.user');
  eve = await signIn('eve@alder.example', 'Eve', 'tenant.user');
  await call(ada, 'PATCH /api/v1/account', { body: { preferences: { language: 'tr' } } });
  const { reports } = await call<{ reports: { id: string }[] }>(boss, 'GET /api/v1/reports');
  const content = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: null };
  ({ id: workspace } = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body: content }));
  await invite(ada);
  await invite(eve);
  const copy = { id: reports[0]!.id, body: { workspace, title: { en: 'Closed', tr: 'Kapalı' } } };
  ({ id } = await call<{ id: string }>(boss, 'POST /api/v1/reports/:id/copy', copy));
});
afterAll(async () => {
  await portal?.close();
  await mail?.close();
  await box?.close();
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T = CommentThread>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
const invite = ({ accountId }: SignedIn) =>
  call(boss, 'PUT /api/v1/workspaces/:id/members', {
    id: workspace,
    body: { who: { kind: 'person', account: accountId }, role: 'edit' },
  });
const start = (who: SignedIn, text: string, mentions: readonly SignedIn[] = []) =>
  call(who, 'POST /api/v1/reports/:id/comments', {
    body: { tile: null, place: null, seen: null, text, mentions: mentions.map(({ accountId }) => accountId) },
  });
const reply = (who: SignedIn, thread: string, text: string, mentions: readonly SignedIn[] = []) =>
  call(who, 'POST /api/v1/reports/:id/comments/:thread/replies', {
    thread,
    body: { text, mentions: mentions.map(({ accountId }) => accountId) },
  });
const written = () =>
  portal.database.withGlobal(
    SYSTEM,
    (tx) =>
      tx.rows<{ recipient: string; subject: string }>`
        SELECT recipient, subject FROM mail_outbox WHERE kind = 'report-comment' ORDER BY created_at, recipient`,
  );
const age = () =>
  portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.run`UPDATE mail_outbox SET created_at = created_at - interval '16 minutes'`,
  );

test('who is mentioned gets a mail with the comment and a link, in their language; the writer gets none', async () => {
  const { id: thread } = await start(boss, 'See <b>this</b>, @Ada Test', [ada, boss]);
  const [received] = await box.has(1);
  expect(received).toMatchObject({
    recipients: ['ada@alder.example'],
    subject: 'Bea Test, “Kapalı” raporundaki bir yorumda sizden bahsetti',
  });
  expect(received!.text).toContain('> See <b>this</b>, @Ada Test');
  expect(received!.html).toContain('See &lt;b&gt;this&lt;/b&gt;');
  expect(received!.text).toContain(`/reports/${id}?comment=${thread}`);
  expect(await written()).toHaveLength(1);
});

test('of a fast exchange, a person gets one mail a thread in 15 minutes', async () => {
  const before = (await written()).length;
  const { id: thread } = await start(ada, 'Why?');
  await reply(boss, thread, 'Because');
  await reply(boss, thread, 'of that');
  await reply(ada, thread, 'I see');
  await reply(boss, thread, 'Good');
  const mails = (await written()).slice(before);
  expect(mails.map(({ recipient }) => recipient)).toEqual(['ada@alder.example', 'boss@alder.example']);
  expect(mails[1]!.subject).toBe('Ada Test replied in a thread of yours on “Closed”');
  await start(boss, 'Another thread, @Ada Test', [ada]);
  expect(await written()).toHaveLength(before + 3);
  await age();
  await reply(boss, thread, 'Later');
  expect((await written()).filter(({ recipient }) => recipient === 'ada@alder.example')).toHaveLength(before + 3);
});

test('who switched mails about replies off is notified in the portal alone', async () => {
  const choose = (on: boolean) =>
    call(boss, 'PUT /api/v1/account/notification-choices', { body: { kind: 'replies', channel: 'mail', on } });
  await choose(false);
  const { id: thread } = await start(boss, 'A thread of mine');
  await reply(ada, thread, 'Not by mail');
  const titles = async () =>
    (await call<Notification[]>(boss, 'GET /api/common/notifications')).map(({ description }) => description);
  expect((await written()).filter(({ recipient }) => recipient === 'boss@alder.example')).toHaveLength(1);
  expect(await titles()).toContainEqual(expect.stringContaining('Not by mail'));
  await reply(ada, thread, 'Mention, @Bea Test', [boss]);
  expect((await written()).filter(({ recipient }) => recipient === 'boss@alder.example')).toHaveLength(2);
  await choose(true);
});

test('who may no longer open the report gets none', async () => {
  const { id: thread } = await start(eve, 'For now');
  const { members } = await call<{ members: WorkspaceMember[] }>(boss, 'GET /api/v1/workspaces/:id/members', {
    id: workspace,
  });
  const own = members.find(({ who }) => who.kind === 'person' && who.account === eve.accountId)!;
  await call(boss, 'DELETE /api/v1/workspaces/:id/members/:member', { id: workspace, member: own.id });
  await reply(boss, thread, 'Without you');
  expect((await written()).map(({ recipient }) => recipient)).not.toContain('eve@alder.example');
});
