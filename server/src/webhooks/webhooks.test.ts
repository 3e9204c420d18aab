import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  reportDocument,
  type ErrorBody,
  type ReportAlerts,
  type ReportSubscriptions,
  type RouteKey,
  type Webhook,
  type WebhookDelivery,
  type Webhooks,
} from '@rise/contract';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { until } from '../testing/until.ts';
import { WebhookService } from './webhooks.service.ts';

const { isFromRise } = (await import(join(ROOT, 'samples/webhooks/verify.mjs'))) as {
  isFromRise: (delivery: { secret: string; signature: string; body: string }) => boolean;
};
const DOCUMENT = reportDocument.parse({
  title: { en: 'Totals', tr: 'Toplamlar' },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  filters: ['state'],
  ...onePage([{ id: 'all', kind: 'figures', title: { en: 'In all' }, measures: ['institutions'] }]),
});

let portal: TestPortal;
let receiver: WebhookReceiver;
let boss: SignedIn;
let ada: SignedIn;
let report: string;
let clock = new Date('2026-01-05T00:00:00Z');

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  portal = await startTestPortal({
    webhooks: { hosts: ['127.0.0.1'], authority: receiver.authority },
    subscriptionTimes: { now: () => clock, scanMs: 20, retryMs: [20, 20] },
    mail: () => ({ contactEmail: 'rise@rise.example', wake: () => undefined }),
  });
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  ({ id: report } = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, DOCUMENT)));
});
afterAll(async () => {
  await portal?.close();
  await receiver?.close();
});
afterEach(async () => {
  for (const { id } of (await call<Webhooks>(boss, 'GET /api/v1/webhooks')).webhooks)
    await call(boss, 'DELETE /api/v1/webhooks/:id', { id });
  receiver.received.length = 0;
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id: report, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id: report, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const create = (body: { name?: string; url?: string } = {}) =>
  call<{ webhook: Webhook; secret: string }>(boss, 'POST /api/v1/webhooks', {
    body: { name: 'Operations', url: `${receiver.origin}/hook`, ...body },
  });
const deliveriesOf = async (id: string) =>
  (await call<{ deliveries: WebhookDelivery[] }>(boss, 'GET /api/v1/webhooks/:id/deliveries', { id })).deliveries;
const ended = (id: string, count = 1): Promise<WebhookDelivery[]> =>
  until(
    () => deliveriesOf(id),
    (found) => found.filter(({ status }) => status !== 'waiting').length >= count,
  );

describe('a webhook', () => {
  test('shows its secret once, stores it sealed, and signs a test with it', async () => {
    const { webhook, secret } = await create();
    expect(webhook).toMatchObject({ name: 'Operations', url: `${receiver.origin}/hook`, paused: null, createdBy: 'boss@alder.example' }); // prettier-ignore
    const listed = await call<Webhooks>(boss, 'GET /api/v1/webhooks');
    expect(listed.webhooks).toEqual([webhook]);
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(await storedSecret(webhook.id)).not.toContain(secret);
    const { deliveries } = await call<{ deliveries: WebhookDelivery[] }>(boss, 'POST /api/v1/webhooks/:id/test', { id: webhook.id }); // prettier-ignore
    expect(deliveries).toMatchObject([{ kind: 'test', status: 'waiting', attempts: 0 }]);
    expect(await ended(webhook.id)).toMatchObject([
      { id: deliveries[0]!.id, status: 'sent', attempts: 1, responseStatus: 204, reason: null, nextAttemptAt: null },
    ]);
    const [{ id, body, signature }] = receiver.received as [WebhookReceiver['received'][number]];
    expect(id).toBe(deliveries[0]!.id);
    expect(isFromRise({ secret, signature, body })).toBe(true);
    expect(JSON.parse(body)).toMatchObject({ id, event: 'test', data: { webhook: { name: 'Operations' } } });
  });

  test('is renamed, paused, resumed and deleted by administrators, and by nobody else', async () => {
    const { webhook } = await create();
    const change = (body: object) => call<Webhooks>(boss, 'PATCH /api/v1/webhooks/:id', { id: webhook.id, body });
    expect((await change({ name: 'Desk', paused: true })).webhooks).toMatchObject([{ name: 'Desk', paused: 'person' }]);
    expect(await fail(boss, 'POST /api/v1/webhooks/:id/test', { id: webhook.id })).toMatchObject({ code: 'CONFLICT' });
    expect((await change({ paused: false })).webhooks).toMatchObject([
      { name: 'Desk', paused: null, url: webhook.url },
    ]);
    expect(await fail(ada, 'GET /api/v1/webhooks')).toMatchObject({ status: 404 });
    expect(await fail(ada, 'DELETE /api/v1/webhooks/:id', { id: webhook.id })).toMatchObject({ status: 404 });
    // Those who choose it see its name, and not where it is.
    const seen = await call<ReportAlerts>(ada, 'GET /api/v1/report-alerts');
    expect(seen.webhooks).toEqual([{ id: webhook.id, name: 'Desk' }]);
    expect((await call<Webhooks>(boss, 'DELETE /api/v1/webhooks/:id', { id: webhook.id })).webhooks).toEqual([]);
    expect(await fail(boss, 'GET /api/v1/webhooks/:id/deliveries', { id: webhook.id })).toMatchObject({ status: 404 });
  });

  test.each([
    'http://hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks',
  ])('cannot be at %s', async (url) => {
    const refused = await fail(boss, 'POST /api/v1/webhooks', { body: { name: 'A', url } });
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'url' }] });
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00::1]',
  ])('at the internal address %s is refused with the field and the remedy', async (host) => {
    const webhookReach = { key: Buffer.alloc(32), hosts: new HostAllowance([]) };
    const service = new WebhookService({ database: portal.database, webhookReach, wake: () => undefined });
    const actor = systemIn(portal.tenants.alder);
    await expect(service.create(actor, { name: 'A', url: `https://${host}/hook` })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'url', message: expect.stringContaining('WEBHOOK_HOSTS') }],
    });
  });

  test('cannot be moved to a host that the operator does not allow', async () => {
    const { webhook } = await create();
    const body = { url: 'https://10.0.0.1/hook' };
    expect(await fail(boss, 'PATCH /api/v1/webhooks/:id', { id: webhook.id, body })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'url' }],
    });
    expect((await call<Webhooks>(boss, 'GET /api/v1/webhooks')).webhooks).toEqual([webhook]);
  });
});

test('an alert sends the change of state that its owner is notified of', async () => {
  const { webhook, secret } = await create();
  const condition = { kind: 'threshold', when: 'above', value: 10 };
  const body = { tile: 'all', measure: 'institutions', title: 'Many', condition, mail: false, webhook: webhook.id, state: { filters: { state: ['VT'] } } }; // prettier-ignore
  const { alerts } = await call<ReportAlerts>(ada, 'POST /api/v1/reports/:id/alerts', { body });
  expect(alerts).toMatchObject([{ webhook: webhook.id }]);
  await ended(webhook.id);
  const [{ signature, body: sent }] = receiver.received as [WebhookReceiver['received'][number]];
  expect(isFromRise({ secret, signature, body: sent })).toBe(true);
  const [alert] = (await call<ReportAlerts>(ada, 'GET /api/v1/report-alerts')).alerts;
  expect(alert!.value).toBeGreaterThan(10);
  expect(JSON.parse(sent)).toMatchObject({
    event: 'alert.changed',
    data: {
      alert: { id: alert!.id, title: 'Many' },
      report: { id: report, title: { en: 'Totals' } },
      tile: 'all',
      measure: { name: 'institutions' },
      condition,
      before: 'new',
      after: 'firing',
      value: alert!.value,
      period: alert!.period,
      link: expect.stringMatching(new RegExp(`/reports/${report}\\?state=VT$`)),
    },
  });
  // Within quiet hours it waits like the notice.
  clock = new Date('2026-01-05T01:00:00Z');
  const quiet = { from: '00:00', until: '07:00' };
  await call(ada, 'POST /api/v1/reports/:id/alerts', { body: { ...body, title: 'At night', quiet } });
  for (;;) {
    const held = (await call<ReportAlerts>(ada, 'GET /api/v1/report-alerts')).alerts.find(({ title }) => title === 'At night'); // prettier-ignore
    if (held!.heldUntil !== null) break;
    await wait(20);
  }
  expect(await deliveriesOf(webhook.id)).toHaveLength(1);
  clock = new Date('2026-01-05T07:00:00Z');
  await ended(webhook.id, 2);
  expect(JSON.parse(receiver.received[1]!.body)).toMatchObject({ data: { alert: { title: 'At night' } } });
  // Once it is deleted, the alert goes on without.
  await call(boss, 'DELETE /api/v1/webhooks/:id', { id: webhook.id });
  const left = (await call<ReportAlerts>(ada, 'GET /api/v1/report-alerts')).alerts;
  expect(left.map((one) => one.webhook)).toEqual([null, null]);
  for (const { id } of left) await call(ada, 'DELETE /api/v1/report-alerts/:id', { id });
});

test('a webhook that does not exist cannot be chosen', async () => {
  const { webhook } = await create();
  await call(boss, 'DELETE /api/v1/webhooks/:id', { id: webhook.id });
  const refused = { code: 'VALIDATION_FAILED', details: [{ field: 'webhook' }] };
  const alert = { tile: 'all', measure: 'institutions', title: 'A', condition: { kind: 'threshold', when: 'above', value: 1 } }; // prettier-ignore
  expect(await fail(ada, 'POST /api/v1/reports/:id/alerts', { body: { ...alert, webhook: webhook.id } })).toMatchObject(refused); // prettier-ignore
  const subscription = { title: 'A', rule: { every: 'day', at: '08:00' }, recipients: [ada.accountId] };
  expect(await fail(ada, 'POST /api/v1/reports/:id/subscriptions', { body: { ...subscription, webhook: webhook.id } })).toMatchObject(refused); // prettier-ignore
});

test('a subscription sends what became of each scheduled run, without recipients and figures', async () => {
  clock = new Date('2026-02-01T00:00:00Z');
  const { webhook } = await create();
  const body = {
    title: 'Morning',
    rule: { every: 'day', at: '08:00' },
    recipients: [boss.accountId, ada.accountId],
    onlyNew: true,
    webhook: webhook.id,
  };
  const { subscriptions } = await call<ReportSubscriptions>(boss, 'POST /api/v1/reports/:id/subscriptions', { body });
  expect(subscriptions).toMatchObject([{ webhook: webhook.id }]);
  clock = new Date('2026-02-01T08:00:01Z');
  await ended(webhook.id);
  clock = new Date('2026-02-02T08:00:01Z');
  await ended(webhook.id, 2);
  const sent = receiver.received.map(({ body: text }) => JSON.parse(text) as { data: Record<string, unknown> });
  const about = { subscription: { id: subscriptions[0]!.id, title: 'Morning' }, report: { id: report, title: { en: 'Totals' } } }; // prettier-ignore
  expect(sent).toMatchObject([
    {
      event: 'subscription.finished',
      data: {
        ...about,
        slot: '2026-02-01T08:00:00.000Z',
        status: 'sent',
        reason: null,
        deliveries: { sent: 2, skipped: 0, failed: 0 },
      },
    },
    {
      event: 'subscription.finished',
      data: {
        ...about,
        slot: '2026-02-02T08:00:00.000Z',
        status: 'skipped',
        reason: 'unchanged',
        deliveries: { sent: 0, skipped: 0, failed: 0 },
      },
    },
  ]);
  expect(Object.keys(sent[0]!.data).toSorted()).toEqual(['dataVersion', 'deliveries', 'link', 'reason', 'report', 'run', 'slot', 'status', 'subscription']); // prettier-ignore
  expect(receiver.received.map(({ body: text }) => text).join('')).not.toContain('@alder.example');
  await call(boss, 'DELETE /api/v1/reports/:id/subscriptions/:subscription', { subscription: subscriptions[0]!.id });
});

/** As it is in the table, as text. */
async function storedSecret(id: string): Promise<string> {
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ secret: Buffer }>('SELECT secret FROM webhook WHERE id = $1', [id]);
    return rows[0]!.secret.toString('latin1');
  } finally {
    await client.end();
  }
}
