import {
  reportDocument,
  type ErrorBody,
  type ExportJob,
  type ExportJobs,
  type ExportLink,
  type Notification,
} from '@rise/contract';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { signLink } from './export-link.rules.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { readSlides } from '../testing/slides.ts';
import { until } from '../testing/until.ts';

const DOCUMENT = reportDocument.parse({
  title: { en: 'Institutions' },
  purpose: { en: 'For tests.' },
  dataset: 'call_report',
  peers: [],
  filters: ['state'],
  measures: ['institutions'],
  ...onePage([
    { id: 'by-state', kind: 'table', title: { en: 'By state' }, dimensions: ['state'], measures: ['institutions'] },
    { id: 'list', kind: 'rows', title: { en: 'All of them' }, columns: ['name', 'state'] },
  ]),
});

let portal: TestPortal;
let ada: SignedIn;
let ben: SignedIn;
let report: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] });
  ben = await portal.signIn({ email: 'ben@alder.example', roles: ['tenant.user'], tenants: [alder] });
  ({ id: report } = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, DOCUMENT)));
});
afterAll(() => portal?.close());

const prepare = (body: object, { cookie } = ada) =>
  portal.fetch('POST /api/v1/reports/:id/exports', { cookie, id: report, body });
const list = async ({ cookie } = ada): Promise<ExportJob[]> =>
  ((await (await portal.fetch('GET /api/v1/exports', { cookie })).json()) as ExportJobs).exports;
const file = (id: string, { cookie } = ada) => portal.fetch('GET /api/v1/exports/:id/file', { cookie, id });
const remove = (id: string, { cookie } = ada) => portal.fetch('DELETE /api/v1/exports/:id', { cookie, id });

/** The job once it has ended. */
const ended = (id: string): Promise<ExportJob> =>
  until(
    async () => (await list()).find((one) => one.id === id)!,
    ({ status }) => status !== 'running',
  );

async function prepared(body: object): Promise<ExportJob> {
  const response = await prepare(body);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as ExportJob;
}

const notices = async (): Promise<Notification[]> =>
  (await (await portal.fetch('GET /api/common/notifications', { cookie: ada.cookie })).json()) as Notification[];

const inAlder = <T>(work: Parameters<typeof portal.database.withTenant<T>>[1]) =>
  portal.database.withTenant(systemIn(portal.tenants.alder), work);

test('a workbook is prepared, and its reader notified and given the file, whole', async () => {
  const job = await prepared({ format: 'xlsx' });
  expect(job).toMatchObject({ report, title: DOCUMENT.title, format: 'xlsx', status: 'running', failure: null });
  const ready = await ended(job.id);
  expect(ready).toMatchObject({ status: 'ready', name: 'Institutions-2025-12-31-v1.xlsx' });
  const response = await file(job.id);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Institutions-2025-12-31-v1.xlsx"');
  const content = new Uint8Array(await response.arrayBuffer());
  expect(content).toHaveLength(ready.bytes);
  const { sheets } = await readXlsx(content);
  expect(sheets.map(({ name }) => name)).toEqual(['Cover', 'By state', 'All of them', 'Definitions']);
  const direct = await portal.fetch('POST /api/v1/reports/:id/export', {
    cookie: ada.cookie,
    id: report,
    body: { format: 'xlsx' },
  });
  const { sheets: same } = await readXlsx(new Uint8Array(await direct.arrayBuffer()));
  expect(sheets[2]!.rows).toEqual(same[2]!.rows);
  expect(sheets[2]!.rows.length).toBeGreaterThan(4000);
  expect(await notices()).toContainEqual(
    expect.objectContaining({ title: 'Your export is ready', link: `/reports/${report}?exports=open` }),
  );
});

test('pages to print are prepared with the selections of their reader', async () => {
  const { id } = await prepared({ format: 'pdf', paper: 'letter', state: { filters: { state: ['VT'] } } });
  expect(await ended(id)).toMatchObject({ status: 'ready', format: 'pdf' });
  const [first] = await pdfPages(new Uint8Array(await (await file(id)).arrayBuffer()));
  expect(first!.text).toContain('Vermont');
  expect(first!.text).not.toContain('Texas');
});

test('slides are prepared, too', async () => {
  const { id } = await prepared({ format: 'pptx', state: { filters: { state: ['VT'] } } });
  expect(await ended(id)).toMatchObject({ status: 'ready', format: 'pptx', name: 'Institutions-2025-12-31-v1.pptx' });
  const slides = readSlides(new Uint8Array(await (await file(id)).arrayBuffer()));
  expect(slides.map(({ title }) => title)).toEqual(expect.arrayContaining(['Institutions', 'By state', 'Definitions']));
});

test('one that cannot be written says why', async () => {
  const { id } = await prepared({ format: 'pdf' });
  const { status, failure } = await ended(id);
  expect(status).toBe('failed');
  expect(failure).toEqual({ code: 'QUERY_INVALID', message: expect.stringContaining('All of them') });
  expect((await file(id)).status).toBe(409);
  expect((await notices()).map(({ title }) => title)).toContain('Your export failed');
  const parts = await inAlder((tx) => tx.rows`SELECT FROM report_export_part WHERE tenant_id = ${tx.tenantId} AND export_id = ${id}`); // prettier-ignore
  expect(parts).toEqual([]);
});

test('nobody else of the tenant finds it', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  await ended(id);
  expect(await list(ben)).toEqual([]);
  expect((await file(id, ben)).status).toBe(404);
  expect((await remove(id, ben)).status).toBe(404);
  expect((await file(id)).status).toBe(200);
});

test('nor does its reader, once they may no longer open the report', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  await ended(id);
  const archive = (at: Date | null) =>
    inAlder((tx) => tx.run`UPDATE report SET archived_at = ${at} WHERE tenant_id = ${tx.tenantId} AND id = ${report}`);
  await archive(new Date());
  expect((await file(id)).status).toBe(404);
  await archive(null);
  expect((await file(id)).status).toBe(200);
});

test('it is cancelled and deleted with all that was written', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  expect((await remove(id)).status).toBe(200);
  expect((await list()).map((job) => job.id)).not.toContain(id);
  expect((await file(id)).status).toBe(404);
  const parts = await inAlder((tx) => tx.rows`SELECT FROM report_export_part WHERE tenant_id = ${tx.tenantId} AND export_id = ${id}`); // prettier-ignore
  expect(parts).toEqual([]);
  expect((await remove(id)).status).toBe(404);
});

test('three at a time are prepared for a person', async () => {
  const planted = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  await inAlder(async (tx) => {
    for (const id of planted)
      await tx.run`
        INSERT INTO report_export (tenant_id, id, account_id, report_id, title, format, expires_at)
        VALUES (${tx.tenantId}, ${id}, ${ada.accountId}, ${report}, '{"en":"A"}', 'xlsx', now() + interval '1 hour')`;
  });
  const refused = await prepare({ format: 'xlsx' });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as ErrorBody).error.message).toMatch(/^3 exports are being prepared/);
  expect((await prepare({ format: 'xlsx' }, ben)).status).toBe(200);
  // Their server is gone: nothing has been written for long.
  await inAlder(
    (tx) => tx.run`
      UPDATE report_export SET renewed_at = now() - interval '10 minutes'
       WHERE tenant_id = ${tx.tenantId} AND id = ANY(${planted}::uuid[])`,
  );
  const lost = (await list()).filter(({ id }) => planted.includes(id));
  expect(lost.map(({ status, failure }) => [status, failure?.message])).toEqual(
    planted.map(() => ['failed', 'The server stopped while it prepared the file. Export again.']),
  );
  expect((await prepare({ format: 'xlsx' })).status).toBe(200);
});

test('it is deleted when it expires', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  await ended(id);
  await inAlder(
    (tx) => tx.run`
      UPDATE report_export SET expires_at = now() - interval '1 second'
       WHERE tenant_id = ${tx.tenantId} AND id = ${id}`,
  );
  expect((await list()).map((job) => job.id)).not.toContain(id);
  expect((await file(id)).status).toBe(404);
  await portal.restart();
  expect(await inAlder((tx) => tx.first`SELECT FROM report_export WHERE tenant_id = ${tx.tenantId} AND id = ${id}`)).toBeNull(); // prettier-ignore
});

/** A link to a prepared export, and what it opens without a session. */
async function linkTo(id: string, { cookie } = ada): Promise<ExportLink> {
  const response = await portal.fetch('POST /api/v1/exports/:id/link', { cookie, id });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as ExportLink;
}
const tokenOf = ({ url }: ExportLink) => new URL(url).pathname.split('/').at(-1)!;
const download = (token: string) => portal.fetch('GET /api/v1/export-downloads/:token', { token });
async function opensNothing(token: string): Promise<void> {
  const response = await download(token);
  expect(response.status).toBe(404);
  expect(((await response.json()) as ErrorBody).error.message).toMatch(/^This link opens no file/);
}

test('a link downloads its file without a session, byte for byte, and the audit trail says so', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  const running = await portal.fetch('POST /api/v1/exports/:id/link', { cookie: ada.cookie, id });
  // Too early, unless it was written meanwhile.
  expect([200, 409]).toContain(running.status);
  await ended(id);
  const link = await linkTo(id);
  const minutes = (Date.parse(link.expiresAt) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(10);
  expect(minutes).toBeLessThanOrEqual(15);
  const response = await download(tokenOf(link));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Institutions-2025-12-31-v1.xlsx"');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const own = Buffer.from(await (await file(id)).arrayBuffer());
  expect(Buffer.from(await response.arrayBuffer()).equals(own)).toBe(true);
  const records = await inAlder(
    (tx) => tx.rows<{ account: string; outcome: string }>`
      SELECT account_id AS account, outcome FROM audit_record
       WHERE tenant_id = ${tx.tenantId} AND action = 'report.export.download' AND target = ${id}
         AND details->>'by' = 'link'`,
  );
  expect(records).toEqual([{ account: ada.accountId, outcome: 'done' }]);
});

test('a link that was altered, has expired, or is of another file or tenant opens nothing', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  await ended(id);
  const token = tokenOf(await linkTo(id));
  const bytes = Buffer.from(token, 'base64url');
  // Each part of it: the tenant, the export, the expiry and the signature.
  for (const place of [0, 16, 32, 37, 38, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[place]! ^= 1;
    await opensNothing(altered.toString('base64url'));
  }
  await opensNothing(bytes.subarray(0, -1).toString('base64url'));
  await opensNothing(`${token}A`);
  await opensNothing(id);
  const key = portal.exportLinkKey;
  const of = { tenant: portal.tenants.alder, export: id, expiresAt: new Date(Date.now() + 60_000) };
  expect((await download(signLink(key, of))).status).toBe(200);
  await opensNothing(signLink(key, { ...of, expiresAt: new Date(Date.now() - 1) }));
  await opensNothing(signLink(key, { ...of, tenant: portal.tenants.birch }));
  await opensNothing(signLink(Buffer.alloc(32), of));
  // Nobody else makes one, and none outlives its file.
  expect((await portal.fetch('POST /api/v1/exports/:id/link', { cookie: ben.cookie, id })).status).toBe(404);
  await inAlder((tx) => tx.run`UPDATE report_export SET expires_at = now() + interval '1 minute' WHERE tenant_id = ${tx.tenantId} AND id = ${id}`); // prettier-ignore
  expect(Date.parse((await linkTo(id)).expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
});

test('a link opens nothing once its file is deleted, its reader has lost the report or their account, or links are off', async () => {
  const { id } = await prepared({ format: 'xlsx' });
  await ended(id);
  const token = tokenOf(await linkTo(id));
  const opens = async () => (await download(token)).status === 200;
  const archive = (at: Date | null) =>
    inAlder((tx) => tx.run`UPDATE report SET archived_at = ${at} WHERE tenant_id = ${tx.tenantId} AND id = ${report}`);
  await archive(new Date());
  await opensNothing(token);
  await archive(null);
  expect(await opens()).toBe(true);
  const disable = (at: Date | null) =>
    portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE account SET disabled_at = ${at} WHERE id = ${ada.accountId}`); // prettier-ignore
  await disable(new Date());
  await opensNothing(token);
  await disable(null);
  const suspend = (at: Date | null) =>
    portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE tenant SET suspended_at = ${at} WHERE id = ${portal.tenants.alder}`); // prettier-ignore
  await suspend(new Date());
  await opensNothing(token);
  await suspend(null);
  const boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [portal.tenants.alder] }); // prettier-ignore
  const allow = (exportLinks: boolean) =>
    portal.fetch('PATCH /api/v1/embedding', { cookie: boss.cookie, body: { exportLinks } });
  expect(await (await allow(false)).json()).toMatchObject({ exportLinks: false, embedding: false, publicLinks: false });
  await opensNothing(token);
  expect((await portal.fetch('POST /api/v1/exports/:id/link', { cookie: ada.cookie, id })).status).toBe(409);
  await allow(true);
  expect(await opens()).toBe(true);
  await remove(id);
  await opensNothing(token);
});
