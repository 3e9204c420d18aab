import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManagedTenant } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { LOAN_MODEL, loansSql } from '../testing/loan-warehouse.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

/** In whatever a tenant's people write; nothing else has it. */
const CANARY = 'xylocopa-canary';

let portal: TestPortal;
let superuser: Client;
let admin: SignedIn;
let cedar: ManagedTenant;

beforeAll(async () => {
  portal = await startTestPortal();
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  admin = await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'] });
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
});
beforeEach(async () => {
  const slug = `cedar-${randomUUID().slice(0, 8)}`;
  const created = await portal.fetch('POST /api/v1/global/tenants', {
    cookie: admin.cookie,
    body: { slug, name: `Cedar ${slug}` },
  });
  cedar = (await created.json()) as ManagedTenant;
});

const act = (act: 'suspend' | 'restore') =>
  portal.fetch(`POST /api/v1/global/tenants/:id/${act}`, { id: cedar.id, cookie: admin.cookie });
const schedule = (name = cedar.name) =>
  portal.fetch('POST /api/v1/global/tenants/:id/deletion', { id: cedar.id, cookie: admin.cookie, body: { name } });
const callOff = () =>
  portal.fetch('DELETE /api/v1/global/tenants/:id/deletion', { id: cedar.id, cookie: admin.cookie });
const find = async () => {
  const search = `?search=${cedar.slug}`;
  const response = await portal.fetch('GET /api/v1/global/tenants', { cookie: admin.cookie, search });
  return ((await response.json()) as { tenants: ManagedTenant[] }).tenants[0];
};
const makeDue = () =>
  superuser.query(`UPDATE tenant SET deletion_due_at = now() - interval '1 minute' WHERE id = $1`, [cedar.id]);
const member = (email: string, tenants: string[], enter = cedar.id) =>
  portal.signIn({ email, lastName: CANARY, roles: ['tenant.admin'], tenants, enter });

describe('scheduling', () => {
  test('needs a suspended tenant and its name, and can be called off until the day', async () => {
    expect((await schedule()).status).toBe(409);
    await act('suspend');
    const wrong = await schedule('Something else');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error: { details: [{ field: 'name' }] } });
    const scheduled = (await (await schedule()).json()) as ManagedTenant;
    expect(scheduled).toMatchObject({
      state: 'deleting',
      deletion: { requestedBy: 'gina@rise.example', isRunning: false },
    });
    const days = (new Date(scheduled.deletion!.dueAt).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await schedule()).status).toBe(409);
    expect((await act('restore')).status).toBe(409);
    await portal.deletions.run();
    expect((await find())?.state).toBe('deleting');
    expect(await (await callOff()).json()).toMatchObject({ state: 'suspended', deletion: null });
    expect((await callOff()).status).toBe(409);
    expect((await act('restore')).status).toBe(200);
    await portal.deletions.run();
    expect((await find())?.state).toBe('active');
  });

  test('is for global administrators', async () => {
    await act('suspend');
    const { cookie } = await portal.signIn({ email: 'gus@rise.example', roles: ['global.support'] });
    const refused = await portal.fetch('POST /api/v1/global/tenants/:id/deletion', { id: cedar.id, cookie, body: { name: cedar.name } }); // prettier-ignore
    expect(refused.status).toBe(404);
    expect((await find())?.state).toBe('suspended');
  });
});

test('the database refuses to delete anything of a tenant whose deletion has not started', async () => {
  await act('suspend');
  await schedule();
  for (const statement of [
    'rise_purge_mail($1)',
    'rise_purge_people($1, 1)',
    `rise_purge_rows($1, 'report', 1)`,
    'rise_finish_deletion($1)',
  ])
    // prettier-ignore
    await expect(superuser.query(`SELECT ${statement}`, [cedar.id])).rejects.toThrow('has not started');
});

describe('deleting', () => {
  test('leaves nothing of the tenant in the database and the folders but the receipt', async () => {
    const own = await member('own@cedar.example', [cedar.id]);
    const { birch } = portal.tenants;
    const both = await member('both@cedar.example', [cedar.id, birch]);
    await plant(own);
    const before = await rowsOf(birch);
    await act('suspend');
    await schedule();
    await makeDue();
    expect(await findInDatabase([CANARY])).not.toEqual([]);
    expect(await findInFolders([cedar.id, cedar.slug, CANARY])).not.toEqual([]);

    await portal.deletions.run();

    expect(await find()).toBeUndefined();
    // The person of both tenants keeps account and name, which another tenant shows.
    expect(await findInDatabase([CANARY, cedar.id, cedar.slug, 'own@cedar.example'], both.accountId)).toEqual([]);
    expect(await findInFolders([cedar.id, cedar.slug, CANARY])).toEqual([]);
    expect(await rowsOf(birch)).toEqual(before);
    const [receipt] = await receipts();
    expect(receipt).toMatchObject({
      tenant_id: null,
      details: { slug: cedar.slug, name: cedar.name, requestedBy: 'gina@rise.example', people: 2, mails: 1 },
    });
    expect(receipt!.details.rows).toMatchObject({ upload: 1, inbox_item: 1, invitation: 1, tenant_logo: 1 });
    expect(receipt!.details).toMatchObject({ filesLeft: 0, rowsLeft: 0, mentions: { audit_record: expect.any(Number) as number } }); // prettier-ignore
    expect(receipt!.details.checkedColumns).toBeGreaterThan(500);
    expect(receipt!.details.searchedRows).toBeGreaterThan(1000);
  });

  test('leaves nothing of it in the memory of the server that ran: results, open files, streams, jobs', async () => {
    const { alder } = portal.tenants;
    await loadLoans(cedar.id);
    const own = await member('own@cedar.example', [cedar.id]);
    const colleague = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] });
    const ask = async ({ cookie }: SignedIn, dataset: string, measure: string, table: string) => {
      const bodies = { 'POST /api/v1/query': { dataset, measures: [measure] }, 'POST /api/v1/sql': { sql: `SELECT count(*) FROM ${table}` } } as const; // prettier-ignore
      for (const [key, body] of Object.entries(bodies) as [keyof typeof bodies, object][]) {
        const response = await portal.fetch(key, { cookie, body });
        expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
        await response.body?.cancel();
      }
    };
    const cached = () => [portal.engine.stats().cache.entries, portal.engine.stats().sql.cache.entries];
    const open = () =>
      [...portal.engine.stats().processes, ...portal.engine.stats().sql.processes].filter(({ file }) =>
        file.includes(cedar.id),
      );
    await ask(colleague, 'call_report', 'total_assets', 'foicu');
    const before = cached();
    await ask(own, 'loans', 'amount', 'loan');
    expect(cached()).toEqual(before.map((count) => count + 1));
    expect(open()).not.toEqual([]);
    // The event stream of a member ends.
    const stream = await portal.fetch('GET /api/v1/events', { cookie: own.cookie });
    const ended = stream.text();

    await act('suspend');
    await schedule();
    await makeDue();
    await portal.deletions.run();

    expect(cached()).toEqual(before);
    expect(open()).toEqual([]);
    expect(await ended).not.toContain(CANARY);
    expect(await findInDatabase([cedar.id, cedar.slug])).toEqual([]);
    for (const key of [
      'GET /api/v1/global/jobs',
      'GET /api/v1/global/jobs/dead',
      'GET /api/v1/global/system',
    ] as const) {
      const text = await (await portal.fetch(key, { cookie: admin.cookie })).text();
      for (const name of [cedar.id, cedar.slug, cedar.name]) expect(text, key).not.toContain(name);
    }
    // What others have cached is still there.
    await ask(colleague, 'call_report', 'total_assets', 'foicu');
    expect(cached()).toEqual(before);
  });

  test('deletes also what another job wrote in the last moment', async () => {
    await act('suspend');
    await schedule();
    await makeDue();
    // A round of sealing that began before the records were deleted, and ends after its links were.
    await superuser.query(`
      CREATE SEQUENCE late_seal;
      CREATE FUNCTION seal_late() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF nextval('late_seal') > 1 THEN RETURN NULL; END IF;
        INSERT INTO audit_link (tenant_id, n, round, ids, first_at, last_at, last_xid, last_id, root, hash)
        SELECT tenant_id, 1000, 1000, ARRAY[id], at, at, '1', id, sha256(''), sha256('') FROM old_record LIMIT 1;
        RETURN NULL;
      END $$;
      CREATE TRIGGER late_seal AFTER DELETE ON audit_record REFERENCING OLD TABLE AS old_record
        FOR EACH STATEMENT EXECUTE FUNCTION seal_late()`);
    try {
      await portal.deletions.run();
      expect(await find()).toBeUndefined();
      expect(await findInDatabase([cedar.id])).toEqual([]);
    } finally {
      await superuser.query(
        'DROP TRIGGER late_seal ON audit_record; DROP FUNCTION seal_late(); DROP SEQUENCE late_seal',
      );
    }
  });

  test('is not finished while a text names the tenant, and is written outside the database once it is', async () => {
    const hash = createHash('sha256').update(cedar.id).digest('hex');
    const outside = () => readFile(join(portal.folders[2]!, 'audit', 'deletions.jsonl'), 'utf8').catch(() => '');
    await superuser.query(`INSERT INTO announcement (title, start_date) VALUES ($1, now())`, [JSON.stringify({ en: `See /tenants?open=${cedar.id}` })]); // prettier-ignore
    await act('suspend');
    await schedule();
    await makeDue();
    await expect(portal.deletions.run()).rejects.toThrow('The deleted tenant is still named in announcement');
    expect(await find()).toMatchObject({ deletion: { isRunning: true } });
    expect(await receipts()).toEqual([]);
    expect(await outside()).not.toContain(hash);
    await superuser.query(`DELETE FROM announcement WHERE title::text LIKE '%' || $1 || '%'`, [cedar.id]);
    await portal.deletions.run();
    expect(await receipts()).toHaveLength(1);
    expect(await outside()).toContain(hash);
  });

  test('goes on where it was interrupted, and removes folders of a server that was not running', async () => {
    await plant(await member('own@cedar.example', [cedar.id]));
    await act('suspend');
    await schedule();
    await makeDue();
    const stop = new AbortController();
    stop.abort(new Error('The server stops'));
    await portal.deletions.run(stop.signal);
    expect(await find()).toMatchObject({ deletion: { isRunning: true } });
    expect((await callOff()).status).toBe(409);
    // As if the process had been killed after some rows.
    await superuser.query(`SELECT rise_purge_rows($1, 'upload', 10)`, [cedar.id]);
    await portal.deletions.run();
    expect(await find()).toBeUndefined();
    expect(await receipts()).toHaveLength(1);

    const left = join(portal.folders[0]!, cedar.id);
    await mkdir(left, { recursive: true });
    const other = join(portal.folders[0]!, randomUUID());
    await mkdir(other, { recursive: true });
    await portal.deletions.run();
    const names = await readdir(portal.folders[0]!);
    expect(names).not.toContain(cedar.id);
    // One that was never deleted here may be of another database.
    expect(names.some((name) => other.endsWith(name))).toBe(true);
  });

  test('takes the tenant out of announcements and templates, and leaves none for nobody', async () => {
    const { alder } = portal.tenants;
    for (const [title, tenants] of [['only', [cedar.id]], ['shared', [cedar.id, alder]]] as const) // prettier-ignore
      await superuser.query(`INSERT INTO announcement (title, start_date, tenants) VALUES ($1, now(), $2)`, [JSON.stringify({ en: title }), tenants]); // prettier-ignore
    await act('suspend');
    await schedule();
    await makeDue();
    await portal.deletions.run();
    const { rows } = await superuser.query(`SELECT title ->> 'en' AS title, tenants FROM announcement`);
    expect(rows).toEqual([{ title: 'shared', tenants: [alder] }]);
  });

  test('makes room for a new tenant of the same slug', async () => {
    await act('suspend');
    await schedule();
    await makeDue();
    await portal.deletions.run();
    const body = { slug: cedar.slug, name: 'Another' };
    expect((await portal.fetch('POST /api/v1/global/tenants', { cookie: admin.cookie, body })).status).toBe(200);
  });
});

/** Something of each kind: rows of the tenant, above it, in arrays, mail, and files. */
async function plant(person: SignedIn): Promise<void> {
  const { cookie } = person;
  const post = async (key: Parameters<TestPortal['fetch']>[0], body: unknown) =>
    expect((await portal.fetch(key, { cookie, body })).status, key).toBe(200);
  await post('POST /api/common/messages', { message: { title: CANARY } });
  await post('POST /api/v1/sql/queries', { name: CANARY, sql: 'SELECT 1', shared: true });
  await post('POST /api/v1/workspaces', { name: CANARY, description: CANARY, icon: 'folder', color: 'gray', everyone: 'edit' }); // prettier-ignore
  await post('POST /api/v1/invitations', { email: `${CANARY}@cedar.example`, roles: ['tenant.user'] });
  // Of its own identity provider: also someone who is no member any more.
  await portal.database.withTenant(
    systemIn(cedar.id),
    (tx) => tx.run`
      INSERT INTO identity_provider (tenant_id, label, issuer, client_id, scopes, subject_claim)
      VALUES (${cedar.id}, ${CANARY}, 'https://login.example', 'rise', '{openid}', 'sub')`,
  );
  await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.run`
      INSERT INTO account (issuer, subject, email, provider_tenant_id)
      VALUES ('https://login.example', ${CANARY}, ${`${CANARY}@login.example`}, ${cedar.id})`,
  );
  await portal.database.withTenant(
    systemIn(cedar.id),
    (tx) => tx.run`
      INSERT INTO tenant_logo (tenant_id, hash, width, height, bytes)
      VALUES (${cedar.id}, repeat('a', 64), 1, 1, ${Buffer.from(CANARY)})`,
  );
  await portal.tokenFor({ email: 'own@cedar.example', tenantId: cedar.id, scopes: ['portal:read'] });
  await portal.database.withTenant(
    systemIn(cedar.id),
    (tx) => tx.run`
      INSERT INTO upload (tenant_id, name, bytes, expires_at) VALUES (${cedar.id}, ${CANARY}, 1, now() + interval '1 day')`,
  );
  await portal.database.withGlobal(SYSTEM, async (tx) => {
    const invitation = await tx.first<{ id: string }>`SELECT id FROM invitation WHERE tenant_id = ${cedar.id}`;
    await tx.run`
      INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html)
      VALUES ('invitation', ${`${invitation!.id} 1`}, ${randomUUID()}, 'a@b.example', ${`Invitation to ${cedar.name}`}, ${CANARY}, '')`;
    await tx.run`
      INSERT INTO sign_in_attempt (state_hash, nonce, code_verifier, return_to, expires_at)
      VALUES (${createHash('sha256').update(cedar.id).digest()}, '', '', ${`/?tenant=${cedar.slug}`}, now() + interval '1 hour')`;
  });
  for (const [index, folder] of portal.folders.entries()) {
    const own = join(folder, cedar.id, 'deep');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, `${index}.csv`), CANARY);
  }
  const inbox = join(portal.folders[2]!, 'inbox', cedar.slug);
  await mkdir(inbox, { recursive: true });
  await writeFile(join(inbox, 'file.csv'), CANARY);
}

/** Data of the tenant's own, with a model. */
async function loadLoans(tenant: string): Promise<void> {
  await portal.warehouses.load(systemIn(tenant), {
    title: 'Loans',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'loan', select: loansSql('range(100)'), rows: 100 }],
    sortKey: 'none',
    asOf: { table: 'loan', column: 'day' },
  });
  await portal.warehouses.ensureModel(systemIn(tenant), LOAN_MODEL, 'model.yaml');
}

async function receipts(): Promise<{ tenant_id: string | null; details: Record<string, unknown> }[]> {
  const { rows } = await superuser.query(
    `SELECT tenant_id, details FROM audit_record WHERE action = 'tenant.deleted' AND target = $1`,
    [cedar.id],
  );
  return rows;
}

/**
 * Columns in which one of the texts is found, in any row of any table; by a superuser, whom no policy keeps from anything.
 * The installation's own audit trail may name the tenant: it says who created, changed and deleted it. `except`: an account.
 */
async function findInDatabase(texts: readonly string[], except: string | null = null): Promise<string[]> {
  const { rows: columns } = await superuser.query<{ name: string; field: string }>(
    `SELECT relname AS name, attname AS field FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`,
  );
  const found: string[] = [];
  for (const { name, field } of columns) {
    const { rows } = await superuser.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS w WHERE strpos(lower("${field}"::text), lower(w)) > 0)`,
      [texts],
    );
    const isExpected = (row: Record<string, unknown>) =>
      (name === 'audit_record' && row.tenant_id === null && String(row.action).startsWith('tenant.') && field !== 'account_id') ||
      (except !== null && Object.values(row).includes(except)); // prettier-ignore
    if (rows.some(({ row }) => !isExpected(row))) found.push(`${name}.${field}`);
  }
  return found;
}

/** Files and folders whose name or content has one of the texts. */
async function findInFolders(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of portal.folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isFile() ? await readFile(path, 'latin1') : '';
      if (texts.some((text) => path.includes(text) || content.includes(text))) found.push(path);
    }
  return found;
}

/** Number of rows of each table that say that they are of a tenant. */
async function rowsOf(tenant: string): Promise<Record<string, number>> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT relname AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attname = 'tenant_id'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM "${name}" WHERE tenant_id = $1`,
      [tenant],
    );
    counts[name] = rows[0]!.count;
  }
  return counts;
}
