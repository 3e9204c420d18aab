import type { CopyDraft, CopyRun, DataCopy, DataVersion, ErrorBody, GeneratedDatasets, ModelDocument, QueryCheck, QueryReport, RouteKey, SavedQuery, SqlResult, TableDetail, Workspace } from '@rise/contract'; // prettier-ignore
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { SYSTEM } from '../kernel/actor.ts';
import type { GlobalTx } from '../kernel/database/database.ts';
import { importClient } from '../testing/import-client.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';

let portal: TestPortal;
let ada: string;
/** Another administrator of the tenant. */
let bea: string;
let beaId: string;
let cem: string;

beforeAll(async () => {
  portal = await startTestPortal({ copyScanMs: 50 });
  const { alder, birch } = portal.tenants;
  const admin = { roles: ['tenant.admin' as const], tenants: [alder] };
  ada = (await portal.signIn({ email: 'ada@alder.example', ...admin })).cookie;
  const second = await portal.signIn({ email: 'bea@alder.example', ...admin });
  bea = second.cookie;
  beaId = second.accountId;
  cem = (await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.admin'], tenants: [birch] })).cookie;
});
afterAll(() => portal?.close());

interface Sent {
  id?: string;
  body?: unknown;
  cookie?: string;
}
const send = (key: RouteKey, { cookie = ada, ...sent }: Sent = {}) => portal.fetch(key, { cookie, ...sent });
async function json<T>(key: RouteKey, sent: Sent = {}): Promise<T> {
  const response = await send(key, sent);
  const body = (await response.json()) as T;
  expect([response.status, JSON.stringify(body).slice(0, 600)]).toEqual([200, JSON.stringify(body).slice(0, 600)]);
  return body;
}
async function refusal(key: RouteKey, sent: Sent) {
  const response = await send(key, sent);
  const { error } = (await response.json()) as ErrorBody;
  return { status: response.status, details: error.details };
}

const BY_STATE = `SELECT "STATE" AS state, count(*) AS institutions, max("CYCLE_DATE") AS day, sum("CU_NUMBER") / 7.0 AS odd
FROM foicu WHERE "STATE" <> {{without}} GROUP BY ALL`;
const PARAMETERS = { without: { type: 'text', value: 'TX' } };
const ENTRIES = [{ name: 'without', type: 'text', text: 'TX' }];

type Content = Extract<CopyDraft['content'], { kind: 'query' }>;
async function draftOf(target: string, more: Partial<Content> = {}, schedule: CopyDraft['schedule'] = null) {
  const saved = await json<SavedQuery>('POST /api/v1/sql/queries', {
    body: { name: target, sql: BY_STATE, parameters: ENTRIES },
  });
  const { id: query, revision } = saved;
  const content = { kind: 'query', query, revision, sql: BY_STATE, parameters: PARAMETERS, target, asOf: 'day', open: [], ...more }; // prettier-ignore
  return { name: `Query ${target}`, content, schedule };
}
const create = async (...parameters: Parameters<typeof draftOf>) =>
  json<DataCopy>('POST /api/v1/copies', { body: await draftOf(...parameters) });
const runsOf = async (id: string) => (await json<{ runs: CopyRun[] }>('GET /api/v1/copies/:id/runs', { id })).runs;
async function ended(id: string, count: number): Promise<CopyRun> {
  const isWaiting = (run: CopyRun) => run.status === 'waiting' || run.status === 'running';
  const runs = await until(
    () => runsOf(id),
    (found) => found.length >= count && !isWaiting(found[0]!),
  );
  return runs[0]!;
}
async function run(id: string): Promise<CopyRun> {
  const before = (await runsOf(id)).length;
  await json('POST /api/v1/copies/:id/run', { id });
  return ended(id, before + 1);
}
async function rowsOf(table: string, columns: string[]): Promise<unknown[][]> {
  const body = { table, columns, sort: [{ column: columns[0]!, direction: 'asc' }], limit: 1000 };
  return (await json<{ rows: unknown[][] }>('POST /api/v1/data-view/rows', { body })).rows;
}
async function publish(document: string): Promise<void> {
  const { version } = await json<ModelDocument>('GET /api/v1/model');
  await json('PUT /api/v1/model', { body: { document, message: '', basedOn: version } });
}

/** What a statement finds in the tables themselves. */
async function found(sql: string): Promise<unknown[][]> {
  return (await json<SqlResult>('POST /api/v1/sql', { body: { sql } })).rows;
}

describe('a saved query', () => {
  test('is shown with its columns and what it reads before it becomes a table', async () => {
    const check = await json<QueryCheck>('POST /api/v1/copies/query-check', {
      body: { sql: BY_STATE, parameters: PARAMETERS },
    });
    expect(check).toEqual({
      columns: [
        { name: 'state', type: 'string' },
        { name: 'institutions', type: 'integer' },
        { name: 'day', type: 'date' },
        { name: 'odd', type: 'number' },
      ],
      reads: ['foicu'],
      guarded: [],
    });
    const wrong = await refusal('POST /api/v1/copies/query-check', { body: { sql: 'SELECT nothing FROM foicu' } });
    expect(wrong.status).toBe(400);
  });

  test('becomes a table with exactly its rows, and a dataset of the model', async () => {
    const copy = await create('by_state');
    expect(copy).toMatchObject({ runsAs: 'ada@alder.example', reads: ['foicu'], nextRunAt: null });
    expect(await run(copy.id)).toMatchObject({ status: 'loaded', failure: null, results: [{ table: 'by_state' }] });
    const rows = await found(
      `SELECT "STATE", count(*)::VARCHAR FROM foicu WHERE "STATE" <> 'TX' GROUP BY ALL ORDER BY 1`,
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(await rowsOf('by_state', ['state', 'institutions'])).toEqual(rows);
    const detail = await portal.fetch('GET /api/v1/data-view/table', { cookie: ada, search: '?table=by_state' });
    expect(((await detail.json()) as TableDetail).copy).toEqual({
      id: copy.id,
      name: 'Query by_state',
      reads: ['foicu'],
    });
    const read = await portal.fetch('GET /api/v1/data-view/table', { cookie: ada, search: '?table=foicu' });
    expect(((await read.json()) as TableDetail).readBy).toContainEqual({
      id: copy.id,
      name: 'Query by_state',
      tables: ['by_state'],
    });
    const generated = await json<{ datasets: { yaml: string }[] }>('POST /api/v1/model/generate', {
      body: { tables: ['by_state'] },
    });
    expect(JSON.stringify(generated)).toContain('institutions');
  });

  test('leads to a report of its rows, step by step, and says whom to ask where a right is missing', async () => {
    const draft = await draftOf('for_report');
    const id = (draft.content as Content).query;
    const next = (cookie = ada) => json<QueryReport>('GET /api/v1/sql/queries/:id/report', { id, cookie });
    const unasked = { lacks: null, ask: [], isOutdated: false };
    expect(await next()).toEqual({ next: 'table', table: null, copy: null, dataset: null, ...unasked });
    const copy = await json<DataCopy>('POST /api/v1/copies', { body: draft });
    expect(await next()).toEqual({ next: 'load', table: 'for_report', copy: copy.id, dataset: null, ...unasked });
    await run(copy.id);
    expect(await next()).toMatchObject({ next: 'dataset', lacks: null });
    // Who may write SQL, but change no model. What is not shared, they do not find.
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE tenant SET sql_access = 'everyone' WHERE slug = 'alder'`); // prettier-ignore
    const tenants = [portal.tenants.alder];
    const { cookie: dan } = await portal.signIn({ email: 'dan@alder.example', roles: ['tenant.user'], tenants });
    expect(await refusal('GET /api/v1/sql/queries/:id/report', { id, cookie: dan })).toMatchObject({ status: 404 });
    const shared = { name: 'for_report', sql: BY_STATE, parameters: ENTRIES, shared: true, basedOn: 1 };
    await json('PATCH /api/v1/sql/queries/:id', { id, body: shared });
    const lacking = await next(dan);
    expect(lacking).toMatchObject({ next: 'dataset', copy: null, lacks: 'model.manage', isOutdated: true });
    expect(lacking.ask).toHaveLength(2);

    const { document } = await json<ModelDocument>('GET /api/v1/model');
    const generated = await json<GeneratedDatasets>('POST /api/v1/model/generate', {
      body: { tables: ['for_report'] },
    });
    const { datasets } = parse(generated.document) as { datasets: { name: string }[] };
    await publish(stringify({ ...(parse(document) as object), datasets }));
    expect(await next()).toMatchObject({ next: 'report', dataset: datasets[0]!.name, lacks: null });
    const { workspaces } = await json<{ workspaces: Workspace[] }>('GET /api/v1/workspaces');
    const workspace = workspaces.find(({ can }) => can.edit)!.id;
    const body = { workspace, title: { en: 'Of a query' }, dataset: datasets[0]!.name };
    const report = await json<{ id: string }>('POST /api/v1/reports', { body });
    expect(await json('GET /api/v1/reports/:id/draft', { id: report.id })).toMatchObject({
      document: { dataset: datasets[0]!.name },
    });
    await publish(document);
    await portal.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE tenant SET sql_access = NULL WHERE slug = 'alder'`); // prettier-ignore
  });

  test('is read again after each load of a table that it reads, and of no other', async () => {
    const client = importClient(portal, ada);
    const load = async (name: string, text: string) => {
      const drafted = await client.draft({ [`${name}.csv`]: text });
      await client.run(await client.change(drafted, { target: name, mode: 'replace' }));
    };
    await load('ratings', 'id,score\n1,10\n2,20\n');
    const { document } = await json<ModelDocument>('GET /api/v1/model');
    await publish(
      `extends: ncua_call_report\ndatasets:\n  - name: ratings\n    title: { en: Ratings }\n    description: { en: Scores. }\n    owner: Risk\n    table: ratings\n    dimensions: []\n    measures:\n      - { name: total, kind: sum, columns: [{ table: ratings, column: score }], format: { unit: count }, title: { en: Total }, definition: { en: Sum of scores. } }\n`,
    );
    const sql = 'SELECT count(*) AS n, sum(score) AS total FROM ratings';
    const copy = await create('rating_total', { sql, parameters: {}, asOf: null }, { every: 'load' });
    expect(await run(copy.id)).toMatchObject({ status: 'loaded', scheduled: false });
    await load('others', 'id\n1\n');
    await load('ratings', 'id,score\n1,10\n2,20\n3,30\n');
    expect(await ended(copy.id, 2)).toMatchObject({ status: 'loaded', scheduled: true });
    expect(await rowsOf('rating_total', ['n', 'total'])).toEqual([['3', '60']]);
    expect(await runsOf(copy.id)).toHaveLength(2);
    await publish(document);
  });

  test.each<[string, Partial<Content>, RegExp, string]>([
    ['a table that is there already', { target: 'foicu_copy' }, /would be replaced/, 'content.target'],
    ['its own table', { target: 'FOICU' }, /reads FOICU itself/, 'content.target'],
    ['a date that it does not return', { asOf: 'nowhere' }, /no column 'nowhere'/, 'content.asOf'],
  ])('does not go into %s', async (_, more, message, field) => {
    if (more.target === 'foicu_copy') {
      const client = importClient(portal, ada);
      await client.run(await client.change(await client.draft({ 'a.csv': 'id\n1\n' }), { target: 'foicu_copy' }));
    }
    const refused = await refusal('POST /api/v1/copies', { body: await draftOf(more.target ?? 'elsewhere', more) });
    expect(refused).toEqual({ status: 400, details: [{ field, message: expect.stringMatching(message) as string }] });
  });

  test('follows loads only where it is a query', async () => {
    const content = { kind: 'file', url: 'https://files.example/a.csv', target: 'a', mode: 'replace' };
    const body = { name: 'A file', content, schedule: { every: 'load' } };
    expect(await refusal('POST /api/v1/copies', { body })).toMatchObject({ details: [{ field: 'schedule.every' }] });
  });
});

describe('the rights of a query’s table', () => {
  test('row rules have to be confirmed, also those that come later', async () => {
    const open = await create('guarded_later');
    expect(await run(open.id)).toMatchObject({ status: 'loaded' });
    await publish(
      `extends: ncua_call_report\ndatasets:\n  - name: call_report\n    rules:\n      - { name: west_only, title: { en: West }, appliesTo: { groups: [west] }, where: "state = 'CA'" }\n`,
    );
    const { guarded } = await json<QueryCheck>('POST /api/v1/copies/query-check', {
      body: { sql: BY_STATE, parameters: PARAMETERS },
    });
    expect(guarded).toEqual([{ table: 'foicu', rules: ['west_only'], masked: [] }]);
    const refused = await refusal('POST /api/v1/copies', { body: await draftOf('guarded') });
    expect(refused).toMatchObject({ status: 400, details: [{ field: 'content.open' }] });
    expect(await run(open.id)).toMatchObject({ status: 'stopped', failure: { code: 'rights' } });
    const confirmed = await create('guarded', { open: ['foicu'] });
    expect(await run(confirmed.id)).toMatchObject({ status: 'loaded' });
    await publish('extends: ncua_call_report\n');
  });

  test('it runs with those of the person who saved it, as they are now', async () => {
    const copy = await create('of_bea');
    const body = { name: copy.name, content: copy.content, schedule: null };
    const taken = await json<DataCopy>('PUT /api/v1/copies/:id', { id: copy.id, body, cookie: bea });
    expect(taken.runsAs).toBe('bea@alder.example');
    const disable = (tx: GlobalTx) => tx.run`UPDATE account SET disabled_at = now() WHERE id = ${beaId}`;
    expect(await portal.database.withGlobal(SYSTEM, disable)).toBe(1);
    const stopped = await run(copy.id);
    expect(stopped).toMatchObject({ status: 'stopped', failure: { code: 'rights' } });
    expect(stopped.failure?.message).toContain('bea@alder.example may no longer run SQL');
    expect((await json<{ versions: DataVersion[] }>('GET /api/v1/data-version/history')).versions[0]!.tables.map(({ table }) => table)).not.toContain('of_bea'); // prettier-ignore
  });

  test('another tenant reads its own tables, and finds none of these copies', async () => {
    const copy = await create('hidden');
    expect((await send('POST /api/v1/copies/:id/run', { id: copy.id, cookie: cem })).status).toBe(404);
    const { reads } = await json<QueryCheck>('POST /api/v1/copies/query-check', {
      body: { sql: 'SELECT count(*) AS n FROM foicu' },
      cookie: cem,
    });
    expect(reads).toEqual(['foicu']);
    const reader = await portal.signIn({ email: 'joe@alder.example', roles: ['tenant.user'], tenants: [portal.tenants.alder] }); // prettier-ignore
    const body = { sql: 'SELECT 1' };
    expect((await send('POST /api/v1/copies/query-check', { body, cookie: reader.cookie })).status).toBe(404);
  });
});
