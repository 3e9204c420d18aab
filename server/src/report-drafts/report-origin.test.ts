import { randomUUID } from 'node:crypto';
import {
  tilesOf,
  type ErrorBody,
  type OriginUpdate,
  type Report,
  type ReportDocument,
  type ReportDraft,
  type ReportOperation,
  type ReportSummary,
  type RouteKey,
  type Workspace,
} from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ReportService } from '../reports/reports.service.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
/** Edit. */
let ada: SignedIn;
let ben: SignedIn;
/** Reads only. */
let eve: SignedIn;
let workspace: string;
/** Of the template, new in each test. */
let template: string;
/** The copy of its first version. */
let id: string;
let origin: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants });
  ben = await portal.signIn({ email: 'ben@alder.example', roles: ['tenant.user'], tenants });
  eve = await portal.signIn({ email: 'eve@alder.example', roles: ['tenant.user'], tenants });
  workspace = await createWorkspace('Copies', 'view');
  const who = { kind: 'person', account: ben.accountId };
  await call(ada, 'PUT /api/v1/workspaces/:id/members', { id: workspace, body: { who, role: 'edit' } });
});
afterAll(() => portal?.close());

beforeEach(async () => {
  template = `template-${randomUUID().slice(0, 8)}`;
  await putTemplate({});
  const { reports } = await call<{ reports: ReportSummary[] }>(ada, 'GET /api/v1/reports');
  origin = reports.find(({ title }) => title.en === template)!.id;
  id = await copy();
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;

async function call<T = ReportDraft>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

async function createWorkspace(name: string, everyone: 'view' | null): Promise<string> {
  const content = { name, description: '', icon: 'folder', color: 'gray', everyone };
  return (await call<Workspace>(ada, 'POST /api/v1/workspaces', { body: content })).id;
}
async function copy(of = origin, to = workspace): Promise<string> {
  const body = { workspace: to, title: { en: 'Own' } };
  return (await call<ReportSummary>(ada, 'POST /api/v1/reports/:id/copy', { id: of, body })).id;
}

/** Puts a version of the template: tiles 'a' and 'b', and what is added, each with its title. */
async function putTemplate(titles: Record<string, string | null>, purpose = 'Purpose'): Promise<void> {
  const unused = {} as never;
  const { database } = portal;
  const service = new ReportService({
    database,
    warehouses: unused,
    queries: unused,
    toUserError: unused,
    log: unused,
  });
  const tiles = Object.entries({ a: 'A', b: 'B', ...titles }).flatMap(([tile, title]) =>
    title === null ? [] : [{ id: tile, kind: 'text', width: 6, title: { en: title }, text: { en: tile } }],
  );
  const document = {
    title: { en: template },
    purpose: { en: purpose },
    dataset: 'call_report',
    pages: [{ id: 'page-1', title: { en: 'Page' }, rows: [{ id: 'row-1', tiles }] }],
  };
  await service.putTemplate(systemIn(portal.tenants.alder), {
    name: template,
    workspace: { name: { en: template }, description: { en: 'D' }, icon: 'folder', color: 'gray' },
    reports: [{ name: template, yaml: JSON.stringify(document) }],
  });
}

const READ = 'GET /api/v1/reports/:id/origin';
const MERGE = 'POST /api/v1/reports/:id/origin/merge';
const DISMISS = 'POST /api/v1/reports/:id/origin/dismiss';
const update = async (who = ada) => (await call<{ update: OriginUpdate | null }>(who, READ)).update;
async function merge(who: SignedIn, ...theirs: string[]): Promise<ReportDraft> {
  const { version, revision: basedOn } = (await update(who))!;
  return call(who, MERGE, { body: { version, basedOn, theirs } });
}
const change = (who: SignedIn, ...operations: ReportOperation[]) =>
  call(who, 'POST /api/v1/reports/:id/draft/changes', { body: { change: { id: randomUUID(), operations } } });
const rename = (tile: string, title: string): ReportOperation => ({
  type: 'set',
  at: ['tiles', tile, 'title'],
  value: { en: title },
});
const step = (name: 'undo' | 'redo') => call(ada, `POST /api/v1/reports/:id/draft/${name}`, { body: {} });
async function publish(who = ada): Promise<ReportSummary> {
  const { revision: basedOn } = await call(who, 'GET /api/v1/reports/:id/draft');
  return call<ReportSummary>(who, 'POST /api/v1/reports/:id/publish', { body: { basedOn, note: '' } });
}
const titles = ({ document }: { document: ReportDocument }) => tilesOf(document).map((tile) => tile.title?.en);

describe('a copy', () => {
  test('learns of the next version of its template, with what changed', async () => {
    expect(await update()).toBeNull();
    await putTemplate({ a: 'A2', c: 'C' }, 'Other purpose');
    expect(await update()).toMatchObject({
      origin: { id: origin, title: { en: template } },
      base: 1,
      version: 2,
      isDismissed: false,
      revision: 0,
      changes: [
        { id: 'report/purpose', part: 'report', kind: 'changed', conflict: null },
        {
          part: 'tile',
          kind: 'changed',
          title: { en: 'A2' },
          page: null,
          properties: ['title'],
          conflict: null,
        },
        { part: 'tile', kind: 'added', title: { en: 'C' }, conflict: null },
      ],
    });
    expect(await update(ben)).toEqual(await update());
  });

  test('merges it into the draft as one change, which is undone, redone and published', async () => {
    await change(ada, rename('b', 'Mine'));
    await putTemplate({ a: 'A2', c: 'C' });
    const merged = await merge(ada);
    expect(titles(merged)).toEqual(['A2', 'Mine', 'C']);
    expect(merged.document.title).toEqual({ en: 'Own' });
    expect(await update()).toBeNull();

    expect(titles(await step('undo'))).toEqual(['A', 'Mine']);
    expect(await update()).toMatchObject({ base: 1, version: 2 });
    expect(titles(await step('redo'))).toEqual(['A2', 'Mine', 'C']);
    expect(await update()).toBeNull();

    expect(titles(await call<Report>(eve, 'GET /api/v1/reports/:id'))).toEqual(['A', 'B']);
    await publish();
    expect(titles(await call<Report>(eve, 'GET /api/v1/reports/:id'))).toEqual(['A2', 'Mine', 'C']);
    expect(await update()).toBeNull();
    await putTemplate({ a: 'A3', c: 'C' });
    expect(await update()).toMatchObject({ base: 2, version: 3, changes: [{ title: { en: 'A3' } }] });
  });

  test('is offered it again where the draft with it is discarded', async () => {
    await putTemplate({ a: 'A2' });
    const { revision: basedOn } = await merge(ada);
    await call(ada, 'POST /api/v1/reports/:id/draft/discard', { body: { basedOn } });
    expect(await update()).toMatchObject({ base: 1, version: 2 });
  });

  test('keeps what it changed itself, unless the template’s is chosen', async () => {
    await change(ada, rename('a', 'Mine'));
    await publish();
    await putTemplate({ a: 'A2' });
    expect((await update())!.changes).toMatchObject([{ id: 'tiles/a', kind: 'changed', conflict: 'changed' }]);
    expect(titles(await merge(ada))).toEqual(['Mine', 'B']);
    expect(await update()).toBeNull();
    expect(await call(ada, 'GET /api/v1/reports/:id/draft')).toMatchObject({ hasChanges: false, can: { undo: false } });

    await putTemplate({ a: 'A3' });
    expect(await update()).toMatchObject({ base: 2, version: 3 });
    expect(titles(await merge(ada, 'tiles/a'))).toEqual(['A3', 'B']);
    await change(ada, rename('b', 'Mine'));
    await publish();
    await putTemplate({ a: 'A3', b: null });
    expect((await update())!.changes).toMatchObject([{ id: 'tiles/b', kind: 'removed', conflict: 'changed' }]);
    expect(titles(await merge(ada, 'tiles/b'))).toEqual(['A3']);
  });

  test('marks a version that was dismissed, and not the next one', async () => {
    await putTemplate({ a: 'A2' });
    await call(ben, DISMISS, { body: { version: 2 } });
    expect(await update()).toMatchObject({ version: 2, isDismissed: true });
    await putTemplate({ a: 'A3' });
    expect(await update()).toMatchObject({ base: 1, version: 3, isDismissed: false });
  });

  test('of a report of the tenant learns of what is published of it, and not of its draft', async () => {
    const own = id;
    id = await copy(own);
    const second = id;
    id = own;
    await change(ada, rename('a', 'First copy'));
    id = second;
    expect(await update()).toBeNull();
    id = own;
    await publish();
    id = second;
    expect(await update()).toMatchObject({ origin: { id: own }, changes: [{ title: { en: 'First copy' } }] });
  });
});

describe('refused', () => {
  test('is a merge of what has changed since it was read', async () => {
    await putTemplate({ a: 'A2' });
    await change(ben, rename('b', 'Ben'));
    const stale = { version: 2, basedOn: 0, theirs: [] };
    expect(await fail(ada, MERGE, { body: stale })).toMatchObject({ status: 409, code: 'CONFLICT' });
    const { revision: basedOn } = (await update())!;
    await putTemplate({ a: 'A3' });
    expect(await fail(ada, MERGE, { body: { version: 2, basedOn, theirs: [] } })).toMatchObject({ status: 409 });
    expect(await fail(ada, DISMISS, { body: { version: 2 } })).toMatchObject({ status: 409 });
    const unknown = { version: 3, basedOn, theirs: ['tiles/a'] };
    expect(await fail(ada, MERGE, { body: unknown })).toMatchObject({
      status: 400,
      details: [{ field: 'theirs', message: "There is no conflict 'tiles/a'. Read the changes again." }],
    });
    expect(titles(await call(ada, 'GET /api/v1/reports/:id/draft'))).toEqual(['A', 'Ben']);
  });

  test('are those who may not edit the copy, and what is no copy has nothing to merge', async () => {
    await putTemplate({ a: 'A2' });
    expect(await fail(eve, READ)).toMatchObject({ status: 404 });
    expect(await fail(eve, MERGE, { body: { version: 2, basedOn: 0, theirs: [] } })).toMatchObject({ status: 404 });
    expect(await fail(eve, DISMISS, { body: { version: 2 } })).toMatchObject({ status: 404 });
    // A template's report is not edited.
    id = origin;
    expect(await fail(ada, READ)).toMatchObject({ status: 404 });
    const body = { workspace, title: { en: 'New' } };
    id = (await call<ReportSummary>(ada, 'POST /api/v1/reports', { body })).id;
    expect(await update()).toBeNull();
    expect(await fail(ada, MERGE, { body: { version: 1, basedOn: 0, theirs: [] } })).toMatchObject({ status: 409 });
  });

  test('are editors of the copy who may not open the original, and an archived original says nothing', async () => {
    const hidden = await createWorkspace('Hidden', null);
    const own = await copy(origin, hidden);
    id = await copy(own);
    const shown = id;
    id = own;
    await change(ada, rename('a', 'Secret'));
    await publish();
    id = shown;
    expect(await update(ada)).toMatchObject({ origin: { id: own } });
    expect(await update(ben)).toBeNull();
    expect(await fail(ben, MERGE, { body: { version: 2, basedOn: 0, theirs: [] } })).toMatchObject({ status: 409 });
    await call(ada, 'POST /api/v1/reports/:id/archive', { id: own, body: undefined });
    expect(await update(ada)).toBeNull();
  });
});
