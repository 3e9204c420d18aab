import type { ErrorBody, Report, ReportSummary, RouteKey, Workspace } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: SignedIn;
let ada: SignedIn;
let document: string;
/** A report of the tenant's own. */
let id: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  const OWN = `
parameters: [{ name: late_days, title: { en: Late }, type: integer, default: 60 }]
mappings: [{ name: loan_type, title: { en: Loan type }, targets: [{ value: auto, title: { en: Auto } }] }]
`;
  const model = await call<{ document: string }>(boss, 'GET /api/v1/model');
  document = `${model.document}${OWN}`;
  await call(boss, 'PUT /api/v1/model', { body: { document } });
  const content = { name: 'Board', description: '', icon: 'bank', color: 'teal', everyone: 'view' };
  const workspace = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body: content });
  const { reports } = await call<{ reports: ReportSummary[] }>(boss, 'GET /api/v1/reports');
  const copy = { id: reports[0]!.id, body: { workspace: workspace.id, title: { en: 'Own' } } };
  id = (await call<ReportSummary>(boss, 'POST /api/v1/reports/:id/copy', copy)).id;
});
afterAll(() => portal?.close());

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;

async function call<T = unknown>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const PUT = 'PUT /api/v1/reports/:id/verification';
const DELETE = 'DELETE /api/v1/reports/:id/verification';
const read = (who = ada) => call<Report>(who, 'GET /api/v1/reports/:id');
const listed = async (who = ada) =>
  (await call<{ reports: ReportSummary[] }>(who, 'GET /api/v1/reports')).reports.find((one) => one.id === id)!;
/** Verifies the published version again; the mark holds then. */
async function verify(): Promise<void> {
  const { version } = await read();
  await call(boss, PUT, { body: { version, note: '' } });
  expect((await read()).verification).toMatchObject({ version, withdrawn: null });
  expect((await listed()).verified).not.toBeNull();
}
async function expectWithdrawn(by: string): Promise<void> {
  expect((await read()).verification).toMatchObject({ withdrawn: by, by: 'boss@alder.example' });
  expect(await read()).toMatchObject({ verified: null });
  expect((await listed()).verified).toBeNull();
}

test('those who may edit the workspace verify the published version, and everybody sees who and when', async () => {
  expect(await read()).toMatchObject({ verified: null, verification: null, can: { verify: false } });
  expect(await fail(ada, PUT, { body: { version: 1 } })).toMatchObject({ status: 404 });
  expect(await fail(boss, PUT, { body: { version: 2 } })).toMatchObject({ status: 409, code: 'CONFLICT' });
  const marked = await call<ReportSummary>(boss, PUT, { body: { version: 1, note: 'Against the filed report' } });
  expect(marked).toMatchObject({ verified: { by: 'boss@alder.example' }, can: { verify: true } });
  expect((await read()).verification).toEqual({
    ...marked.verified!,
    version: 1,
    note: 'Against the filed report',
    withdrawn: null,
  });
  expect((await listed()).verified).toEqual(marked.verified);
  expect(await fail(ada, DELETE)).toMatchObject({ status: 404 });
  expect(await call(boss, DELETE)).toMatchObject({ verified: null });
  expect((await read()).verification).toBeNull();
});

test('the mark is withdrawn by a new version', async () => {
  await verify();
  const { revision, title, purpose } = await read();
  // A draft alone changes nothing that readers see.
  const operations = [{ type: 'set', at: ['purpose'], value: { en: 'Drafted' } }];
  const change = { id: crypto.randomUUID(), operations };
  await call(boss, 'POST /api/v1/reports/:id/draft/changes', { body: { change } });
  expect((await listed()).verified).not.toBeNull();
  await call(boss, 'PATCH /api/v1/reports/:id', {
    body: { title: { en: `${title.en} 2` }, purpose, basedOn: revision },
  });
  await expectWithdrawn('published');
});

test('the mark is withdrawn by a change of parameters, mappings, calendar or model, and holds again where it is undone', async () => {
  await verify();
  await call(boss, 'PATCH /api/v1/parameters', { body: { values: { late_days: 90 } } });
  await expectWithdrawn('parameters');
  await verify();
  await call(boss, 'PUT /api/v1/mapping', { body: { type: 'loan_type', codes: [{ code: 'A', value: 'auto' }] } });
  await expectWithdrawn('mappings');
  await verify();
  await call(boss, 'PATCH /api/v1/calendar', { body: { fiscalYearStart: 7 } });
  await expectWithdrawn('settings');
  await verify();
  await call(boss, 'PUT /api/v1/model', { body: { document: `${document}# changed` } });
  await expectWithdrawn('model');
  await call(boss, 'PUT /api/v1/model', { body: { document } });
  expect((await read()).verification).toMatchObject({ withdrawn: null });
});

test('another tenant’s settings change nothing, and a copy is not verified', async () => {
  await verify();
  const birch = await portal.signIn({
    email: 'b@birch.example',
    roles: ['tenant.admin'],
    tenants: [portal.tenants.birch],
  });
  await call(birch, 'PATCH /api/v1/calendar', { body: { fiscalYearStart: 4 } });
  expect((await listed()).verified).not.toBeNull();
  const { workspace } = await read();
  const body = { workspace, title: { en: 'Copy' } };
  expect(await call(boss, 'POST /api/v1/reports/:id/copy', { body })).toMatchObject({ verified: null });
});
