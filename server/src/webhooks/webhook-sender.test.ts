import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MAX_DELIVERY_ATTEMPTS } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../host/config/paths.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { seal } from '../kernel/security/keys.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';
import { until } from '../testing/until.ts';
import { enqueueDelivery } from './webhook-outbox.service.ts';
import { WebhookSender, type WebhookReach } from './webhook-sender.service.ts';
import * as sql from './webhooks.sql.ts';

/** The sender alone, over a real database: several of them, as of several servers. */
const KEY = randomBytes(32);
const SECRET = 'rise_hook_secret';
const { isFromRise } = (await import(join(ROOT, 'samples/webhooks/verify.mjs'))) as {
  isFromRise: (delivery: { secret: string; signature: string; body: string }) => boolean;
};

let fixture: TestDatabase;
let receiver: WebhookReceiver;
let system: TenantActor;
let senders: WebhookSender[];

beforeAll(async () => {
  fixture = await createTestDatabase();
  const { tenant } = await ensureTenant(fixture.database, { slug: 'alder', name: 'Alder' });
  system = systemIn(tenant.id);
});
afterAll(() => fixture?.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  senders = [];
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.close()));
  await receiver.close();
  await fixture.database.withTenant(system, (tx) => tx.run`DELETE FROM webhook WHERE tenant_id = ${tx.tenantId}`);
});

async function startSender(more: Partial<WebhookReach> = {}, database = fixture.database): Promise<WebhookSender> {
  const sender = new WebhookSender({
    database,
    webhookReach: {
      key: KEY,
      hosts: new HostAllowance(['127.0.0.1']),
      authority: receiver.authority,
      waitsMs: Array.from({ length: MAX_DELIVERY_ATTEMPTS }, () => 0),
      ...more,
    },
    log: pino({ level: 'silent' }),
  });
  senders.push(sender);
  await sender.start();
  return sender;
}

async function plantWebhook(path = '/hook'): Promise<string> {
  const id = randomUUID();
  const webhook = { id, name: 'W', url: `${receiver.origin}${path}`, createdBy: null, secret: seal(KEY, id, SECRET) };
  await fixture.database.withTenant(system, (tx) => sql.insertWebhook(tx, webhook));
  return id;
}
const write = (webhook: string, slot: string = randomUUID()) =>
  fixture.database.withTenant(system, (tx) =>
    enqueueDelivery(tx, { webhook, slot, kind: 'alert', event: 'alert.changed', data: { slot }, account: null }),
  );
const deliveries = (webhook: string) =>
  fixture.database.withTenant(system, (tx) => sql.listDeliveries(tx, webhook, 100), 'reads');
const isEnded = ({ sentAt, failedAt }: sql.DeliveryRow) => sentAt !== null || failedAt !== null;
const ended = (webhook: string, count = 1) =>
  until(
    () => deliveries(webhook),
    (found) => found.length >= count && found.every(isEnded),
  );
const pausedOf = async (webhook: string) =>
  (await fixture.database.withTenant(system, sql.listWebhooks, 'reads')).find(({ id }) => id === webhook)!.paused;

test('two servers send each delivery once, signed, under its id, and keep no figures of it', async () => {
  const webhook = await plantWebhook();
  const slots = Array.from({ length: 30 }, (_, index) => `slot ${index}`);
  await Promise.all([startSender(), startSender()]);
  for (const slot of slots) await write(webhook, slot);
  // Written again by a server that repeats its work.
  await write(webhook, slots[0]);
  for (const sender of senders) sender.wake();
  const rows = await ended(webhook, slots.length);
  expect(rows).toHaveLength(slots.length);
  const { received } = receiver;
  const bodies = received.map(({ body }) => JSON.parse(body) as { id: string; event: string; data: { slot: string } });
  expect(bodies.map(({ data }) => data.slot).toSorted()).toEqual(slots.toSorted());
  expect(bodies.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  for (const { id, signature, body, contentType } of received) {
    expect(JSON.parse(body)).toMatchObject({ id, event: 'alert.changed' });
    expect(contentType).toBe('application/json');
    expect(isFromRise({ secret: SECRET, signature, body })).toBe(true);
    expect(isFromRise({ secret: SECRET, signature, body: body.replace('slot', 'Slot') })).toBe(false);
  }
  const stored = await fixture.database.withTenant(
    system,
    (tx) => tx.rows`SELECT FROM webhook_delivery WHERE tenant_id = ${tx.tenantId} AND body IS NOT NULL`,
  );
  expect(stored).toEqual([]);
});

test('what its transaction rolls back is never sent', async () => {
  const webhook = await plantWebhook();
  const undone = fixture.database.withTenant(system, async (tx) => {
    await enqueueDelivery(tx, { webhook, slot: 'undone', kind: 'alert', event: 'alert.changed', data: {}, account: null }); // prettier-ignore
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write(webhook, 'done');
  (await startSender()).wake();
  await ended(webhook);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([{ slot: 'done' }]);
});

test('a receiver that fails gets the same delivery again, under the same id', async () => {
  const webhook = await plantWebhook();
  receiver.answer = () => ({ status: receiver.received.length < 3 ? 500 : 200 });
  await write(webhook);
  await startSender();
  const [row] = await ended(webhook);
  expect(row).toMatchObject({ attempts: 3, reason: null, responseStatus: 200, failedAt: null });
  const [first, ...again] = receiver.received;
  expect(again).toHaveLength(2);
  for (const { id, body, signature } of again) {
    expect([id, body]).toEqual([first!.id, first!.body]);
    expect(isFromRise({ secret: SECRET, signature, body })).toBe(true);
  }
});

test('one that goes on to fail is given up after eight attempts', async () => {
  const webhook = await plantWebhook();
  receiver.answer = () => ({ status: 503 });
  await write(webhook);
  await startSender();
  const [row] = await ended(webhook);
  expect(row).toMatchObject({ attempts: MAX_DELIVERY_ATTEMPTS, reason: 'status', responseStatus: 503, sentAt: null });
  expect(receiver.received).toHaveLength(MAX_DELIVERY_ATTEMPTS);
});

test('a redirect is not followed', async () => {
  const webhook = await plantWebhook();
  receiver.answer = () => ({ status: 307, location: '/elsewhere' });
  await write(webhook);
  await startSender({ waitsMs: [] });
  expect((await ended(webhook))[0]).toMatchObject({ attempts: 1, reason: 'redirect', responseStatus: 307 });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test('an address inside is refused before any connection, and so is a certificate that nobody vouches for', async () => {
  const webhook = await plantWebhook();
  await write(webhook);
  const inside = await startSender({ waitsMs: [], hosts: new HostAllowance([]) });
  expect((await ended(webhook))[0]).toMatchObject({ reason: 'address', responseStatus: null });
  await inside.close();
  expect(receiver.connections()).toBe(0);
  const other = await plantWebhook();
  await write(other);
  const { authority: _, ...publicOnly } = { key: KEY, hosts: new HostAllowance(['127.0.0.1']), authority: '', waitsMs: [] }; // prettier-ignore
  const sender = new WebhookSender({ database: fixture.database, webhookReach: publicOnly, log: pino({ level: 'silent' }) }); // prettier-ignore
  senders.push(sender);
  await sender.start();
  expect((await ended(other))[0]).toMatchObject({ reason: 'certificate', responseStatus: null });
  expect(receiver.received).toEqual([]);
});

test('a receiver that answers 410 pauses its webhook, which gets no more', async () => {
  const webhook = await plantWebhook();
  receiver.answer = () => ({ status: 410 });
  await write(webhook, 'first');
  await write(webhook, 'behind');
  await startSender();
  const rows = await ended(webhook, 2);
  expect(rows.map(({ reason, responseStatus }) => [reason, responseStatus]).toSorted()).toEqual([
    ['paused', null],
    ['status', 410],
  ]);
  expect(await pausedOf(webhook)).toBe('gone');
  await write(webhook, 'later');
  expect(await deliveries(webhook)).toHaveLength(2);
  expect(receiver.received).toHaveLength(1);
});

test('a paused or deleted webhook gets nothing, not even what waits', async () => {
  const [paused, deleted, active] = [
    await plantWebhook('/paused'),
    await plantWebhook('/deleted'),
    await plantWebhook(),
  ];
  for (const webhook of [paused, deleted, active]) await write(webhook);
  await fixture.database.withTenant(system, async (tx) => {
    await sql.savePaused(tx, paused, 'person');
    await sql.deleteWebhook(tx, deleted);
  });
  await write(deleted);
  await startSender();
  await ended(active);
  expect((await ended(paused))[0]).toMatchObject({ reason: 'paused', sentAt: null });
  expect(await deliveries(deleted)).toEqual([]);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test('a receiver that is slow holds up no other', async () => {
  const [slow, fast] = [await plantWebhook('/slow'), await plantWebhook('/fast')];
  let endWait = () => {};
  const fastSent = new Promise<void>((resolve) => (endWait = resolve));
  receiver.answer = async ({ path }) => {
    if (path === '/fast') endWait();
    else await fastSent;
    return { status: 200 };
  };
  for (let count = 0; count < 5; count += 1) await write(slow);
  await write(fast);
  await startSender();
  await ended(fast);
  expect((await ended(slow, 5)).every(({ sentAt }) => sentAt !== null)).toBe(true);
});

test('who finds that another server was first looks again, since that one may rest by now', async () => {
  const webhook = await plantWebhook();
  await write(webhook);
  const [{ id: first }] = (await deliveries(webhook)) as [sql.DeliveryRow];
  await write(webhook);
  let lists = 0;
  let goOn = () => {};
  const isOvertaken = new Promise<void>((resolve) => (goOn = resolve));
  // Each of the three that send has the first delivery on its list when another server has sent that.
  const listing: TestDatabase['database']['withGlobal'] = async (...work) => {
    const found = await fixture.database.withGlobal(...work);
    lists += 1;
    if (lists === 3) {
      await fixture.database.withTenant(system, (tx) => sql.saveSent(tx, first, 200));
      goOn();
    }
    await isOvertaken;
    return found;
  };
  const database = new Proxy(fixture.database, {
    get: (target, name) => {
      const member: unknown = name === 'withGlobal' ? listing : Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  await startSender({ restMs: 600_000 }, database);
  await ended(webhook, 2);
  expect(receiver.received).toHaveLength(1);
});
