import { randomUUID } from 'node:crypto';
import {
  tilesOf,
  type ErrorBody,
  type Report,
  type ReportDocument,
  type ReportDraft,
  type ReportOperation,
  type ReportSummary,
  type ReportVersion,
  type RouteKey,
  type Tile,
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
/** Everybody may read there. */
let workspace: string;
let template: string;
/** Published with one tile, 'a', and new in each test. */
let id: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants });
  ben = await portal.signIn({ email: 'ben@alder.example', roles: ['tenant.admin'], tenants });
  eve = await portal.signIn({ email: 'eve@alder.example', roles: ['tenant.user'], tenants });
  template = (await reports(ada)).find((report) => report.template)!.id;
  const content = { name: 'Drafts', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  workspace = (await call<Workspace>(ada, 'POST /api/v1/workspaces', { body: content })).id;
});
afterAll(() => portal?.close());

beforeEach(async () => {
  id = await create();
  await change(ada, insert(text('a')));
  await publish(ada);
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

const reports = async (who: SignedIn) =>
  (await call<{ reports: ReportSummary[] }>(who, 'GET /api/v1/reports', {})).reports;
async function create(title = 'New'): Promise<string> {
  const body = { workspace, title: { en: title } };
  return (await call<ReportSummary>(ada, 'POST /api/v1/reports', { body })).id;
}

const CHANGES = 'POST /api/v1/reports/:id/draft/changes';
const changeOf = (...operations: ReportOperation[]) => ({ body: { change: { id: randomUUID(), operations } } });
const change = (who: SignedIn, ...operations: ReportOperation[]) => call(who, CHANGES, changeOf(...operations));
const read = (who: SignedIn) => call(who, 'GET /api/v1/reports/:id/draft');
const undo = (who: SignedIn) => call(who, 'POST /api/v1/reports/:id/draft/undo', { body: {} });
const redo = (who: SignedIn) => call(who, 'POST /api/v1/reports/:id/draft/redo', { body: {} });
async function publish(who: SignedIn, note = ''): Promise<ReportSummary> {
  const { revision: basedOn } = await read(who);
  return call<ReportSummary>(who, 'POST /api/v1/reports/:id/publish', { body: { basedOn, note } });
}
const versions = async (who: SignedIn) =>
  (await call<{ versions: ReportVersion[] }>(who, 'GET /api/v1/reports/:id/versions')).versions;

const text = (tile: string, title = tile): Tile => ({
  id: tile,
  kind: 'text',
  width: 6,
  title: { en: title },
  text: { en: title },
});
const insert = (tile: Tile): ReportOperation => ({
  type: 'insert-tile',
  tile,
  to: { page: 'page-1', newRow: { id: `row-${tile.id}` }, before: null },
});
const rename = (tile: string, title: string): ReportOperation => ({
  type: 'set',
  at: ['tiles', tile, 'title'],
  value: { en: title },
});
const setTitle = (title: string): ReportOperation => ({ type: 'set', at: ['title'], value: { en: title } });

const titles = ({ document }: { document: ReportDocument }) => tilesOf(document).map((tile) => tile.title?.en);
const ids = ({ document }: { document: ReportDocument }) => tilesOf(document).map((tile) => tile.id);

describe('one draft', () => {
  test('is the published document until it is changed', async () => {
    const draft = await read(ben);
    expect(draft).toMatchObject({ revision: 0, published: 1, hasChanges: false, editors: [] });
    expect(draft.can).toEqual({ undo: false, redo: false, publish: false, discard: false });
    expect(ids(draft)).toEqual(['a']);
  });

  test('has the changes of all editors, and readers see none of them before they are published', async () => {
    await change(ada, rename('a', 'By Ada'));
    const draft = await change(ben, insert(text('b', 'By Ben')));
    expect(titles(draft)).toEqual(['By Ada', 'By Ben']);
    expect(await read(ada)).toEqual({
      ...draft,
      editors: draft.editors.map((editor) => ({ ...editor, isOwn: !editor.isOwn })),
    });
    expect(draft.editors.map(({ author, isOwn }) => [author, isOwn])).toEqual([
      ['ben@alder.example', true],
      ['ada@alder.example', false],
    ]);
    expect(titles(await call<Report>(eve, 'GET /api/v1/reports/:id'))).toEqual(['a']);
    const found = (await reports(ada)).find((report) => report.id === id)!;
    expect(found).toMatchObject({ version: 1, hasDraft: true });
    expect((await reports(eve)).find((report) => report.id === id)).toMatchObject({ version: 1, hasDraft: false });
  });

  test('has the changes of many editors at once', async () => {
    const tiles = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const drafts = await Promise.all(tiles.map((tile, index) => change(index % 2 ? ada : ben, insert(text(tile)))));
    expect(new Set(drafts.map(({ revision }) => revision)).size).toBe(tiles.length);
    expect(ids(await read(ada)).toSorted()).toEqual(['a', ...tiles]);
  });

  test('counts a change once, however often it is sent', async () => {
    const sent = changeOf(insert(text('b')));
    const [first, again] = [await call(ada, CHANGES, sent), await call(ada, CHANGES, sent)];
    expect(again).toEqual(first);
    expect(ids(again)).toEqual(['a', 'b']);
  });

  test('stores nothing of a change with an operation that does not fit', async () => {
    const conflict = await fail(ada, CHANGES, changeOf(rename('a', 'Renamed'), rename('gone', 'x')));
    expect(conflict).toMatchObject({
      status: 409,
      message: 'This tile was removed by someone else. Your change was not saved.',
    });
    const invalid = await fail(ada, CHANGES, changeOf(setTitle('Renamed'), rename('a', '')));
    expect(invalid).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(invalid.details!.map(({ field }) => field)).toEqual(['tiles.a.title.en']);
    const wrong = await fail(ada, CHANGES, changeOf({ type: 'set', at: ['tiles', 'a', 'shade'], value: 'red' }));
    expect(wrong.details!.map(({ field }) => field)).toEqual(['tiles.a']);
    const kind = changeOf({ type: 'set', at: ['tiles', 'a', 'kind'], value: 'chart' });
    expect(await fail(ada, CHANGES, kind)).toMatchObject({ status: 400 });
    const last = await fail(ada, CHANGES, changeOf({ type: 'remove-page', page: 'page-1' }));
    expect(last).toMatchObject({ status: 400, details: [{ field: 'pages' }] });
    expect(await read(ada)).toMatchObject({ revision: 0, hasChanges: false });
    expect(await fail(ada, CHANGES, changeOf(insert(text('a'))))).toMatchObject({ status: 409 });
  });

  test('publishes an event with the id of the report to open editors', async () => {
    const controller = new AbortController();
    const response = await fetch(`${portal.url}/api/v1/events`, {
      headers: { cookie: ben.cookie },
      signal: controller.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = (await reader.read()).value!;
    await change(ada, rename('a', 'By Ada'));
    // An event may come in parts, and another report's before it.
    const event = new RegExp(`"kind":"reports".*${id}`);
    while (!event.test(received)) received += (await reader.read()).value!;
    expect(received).toMatch(event);
    controller.abort();
  });
});

describe('undo', () => {
  test('takes back the person’s changes only, as many as there are, and redo does them again', async () => {
    await change(ada, rename('a', 'One'));
    await change(ben, insert(text('b', 'By Ben')));
    await change(ada, setTitle('Two'));
    const first = await undo(ada);
    expect([first.document.title.en, ...titles(first)]).toEqual(['New', 'One', 'By Ben']);
    const second = await undo(ada);
    expect(titles(second)).toEqual(['a', 'By Ben']);
    expect(second.can).toMatchObject({ undo: false, redo: true });
    expect(await fail(ada, 'POST /api/v1/reports/:id/draft/undo', { body: {} })).toMatchObject({ status: 409 });
    expect((await read(ben)).can).toMatchObject({ undo: true, redo: false });
    expect(titles(await redo(ada))).toEqual(['One', 'By Ben']);
    const redone = await redo(ada);
    expect([redone.document.title.en, ...titles(redone)]).toEqual(['Two', 'One', 'By Ben']);
    expect(redone.can).toMatchObject({ undo: true, redo: false });
    expect((await undo(ada)).document.title.en).toBe('New');
    expect(titles(await undo(ada))).toEqual(['a', 'By Ben']);
  });

  test('restores a removed tile with its row, also where the row’s other tile is gone', async () => {
    await change(ada, {
      type: 'insert-tile',
      tile: text('b'),
      to: { page: 'page-1', row: 'row-a', before: null },
    });
    await change(ada, { type: 'set', at: ['rows', 'row-a', 'height'], value: 7 });
    const before = (await read(ada)).document;
    await change(ada, { type: 'remove-tile', tile: 'a' });
    await change(ben, { type: 'remove-tile', tile: 'b' });
    await undo(ada);
    expect((await undo(ben)).document).toEqual(before);
  });

  test('is over for what one has undone when one goes on', async () => {
    await change(ada, rename('a', 'One'));
    await undo(ada);
    await change(ben, insert(text('b')));
    expect((await read(ada)).can.redo).toBe(true);
    const after = await change(ada, setTitle('Other'));
    expect(after.can.redo).toBe(false);
    expect(await fail(ada, 'POST /api/v1/reports/:id/draft/redo', { body: {} })).toMatchObject({ status: 409 });
  });

  test('leaves what others have changed since, and goes on with the change before', async () => {
    await change(ada, setTitle('By Ada'));
    await change(ada, rename('a', 'By Ada'));
    await change(ben, rename('a', 'By Ben'));
    const blocked = await fail(ada, 'POST /api/v1/reports/:id/draft/undo', { body: {} });
    expect(blocked).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(blocked.message).toContain('someone else has changed the same part');
    expect(titles(await read(ada))).toEqual(['By Ben']);
    const draft = await undo(ada);
    expect(draft.document.title.en).toBe('New');
    expect(titles(draft)).toEqual(['By Ben']);
  });

  test('does not remove a tile or a page that others work on, nor redo into a page that is gone', async () => {
    const page = { id: 'page-2', title: { en: 'Second' }, rows: [] };
    await change(ada, { type: 'insert-page', page, before: null });
    await change(ben, {
      type: 'insert-tile',
      tile: text('b'),
      to: { page: 'page-2', newRow: { id: 'row-b' }, before: null },
    });
    expect(await fail(ada, 'POST /api/v1/reports/:id/draft/undo', { body: {} })).toMatchObject({ status: 409 });
    expect(ids(await read(ada))).toEqual(['a', 'b']);
    await undo(ben);
    await change(ada, { type: 'remove-page', page: 'page-2' });
    expect(await fail(ben, 'POST /api/v1/reports/:id/draft/redo', { body: {} })).toMatchObject({ status: 409 });
    expect((await read(ben)).can.redo).toBe(false);
  });
});

describe('publishing', () => {
  test('makes the draft the next version, with a note, its author and what it changed', async () => {
    await change(ada, rename('a', 'Renamed'), insert(text('b')));
    const summary = await publish(ben, 'A second tile');
    expect(summary).toMatchObject({ id, version: 2, hasDraft: false });
    expect(titles(await call<Report>(eve, 'GET /api/v1/reports/:id'))).toEqual(['Renamed', 'b']);
    const draft = await read(ada);
    expect(draft).toMatchObject({ revision: 0, published: 2, hasChanges: false, editors: [] });
    expect(draft.can).toEqual({ undo: false, redo: false, publish: false, discard: false });
    const [second, first] = await versions(ada);
    expect(second).toMatchObject({ number: 2, author: 'ben@alder.example', note: 'A second tile' });
    expect(second!.changes).toMatchObject({
      properties: [],
      tiles: { added: [{ id: 'b' }], removed: [], changed: [{ id: 'a', properties: ['title'] }] },
    });
    expect(first).toMatchObject({ number: 1, changes: null });
  });

  test('refuses a draft that was changed since, one that is not there, and one that does not fit the model', async () => {
    const PUBLISH = 'POST /api/v1/reports/:id/publish';
    expect(await fail(ada, PUBLISH, { body: { basedOn: 0, note: '' } })).toMatchObject({ status: 409 });
    const { revision } = await change(ada, rename('a', 'One'));
    await change(ben, rename('a', 'Two'));
    expect(await fail(ada, PUBLISH, { body: { basedOn: revision, note: '' } })).toMatchObject({ status: 409 });
    const tile: Tile = { id: 'k', kind: 'figures', width: 12, title: { en: 'K' }, of: 'peers', measures: ['no_such'] };
    const draft = await change(ada, insert(tile));
    const invalid = await fail(ada, PUBLISH, { body: { basedOn: draft.revision, note: '' } });
    expect(invalid).toMatchObject({ status: 400, details: [{ field: 'tiles.k.measures.0' }] });
    expect(await read(ada)).toEqual(draft);
    const long = await change(ada, { type: 'remove-tile', tile: 'k' }, setTitle('T'.repeat(121)));
    expect(await fail(ada, PUBLISH, { body: { basedOn: long.revision, note: '' } })).toMatchObject({
      status: 400,
      details: [{ field: 'title.en' }],
    });
    expect(await versions(ada)).toHaveLength(1);
  });

  test('keeps levels, targets, formats and notes, and refuses those that name what is not there', async () => {
    const hidden = await create('Only for editors');
    const { key } = (await reports(ada)).find((report) => report.id === hidden)!;
    const common = { width: 12, of: 'peers' as const, title: { en: 'T' }, measures: ['total_assets'] };
    const chart: Tile = {
      ...common,
      id: 'chart',
      kind: 'chart',
      shape: 'column',
      category: 'state',
      stack: 'none',
      other: true,
      order: 'value',
      labels: false,
      drill: ['no_level', 'charter_type'],
      targets: [key, 'no-such-report'],
      annotations: [{ at: 'CA', text: { en: 'Home', tr: 'Yuva' } }],
    };
    const rule = { op: 'lt', target: 'no_goal', tone: 'bad' } as const;
    const table: Tile = {
      ...common,
      id: 'table',
      kind: 'table',
      dimensions: ['state'],
      subtotals: false,
      formats: [
        { measure: 'total_assets', show: 'rules', rules: [rule] },
        { measure: 'total_loans', show: 'heat' },
      ],
    };
    await change(ada, insert(chart), insert(table));
    const draft = await change(ada, { type: 'set', at: ['tiles', 'chart', 'series'], value: 'charter_type' });
    const refused = await fail(ada, 'POST /api/v1/reports/:id/publish', {
      body: { basedOn: draft.revision, note: '' },
    });
    expect(refused.status).toBe(400);
    expect(refused.details!.map(({ field }) => field).toSorted()).toEqual([
      'tiles.chart.drill.0',
      'tiles.chart.drill.1',
      'tiles.chart.targets.1',
      'tiles.table.formats.0.rules.0.target',
      'tiles.table.formats.1.measure',
    ]);
    const set = (tile: string, property: string, value: unknown): ReportOperation => ({
      type: 'set',
      at: ['tiles', tile, property],
      value,
    });
    const formats = [{ measure: 'total_assets', show: 'rules', rules: [{ ...rule, target: 'total_loans' }] }];
    await change(
      ada,
      set('chart', 'series', null),
      set('chart', 'drill', ['charter_type']),
      set('chart', 'targets', [key]),
      set('table', 'formats', formats),
    );
    await publish(ada);
    const { document, targets } = await call<Report>(ada, 'GET /api/v1/reports/:id');
    expect(tilesOf(document).find((tile) => tile.id === 'chart')).toMatchObject({
      drill: ['charter_type'],
      targets: [key],
      annotations: chart.annotations,
    });
    expect(tilesOf(document).find((tile) => tile.id === 'table')).toMatchObject({ formats });
    expect(targets.map((target) => target.key)).toEqual([key]);
    // Readers are not told of a report that they may not open.
    expect((await call<Report>(eve, 'GET /api/v1/reports/:id')).targets).toEqual([]);
  });

  test('a revision never means two documents, also after the draft was published', async () => {
    const { revision } = await change(ada, rename('a', 'One'));
    await publish(ada);
    const draft = await change(ada, rename('a', 'Two'));
    expect(draft.revision).toBeGreaterThan(revision);
  });

  test('a version is read, and restored as a change that can be undone', async () => {
    await change(ada, rename('a', 'Second'), insert(text('b')));
    await publish(ada);
    const READ = 'GET /api/v1/reports/:id/versions/:number';
    const RESTORE = 'POST /api/v1/reports/:id/versions/:number/restore';
    const first = await call<{ number: number; document: ReportDocument }>(ben, READ, { number: 1 });
    expect(ids(first)).toEqual(['a']);
    expect(await fail(ben, READ, { number: 3 })).toMatchObject({ status: 404 });
    expect(await fail(ben, RESTORE, { number: 3, body: {} })).toMatchObject({ status: 404 });
    await change(ben, setTitle('By Ben'));
    const draft = await call(ada, RESTORE, { number: 1, body: {} });
    expect(draft.document).toEqual(first.document);
    const back = await undo(ada);
    expect([back.document.title.en, ...titles(back)]).toEqual(['By Ben', 'Second', 'b']);
  });

  test('a discarded draft is gone with its changes', async () => {
    const DISCARD = 'POST /api/v1/reports/:id/draft/discard';
    const { revision } = await change(ada, rename('a', 'One'));
    expect(await fail(ben, DISCARD, { body: { basedOn: revision - 1 } })).toMatchObject({ status: 409 });
    const draft = await call(ben, DISCARD, { body: { basedOn: revision } });
    expect(draft).toMatchObject({ revision: 0, hasChanges: false, can: { discard: false } });
    expect(titles(draft)).toEqual(['a']);
    expect((await read(ada)).can.undo).toBe(false);
  });
});

describe('a report that is not published yet', () => {
  test('is found by editors only, by its title of the moment', async () => {
    id = await create('Quarterly');
    expect(await fail(eve, 'GET /api/v1/reports/:id')).toMatchObject({ status: 404 });
    expect((await reports(eve)).some((report) => report.id === id)).toBe(false);
    const found = async (who: SignedIn, query: string) =>
      JSON.stringify(await call<unknown>(who, 'POST /api/common/search', { body: { query } })).includes(id);
    expect([await found(ada, 'Quarterly'), await found(eve, 'Quarterly')]).toEqual([true, false]);
    await change(ada, setTitle('Monthly'));
    expect((await reports(ben)).find((report) => report.id === id)).toMatchObject({
      title: { en: 'Monthly' },
      purpose: { en: 'Quarterly' },
      version: 0,
      hasDraft: true,
    });
    expect([await found(ada, 'Monthly'), await found(eve, 'Monthly')]).toEqual([true, false]);
    expect(await call<Report>(ben, 'GET /api/v1/reports/:id')).toMatchObject({ version: 0, title: { en: 'Monthly' } });
    await change(ada, insert(text('a')));
    await publish(ada);
    expect(await found(eve, 'Monthly')).toBe(true);
    expect(await call<Report>(eve, 'GET /api/v1/reports/:id')).toMatchObject({ version: 1, title: { en: 'Monthly' } });
  });

  test('has a page and no tile, which is too little to publish, and nothing to go back to', async () => {
    id = await create();
    const draft = await read(ada);
    expect(draft).toMatchObject({ revision: 0, published: null, hasChanges: true });
    expect(draft.can).toEqual({ undo: false, redo: false, publish: true, discard: false });
    expect(draft.document.pages).toMatchObject([{ id: 'page-1', rows: [] }]);
    expect(draft.document.dataset).toBe('call_report');
    const body = { basedOn: 0, note: '' };
    expect(await fail(ada, 'POST /api/v1/reports/:id/publish', { body })).toMatchObject({ status: 400 });
    expect(await fail(ada, 'POST /api/v1/reports/:id/draft/discard', { body: { basedOn: 0 } })).toMatchObject({
      status: 409,
    });
    expect(await versions(ada)).toEqual([]);
  });

  test('is renamed, copied, moved and archived as others are', async () => {
    id = await create();
    await change(ada, insert(text('b')));
    const { revision } = (await reports(ada)).find((report) => report.id === id)!;
    const texts = { title: { en: 'Renamed' }, purpose: { en: 'Purpose' } };
    const renamed = await call<ReportSummary>(ada, 'PATCH /api/v1/reports/:id', {
      body: { ...texts, basedOn: revision },
    });
    expect(renamed).toMatchObject({ ...texts, version: 0 });
    expect((await read(ada)).document).toMatchObject(texts);
    const copied = await call<ReportSummary>(ada, 'POST /api/v1/reports/:id/copy', {
      body: { workspace, title: { en: 'Copy' } },
    });
    expect(copied).toMatchObject({ version: 0, hasDraft: true });
    const original = id;
    id = copied.id;
    expect(ids(await read(ada))).toEqual(['b']);
    expect(await publish(ada)).toMatchObject({ version: 1 });
    id = original;
    expect(await call<ReportSummary>(ada, 'POST /api/v1/reports/:id/archive')).toMatchObject({ version: 0 });
    expect(await fail(ada, 'GET /api/v1/reports/:id/draft')).toMatchObject({ status: 404 });
  });

  test('needs a workspace where one may put reports, and a dataset of the model', async () => {
    const body = { workspace, title: { en: 'New' } };
    expect(await fail(eve, 'POST /api/v1/reports', { body })).toMatchObject({ status: 404 });
    const wrong = { ...body, dataset: 'no_such' };
    expect(await fail(ada, 'POST /api/v1/reports', { body: wrong })).toMatchObject({
      status: 400,
      details: [{ field: 'dataset' }],
    });
  });
});

describe('rights and other changes', () => {
  test('who may only read finds no draft and no version', async () => {
    const keys: [RouteKey, unknown?][] = [
      ['GET /api/v1/reports/:id/draft'],
      ['GET /api/v1/reports/:id/versions'],
      ['GET /api/v1/reports/:id/versions/:number'],
      [CHANGES, changeOf(setTitle('Mine')).body],
      ['POST /api/v1/reports/:id/draft/undo', {}],
      ['POST /api/v1/reports/:id/draft/redo', {}],
      ['POST /api/v1/reports/:id/draft/discard', { basedOn: 0 }],
      ['POST /api/v1/reports/:id/publish', { basedOn: 0, note: '' }],
      ['POST /api/v1/reports/:id/versions/:number/restore', {}],
    ];
    for (const [key, body] of keys) expect(await fail(eve, key, { body }), key).toMatchObject({ status: 404 });
  });

  test('a template’s report is not edited, and its versions are those of the template', async () => {
    id = template;
    expect(await fail(ada, CHANGES, changeOf(setTitle('Mine')))).toMatchObject({ status: 404 });
    expect(await fail(ada, 'GET /api/v1/reports/:id/draft')).toMatchObject({ status: 404 });
    expect(await versions(ada)).toMatchObject([{ number: 1, author: null, note: '', changes: null }]);
  });

  test('a template’s next document is a version, and the same one again is none', async () => {
    const unused = {} as never;
    const { database } = portal;
    const service = new ReportService({
      database,
      warehouses: unused,
      queries: unused,
      toUserError: unused,
      log: unused,
    });
    const put = (title: string) => {
      const document = {
        title: { en: title },
        purpose: { en: 'Purpose' },
        dataset: 'call_report',
        pages: [{ id: 'page-1', title: { en: 'Page' } }],
      };
      return service.putTemplate(systemIn(portal.tenants.alder), {
        name: 'with-versions',
        workspace: { name: { en: 'W' }, description: { en: 'D' }, icon: 'folder', color: 'gray' },
        reports: [{ name: 'with-versions', yaml: JSON.stringify(document) }],
      });
    };
    for (const title of ['One', 'One', 'Two', 'Two']) await put(title);
    const found = (await reports(ada)).find((report) => report.title.en === 'Two')!;
    expect(found).toMatchObject({ template: true, version: 2 });
    id = found.id;
    expect(await versions(ada)).toMatchObject([
      { number: 2, author: null, changes: { properties: ['title'] } },
      { number: 1, author: null, changes: null },
    ]);
  });

  test('a new title is a version of its own, which the draft follows', async () => {
    await change(ada, rename('a', 'In the draft'));
    const { revision } = (await reports(ada)).find((report) => report.id === id)!;
    const texts = { title: { en: 'Renamed' }, purpose: { en: 'Purpose' } };
    const summary = await call<ReportSummary>(ben, 'PATCH /api/v1/reports/:id', {
      body: { ...texts, basedOn: revision },
    });
    expect(summary).toMatchObject({ ...texts, version: 2, hasDraft: true });
    const [second] = await versions(ada);
    expect(second).toMatchObject({ author: 'ben@alder.example', changes: { properties: ['purpose', 'title'] } });
    const draft = await read(ada);
    expect(draft.document).toMatchObject(texts);
    expect(titles(draft)).toEqual(['In the draft']);
    expect(titles(await call<Report>(eve, 'GET /api/v1/reports/:id'))).toEqual(['a']);
  });

  test('a copy is of the published document', async () => {
    await change(ada, rename('a', 'In the draft'));
    const body = { workspace, title: { en: 'Copy' } };
    const copied = await call<ReportSummary>(ada, 'POST /api/v1/reports/:id/copy', { body });
    expect(copied).toMatchObject({ version: 1, hasDraft: false });
    id = copied.id;
    expect(titles(await read(ada))).toEqual(['a']);
    expect(await versions(ada)).toMatchObject([{ number: 1, author: 'ada@alder.example' }]);
  });
});
