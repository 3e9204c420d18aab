import type {
  ErrorBody,
  ReportSummary,
  RouteKey,
  SearchSet,
  Workspace,
  WorkspaceMember,
  Candidate,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: SignedIn;
let ada: SignedIn;
let bob: SignedIn;
let scorecard: ReportSummary;
/** The sample's. */
let template: Workspace;

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({
    email: 'boss@alder.example',
    firstName: 'Bea',
    lastName: 'Boss',
    roles: ['tenant.admin'],
    tenants,
  });
  ada = await portal.signIn({
    email: 'ada@alder.example',
    firstName: 'Ada',
    lastName: 'Reader',
    roles: ['tenant.user'],
    tenants,
  });
  bob = await portal.signIn({ email: 'bob@alder.example', roles: ['tenant.user'], tenants, groups: ['Lending'] });
  [scorecard] = (await reports(boss)) as [ReportSummary];
  [template] = (await workspaces(boss)) as [Workspace];
});
afterAll(() => portal?.close());

type Request = Parameters<TestPortal['fetch']>[1];

async function call<T>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const reports = async (who: SignedIn) => (await call<{ reports: ReportSummary[] }>(who, 'GET /api/v1/reports')).reports;
const workspaces = async (who: SignedIn) =>
  (await call<{ workspaces: Workspace[] }>(who, 'GET /api/v1/workspaces')).workspaces;
const names = async (who: SignedIn) => (await workspaces(who)).map(({ name }) => name.en);
const create = (name: string, more: object = {}) =>
  call<Workspace>(boss, 'POST /api/v1/workspaces', {
    body: { name, description: '', icon: 'folder', color: 'teal', everyone: null, ...more },
  });
const grant = async (id: string, who: object, role: string) =>
  (await call<{ members: WorkspaceMember[] }>(boss, 'PUT /api/v1/workspaces/:id/members', { id, body: { who, role } }))
    .members;
const copy = (who: SignedIn, workspace: string, title: string) =>
  call<ReportSummary>(who, 'POST /api/v1/reports/:id/copy', {
    id: scorecard.id,
    body: { workspace, title: { en: title } },
  });
const found = async (who: SignedIn, query: string) => {
  const sets = await call<SearchSet[]>(who, 'POST /api/common/search', { body: { query } });
  return sets.flatMap(({ id, results }) => (id === 'reports' ? results.map(({ title }) => title) : []));
};

describe('a sample’s workspace', () => {
  test('is there from the start with its reports, for everybody to read and for nobody to change', async () => {
    expect(template).toMatchObject({
      name: { en: 'Call report', tr: '5300 raporu' },
      template: true,
      everyone: 'view',
      reports: 11,
      can: { describe: false, manage: true, archive: true },
    });
    expect(scorecard).toMatchObject({
      template: true,
      workspace: template.id,
      can: { edit: false, move: false, copy: true },
    });
    expect((await workspaces(ada)).map(({ role, can }) => ({ role, can }))).toEqual([
      {
        role: 'view',
        can: { edit: false, describe: false, manage: false, archive: false, restore: false, publish: false },
      },
    ]);
    const renamed = { id: template.id, body: { name: 'Mine', basedOn: template.revision } };
    expect(await fail(boss, 'PATCH /api/v1/workspaces/:id', renamed)).toMatchObject({ status: 404 });
    const retitled = {
      id: scorecard.id,
      body: { title: { en: 'Mine' }, purpose: { en: 'Mine' }, basedOn: scorecard.revision },
    };
    expect(await fail(boss, 'PATCH /api/v1/reports/:id', retitled)).toMatchObject({ status: 404 });
  });

  test('is closed and opened by an administrator', async () => {
    const close = (everyone: 'view' | null, basedOn: number) =>
      call<Workspace>(boss, 'PATCH /api/v1/workspaces/:id', { id: template.id, body: { everyone, basedOn } });
    const { revision } = await close(null, template.revision);
    expect(await reports(ada)).toEqual([]);
    expect(await fail(ada, 'GET /api/v1/reports/:id', { id: scorecard.id })).toMatchObject({ status: 404 });
    expect(await fail(ada, 'POST /api/v1/reports/:id/run', { id: scorecard.id, body: {} })).toMatchObject({
      status: 404,
    });
    expect(await found(ada, 'scorecard')).toEqual([]);
    expect(await found(boss, 'scorecard')).toEqual(['Board scorecard']);
    await close('view', revision);
    expect(await found(ada, 'scorecard')).toEqual(['Board scorecard']);
  });
});

describe('a workspace of the tenant', () => {
  test('is found by its members alone, each with their role: people, and groups of the identity provider', async () => {
    const { id, can } = await create('Board');
    expect(can).toEqual({ edit: true, describe: true, manage: true, archive: true, restore: false, publish: false });
    expect(await names(ada)).toEqual(['Call report']);
    expect(await names(bob)).toEqual(['Call report']);
    await grant(id, { kind: 'person', account: ada.accountId }, 'view');
    const members = await grant(id, { kind: 'group', group: 'Lending' }, 'edit');
    expect(members.map(({ role, who }) => [role, who])).toEqual([
      ['edit', { kind: 'group', group: 'Lending', people: 1 }],
      ['view', { kind: 'person', account: ada.accountId, name: 'Ada Reader', email: 'ada@alder.example' }],
      ['manage', { kind: 'person', account: boss.accountId, name: 'Bea Boss', email: 'boss@alder.example' }],
    ]);
    const roles = async (who: SignedIn) => (await workspaces(who)).find((one) => one.id === id)?.role;
    expect([await roles(ada), await roles(bob)]).toEqual(['view', 'edit']);
    // The last role that is given counts.
    await grant(id, { kind: 'person', account: ada.accountId }, 'manage');
    expect(await roles(ada)).toBe('manage');
    const { candidates } = await call<{ candidates: Candidate[] }>(ada, 'GET /api/v1/workspaces/:id/members', { id });
    expect(candidates.map((who) => (who.kind === 'group' ? who.group : who.email))).toEqual([
      'Lending',
      'ada@alder.example',
      'boss@alder.example',
      'bob@alder.example',
    ]);
    const own = members.find(({ who }) => who.kind === 'person' && who.account === ada.accountId)!;
    const left = await call(ada, 'DELETE /api/v1/workspaces/:id/members/:member', { id, member: own.id });
    expect(left).toEqual({ members: [] });
    expect(await names(ada)).toEqual(['Call report']);
    expect(await fail(ada, 'GET /api/v1/workspaces/:id/members', { id })).toMatchObject({ status: 404 });
    expect(await fail(bob, 'GET /api/v1/workspaces/:id/members', { id })).toMatchObject({ status: 404 });
  });

  test('has no member of another tenant', async () => {
    const { id } = await create('Closed');
    const stranger = await portal.signIn({
      email: 'eve@birch.example',
      roles: ['tenant.user'],
      tenants: [portal.tenants.birch],
    });
    const body = { who: { kind: 'person', account: stranger.accountId }, role: 'view' };
    expect(await fail(boss, 'PUT /api/v1/workspaces/:id/members', { id, body })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'who.account' }],
    });
  });

  test('has a name that no other has, and is changed by one at a time', async () => {
    const { id, revision } = await create('Lending', { everyone: 'edit' });
    const again = { name: 'LENDING', description: '', icon: 'folder', color: 'teal', everyone: null };
    expect(await fail(boss, 'POST /api/v1/workspaces', { body: again })).toMatchObject({
      code: 'CONFLICT',
      details: [{ field: 'name' }],
    });
    const body = { name: 'Loans', description: 'What we lend.', color: 'rose', basedOn: revision };
    const changed = await call<Workspace>(boss, 'PATCH /api/v1/workspaces/:id', { id, body });
    expect(changed).toMatchObject({
      name: { en: 'Loans' },
      description: { en: 'What we lend.' },
      color: 'rose',
      icon: 'folder',
      everyone: 'edit',
    });
    expect(await fail(boss, 'PATCH /api/v1/workspaces/:id', { id, body })).toMatchObject({ code: 'CONFLICT' });
    const cleared = { description: '', basedOn: changed.revision };
    expect(await call(boss, 'PATCH /api/v1/workspaces/:id', { id, body: cleared })).toMatchObject({
      description: null,
    });
    // Everybody may put reports there, and that is all.
    expect((await workspaces(ada)).find((one) => one.id === id)!.can).toMatchObject({ edit: true, manage: false });
    expect(await fail(ada, 'POST /api/v1/workspaces', { body: again })).toMatchObject({ status: 404 });
  });

  test('comes in the order that an administrator chose', async () => {
    const before = await workspaces(boss);
    const last = before.at(-1)!;
    const body = { ids: [last.id, before[0]!.id] };
    await call(boss, 'PUT /api/v1/workspaces/order', { body });
    expect((await workspaces(boss)).map(({ id }) => id)).toEqual([last.id, ...before.slice(0, -1).map(({ id }) => id)]);
    await call(boss, 'PUT /api/v1/workspaces/order', { body: { ids: before.map(({ id }) => id) } });
  });

  test('is archived with its reports, and restored with them', async () => {
    const { id } = await create('Old', { everyone: 'view' });
    const { id: report } = await copy(boss, id, 'Okapi numbers');
    expect(await found(ada, 'okapi')).toEqual(['Okapi numbers']);
    expect(await call(boss, 'POST /api/v1/workspaces/:id/archive', { id })).toMatchObject({
      archivedAt: expect.any(String),
      can: { edit: false, archive: false, restore: true },
    });
    expect(await names(ada)).not.toContain('Old');
    expect(await found(ada, 'okapi')).toEqual([]);
    expect(await fail(ada, 'GET /api/v1/reports/:id', { id: report })).toMatchObject({ status: 404 });
    expect(await names(boss)).toContain('Old');
    const body = { name: 'Old', description: '', icon: 'folder', color: 'teal', everyone: null };
    const { id: taken } = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body });
    expect(await fail(boss, 'POST /api/v1/workspaces/:id/restore', { id })).toMatchObject({ code: 'CONFLICT' });
    await call(boss, 'POST /api/v1/workspaces/:id/archive', { id: taken });
    await call(boss, 'POST /api/v1/workspaces/:id/restore', { id });
    expect(await found(ada, 'okapi')).toEqual(['Okapi numbers']);
  });
});

describe('a report', () => {
  test('is copied to where one may put reports, and follows no template there', async () => {
    const { id } = await create('Own work');
    await grant(id, { kind: 'group', group: 'Lending' }, 'edit');
    const copied = await copy(bob, id, 'My scorecard');
    expect(copied).toMatchObject({ template: false, workspace: id, can: { edit: true, move: true, archive: true } });
    const document = async (report: string) =>
      (await call<{ document: { pages: unknown } }>(bob, 'GET /api/v1/reports/:id', { id: report })).document;
    expect((await document(copied.id)).pages).toEqual((await document(scorecard.id)).pages);
    const body = {
      title: { en: 'Ours', tr: 'Bizimki' },
      purpose: { en: 'What we look at.' },
      basedOn: copied.revision,
    };
    expect(await call(bob, 'PATCH /api/v1/reports/:id', { id: copied.id, body })).toMatchObject({ title: body.title });
    expect(await fail(bob, 'PATCH /api/v1/reports/:id', { id: copied.id, body })).toMatchObject({ code: 'CONFLICT' });
    expect(await found(bob, 'bizimki')).toEqual(['Ours']);
    expect(await found(ada, 'bizimki')).toEqual([]);
    expect(
      await fail(ada, 'POST /api/v1/reports/:id/copy', { id: copied.id, body: { workspace: id, title: { en: 'A' } } }),
    ).toMatchObject({ status: 404 });
    const target = { workspace: id, title: { en: 'Not mine' } };
    expect(await fail(ada, 'POST /api/v1/reports/:id/copy', { id: scorecard.id, body: target })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'workspace' }],
    });
  });

  test('is moved with its rights: who may open it, and who finds it, changes', async () => {
    const [from, to] = [await create('From', { everyone: 'edit' }), await create('To')];
    const { id, updatedAt } = await copy(ada, from.id, 'Zorilla');
    expect(await fail(ada, 'POST /api/v1/reports/:id/move', { id, body: { workspace: to.id } })).toMatchObject({
      status: 400,
    });
    const moved = await call<ReportSummary>(boss, 'POST /api/v1/reports/:id/move', { id, body: { workspace: to.id } });
    // It shows what it showed.
    expect(moved).toMatchObject({ workspace: to.id, updatedAt });
    expect(await found(ada, 'zorilla')).toEqual([]);
    expect(await fail(ada, 'GET /api/v1/reports/:id', { id })).toMatchObject({ status: 404 });
    expect((await workspaces(boss)).find((one) => one.id === to.id)).toMatchObject({ reports: 1 });
  });

  test('is archived and restored; a template’s stays archived when the server starts again', async () => {
    const archived = await call<ReportSummary>(boss, 'POST /api/v1/reports/:id/archive', { id: scorecard.id });
    expect(archived).toMatchObject({
      archivedAt: expect.any(String),
      can: { restore: true, archive: false, copy: false },
    });
    const ids = async (who: SignedIn) => (await reports(who)).map(({ id }) => id);
    expect(await ids(ada)).not.toContain(scorecard.id);
    expect(await found(boss, 'board')).not.toContain('Board scorecard');
    await portal.restart();
    expect(await ids(ada)).not.toContain(scorecard.id);
    await call(boss, 'POST /api/v1/reports/:id/restore', { id: scorecard.id });
    expect(await ids(ada)).toContain(scorecard.id);
    expect(await found(ada, 'board')).toContain('Board scorecard');
  });

  test('is a favorite of the people who marked it, and of nobody else', async () => {
    const { id } = scorecard;
    const mark = (who: SignedIn, favorite: boolean) =>
      call(who, 'PUT /api/v1/reports/:id/favorite', { id, body: { favorite } });
    const favorites = async (who: SignedIn) =>
      (await reports(who)).filter(({ favorite }) => favorite).map((one) => one.id);
    expect(await mark(ada, true)).toEqual({ favorite: true });
    // Twice is once.
    await mark(ada, true);
    expect(await favorites(ada)).toEqual([id]);
    expect(await favorites(boss)).toEqual([]);
    expect(await call(ada, 'GET /api/v1/reports/:id', { id })).toMatchObject({ favorite: true });
    await mark(ada, false);
    expect(await favorites(ada)).toEqual([]);
    const { id: closed } = await create('For bosses');
    const { id: hidden } = await copy(boss, closed, 'Bosses only');
    const body = { favorite: true };
    expect(await fail(ada, 'PUT /api/v1/reports/:id/favorite', { id: hidden, body })).toMatchObject({ status: 404 });
  });

  test('is only named where its reader may open it', async () => {
    const { id } = await create('Secret');
    const { id: hidden } = await copy(boss, id, 'Hidden');
    const usage = async (who: SignedIn) => {
      const request = { search: '?dataset=call_report&name=total_assets' };
      const used = await call<{ reports: { id: string }[] }>(who, 'GET /api/v1/catalog/usage', request);
      return used.reports.map((report) => report.id);
    };
    expect(await usage(boss)).toContain(hidden);
    expect(await usage(ada)).not.toContain(hidden);
    expect(await usage(ada)).toContain(scorecard.id);
    const columns = async (who: SignedIn) =>
      JSON.stringify(await call(who, 'GET /api/v1/data-view/table', { search: '?table=fs220' }));
    expect(await columns(boss)).toContain(hidden);
    expect(await columns(ada)).not.toContain(hidden);
  });
});

test('someone who supports tenants reads what everybody reads, and changes nothing', async () => {
  const support = await portal.signIn({
    email: 's@rise.example',
    roles: ['global.support'],
    enter: portal.tenants.alder,
  });
  const all = await workspaces(support);
  expect(all.map(({ name }) => name.en)).toContain('Call report');
  expect(all.map(({ name }) => name.en)).not.toContain('Secret');
  expect(all.every(({ can }) => !can.edit)).toBe(true);
  const open = all.find(({ everyone }) => everyone === 'edit')!;
  const body = { workspace: open.id, title: { en: 'Mine' } };
  expect(await fail(support, 'POST /api/v1/reports/:id/copy', { id: scorecard.id, body })).toMatchObject({
    status: 404,
  });
});
