import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { observe, plantRows, type Behavior, type PlantedTable } from '../../testing/policy-behavior.ts';

/**
 * What row-level security lets through, tried out with the policies as the only guard; then each policy removed in
 * turn, which the same trial must notice.
 */
let fixture: TestDatabase;
let superuser: Client;
let tables: PlantedTable[];

beforeAll(async () => {
  fixture = await createTestDatabase();
  superuser = new Client({ connectionString: fixture.superuserUrl });
  await superuser.connect();
  tables = await plantRows(superuser);
});
afterAll(async () => {
  await superuser?.end();
  await fixture?.close();
});

const ALL = 'read insert update delete';
/** What the application and the owner without a scope may do; an operator's command reads all rows of every table. */
type Access = Omit<Behavior, 'operator' | 'posing'>;
const CLOSED: Access = { none: '', tenant: '', global: '', owner: '' };
const OF_TENANT: Access = { ...CLOSED, tenant: `own: ${ALL}` };
const GLOBAL: Access = { ...CLOSED, global: `common: ${ALL}` };
const OF_BOTH: Access = { ...OF_TENANT, global: `own: ${ALL}; foreign: ${ALL}` };
const READ_GLOBALLY: Access = { ...OF_TENANT, global: 'own: read; foreign: read' };
const GLOBAL_ABOUT_TENANTS: Access = { ...CLOSED, global: `own: ${ALL}; foreign: ${ALL}; common: ${ALL}` };

/** Tables of which more is to be said than that each row is one tenant's. */
const OTHERS: Record<string, Access> = {
  account: GLOBAL,
  account_picture: GLOBAL,
  announcement: { ...GLOBAL_ABOUT_TENANTS, tenant: 'own: read; common: read' },
  announcement_read: GLOBAL,
  api_token: GLOBAL_ABOUT_TENANTS,
  audit_link: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  audit_verification: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  audit_sink: GLOBAL,
  audit_record: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  contact_message: GLOBAL_ABOUT_TENANTS,
  copy_run: READ_GLOBALLY,
  copy_source: READ_GLOBALLY,
  data_copy: READ_GLOBALLY,
  data_import: READ_GLOBALLY,
  embed_key: READ_GLOBALLY,
  event: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  figures_revision: OF_BOTH,
  global_invitation: GLOBAL,
  global_user: GLOBAL,
  identity_provider: READ_GLOBALLY,
  installation: GLOBAL,
  invitation: OF_BOTH,
  job_count: OF_BOTH,
  job_dismissal: GLOBAL_ABOUT_TENANTS,
  knowledge_source: READ_GLOBALLY,
  join_request: OF_BOTH,
  limited_use: GLOBAL,
  mail_attachment: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  mail_outbox: { ...GLOBAL_ABOUT_TENANTS, tenant: `own: ${ALL}` },
  model_template: { ...GLOBAL, tenant: 'common: read' },
  insight_due: OF_BOTH,
  model_test_due: OF_BOTH,
  parameter_table: OF_BOTH,
  provider_record: GLOBAL,
  report_alert: READ_GLOBALLY,
  report_export: READ_GLOBALLY,
  report_link: READ_GLOBALLY,
  report_subscription: READ_GLOBALLY,
  report_subscription_run: READ_GLOBALLY,
  search_edition: READ_GLOBALLY,
  search_hidden: GLOBAL,
  search_log: GLOBAL,
  search_pin: GLOBAL,
  search_rebuild: GLOBAL,
  search_rules: GLOBAL,
  search_synonym: GLOBAL,
  scim_setting: READ_GLOBALLY,
  scim_token: READ_GLOBALLY,
  scim_user: READ_GLOBALLY,
  // The function that searches runs as the owner and filters by the tenant itself.
  search_entry: { ...OF_TENANT, owner: 'own: read; foreign: read' },
  search_word: { ...CLOSED, owner: `own: ${ALL}; foreign: ${ALL}` },
  server_report: GLOBAL,
  session: GLOBAL_ABOUT_TENANTS,
  sign_in_attempt: GLOBAL,
  support_visit: OF_BOTH,
  tenant: { ...OF_BOTH, tenant: 'own: read' },
  tenant_domain: READ_GLOBALLY,
  tenant_deletion: GLOBAL,
  tenant_embedding: READ_GLOBALLY,
  tenant_logo: READ_GLOBALLY,
  tenant_user: OF_BOTH,
  warehouse_connection: { ...GLOBAL_ABOUT_TENANTS, tenant: 'own: read; common: read' },
  webhook_delivery: READ_GLOBALLY,
  workspace_template: { ...GLOBAL_ABOUT_TENANTS, tenant: 'own: read; common: read' },
  workspace_template_report: GLOBAL,
  workspace_template_use: READ_GLOBALLY,
  workspace_template_version: GLOBAL,
};

function expected({ name, rows }: PlantedTable): Behavior {
  const access = OTHERS[name] ?? OF_TENANT;
  // The owner keeps the words of the search itself.
  const acts = name === 'search_word' ? ALL : 'read';
  return { ...access, operator: [...rows.keys()].map((owner) => `${owner}: ${acts}`).join('; '), posing: '' };
}

/** Tries in a transaction that is rolled back, after a change to the policies. */
async function observeAfter(change: string, table: PlantedTable): Promise<Behavior> {
  await superuser.query('BEGIN');
  try {
    await superuser.query(change);
    return await observe(superuser, table);
  } finally {
    await superuser.query('ROLLBACK');
  }
}

test('a transaction reaches the rows of its tenant, and global ones only where the table is listed', async () => {
  const seen: Record<string, Behavior> = {};
  for (const table of tables) seen[table.name] = await observeAfter('', table);
  expect(seen).toEqual(Object.fromEntries(tables.map((table) => [table.name, expected(table)])));
});

describe('the trial above notices', () => {
  test('each policy that is removed', async () => {
    const { rows: policies } = await superuser.query<{ table: string; name: string }>(
      `SELECT polrelid::regclass::text AS table, polname AS name FROM pg_policy ORDER BY 1, 2`,
    );
    expect(policies.length).toBeGreaterThan(tables.length);
    const unnoticed = await unnoticedOf(
      policies.map(({ table, name }) => ({ table, change: `DROP POLICY ${name} ON ${table}` })),
    );
    expect(unnoticed).toEqual([]);
  });

  test('each condition of a policy that always holds', async () => {
    const { rows: policies } = await superuser.query<{ table: string; name: string; checks: boolean; using: string }>(
      `SELECT polrelid::regclass::text AS table, polname AS name, polwithcheck IS NOT NULL AS checks,
              pg_get_expr(polqual, polrelid) AS using
         FROM pg_policy ORDER BY 1, 2`,
    );
    const unnoticed = await unnoticedOf(
      policies.flatMap(({ table, name, checks, using }) => [
        ...(using === 'true' ? [] : [{ table, change: `ALTER POLICY ${name} ON ${table} USING (true)` }]),
        ...(checks && using !== 'true'
          ? [{ table, change: `ALTER POLICY ${name} ON ${table} WITH CHECK (true)` }]
          : []),
      ]),
    );
    expect(unnoticed).toEqual([]);
  });

  test('each policy for one role that is extended to all', async () => {
    const { rows: policies } = await superuser.query<{ table: string; name: string }>(
      `SELECT polrelid::regclass::text AS table, polname AS name FROM pg_policy WHERE polroles <> '{0}'`,
    );
    expect(policies.length).toBeGreaterThan(0);
    const unnoticed = await unnoticedOf(
      policies.map(({ table, name }) => ({ table, change: `ALTER POLICY ${name} ON ${table} TO public` })),
    );
    expect(unnoticed).toEqual([]);
  });

  test('each table whose policies are not enforced, on its owner either', async () => {
    const unnoticed = await unnoticedOf(
      tables.flatMap(({ name }) => [
        { table: name, change: `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY` },
        // The owner keeps the words itself: there is nothing for it to be refused.
        ...(name === 'search_word' ? [] : [{ table: name, change: `ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY` }]),
      ]),
    );
    expect(unnoticed).toEqual([]);
  });

  async function unnoticedOf(mutations: readonly { table: string; change: string }[]): Promise<string[]> {
    const unnoticed: string[] = [];
    for (const { table: name, change } of mutations) {
      const table = tables.find((planted) => planted.name === name)!;
      const seen = await observeAfter(change, table);
      if (JSON.stringify(seen) === JSON.stringify(expected(table))) unnoticed.push(change);
    }
    return unnoticed;
  }
});
