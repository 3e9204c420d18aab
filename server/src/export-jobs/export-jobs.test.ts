import { setTimeout as wait } from 'node:timers/promises';
import { reportDocument, type ErrorBody, type ExportJob, type ExportJobs, type Notification } from '@rise/contract';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { readSlides } from '../testing/slides.ts';

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
async function ended(id: string): Promise<ExportJob> {
  for (;;) {
    const job = (await list()).find((one) => one.id === id)!;
    if (job.status !== 'running') return job;
    await wait(20);
  }
}

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
