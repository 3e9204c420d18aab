import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { addRollups, setUnmappedFields } from './warehouse.sql.ts';
import { deleteConnection, putConnection } from './connections.sql.ts';

let portal: TestPortal;
let ada: SignedIn;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder], enter: alder });
});
afterAll(() => portal?.close());

const QUERY = { dataset: 'call_report', dimensions: [], measures: ['institutions'] };
const query = () => portal.fetch('POST /api/v1/query', { cookie: ada.cookie, body: QUERY });

/** Transactions in her tenant that a request of hers opens, and its answer. */
async function transactionsOf(send: () => Promise<Response>): Promise<[number, Response]> {
  const spy = vi.spyOn(portal.database, 'withTenant');
  try {
    const response = await send();
    return [spy.mock.calls.filter(([{ accountId }]) => accountId === ada.accountId).length, response];
  } finally {
    spy.mockRestore();
  }
}

async function revisions(): Promise<Record<string, string>> {
  const superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  const { rows } = await superuser.query<{ slug: string; revision: string }>(
    'SELECT slug, revision FROM figures_revision JOIN tenant ON tenant.id = tenant_id',
  );
  await superuser.end();
  return Object.fromEntries(rows.map(({ slug, revision }) => [slug, revision]));
}

/** The tenants whose figures have another revision after a change. */
async function changedBy(change: () => Promise<unknown>): Promise<string[]> {
  const before = await revisions();
  await change();
  const after = await revisions();
  return Object.keys(after).filter((slug) => after[slug] !== before[slug]);
}

const inAlder: TestPortal['database']['withTenant'] = (_, work) =>
  portal.database.withTenant(systemIn(portal.tenants.alder), work);
const SERVER = { settings: { engine: 'postgres' }, secrets: null };

test('each input of figures changes the revision of the tenants that it applies to, and of no others', async () => {
  const { alder } = portal.tenants;
  const actor = systemIn(alder);
  const { database } = portal;
  const inputs: Record<string, () => Promise<unknown>> = {
    model: () =>
      inAlder(
        actor,
        (tx) => tx.run`INSERT INTO model (tenant_id, version, hash, document) VALUES (${alder}, 99, 'h', 'd')`,
      ),
    settings: () => inAlder(actor, (tx) => tx.run`INSERT INTO tenant_terms (tenant_id) VALUES (${alder})`),
    'changed settings': () => inAlder(actor, (tx) => tx.run`UPDATE tenant_terms SET currency = 'EUR'`),
    rollups: () => inAlder(actor, (tx) => addRollups(tx, 1, [])),
    'unmapped codes': () => inAlder(actor, (tx) => setUnmappedFields(tx, {})),
    'another version': () => inAlder(actor, (tx) => tx.run`UPDATE warehouse_version SET current = false`),
    connection: () => database.withGlobal(SYSTEM, (tx) => putConnection(tx, { tenantId: alder, ...SERVER })),
    'connection again': () => database.withGlobal(SYSTEM, (tx) => putConnection(tx, { tenantId: alder, ...SERVER })),
    'removed connection': () => database.withGlobal(SYSTEM, (tx) => deleteConnection(tx, alder)),
  };
  const changed: Record<string, string[]> = {};
  for (const [input, change] of Object.entries(inputs)) changed[input] = await changedBy(change);
  expect(changed).toEqual(Object.fromEntries(Object.keys(inputs).map((input) => [input, ['alder']])));

  const shared = () => database.withGlobal(SYSTEM, (tx) => putConnection(tx, { tenantId: null, ...SERVER }));
  expect((await changedBy(shared)).toSorted()).toEqual(['alder', 'birch']);
  expect((await changedBy(() => database.withGlobal(SYSTEM, (tx) => deleteConnection(tx, null)))).toSorted()).toEqual([
    'alder',
    'birch',
  ]);
  const undone = () =>
    inAlder(actor, async (tx) => {
      await tx.run`UPDATE tenant_terms SET currency = 'TRY'`;
      throw new Error('undone');
    });
  expect(await changedBy(() => expect(undone()).rejects.toThrow('undone'))).toEqual([]);
  // As before, for the tests below.
  await inAlder(actor, async (tx) => {
    await tx.run`UPDATE warehouse_version SET current = true WHERE number = 1`;
    await tx.run`UPDATE tenant_terms SET currency = NULL`;
  });
  const superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  await superuser.query(`DELETE FROM model WHERE version = 99`);
  await superuser.end();
});

test('a query reads nothing about its warehouse while the revision is known, and everything once it changed', async () => {
  await query();
  const [again, same] = await transactionsOf(query);
  expect([again, same.status]).toEqual([0, 200]);

  await inAlder(systemIn(portal.tenants.alder), async (tx) => {
    await tx.run`UPDATE warehouse_version SET as_of = '2024-03-31' WHERE current`;
  });
  const [read, response] = await transactionsOf(query);
  const { meta } = (await response.json()) as { meta: { asOf: string } };
  expect(meta.asOf).toBe('2024-03-31');
  // Work in the background, which uses the warehouse too, may have read it first.
  expect(read).toBeLessThanOrEqual(1);
});

test('a withdrawn membership applies to the next query, even though its warehouse is cached', async () => {
  expect((await query()).status).toBe(200);
  await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.run`UPDATE tenant_user SET disabled_at = now() WHERE account_id = ${ada.accountId}`,
  );
  expect((await query()).status).toBe(401);
});
