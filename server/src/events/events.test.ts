import { randomUUID } from 'node:crypto';
import { EVENT_KINDS, type LiveEvent } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { EVENT_CHANNEL, publish, type NewEvent } from '../kernel/events.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
const open: EventReader[] = [];
beforeAll(async () => {
  portal = await startTestPortal({ heartbeatMs: 200 });
});
afterAll(() => portal?.close());
afterEach(async () => {
  for (const reader of open.splice(0)) await reader.close();
});

const person = (tenant: 'alder' | 'birch', roles: 'tenant.user'[] = ['tenant.user']) =>
  portal.signIn({ email: `${randomUUID()}@people.example`, roles, tenants: [portal.tenants[tenant]] });

/** Opens a stream; resolves once it is established. */
async function listen(cookie: string, lastEventId?: string): Promise<EventReader> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie, headers }));
  open.push(reader);
  if (lastEventId === undefined) await reader.opened;
  return reader;
}

const publishEvent = (event: NewEvent) => portal.database.withGlobal(SYSTEM, (tx) => publish(tx, event));
const marked = (mark: string) => (event: LiveEvent) => event.data['mark'] === mark;
const marks = (reader: EventReader) => reader.events.flatMap(({ data }) => data['mark'] ?? []);
/**
 * Publishes an event to everyone and waits until each stream has it: by then all earlier events have arrived, or never
 * will.
 */
async function settle(...readers: EventReader[]): Promise<void> {
  const mark = randomUUID();
  await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark } });
  for (const reader of readers) await reader.next(marked(mark));
}

describe('the audience of an event', () => {
  test('is the people of a tenant, one person, or one browser', async () => {
    const [ada, bob, cem] = [await person('alder'), await person('alder'), await person('birch')];
    const readers = await Promise.all([ada, bob, cem].map(({ cookie }) => listen(cookie)));
    const { alder, birch } = portal.tenants;
    await publishEvent({ kind: 'alerts', to: { tenants: [alder] }, data: { mark: 'alder' } });
    await publishEvent({ kind: 'alerts', to: { tenants: [alder, birch] }, data: { mark: 'both' } });
    await publishEvent({
      kind: 'chat',
      to: { tenants: [alder], account: bob.accountId },
      data: { mark: 'bob in alder' },
    });
    await publishEvent({
      kind: 'chat',
      to: { tenants: [birch], account: bob.accountId },
      data: { mark: 'bob in birch' },
    });
    await publishEvent({ kind: 'messages', to: { account: ada.accountId }, data: { mark: 'ada' } });
    await publishEvent({ kind: 'notifications', to: { session: cem.sessionId }, data: { mark: 'cem’s browser' } });
    await publishEvent({ kind: 'announcements', to: 'everybody', data: { mark: 'all' } });
    await settle(...readers);
    expect(readers.map((reader) => marks(reader).slice(0, -1))).toEqual([
      ['alder', 'both', 'ada', 'all'],
      ['alder', 'both', 'bob in alder', 'all'],
      ['both', 'cem’s browser', 'all'],
    ]);
  });

  test('of a tenant’s transaction cannot be another tenant or everyone', async () => {
    const { alder, birch } = portal.tenants;
    const inAlder = (event: NewEvent) => portal.database.withTenant(systemIn(alder), (tx) => publish(tx, event));
    const reader = await listen((await person('alder')).cookie);
    await expect(inAlder({ kind: 'chat', to: { tenants: [birch] } })).rejects.toThrow(/row-level security/);
    await expect(inAlder({ kind: 'chat', to: 'everybody' })).rejects.toThrow(/row-level security/);
    await inAlder({ kind: 'chat', to: { tenants: [alder] }, data: { mark: 'own' } });
    expect(await reader.next(marked('own'))).toMatchObject({ kind: 'chat' });
  });

  test('is not notified of a rolled-back event', async () => {
    const reader = await listen((await person('alder')).cookie);
    const failed = portal.database.withGlobal(SYSTEM, async (tx) => {
      await publish(tx, { kind: 'alerts', to: 'everybody', data: { mark: 'rolled back' } });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await settle(reader);
    expect(marks(reader)).not.toContain('rolled back');
  });
});

describe('reconnecting', () => {
  test('with the last event’s id delivers every missed event once and in order, page by page', async () => {
    const { cookie } = await person('alder');
    const first = await listen(cookie);
    await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: 'before' } });
    const { id } = await first.next(marked('before'));
    await first.close();
    const missed = Array.from({ length: 1200 }, (_, index) => `missed ${index}`);
    await portal.database.withGlobal(SYSTEM, async (tx) => {
      for (const mark of missed) await publish(tx, { kind: 'alerts', to: 'everybody', data: { mark } });
    });
    await publishEvent({ kind: 'alerts', to: { tenants: [portal.tenants.birch] }, data: { mark: 'not for alder' } });
    const second = await listen(cookie, String(id));
    await settle(second);
    expect(marks(second).slice(0, -1)).toEqual(missed);
  });

  test('resumes from a stream’s initial position, even before any event', async () => {
    const { cookie } = await person('alder');
    const first = await listen(cookie);
    const stood = await first.opened;
    await first.close();
    await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: 'meanwhile' } });
    const event = await (await listen(cookie, stood)).next(marked('meanwhile'));
    expect(event.id).toBeGreaterThan(Number(stood));
  });

  test('while others publish, loses and repeats nothing', async () => {
    const { cookie } = await person('alder');
    const witness = await listen(cookie);
    let from = await witness.opened;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; index < 60; index += 1)
        await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: `${writer}.${index}` } });
    });
    const collected: LiveEvent[] = [];
    const work = { over: false };
    const restless = (async () => {
      while (!work.over) {
        const reader = await listen(cookie, from);
        const known = Number(from);
        await reader.next(({ id }) => id > known).catch(() => null);
        await reader.close();
        collected.push(...reader.events);
        from = String(reader.events.at(-1)?.id ?? from);
      }
    })();
    await Promise.all(writers);
    work.over = true;
    await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: 'last' } });
    await restless;
    const rest = await listen(cookie, from);
    await settle(rest, witness);
    const all = [...collected, ...rest.events].map(({ id }) => id);
    expect(all).toEqual(witness.events.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(4 * 60 + 2);
  });

  test('an event that is written first and committed last comes last, so that no number is skipped', async () => {
    const { cookie } = await person('alder');
    const first = await listen(cookie);
    let commit = () => {};
    const slow = portal.database.withGlobal(SYSTEM, async (tx) => {
      await publish(tx, { kind: 'alerts', to: 'everybody', data: { mark: 'slow' } });
      await new Promise<void>((resolve) => {
        commit = resolve;
        void publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: 'fast' } });
      });
    });
    const { id } = await first.next(marked('fast'));
    await first.close();
    commit();
    await slow;
    const second = await listen(cookie, String(id));
    expect((await second.next(marked('slow'))).id).toBeGreaterThan(id);
  });

  test.each(['0x1', '999999999999', 'tomorrow'])(
    'with an invalid id (%s), a page is notified that anything may have changed',
    async (id) => {
      const reader = await listen((await person('alder')).cookie, id);
      await reader.next(({ kind }) => kind === 'announcements');
      await settle(reader);
      expect(reader.events.slice(0, -1).map(({ kind }) => kind)).toEqual(
        EVENT_KINDS.filter((kind) => kind !== 'session'),
      );
    },
  );

  test('a lost listening connection loses no event', async () => {
    const reader = await listen((await person('alder')).cookie);
    const superuser = new Client({ connectionString: portal.superuserUrl });
    await superuser.connect();
    const { rowCount } = await superuser.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%${EVENT_CHANNEL}%'`,
    );
    await superuser.end();
    expect(rowCount).toBe(1);
    await publishEvent({ kind: 'alerts', to: 'everybody', data: { mark: 'while away' } });
    await reader.next(marked('while away'));
    await settle(reader);
  });
});

describe('rights', () => {
  const sessionEvent = ({ kind }: LiveEvent) => kind === 'session';

  test('an ended session ends its streams at once, with a final event', async () => {
    const { cookie, sessionId } = await person('alder');
    const [reader, other] = [await listen(cookie), await listen((await person('alder')).cookie)];
    const ended = await portal.fetch('DELETE /api/v1/account/sessions/:id', { cookie, id: sessionId });
    expect(ended.status).toBe(200);
    await reader.ended;
    expect(reader.events.filter(sessionEvent)).toHaveLength(1);
    expect((await portal.fetch('GET /api/v1/events', { cookie })).status).toBe(401);
    await settle(other);
    expect(other.events.filter(sessionEvent)).toEqual([]);
  });

  test('signing out all other devices ends their streams at once, and not that of this device', async () => {
    const { cookie, accountId } = await person('alder');
    const { cookie: there, sessionId } = await person('alder');
    await portal.database.withGlobal(
      SYSTEM,
      (tx) => tx.run`UPDATE session SET account_id = ${accountId} WHERE id = ${sessionId}`,
    );
    const [here, elsewhere] = [await listen(cookie), await listen(there)];
    const ended = await portal.fetch('POST /api/v1/account/sessions/end-others', { cookie });
    expect(await ended.json()).toEqual({ ended: 1 });
    await elsewhere.ended;
    expect((await portal.fetch('GET /api/v1/session', { cookie: there })).status).toBe(401);
    await settle(here);
    expect(here.events.filter(sessionEvent)).toEqual([]);
  });

  test.each([
    ['a disabled account', 'UPDATE account SET disabled_at = now() WHERE id = $1'],
    ['a removed membership', 'DELETE FROM tenant_user WHERE account_id = $1'],
    ['a removed role', `UPDATE account SET claimed_roles = '{tenant.admin}' WHERE id = $1`],
    [
      'an idle session, which a stream does not keep alive',
      `UPDATE session SET last_seen_at = now() - interval '13 hours' WHERE account_id = $1`,
    ],
  ])('%s ends them at the next rights check', async (_, change) => {
    const { cookie, accountId } = await person('alder');
    const reader = await listen(cookie);
    const superuser = new Client({ connectionString: portal.superuserUrl });
    await superuser.connect();
    await superuser.query(change, [accountId]);
    await superuser.end();
    await reader.ended;
    expect(reader.events.map(({ kind }) => kind)).toEqual(['session']);
  });

  test('entering another tenant ends the stream, and the next one belongs to that tenant', async () => {
    const { alder, birch } = portal.tenants;
    const { cookie } = await portal.signIn({
      email: 'both@people.example',
      roles: ['tenant.user'],
      tenants: [alder, birch],
      enter: alder,
    });
    const before = await listen(cookie);
    await portal.fetch('PUT /api/v1/session/tenant', { cookie, body: { tenantId: birch } });
    await before.ended;
    const after = await listen(cookie);
    await publishEvent({ kind: 'alerts', to: { tenants: [alder] }, data: { mark: 'alder' } });
    await publishEvent({ kind: 'alerts', to: { tenants: [birch] }, data: { mark: 'birch' } });
    await after.next(marked('birch'));
    expect(marks(after)).toEqual(['birch']);
  });
});

describe('the wire format', () => {
  test('is neither compressed nor cached, and sends heartbeats while idle', async () => {
    const { cookie } = await person('alder');
    const controller = new AbortController();
    const response = await fetch(`${portal.url}/api/v1/events`, {
      headers: { cookie, 'accept-encoding': 'br, gzip' },
      signal: controller.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.split(': still here\n\n').length < 3) text += (await reader.read()).value ?? '';
    controller.abort();
  });

  test('limits the number of streams per person', async () => {
    const { cookie } = await person('alder');
    const responses = await Promise.all(
      Array.from({ length: 201 }, () => portal.fetch('GET /api/v1/events', { cookie })),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    for (const response of responses) await response.body?.cancel();
  });
});
