import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { ACCOUNT_DATA, TENANT_DATA } from './own-data.sql.ts';

/** Tables that name people, and why none of their rows is in the file. */
const LEFT_OUT = {
  chat: 'its rows are in chat_person, which also says with whom',
  event: 'hints for open pages, kept for minutes',
  sign_in_attempt: 'an administrator on the way to their identity provider, stored for minutes',
  report_presence: 'who is looking at this minute',
  report_subscription_run: 'names the recipient of a single repeated run, who is in the deliveries',
};

let portal: TestPortal;
let ada: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ada = await portal.signIn({ email: 'ada@data.example', roles: ['tenant.user'], tenants: [alder] });
  other = await portal.signIn({ email: 'other@data.example', roles: ['tenant.user'], tenants: [alder] });
});
afterAll(() => portal?.close());

async function exported({ cookie }: { cookie: string }): Promise<Record<string, Record<string, unknown>[]>> {
  const response = await portal.fetch('GET /api/v1/account/data', { cookie });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="rise-my-data.json"');
  return (await response.json()) as Record<string, Record<string, unknown>[]>;
}

test('the file has a person’s rows, nobody else’s, and no secret', async () => {
  for (const [person, label] of [
    [ada, 'Mine'],
    [other, 'Not mine'],
  ] as const) {
    const shortcut = { label, description: '', icon: 'star', link: '/reports', useRouter: true };
    const response = await portal.fetch('POST /api/common/shortcuts', { cookie: person.cookie, body: { shortcut } });
    expect(response.status, await response.text()).toBe(200);
  }
  const data = await exported(ada);
  expect(data['account']).toMatchObject([{ id: ada.accountId, email: 'ada@data.example' }]);
  expect(data['session']).toHaveLength(1);
  expect(data['tenant_user']).toMatchObject([{ tenant_id: portal.tenants.alder, sources: ['claim'] }]);
  expect(data['shortcut']).toMatchObject([{ label: 'Mine' }]);
  expect(data['audit_record']!.length).toBeGreaterThan(0);
  const text = JSON.stringify(data);
  expect(text).not.toContain(other.accountId);
  expect(text).not.toMatch(/token_hash|id_token/);
});

test('without a tenant it is what the account has', async () => {
  const support = await portal.signIn({ email: 'support@data.example', roles: ['global.support'] });
  expect(Object.keys(await exported(support))).toEqual(Object.keys(ACCOUNT_DATA));
});

test('each table that names a person is in the file, or left out for a reason', async () => {
  const named = await portal.database.withGlobal(
    SYSTEM,
    (tx) =>
      tx.rows<{ table: string }>`
      SELECT DISTINCT c.relname AS table FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped AND a.attnum > 0
         AND (a.attname LIKE '%account_id' OR a.attname = 'author_id' OR EXISTS (
           SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.confrelid = 'account'::regclass
              AND k.conkey = ARRAY[a.attnum]))`,
  );
  const known = [...Object.keys(ACCOUNT_DATA), ...Object.keys(TENANT_DATA), ...Object.keys(LEFT_OUT)];
  expect(named.map(({ table }) => table).toSorted()).toEqual(known.filter((table) => table !== 'account').toSorted());
});
