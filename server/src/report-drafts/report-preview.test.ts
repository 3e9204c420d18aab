import { randomUUID } from 'node:crypto';
import type {
  DraftEvent,
  ReportChange,
  ReportDraft,
  ReportOperation,
  ReportSummary,
  Tile,
  Workspace,
} from '@rise/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let ada: SignedIn;
let workspace: string;
/** Empty, and new in each test. */
let id: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants });
  const body = { name: 'Previews', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  const created = await portal.fetch('POST /api/v1/workspaces', { cookie: ada.cookie, body });
  workspace = ((await created.json()) as Workspace).id;
});
afterAll(() => portal?.close());
beforeEach(async () => {
  const body = { workspace, title: { en: 'New' }, dataset: 'call_report' };
  const created = await portal.fetch('POST /api/v1/reports', { cookie: ada.cookie, body });
  id = ((await created.json()) as ReportSummary).id;
});

const figures = (tile: string, measure: string): Tile => ({
  id: tile,
  kind: 'figures',
  width: 12,
  title: { en: tile },
  of: 'peers',
  measures: [measure],
});
const changeOf = (...operations: ReportOperation[]): ReportChange => ({
  id: randomUUID(),
  operations: operations as never,
});
const insert = (tile: Tile) =>
  changeOf({ type: 'insert-tile', tile, to: { page: 'page-1', newRow: { id: `row-${tile.id}` }, before: null } });
const replace = (tile: Tile) => changeOf({ type: 'replace-tile', tile });

async function store(change: ReportChange): Promise<ReportDraft> {
  const response = await portal.fetch('POST /api/v1/reports/:id/draft/changes', {
    id,
    cookie: ada.cookie,
    body: { change },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as ReportDraft;
}
async function run(...changes: ReportChange[]) {
  const body = { state: {}, changes };
  const response = await portal.fetch('POST /api/v1/reports/:id/draft/run', { id, cookie: ada.cookie, body });
  expect(response.status).toBe(200);
  const lines = (await response.text()).trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as DraftEvent);
  const measures = events.flatMap((event) =>
    event.type === 'tile'
      ? [[event.tile, event.results.figures!.result.columns.find(({ role }) => role === 'measure')!.name]]
      : [],
  );
  const [first] = events;
  const described = first?.type === 'fields' ? first.fields.measures.map(({ name }) => name) : null;
  return { measures: Object.fromEntries(measures) as Record<string, string>, described };
}

test('has the figures of changes that are on their way, and the fields that they need', async () => {
  await store(insert(figures('a', 'net_worth_ratio')));
  const { measures, described } = await run(insert(figures('b', 'members')), replace(figures('a', 'total_assets')));
  expect(measures).toEqual({ a: 'total_assets', b: 'members' });
  expect(described).toEqual(expect.arrayContaining(['members', 'total_assets']));
  const draft = await portal.fetch('GET /api/v1/reports/:id/draft', { id, cookie: ada.cookie });
  expect(((await draft.json()) as ReportDraft).document.pages[0]!.rows).toHaveLength(1);
});

test('does not go back to a change that was stored meanwhile, whatever came after it', async () => {
  const first = insert(figures('a', 'net_worth_ratio'));
  await store(first);
  await store(replace(figures('a', 'members')));
  expect((await run(first)).measures).toEqual({ a: 'members' });
});

test('leaves out a change that does not fit, and has those after it', async () => {
  await store(insert(figures('a', 'net_worth_ratio')));
  const wrong = changeOf({ type: 'set', at: ['tiles', 'gone', 'title'], value: { en: 'X' } });
  const invalid = changeOf({ type: 'set', at: ['tiles', 'a', 'measures'], value: [] });
  expect((await run(wrong, invalid, replace(figures('a', 'members')))).measures).toEqual({ a: 'members' });
});

test('refuses a state that does not exist with an error, not by closing the connection', async () => {
  const body = { state: { page: 'gone' }, changes: [] };
  const response = await portal.fetch('POST /api/v1/reports/:id/draft/run', { id, cookie: ada.cookie, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'VALIDATION_FAILED', details: [{ field: 'page' }] } });
});
