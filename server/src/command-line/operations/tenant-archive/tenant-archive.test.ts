import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportSummary } from '@rise/contract';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../host/config/config.ts';
import { ROOT } from '../../../host/config/paths.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../../../testing/portal.ts';
import { indexNewTenants } from '../tenants.ts';
import { CARRIED, LEFT_OUT } from './carried-tables.ts';
import { exportTenant } from './export-tenant.ts';
import { importTenant } from './import-tenant.ts';

const SECRET = 'Zq8vT2mK9xLw4RbN7cHs1YdG6pJf3AeU';

let folder: string;
let portal: TestPortal;
let superuser: Client;
let alder: string;
let analyst: SignedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-tenant-'));
  portal = await startTestPortal();
  // The folders of the running portal, where a data directory has them.
  await mkdir(join(folder, 'data'));
  await symlink(portal.folders[0]!, join(folder, 'data', 'warehouse'));
  await symlink(portal.folders[2]!, join(folder, 'data', 'rejects'));
  superuser = new Client({ connectionString: portal.superuserUrl });
  await superuser.connect();
  ({ alder } = portal.tenants);
  analyst = await portal.signIn({ email: 'ann@alder.example', roles: ['tenant.admin'], tenants: [alder] });
});
afterAll(async () => {
  await superuser?.end();
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const onProgress = () => undefined;

function context() {
  const { ownerUrl, database } = portal;
  const settings = { RISE_DATA: join(folder, 'data'), DATABASE_URL: ownerUrl, SESSION_SECRET: SECRET };
  return { database, config: loadConfig(settings, ROOT), ownerUrl, say: () => undefined };
}

const get = async <T>(key: Parameters<TestPortal['fetch']>[0], request: Parameters<TestPortal['fetch']>[1]) => {
  const response = await portal.fetch(key, request);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
};

const assets = async ({ cookie }: SignedIn) =>
  get<{ rows: unknown; totals: unknown }>('POST /api/v1/query', {
    cookie,
    body: { dataset: 'call_report', dimensions: ['state'], measures: ['total_assets'], totals: true },
  });

test('each table of a tenant is taken along, or left out for a reason', async () => {
  const { rows } = await superuser.query<{ name: string }>('SELECT rise_tenant_tables() AS name');
  expect([...Object.keys(CARRIED), ...Object.keys(LEFT_OUT)].toSorted()).toEqual(rows.map(({ name }) => name));
});

test('a tenant is exported, and imported beside itself with its reports, figures and people', async () => {
  const { reports } = await get<{ reports: ReportSummary[] }>('GET /api/v1/reports', { cookie: analyst.cookie });
  const [first] = reports;
  await superuser.query(`INSERT INTO report_favorite (tenant_id, account_id, report_id) VALUES ($1, $2, $3)`, [
    alder,
    analyst.accountId,
    first!.id,
  ]);
  // A line separator in a text, and a link that names the report's id.
  await superuser.query(
    `INSERT INTO shortcut (tenant_id, account_id, id, label, description, icon, link, use_router)
     VALUES ($1, $2, gen_random_uuid(), E'Line\\u2028separator', '', 'star', '/reports/' || $3, true)`,
    [alder, analyst.accountId, first!.id],
  );
  const { id: freeze } = await get<{ id: string }>('POST /api/v1/reports/:id/freezes', {
    cookie: analyst.cookie,
    id: first!.id,
    body: { name: 'As filed' },
  });
  const before = await assets(analyst);
  const { cookie } = analyst;
  await get('PATCH /api/v1/branding', { cookie, body: { language: 'tr', theme: 'rose' } });
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#aa0000' } })
    .png()
    .toBuffer();
  await get('PUT /api/v1/branding/logo', { cookie, body: { data: picture.toString('base64') } });
  const logoOf = async (person: SignedIn) =>
    Buffer.from(await (await portal.fetch('GET /api/v1/branding/logo', { cookie: person.cookie })).arrayBuffer());
  const logo = await logoOf(analyst);

  const archive = await exportTenant(context(), { slug: 'alder', folder: join(folder, 'alder'), onProgress });
  expect(archive).toMatchObject({ tenant: { slug: 'alder' }, missing: [] });
  const { tenantId, people } = await importTenant(context(), {
    folder: join(folder, 'alder'),
    slug: 'hazel',
    name: 'Hazel',
    onProgress,
  });
  await indexNewTenants(context());
  expect(people).toMatchObject({ created: 0 });

  const members = await superuser.query(`SELECT FROM tenant_user WHERE tenant_id = $1 AND account_id = $2`, [tenantId, analyst.accountId]); // prettier-ignore
  expect(members.rowCount).toBe(1);
  const guest = await portal.signIn({ email: 'eve@alder.example', roles: ['tenant.admin'], tenants: [tenantId] });
  expect(await assets(guest)).toMatchObject({ rows: before.rows, totals: before.totals });
  const session = await get<{ branding: object }>('GET /api/v1/session', { cookie: guest.cookie });
  expect(session.branding).toMatchObject({ language: 'tr', theme: 'rose' });
  expect((await logoOf(guest)).equals(logo)).toBe(true);
  const copies = (await get<{ reports: ReportSummary[] }>('GET /api/v1/reports', { cookie: guest.cookie })).reports;
  expect(copies.map(({ title }) => title)).toEqual(reports.map(({ title }) => title));
  expect(copies.filter(({ id }) => reports.some((report) => report.id === id))).toEqual([]);
  const copy = copies.find(({ title }) => JSON.stringify(title) === JSON.stringify(first!.title))!;
  const { rows } = await superuser.query(
    `SELECT s.label, s.link, f.report_id FROM shortcut s JOIN report_favorite f USING (tenant_id, account_id) WHERE s.tenant_id = $1`,
    [tenantId],
  );
  expect(rows).toEqual([{ label: 'Line\u2028separator', link: `/reports/${copy.id}`, report_id: copy.id }]);
  // Nothing of the new tenant names an id of the old one.
  for (const name of Object.keys(CARRIED)) {
    const { rowCount } = await superuser.query(
      `SELECT FROM ${name} r WHERE tenant_id = $1 AND to_jsonb(r)::text LIKE '%' || $2 || '%'`,
      [tenantId, alder],
    );
    expect([name, rowCount]).toEqual([name, 0]);
  }
  const frozen = await get('GET /api/v1/reports/:id/freezes/:freeze/verification', { cookie: guest.cookie, id: copy.id, freeze }); // prettier-ignore
  expect(frozen).toMatchObject({ intact: true, broken: [], rerun: { status: 'same' } });
  const found = await get('POST /api/common/search', { cookie: guest.cookie, body: { query: first!.title.en } });
  expect(JSON.stringify(found)).toContain(`/reports/${copy.id}`);
});

test('who is not known here comes along by name, and without a right above the tenants', async () => {
  const { rows } = await superuser.query<{ subject: string }>(
    `UPDATE account SET global_roles = '{global.admin}' WHERE id = $1 RETURNING subject`,
    [analyst.accountId],
  );
  await exportTenant(context(), { slug: 'alder', folder: join(folder, 'people'), onProgress });
  await superuser.query(`UPDATE account SET subject = 'elsewhere' WHERE id = $1`, [analyst.accountId]);
  const { tenantId, people } = await importTenant(context(), { folder: join(folder, 'people'), slug: 'walnut', name: null, onProgress }); // prettier-ignore
  expect(people.created).toBe(1);
  const found = await superuser.query(
    `SELECT a.roles, u.tenant_id FROM account a JOIN tenant_user u ON u.account_id = a.id WHERE a.subject = $1`,
    [rows[0]!.subject],
  );
  expect(found.rows).toEqual([{ roles: [], tenant_id: tenantId }]);
});

test('what cannot be imported is refused, and nothing of it is left', async () => {
  const from = join(folder, 'alder');
  const importing = (slug: string) => importTenant(context(), { folder: from, slug, name: null, onProgress });
  await expect(importing('alder')).rejects.toThrow(/already exists; choose another with --slug/);
  const warehouses = await readdir(portal.folders[0]!);
  const file = join(from, 'rows', 'report.jsonl.gz');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -1));
  await expect(importing('oak')).rejects.toThrow(/damaged/);
  await writeFile(file, bytes);
  await superuser.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON report_version FOR EACH ROW EXECUTE FUNCTION refuse()`);
  await expect(importing('oak')).rejects.toThrow('refused');
  await superuser.query('DROP TRIGGER refuse ON report_version; DROP FUNCTION refuse');
  expect((await superuser.query(`SELECT FROM tenant WHERE slug = 'oak'`)).rowCount).toBe(0);
  expect(await readdir(portal.folders[0]!)).toEqual(warehouses);
});
