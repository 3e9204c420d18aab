import type { ErrorBody, ReportViews, RouteKey, Workspace } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: SignedIn;
let ada: SignedIn;
let id: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  const { reports } = await call<{ reports: { id: string }[] }>(boss, 'GET /api/v1/reports', {});
  id = reports[0]!.id;
});
afterAll(() => portal?.close());

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;

async function call<T = ReportViews>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const list = (who: SignedIn) => call(who, 'GET /api/v1/reports/:id/views');
const save = (who: SignedIn, name: string, more: object = {}) =>
  call(who, 'POST /api/v1/reports/:id/views', { body: { name, state: { filters: { state: ['VT'] } }, ...more } });
const names = ({ views }: ReportViews) => views.map(({ name }) => name);

test('a view is its author’s own, and saved again under its name it is replaced', async () => {
  const { views, can } = await save(ada, 'Vermont');
  expect(can).toEqual({ share: false });
  expect(views).toMatchObject([
    { name: 'Vermont', state: { filters: { state: ['VT'] } }, shared: false, author: 'ada@alder.example', isOwn: true },
  ]);
  expect(names(await list(boss))).toEqual([]);
  const again = await save(ada, 'Vermont', {
    state: { filters: { state: ['VT', 'NH'] }, measure: 'return_on_assets' },
  });
  expect(again.views).toHaveLength(1);
  expect(again.views[0]!.state).toEqual({ filters: { state: ['VT', 'NH'] }, measure: 'return_on_assets' });
  expect(await fail(ada, 'POST /api/v1/reports/:id/views', { body: { name: '  ', state: {} } })).toMatchObject({
    status: 400,
  });
});

test('a view is shared by those who may edit the workspace, and found by all who may open the report', async () => {
  const body = { name: 'For all', state: {}, shared: true };
  expect(await fail(ada, 'POST /api/v1/reports/:id/views', { body })).toMatchObject({ status: 404 });
  const { views } = await save(boss, 'Board meeting', { shared: true });
  const [view] = views;
  const found = await list(ada);
  expect(found.views.find(({ name }) => name === 'Board meeting')).toMatchObject({
    isOwn: false,
    author: 'boss@alder.example',
    can: { delete: false },
  });
  expect(await fail(ada, 'DELETE /api/v1/reports/:id/views/:view', { view: view!.id })).toMatchObject({ status: 404 });
  const own = (await list(ada)).views.find(({ isOwn }) => isOwn)!;
  // Not even an administrator finds what is not shared.
  expect(await fail(boss, 'DELETE /api/v1/reports/:id/views/:view', { view: own.id })).toMatchObject({ status: 404 });
});

test('a report opens with the view that a person chose, for that person', async () => {
  const shared = (await list(ada)).views.find(({ name }) => name === 'Board meeting')!;
  const chosen = await call(ada, 'PUT /api/v1/reports/:id/default-view', { body: { view: shared.id } });
  expect(chosen.views.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Board meeting']);
  expect((await list(boss)).views.some(({ isDefault }) => isDefault)).toBe(false);
  const none = await call(ada, 'PUT /api/v1/reports/:id/default-view', { body: { view: null } });
  expect(none.views.some(({ isDefault }) => isDefault)).toBe(false);
  await call(ada, 'PUT /api/v1/reports/:id/default-view', { body: { view: shared.id } });
  const own = (await list(ada)).views.find(({ isOwn }) => isOwn)!;
  expect(await fail(boss, 'PUT /api/v1/reports/:id/default-view', { body: { view: own.id } })).toMatchObject({
    status: 404,
  });
  await call(boss, 'DELETE /api/v1/reports/:id/views/:view', { view: shared.id });
  expect((await list(ada)).views.some(({ isDefault }) => isDefault)).toBe(false);
});

test('who may not open a report has no views of it', async () => {
  const content = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: null };
  const { id: workspace } = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body: content });
  const { id: closed } = await call<{ id: string }>(boss, 'POST /api/v1/reports/:id/copy', {
    body: { workspace, title: { en: 'Closed' } },
  });
  await call(boss, 'POST /api/v1/reports/:id/views', { id: closed, body: { name: 'A', state: {}, shared: true } });
  expect(await fail(ada, 'GET /api/v1/reports/:id/views', { id: closed })).toMatchObject({ status: 404 });
});
