import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  reportDocument,
  type EmbeddedReport,
  type EmbeddingSettings,
  type ErrorBody,
  type QueryResult,
  type ReportEvent,
  type ReportSharing,
  type RouteKey,
} from '@rise/contract';
import { SignJWT, UnsecuredJWT } from 'jose';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { signEmbed, type SiteKey } from '../testing/embed-token.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import type { LoadSource } from '../warehouse/warehouse.service.ts';

const ROWS = 20_000;
const title = { en: 'T' };
const page = (id: string, tile: object) => ({ id, title, rows: [{ id: `row-${id}`, tiles: [tile] }] });
const FIGURES = { id: 'figures', kind: 'figures', title, measures: ['transactions', 'amount'] };

const DOCUMENT = reportDocument.parse({
  title,
  purpose: title,
  dataset: 'transactions',
  filters: ['product', 'channel'],
  pages: [
    page('first', FIGURES),
    page('second', { id: 'chart', kind: 'chart', shape: 'bar', title, category: 'branch', measures: ['transactions'] }),
    page('list', { id: 'list', kind: 'rows', title, columns: ['member', 'amount'] }),
  ],
});

let portal: TestPortal;
let admin: SignedIn;
let reader: SignedIn;
let report: string;
let key: SiteKey;
let rowsOf: (sql: string) => Promise<unknown[][]>;
let close: () => void;

beforeAll(async () => {
  portal = await startTestPortal();
  const { birch } = portal.tenants;
  admin = await portal.signIn({ email: 'admin@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  reader = await portal.signIn({ email: 'reader@birch.example', roles: ['tenant.user'], tenants: [birch] });
  const folder = join(SAMPLES, 'core');
  const manifest = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as LoadSource;
  await portal.warehouses.ensureModel(systemIn(birch), await model(''), 'model.yaml');
  const tables = manifest.tables.map((table) => ({ ...table, rows: ROWS }));
  await portal.warehouses.load(systemIn(birch), { ...manifest, sourceDir: folder, tables });
  ({ id: report } = await portal.database.withTenant(systemIn(birch), (tx) => putReport(tx, DOCUMENT)));
  const sample = parse(await readFile(join(folder, 'sample.yaml'), 'utf8')) as { tables: [{ select: string }] };
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`SET VARIABLE rows = ${ROWS}::BIGINT`);
  await connection.run(`CREATE TABLE transaction AS ${sample.tables[0].select}`);
  rowsOf = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
  close = () => connection.closeSync();
});
beforeEach(async () => {
  key = await portal.siteKey(portal.tenants.birch);
});
afterAll(async () => {
  close?.();
  await portal?.close();
});

async function model(rights: string): Promise<string> {
  return (await readFile(join(SAMPLES, 'core', 'model.yaml'), 'utf8')) + rights;
}

const sendWith = (token: string, route: RouteKey, body?: unknown) =>
  portal.fetch(route, { headers: { authorization: `Embed ${token}` }, ...(body !== undefined && { body }) });

/** A token for the report, with further claims. */
const sign = (claims: Record<string, unknown> = {}) => signEmbed(key, { report, ...claims });

async function open(claims: Record<string, unknown> = {}): Promise<{ status: number; issues: string[] }> {
  const response = await sendWith(await sign(claims), 'GET /api/v1/embed/report');
  const body = (await response.json()) as Partial<ErrorBody>;
  const issues = body.error?.details?.map(({ field, message }) => `${field}: ${message}`) ?? [];
  return { status: response.status, issues };
}

async function run(token: string, state: object = {}): Promise<ReportEvent[]> {
  const response = await sendWith(token, 'POST /api/v1/embed/run', state);
  expect(response.status).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
}

/** Transactions and amount, as the first tile shows them. */
async function figures(token: string, state: object = {}): Promise<number[]> {
  const event = (await run(token, state)).find((one) => one.type === 'tile' && one.tile === 'figures');
  if (event?.type !== 'tile') throw new Error('The tile has no figures');
  return event.results.figures!.result.rows[0]!.map(Number);
}

async function plainly(where: string): Promise<number[]> {
  return (await rowsOf(`SELECT count(*), sum(amount) FROM transaction WHERE ${where}`))[0]!.map(Number);
}

describe('signed filters', () => {
  test('limit the figures of every tile to what plain SQL computes of these rows', async () => {
    const token = await sign({ filters: { channel: ['atm', 'card'], product: ['savings'] } });
    expect(await figures(token)).toEqual(await plainly(`channel IN ('atm', 'card') AND product = 'savings'`));
    const chart = (await run(token)).find((one) => one.type === 'tile' && one.tile === 'chart');
    const { columns, rows } = chart?.type === 'tile' ? chart.results.chart!.result : { columns: [], rows: [] };
    const count = columns.findIndex(({ name }) => name === 'transactions');
    const counted = rows.reduce((sum, row) => sum + Number(row[count]), 0);
    expect(counted).toBe((await plainly(`channel IN ('atm', 'card') AND product = 'savings'`))[0]);
  });

  test('of a field that the report does not offer, and of a number, limit them too', async () => {
    expect(await figures(await sign({ filters: { branch: ['B05'] } }))).toEqual(await plainly(`branch = 'B05'`));
    const [[member]] = (await rowsOf('SELECT min(member_id) FROM transaction')) as [[string]];
    const expected = await plainly(`member_id = ${member}`);
    expect(await figures(await sign({ filters: { member: [Number(member)] } }))).toEqual(expected);
    expect(await figures(await sign({ filters: { member: [String(member)] } }))).toEqual(expected);
  });

  test('the reader can narrow, and not widen', async () => {
    const token = await sign({ filters: { channel: ['atm', 'card'] } });
    expect(await figures(token, { filters: { channel: ['atm'] } })).toEqual(await plainly(`channel = 'atm'`));
    expect((await figures(token, { filters: { channel: ['online'] } }))[0]).toBe(0);
    expect(await figures(token, { filters: { channel: [] } })).toEqual(await plainly(`channel IN ('atm', 'card')`));
    expect(await figures(token, { filters: { channel: ['atm', 'online'] } })).toEqual(await plainly(`channel = 'atm'`));
    const marked = await sendWith(token, 'POST /api/v1/embed/run', { filters: { member: ['7'] } });
    expect(marked.status).toBe(400);
  });

  test('limit what the controls offer', async () => {
    const token = await sign({ filters: { channel: ['atm', 'card'] } });
    const offered = await sendWith(token, 'POST /api/v1/embed/choices', {
      of: 'filter',
      field: 'channel',
      filters: {},
    });
    expect(((await offered.json()) as QueryResult).rows.map(([value]) => value)).toEqual(['atm', 'card']);
    for (const field of ['member', 'booked_on', 'nothing']) {
      const refused = await sendWith(token, 'POST /api/v1/embed/choices', { of: 'filter', field, filters: {} });
      expect(refused.status).toBe(400);
    }
  });

  test.each([
    [{ filters: { nothing: ['x'] } }, 'filters.nothing: '],
    [{ filters: { channel: [] } }, 'filters.channel: '],
    [{ filters: { channel: ['atm'], member: ['many'] } }, 'filters.member: '],
    [{ filters: { channel: null } }, 'filters.channel: '],
    [{ filter: { channel: ['atm'] } }, 'filter'],
    [{ rows: true }, 'rows'],
    [{ exp: Math.floor(Date.now() / 1000) + 25 * 3600 }, 'exp: '],
  ])('%j is refused, and its field named', async (claims, field) => {
    const { status, issues } = await open(claims);
    expect({ status, issues }).toEqual({ status: 400, issues: [expect.stringContaining(field)] });
    const ran = await sendWith(await sign(claims), 'POST /api/v1/embed/run', {});
    expect(ran.status).toBe(400);
  });
});

describe('a token', () => {
  test('that was changed, or signed otherwise, opens nothing', async () => {
    const valid = await sign({ filters: { channel: ['atm'] } });
    const [head, , signature] = valid.split('.') as [string, string, string];
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const widened = Buffer.from(JSON.stringify({ report, exp })).toString('base64url');
    const other = await portal.siteKey(portal.tenants.birch);
    const header = { alg: 'HS512', kid: key.id };
    const tokens = [
      `${head}.${widened}.${signature}`,
      `${head}.${widened}.`,
      `${valid.slice(0, -4)}AAAA`,
      new UnsecuredJWT({ report, exp }).encode(),
      await signEmbed({ id: key.id, secret: other.secret }, { report }),
      await signEmbed({ id: randomUUID(), secret: key.secret }, { report }),
      await new SignJWT({ report, exp }).setProtectedHeader(header).sign(Buffer.from(key.secret)),
      key.secret,
      '',
    ];
    for (const token of tokens) expect((await sendWith(token, 'GET /api/v1/embed/report')).status).toBe(401);
    expect((await sendWith(valid, 'GET /api/v1/embed/report')).status).toBe(200);
  });

  test('opens nothing once it has expired, before it is valid, and without an expiry', async () => {
    const now = Math.floor(Date.now() / 1000);
    expect((await open({ exp: now - 60 })).status).toBe(401);
    expect((await open({ nbf: now + 600 })).status).toBe(401);
    expect((await open({ exp: undefined })).status).toBe(401);
    const expired = await sendWith(await sign({ exp: now - 60 }), 'POST /api/v1/embed/run', {});
    expect(expired.status).toBe(401);
  });

  test('opens no other report: none of another tenant, none that is archived or not published', async () => {
    const { alder, birch } = portal.tenants;
    const foreign = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, DOCUMENT));
    expect((await open({ report: foreign.id })).status).toBe(404);
    expect((await open({ report: randomUUID() })).status).toBe(404);
    const own = await portal.database.withTenant(systemIn(birch), (tx) => putReport(tx, DOCUMENT));
    expect((await open({ report: own.id })).status).toBe(200);
    const set = (column: 'archived' | 'unpublished') =>
      portal.database.withTenant(systemIn(birch), async (tx) =>
        column === 'archived'
          ? tx.run`UPDATE report SET archived_at = now() WHERE tenant_id = ${birch} AND id = ${own.id}`
          : tx.run`UPDATE report SET archived_at = NULL, version = 0 WHERE tenant_id = ${birch} AND id = ${own.id}`,
      );
    for (const state of ['archived', 'unpublished'] as const) {
      await set(state);
      expect((await open({ report: own.id })).status).toBe(404);
    }
  });

  test('of a page opens this page only, and none opens lists of rows', async () => {
    const shown = await sendWith(await sign(), 'GET /api/v1/embed/report');
    const { document } = (await shown.json()) as EmbeddedReport;
    expect(document.pages.map(({ id }) => id)).toEqual(['first', 'second']);
    const token = await sign({ page: 'second' });
    const tilesOf = (events: ReportEvent[]) => events.flatMap((one) => (one.type === 'tile' ? [one.tile] : []));
    expect(tilesOf(await run(token))).toEqual(['chart']);
    expect((await sendWith(token, 'POST /api/v1/embed/run', { page: 'first' })).status).toBe(400);
    expect((await sendWith(await sign(), 'POST /api/v1/embed/run', { page: 'list' })).status).toBe(400);
    expect((await open({ page: 'list' })).status).toBe(404);
  });

  test('shows nothing about people, workspaces and versions', async () => {
    const text = await (await sendWith(await sign(), 'GET /api/v1/embed/report')).text();
    for (const word of ['workspace', 'verif', '@birch.example', 'favorite', 'revision'])
      expect(text).not.toContain(word);
  });
});

describe('the row rules of the model', () => {
  test('apply to an embed, also those about roles and groups, with the attributes that were signed', async () => {
    const { birch } = portal.tenants;
    const rights = `
    rules:
      - { name: branches, title: { en: R }, exceptFor: { roles: [tenant.user] }, where: "branch IN (:user_branch)" }
      - { name: tellers, title: { en: R }, appliesTo: { groups: [tellers] }, where: "channel <> 'online'" }
    masks: [{ name: amounts, title: { en: R }, appliesTo: { groups: [tellers] }, columns: [{ table: transaction, column: amount }] }]
`;
    await portal.warehouses.ensureModel(systemIn(birch), await model(rights), 'model.yaml');
    expect((await figures(await sign()))[0]).toBe(0);
    const token = await sign({ attributes: { branch: ['B05', 'B06'] }, filters: { product: ['savings'] } });
    const where = `branch IN ('B05', 'B06') AND channel <> 'online' AND product = 'savings'`;
    const [transactions, amount] = await figures(token);
    expect([transactions, amount]).toEqual([(await plainly(where))[0], 0]);
    await portal.warehouses.ensureModel(systemIn(birch), await model(''), 'model.yaml');
  });
});

describe('keys', () => {
  const call = (route: RouteKey, more: object = {}) => portal.fetch(route, { cookie: admin.cookie, ...more });

  test('are of no use while the tenant does not allow embedding, which is off by default', async () => {
    const { alder } = portal.tenants;
    const owner = await portal.signIn({ email: 'owner@alder.example', roles: ['tenant.admin'], tenants: [alder] });
    const response = await portal.fetch('GET /api/v1/embedding', { cookie: owner.cookie });
    expect(await response.json()).toEqual({ embedding: false, publicLinks: false, exportLinks: true, keys: [] });
    const token = await sign();
    await call('PATCH /api/v1/embedding', { body: { embedding: false } });
    expect((await sendWith(token, 'GET /api/v1/embed/report')).status).toBe(401);
    await call('PATCH /api/v1/embedding', { body: { embedding: true } });
    expect((await sendWith(token, 'GET /api/v1/embed/report')).status).toBe(200);
  });

  test('show their secret once, are stored sealed, say when they were used, and open nothing once revoked', async () => {
    const body = { name: 'Intranet', origins: ['https://intranet.example.com', 'http://localhost:3000'] };
    const response = await call('POST /api/v1/embedding/keys', { body });
    const { key: created, secret } = (await response.json()) as { key: { id: string }; secret: string };
    const token = await signEmbed({ id: created.id, secret }, { report });
    expect((await sendWith(token, 'GET /api/v1/embed/report')).status).toBe(200);
    const settings = await (await call('GET /api/v1/embedding')).text();
    expect(settings).not.toContain(secret);
    expect((JSON.parse(settings) as EmbeddingSettings).keys[0]).toMatchObject({
      ...body,
      id: created.id,
      createdBy: 'admin@birch.example',
      lastUsedAt: expect.any(String),
    });
    expect(await stored('embed_key', created.id)).not.toContain(secret);
    expect((await call('DELETE /api/v1/embedding/keys/:id', { id: created.id })).status).toBe(200);
    expect((await sendWith(token, 'GET /api/v1/embed/report')).status).toBe(401);
    expect((await sendWith(token, 'POST /api/v1/embed/run', {})).status).toBe(401);
    expect((await call('DELETE /api/v1/embedding/keys/:id', { id: created.id })).status).toBe(404);
  });

  test.each([
    'http://intranet.example.com',
    'https://a.example/path',
    'https://*.example',
    '*',
    "'self'",
    'https://a.example; script-src *',
  ])('take no origin like %s', async (origin) => {
    const response = await call('POST /api/v1/embedding/keys', { body: { name: 'A', origins: [origin] } });
    expect(response.status).toBe(400);
  });
});

describe('public links', () => {
  const link = (body: object, cookie = admin.cookie) =>
    portal.fetch('POST /api/v1/reports/:id/links', { cookie, id: report, body: { name: 'Board', days: 7, ...body } });
  const secretOf = (path: string) => path.split('#')[1]!;

  test('are off by default, and for those who manage the workspace', async () => {
    await portal.fetch('PATCH /api/v1/embedding', { cookie: admin.cookie, body: { publicLinks: false } });
    expect((await link({})).status).toBe(409);
    await portal.fetch('PATCH /api/v1/embedding', { cookie: admin.cookie, body: { publicLinks: true } });
    expect((await link({}, reader.cookie)).status).toBe(404);
    const seen = await portal.fetch('GET /api/v1/reports/:id/sharing', { cookie: reader.cookie, id: report });
    expect(seen.status).toBe(404);
    expect((await link({ filters: { nothing: ['x'] } })).status).toBe(400);
    expect((await link({ filters: { channel: [] } })).status).toBe(400);
    expect((await link({ days: 1000 })).status).toBe(400);
  });

  test('open the report with their filters, until they are revoked, expire or are no longer allowed', async () => {
    const created = (await (await link({ filters: { channel: ['atm'] } })).json()) as {
      path: string;
      link: { id: string };
    };
    const secret = secretOf(created.path);
    expect(created.path).toMatch(/^\/public#rise_link_[\w-]{43}$/);
    expect(await figures(secret)).toEqual(await plainly(`channel = 'atm'`));
    expect(await stored('report_link', created.link.id)).not.toContain(secret);
    const allow = (publicLinks: boolean) =>
      portal.fetch('PATCH /api/v1/embedding', { cookie: admin.cookie, body: { publicLinks } });
    await allow(false);
    expect((await sendWith(secret, 'GET /api/v1/embed/report')).status).toBe(401);
    await allow(true);
    const expired = (await (await link({})).json()) as { path: string; link: { id: string } };
    await portal.database.withTenant(
      systemIn(portal.tenants.birch),
      (tx) =>
        tx.run`UPDATE report_link SET expires_at = now() WHERE tenant_id = ${tx.tenantId} AND id = ${expired.link.id}`,
    );
    expect((await sendWith(secretOf(expired.path), 'GET /api/v1/embed/report')).status).toBe(401);
    const revoked = await portal.fetch('DELETE /api/v1/reports/:id/links/:link', {
      cookie: admin.cookie,
      id: report,
      link: created.link.id,
    });
    expect(((await revoked.json()) as ReportSharing).links).toEqual([]);
    expect((await sendWith(secret, 'POST /api/v1/embed/run', {})).status).toBe(401);
  });
});

/** A row as it is in the table, as text. */
async function stored(table: 'embed_key' | 'report_link', id: string): Promise<string> {
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT * FROM ${table} WHERE id = $1`, [id]);
    expect(rows).toHaveLength(1);
    const row = rows[0] as Record<string, unknown>;
    return Object.values(row)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n');
  } finally {
    await client.end();
  }
}
