import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { SYSTEM } from '../kernel/actor.ts';
import { MailService } from '../mail/mail.service.ts';
import { mailState, retryMail } from '../mail/outbox.service.ts';
import { startSmtpSink, type Delivery, type SmtpSink } from '../testing/smtp-sink.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const OPERATORS = 'operators@rise.example';
const MESSAGE = { name: 'Ayşe Çelik', email: 'ayse@example.org', subject: 'A question', message: 'How?\nAnd why?' };

let box: SmtpSink;
let portal: TestPortal;
let mail: MailService;

beforeAll(async () => {
  box = await startSmtpSink();
  portal = await startTestPortal({
    contactPerHour: 1000,
    mail: (database) => {
      mail = new MailService({ smtpUrl: box.url, contactEmail: OPERATORS, database, log: pino({ level: 'silent' }) });
      return mail;
    },
  });
});
afterAll(async () => {
  await mail?.close();
  await portal?.close();
  await box?.close();
});
beforeEach(() => {
  box.accepted.length = 0;
  box.decide = () => undefined;
  box.refuses = () => undefined;
});

function send(body: object, cookie?: string): Promise<Response> {
  return portal.fetch('POST /api/v1/contact', { body, ...(cookie && { cookie }) });
}

function stored(): Promise<{ name: string; email: string; subject: string; tenantId: string | null }[]> {
  return portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows`SELECT name, email, subject, tenant_id AS "tenantId" FROM contact_message ORDER BY created_at`,
  );
}

const to = (mails: readonly Delivery[], recipient: string) =>
  mails.filter(({ recipients }) => recipients.includes(recipient));

test('a visitor’s message is stored, mailed to the operators, and confirmed in the visitor’s language', async () => {
  const response = await send({ ...MESSAGE, language: 'tr' });
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  expect((await stored()).at(-1)).toEqual({
    name: MESSAGE.name,
    email: MESSAGE.email,
    subject: MESSAGE.subject,
    tenantId: null,
  });

  const mails = await box.has(2);
  const [operators] = to(mails, OPERATORS);
  expect(operators).toMatchObject({
    subject: '[Rise] A question',
    from: { address: OPERATORS },
    replyTo: [{ name: 'Ayşe Çelik', address: 'ayse@example.org' }],
  });
  expect(operators!.text).toContain('not verified');
  expect(operators!.text).toContain('> How?\n> And why?');
  expect(operators!.text).toContain('Language: Turkish');
  const [thanks] = to(mails, MESSAGE.email);
  expect(thanks).toMatchObject({ subject: 'Mesajınızı aldık', to: [{ address: MESSAGE.email }] });
  expect(thanks!.html).toContain('lang="tr"');
  // Otherwise the form could mail anyone's text to any address.
  for (const typed of [MESSAGE.name, MESSAGE.subject, 'And why?']) expect(thanks!.raw).not.toContain(typed);
  expect(thanks!.text).not.toContain('Ayşe');
});

test('a name and a subject are stored and mailed without characters that nobody sees', async () => {
  const hidden = { name: 'Ay\u202Eşe\u200B Çelik', subject: '\u2066A question\u00AD' };
  expect((await send({ ...MESSAGE, ...hidden, email: 'seen@example.org' })).status).toBe(200);
  expect((await stored()).at(-1)).toMatchObject({ name: MESSAGE.name, subject: MESSAGE.subject });
  const [operators] = to(await box.has(2), OPERATORS);
  expect(operators).toMatchObject({ subject: '[Rise] A question', replyTo: [{ name: MESSAGE.name }] });
  expect((await send({ ...MESSAGE, subject: '\u200B\u202E' })).status).toBe(400);
});

test('a signed-in user’s name and address come from the session, and the confirmation quotes their message', async () => {
  const person = await portal.signIn({
    email: 'ihsan@alder.example',
    firstName: 'İhsan',
    lastName: 'Öz',
    roles: ['tenant.user'],
    tenants: [portal.tenants.alder],
  });
  const typed = { subject: 'Figures', message: '<b>1 & 2</b>', name: 'Someone Else', email: 'else@example.org' };
  expect((await send(typed, person.cookie)).status).toBe(200);
  expect((await stored()).at(-1)).toEqual({
    name: 'İhsan Öz',
    email: 'ihsan@alder.example',
    subject: 'Figures',
    tenantId: portal.tenants.alder,
  });
  const mails = await box.has(2);
  const [operators] = to(mails, OPERATORS);
  expect(operators).toMatchObject({ replyTo: [{ name: 'İhsan Öz', address: 'ihsan@alder.example' }] });
  expect(operators!.text).toContain('Tenant: Alder Credit Union');
  const [thanks] = to(mails, 'ihsan@alder.example');
  expect(thanks!.text).toContain('Hello İhsan Öz,');
  expect(thanks!.text).toContain('> <b>1 & 2</b>');
  expect(thanks!.html).toContain('&lt;b&gt;1 &amp; 2&lt;/b&gt;');
  expect(to(mails, 'else@example.org')).toEqual([]);
});

test('a signed-in user may omit name and address, a visitor may not', async () => {
  const { cookie } = await portal.signIn({
    email: 'a@alder.example',
    roles: ['tenant.user'],
    tenants: [portal.tenants.alder],
  });
  expect((await send({ subject: 'S', message: 'M' }, cookie)).status).toBe(200);
  await box.has(2);
  const refused = await send({ subject: 'S', message: 'M' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    error: { code: 'VALIDATION_FAILED', details: [{ field: 'name' }, { field: 'email' }] },
  });
});

test('a message that fills the honeypot is acknowledged and dropped', async () => {
  // A mail that has arrived is marked as sent a moment later.
  await expect.poll(() => mailState(portal.database)).toMatchObject({ waiting: 0 });
  const before = await stored();
  const response = await send({ ...MESSAGE, website: 'https://spam.example' });
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  expect(await stored()).toEqual(before);
  expect(await mailState(portal.database)).toMatchObject({ waiting: 0 });
});

describe('user input never starts a header', () => {
  const injected = 'x\r\nBcc: victim@example.org\r\n\r\nHello';

  test.each(['name', 'email', 'subject'])('rejects a line break in %s', async (field) => {
    const before = await stored();
    for (const value of [injected, 'x\nBcc: y@example.org', 'x\ry', 'x\u0000y']) {
      expect((await send({ ...MESSAGE, [field]: value })).status).toBe(400);
    }
    expect(await stored()).toEqual(before);
  });

  test.each([
    'a@x.example, b@x.example',
    'group: a@x.example;',
    'a:b:c@x.example;;',
    'outer: inner: a@x.example, b@x.example;, c@x.example;',
    'undisclosed-recipients:;',
    '=?utf-8?Q?a?=@x.example',
    'A <a@x.example>',
    '<a@x.example>',
  ])('rejects anything but a single plain address: %s', async (email) => {
    expect((await send({ ...MESSAGE, email })).status).toBe(400);
  });

  const SPOOFED = 'PayPal\r\nBcc: victim@example.org';
  test.each([
    `=?utf-8?B?${Buffer.from(SPOOFED).toString('base64')}?=`,
    '=?utf-8?Q?=0D=0ABcc:_victim=40example.org?= and more',
    '=?ISO-8859-1?q?=46=52=4F=4D?= =?utf-8?b?w7w=?= ü',
    'half =?utf-8?Q? "quoted" \\ <b@x.example>',
  ])('an encoded word that a person typed arrives as it was typed: %s', async (typed) => {
    const email = `${randomUUID()}@example.org`;
    expect((await send({ ...MESSAGE, email, name: typed, subject: typed })).status).toBe(200);
    const [received] = to(await box.has(2), OPERATORS);
    expect(received!.subject).toBe(`[Rise] ${typed}`);
    expect(received!.replyTo).toEqual([{ name: '', address: email }]);
    expect(received!.text).toContain(`From: ${typed}\n`);
    expect(received!.recipients).toEqual([OPERATORS]);
    expect(received!.headers.map(({ key }) => key)).not.toContain('bcc');
    // Many mail programs decode encoded words wherever they stand, also in quotes.
    const head = received!.raw.split('\r\n\r\n', 1)[0]!;
    for (const word of typed.match(/=\?[^?]+\?[qb]\?[^?]*\?=/gi) ?? []) expect(head).not.toContain(word);
    for (const line of head.split('\r\n')) expect(line.length).toBeLessThan(100);
  });

  test('line breaks in a provider’s claims or in the message start no header', async () => {
    const { cookie } = await portal.signIn({
      email: 'q@alder.example',
      firstName: injected,
      lastName: '\u2028Bcc: victim@example.org',
      roles: ['tenant.user'],
      tenants: [portal.tenants.alder],
    });
    await send({ subject: 'S', message: injected }, cookie);
    for (const received of await box.has(2)) {
      expect(received.recipients).not.toContain('victim@example.org');
      expect(received.headers.map(({ key }) => key)).not.toContain('bcc');
      expect(received.bcc ?? []).toEqual([]);
      expect(received.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    }
  });
});

test('no confirmation is sent to an invalid address from the provider', async () => {
  const { cookie } = await portal.signIn({
    email: 'DOMAIN\\user',
    roles: ['tenant.user'],
    tenants: [portal.tenants.alder],
  });
  expect((await send({ subject: 'S', message: 'M' }, cookie)).status).toBe(200);
  const [operators] = await box.has(1);
  expect(operators!.replyTo).toBeUndefined();
  expect(operators!.text).toContain('Email: DOMAIN\\user');
});

test('an address gets one confirmation per hour, however many senders use it', async () => {
  const email = 'victim@example.org';
  for (const subject of ['1', '2', '3']) expect((await send({ ...MESSAGE, email, subject })).status).toBe(200);
  const mails = await box.has(4);
  expect(to(mails, OPERATORS)).toHaveLength(3);
  expect(to(mails, email)).toHaveLength(1);
});

describe('a mail that the server rejects', () => {
  const hurry = async () => {
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE mail_outbox SET next_attempt_at = now()`);
    mail.wake();
  };
  const outbox = async () =>
    portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.first<{ attempts: number; wait: number; failed: boolean; messageId: string }>`
        SELECT attempts, extract(epoch FROM next_attempt_at - now())::float8 AS wait, failed_at IS NOT NULL AS failed,
               message_id AS "messageId"
        FROM mail_outbox WHERE kind = 'contact' ORDER BY created_at DESC LIMIT 1`,
    );
  const attempted = async (attempts: number) => {
    while ((await outbox())!.attempts < attempts) await new Promise((resolve) => setTimeout(resolve, 10));
    return (await outbox())!;
  };

  test('temporarily is retried, later each time, and keeps its Message-ID', async () => {
    const ids: string[] = [];
    box.decide = ({ messageId = '', recipients }) => {
      if (!recipients.includes(OPERATORS)) return undefined;
      ids.push(messageId);
      return { code: 451, message: 'try later' };
    };
    await send({ ...MESSAGE, email: 'patient@example.org' });
    const first = await attempted(1);
    expect(first.wait).toBeGreaterThan(30);
    expect(await mailState(portal.database)).toMatchObject({
      delayed: 1,
      failed: 0,
      lastError: expect.stringMatching(/try later/),
    });
    await hurry();
    const second = await attempted(2);
    expect(second.wait).toBeGreaterThan(first.wait);
    box.decide = () => undefined;
    await hurry();
    const third = await attempted(3);
    const [arrived] = to(box.accepted, OPERATORS);
    expect(to(box.accepted, OPERATORS)).toHaveLength(1);
    expect([...ids, arrived!.messageId]).toEqual([third.messageId, third.messageId, third.messageId]);
    expect(await mailState(portal.database)).toMatchObject({ waiting: 0, failed: 0 });
  });

  test('permanently is given up and reported, until an operator retries it', async () => {
    box.refuses = (recipient) => (recipient === OPERATORS ? { code: 550, message: 'no such user' } : undefined);
    await send({ ...MESSAGE, email: 'stubborn@example.org' });
    expect(await attempted(1)).toMatchObject({ failed: true });
    expect(await mailState(portal.database)).toMatchObject({
      waiting: 0,
      failed: 1,
      lastError: expect.stringMatching(/no such user/),
    });
    box.refuses = () => undefined;
    expect(await retryMail(portal.database)).toBe(1);
    mail.wake();
    await box.has(2);
    await attempted(1);
    expect(await mailState(portal.database)).toMatchObject({ waiting: 0, failed: 0 });
  });

  test('because of a visitor’s address is not reported to the operators', async () => {
    box.refuses = (recipient) => (recipient === OPERATORS ? undefined : { code: 550, message: 'no such user' });
    await send({ ...MESSAGE, email: 'nobody-there@example.org' });
    await box.has(1);
    await attempted(1);
    expect(await mailState(portal.database)).toMatchObject({ waiting: 0, failed: 0, lastError: null });
  });
});

test('every attempt counts, before it is read: also one that cannot be', async () => {
  const limited = await startTestPortal({ contactPerHour: 6 });
  try {
    const attempt = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${limited.url}/api/v1/contact`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-rise-request': '1', ...headers },
      }).then(({ status }) => status);
    // A page of another site cannot use up a visitor's attempts.
    for (let times = 0; times < 6; times += 1)
      expect(await attempt('{}', { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await attempt('{ "name"')).toBe(400);
    expect(await attempt('x'.repeat(2_000_000))).toBe(413);
    expect(await attempt('<a/>', { 'content-type': 'text/xml' })).toBe(415);
    expect(await attempt('{}')).toBe(400);
    expect(await attempt(JSON.stringify({ ...MESSAGE, website: 'https://spam.example' }))).toBe(200);
    expect(await attempt(JSON.stringify(MESSAGE))).toBe(200);
    expect(await attempt(JSON.stringify(MESSAGE))).toBe(429);
  } finally {
    await limited.close();
  }
});

test('without a mail server, the message is stored and marked as not mailed', async () => {
  const plain = await startTestPortal();
  try {
    const answers = [];
    for (let n = 1; n <= 6; n += 1) {
      const response = await plain.fetch('POST /api/v1/contact', {
        body: { ...MESSAGE, subject: String(n) },
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
      });
      answers.push(response.status);
    }
    // Five per hour and address, regardless of forwarded headers.
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    const stored = await plain.database.withGlobal(
      SYSTEM,
      (tx) => tx.rows`SELECT subject, mailed FROM contact_message ORDER BY subject`,
    );
    expect(stored).toEqual(['1', '2', '3', '4', '5'].map((subject) => ({ subject, mailed: false })));
    const queued = await plain.database.withGlobal(SYSTEM, (tx) => tx.rows`SELECT FROM mail_outbox`);
    expect(queued).toEqual([]);
  } finally {
    await plain.close();
  }
});
