import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  reportDocument,
  type ComparedFigure,
  type ErrorBody,
  type FreezeComparison,
  type FreezeVerification,
  type FrozenReport,
  type QueryResult,
  type ReportEvent,
  type ReportFreeze,
  type RouteKey,
} from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';

const title = { en: 'T' };
const SAMPLE = join(SAMPLES, 'ncua-2025q4');
/** The definition of total assets in the model. */
const ASSETS = `name: total_assets
        kind: sum
        columns: [{ table: fs220, column: ACCT_010 }]`;
const DOCUMENT = {
  title: { en: 'States' },
  purpose: { en: 'Assets by state' },
  dataset: 'call_report',
  filters: ['state'],
  ...onePage([
    {
      id: 'states',
      kind: 'table',
      title: { en: 'By state' },
      dimensions: ['state'],
      measures: ['total_assets', 'members'],
    },
    { id: 'all', kind: 'figures', title, measures: ['total_assets'] },
    { id: 'list', kind: 'rows', title, columns: ['charter', 'name', 'state', 'total_assets'], pageSize: 10 },
  ]),
};

let portal: TestPortal;
let boss: SignedIn;
let model: string;
beforeAll(async () => {
  portal = await startTestPortal();
  model = await readFile(join(SAMPLE, 'model.yaml'), 'utf8');
  boss = await signIn('boss', 'tenant.admin');
});
afterAll(() => portal?.close());

const signIn = (name: string, role: 'tenant.admin' | 'tenant.user', groups: string[] = []) =>
  portal.signIn({ email: `${name}@alder.example`, roles: [role], tenants: [portal.tenants.alder], groups });

/** Each test freezes a report of its own. */
let id: string;
beforeEach(async () => {
  const { alder } = portal.tenants;
  await portal.warehouses.ensureModel(systemIn(alder), model, 'model.yaml');
  const row = await portal.database.withTenant(systemIn(alder), (tx) => putReport(tx, reportDocument.parse(DOCUMENT)));
  id = row.id;
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T>(key: RouteKey, request: Request = {}, who = boss): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function refused(key: RouteKey, request: Request = {}, who = boss) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}
const FREEZE = 'POST /api/v1/reports/:id/freezes';
const LIST = 'GET /api/v1/reports/:id/freezes';
const READ = 'GET /api/v1/reports/:id/freezes/:freeze';
const VERIFY = 'GET /api/v1/reports/:id/freezes/:freeze/verification';
const COMPARE = 'GET /api/v1/reports/:id/freezes/:freeze/comparison';

const VERMONT = { state: { filters: { state: ['VT'] } } };
const freeze = (name: string, more: object = {}) => call<ReportFreeze>(FREEZE, { body: { name, ...more } });
const read = (one: string, who = boss) => call<FrozenReport>(READ, { freeze: one }, who);
const verify = (one: string) => call<FreezeVerification>(VERIFY, { freeze: one });
const compare = (one: string, other?: string) =>
  call<FreezeComparison>(COMPARE, { freeze: one, search: other ? `?with=${other}` : '' });
const moved = ({ figures }: FreezeComparison) => figures.filter(({ change }) => change !== 'same');

async function runNow(state: object = {}): Promise<Record<string, QueryResult>> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { id, cookie: boss.cookie, body: state });
  const events = (await response.text()).trim().split('\n');
  return Object.fromEntries(
    events
      .map((line) => JSON.parse(line) as ReportEvent)
      .flatMap((event) =>
        event.type === 'tile'
          ? Object.entries(event.results).map(([slot, { result }]) => [`${event.tile}.${slot}`, result])
          : [],
      ),
  );
}
const rowsOf = ({ content }: FrozenReport, tile: string, slot: string) => content.results[tile]![slot]!.result;

/** Loads the sample's balances again, with so many millions more of assets for each institution of a state. */
async function loadWithMore(state: string, millions: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rise-freezes-'));
  await sql(`COPY (
    SELECT * REPLACE (CASE WHEN CU_NUMBER IN (SELECT CU_NUMBER FROM '${SAMPLE}/foicu.parquet' WHERE STATE = '${state}')
                           THEN ACCT_010 + ${millions} * 1000000 ELSE ACCT_010 END AS ACCT_010)
    FROM '${SAMPLE}/fs220.parquet') TO '${folder}/fs220.parquet'`);
  await portal.warehouses.load(systemIn(portal.tenants.alder), {
    title: `More in ${state}`,
    sourceDir: folder,
    tables: [{ table: 'fs220', file: 'fs220.parquet' }],
    sortKey: 'CU_NUMBER',
  });
  await rm(folder, { recursive: true });
}

/** Values of plain SQL over the sample's files. */
async function sql(query: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(query)).getRowsJson() as unknown[][];
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function bySuperuser(statement: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

const markRemoved = (version: number) =>
  bySuperuser('UPDATE warehouse_version SET removed_at = now() WHERE tenant_id = $1 AND number = $2', [
    portal.tenants.alder,
    version,
  ]);

test('a freeze has the rows of every tile, all pages of a list, and says what they were computed from', async () => {
  const now = await runNow(VERMONT.state);
  const asFiled = await freeze('As filed', { note: 'Sent to the board', ...VERMONT });
  expect(asFiled).toMatchObject({
    number: 1,
    name: 'As filed',
    note: 'Sent to the board',
    frozenBy: 'boss@alder.example',
    asOf: '2025-12-31',
    reportVersion: 1,
    corrects: null,
    previousHash: null,
    can: { read: true },
  });
  const frozen = await read(asFiled.id);
  for (const [tile, slot] of [
    ['states', 'table'],
    ['all', 'figures'],
  ] as const) {
    const { columns, rows, totals } = now[`${tile}.${slot}`]!;
    expect(rowsOf(frozen, tile, slot)).toMatchObject({ columns, rows, ...(totals && { totals }) });
  }
  const [[institutions]] = (await sql(`SELECT count(*)::INT FROM '${SAMPLE}/foicu.parquet' WHERE STATE = 'VT'`)) as [
    [number],
  ];
  expect(institutions).toBeGreaterThan(10);
  expect(rowsOf(frozen, 'list', 'rows').rows).toHaveLength(institutions);
  expect(now['list.rows']!.rows).toHaveLength(10);
  expect(frozen.content.state).toMatchObject(VERMONT.state);
});

test('other data changes no frozen figure, and the comparison names exactly those that plain SQL says moved', async () => {
  await loadWithMore('VT', 0);
  const asFiled = await freeze('As filed');
  const before = await read(asFiled.id);
  await loadWithMore('VT', 1);
  expect(await read(asFiled.id)).toEqual(before);
  expect((await verify(asFiled.id)).rerun).toMatchObject({ status: 'same' });

  const found = await compare(asFiled.id);
  expect(found).toMatchObject({
    to: null,
    dataVersion: asFiled.dataVersion + 1,
    causes: [{ cause: 'data', notRun: null }],
    failed: [],
  });
  const [[institutions]] = (await sql(`SELECT count(*)::INT FROM '${SAMPLE}/foicu.parquet' WHERE STATE = 'VT'`)) as [
    [number],
  ];
  const difference = String(institutions * 1_000_000);
  const byTile = (tile: string) => moved(found).filter((figure) => figure.tile === tile);
  const places = byTile('states').map(({ at, difference: by }) => [
    at.map(({ value, label }) => value ?? label?.en),
    by,
  ]);
  expect(places).toEqual([
    [['VT'], difference],
    [['Total'], difference],
  ]);
  expect(byTile('all')).toMatchObject([{ at: [], difference, steps: [{ causes: ['data'], difference }] }]);
  const listed = await sql(`SELECT CU_NUMBER::INT FROM '${SAMPLE}/foicu.parquet' WHERE STATE = 'VT' ORDER BY 1`);
  expect(
    byTile('list')
      .map(({ at }) => Number(at[0]!.value))
      .toSorted((a, b) => a - b),
  ).toEqual(listed.flat());
  expect(new Set(byTile('list').map((figure) => figure.difference))).toEqual(new Set(['1000000']));
  expect(found.counts).toMatchObject({ moved: institutions + 3, added: 0, removed: 0 });
});

test('two freezes are compared by what moved each figure: data, the model, and the selections', async () => {
  await loadWithMore('VT', 0);
  const first = await freeze('First', VERMONT);
  await loadWithMore('VT', 2);
  const doubled = model.replace(ASSETS, ASSETS.replace('ACCT_010', 'ACCT_018'));
  expect(doubled).not.toBe(model);
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), doubled, 'model.yaml');
  const second = await freeze('Second', { ...VERMONT, corrects: first.id });
  const found = await compare(first.id, second.id);
  expect(found.causes.map(({ cause }) => cause)).toEqual(['data', 'model']);
  const [figure] = moved(found).filter(({ tile }) => tile === 'all') as [ComparedFigure];
  const [data, definition] = figure.steps;
  expect([data!.causes, definition!.causes]).toEqual([['data'], ['model']]);
  const values = `'${SAMPLE}/fs220.parquet' JOIN '${SAMPLE}/foicu.parquet' USING (CU_NUMBER) WHERE STATE = 'VT'`;
  const [[assets, other, institutions]] = (await sql(
    `SELECT sum(ACCT_010)::HUGEINT::TEXT, sum(ACCT_018)::HUGEINT::TEXT, count(*)::TEXT FROM ${values}`,
  )) as [[string, string, string]];
  const loaded = BigInt(institutions) * 2_000_000n;
  expect(figure).toMatchObject({ old: assets, new: other, difference: String(BigInt(other) - BigInt(assets)) });
  expect([data!.difference, definition!.difference]).toEqual([
    String(loaded),
    String(BigInt(other) - BigInt(assets) - loaded),
  ]);

  // Without the data of the second one, nothing between the two can be computed.
  await loadWithMore('NH', 1);
  await markRemoved(second.dataVersion);
  const together = await compare(first.id, second.id);
  expect(together.causes).toEqual([
    { cause: 'data', notRun: 'data-removed' },
    { cause: 'model', notRun: null },
  ]);
  expect(moved(together).find(({ tile }) => tile === 'all')!.steps).toEqual([
    { causes: ['data', 'model'], difference: figure.difference },
  ]);

  const third = await freeze('Third', VERMONT);
  const wider = await freeze('All states');
  const selections = await compare(third.id, wider.id);
  expect(selections.causes.map(({ cause }) => cause)).toEqual(['selections']);
  expect(selections.counts.added).toBeGreaterThan(100);
  expect(moved(selections).every(({ steps }) => steps.every(({ causes }) => causes.join() === 'selections'))).toBe(
    true,
  );

  const { freezes } = await call<{ freezes: ReportFreeze[] }>(LIST);
  expect(freezes.map(({ name, corrects, correctedBy }) => [name, corrects?.name, correctedBy?.name])).toEqual([
    ['All states', undefined, undefined],
    ['Third', undefined, undefined],
    ['Second', 'First', undefined],
    ['First', undefined, 'Second'],
  ]);
});

test('each freeze names the hash of the one before, and a changed byte breaks it', async () => {
  const [first, second, third] = [
    await freeze('One', VERMONT),
    await freeze('Two', VERMONT),
    await freeze('Three', VERMONT),
  ];
  expect([second.previousHash, third.previousHash]).toEqual([first.hash, second.hash]);
  expect(await verify(third.id)).toMatchObject({ intact: true, broken: [], rerun: { status: 'same' } });

  await bySuperuser(
    'UPDATE report_freeze SET content = set_byte(content, 200, (get_byte(content, 200) + 1) % 256) WHERE id = $1',
    [third.id],
  );
  expect(await verify(third.id)).toMatchObject({ intact: false, broken: ['content'], rerun: null });
  expect(await refused(READ, { freeze: third.id })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/has been changed/),
  });

  await bySuperuser(`UPDATE report_freeze SET manifest = replace(manifest, 'boss@', 'eve@') WHERE id = $1`, [first.id]);
  expect(await verify(first.id)).toMatchObject({ intact: false, broken: ['manifest'] });
  expect(await verify(second.id)).toMatchObject({ intact: false, broken: ['chain'] });
  // Also with a new hash of the changed manifest.
  const { freezes } = await call<{ freezes: ReportFreeze[] }>(LIST);
  expect(freezes.at(-1)!.frozenBy).toBe('eve@alder.example');
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ manifest: string }>('SELECT manifest FROM report_freeze WHERE id = $1', [
    first.id,
  ]);
  await client.end();
  const hash = createHash('sha256').update(rows[0]!.manifest).digest('hex');
  await bySuperuser('UPDATE report_freeze SET hash = $2 WHERE id = $1', [first.id, hash]);
  expect(await verify(second.id)).toMatchObject({ intact: false, broken: ['chain'] });
});

test('no user and no slice of the server can change or delete a freeze', async () => {
  const asFiled = await freeze('As filed', VERMONT);
  const change = (
    statement: (tx: Parameters<Parameters<typeof portal.database.withTenant>[1]>[0]) => Promise<unknown>,
  ) => portal.database.withTenant(systemIn(portal.tenants.alder), statement);
  await expect(change((tx) => tx.run`UPDATE report_freeze SET name = 'B' WHERE id = ${asFiled.id}`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(change((tx) => tx.run`DELETE FROM report_freeze WHERE id = ${asFiled.id}`)).rejects.toThrow(
    /permission denied/,
  );
  expect(await refused(FREEZE, { body: { name: 'As filed' } })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/'As filed'/),
  });
});

test('the freezes of a tenant go with the tenant', async () => {
  await freeze('As filed', VERMONT);
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  const count = async () =>
    (await client.query<{ freezes: number }>('SELECT count(*)::int AS freezes FROM report_freeze')).rows[0]!.freezes;
  await client.query('BEGIN');
  expect(await count()).toBeGreaterThan(0);
  await client.query('DELETE FROM tenant WHERE id = $1', [portal.tenants.alder]);
  expect(await count()).toBe(0);
  await client.query('ROLLBACK');
  await client.end();
});

test('frozen rows are read by those with the same row rights, also those of today, and by nobody else', async () => {
  const rights = `
    rules: [{ name: texas, title: { en: R }, appliesTo: { groups: [texans] }, where: "STATE = 'TX'" }]
`;
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), model + rights, 'model.yaml');
  const [eve, texan] = [await signIn('eve', 'tenant.user'), await signIn('tex', 'tenant.user', ['texans'])];
  const asFiled = await freeze('As filed');
  expect((await read(asFiled.id, eve)).freeze.can.read).toBe(true);
  const listed = async (who: SignedIn) =>
    (await call<{ freezes: ReportFreeze[] }>(LIST, {}, who)).freezes.map(({ can }) => can.read);
  expect([await listed(eve), await listed(texan)]).toEqual([[true], [false]]);
  for (const key of [READ, VERIFY, COMPARE] as const) {
    const error = await refused(key, { freeze: asFiled.id }, texan);
    expect(error).toMatchObject({
      status: 403,
      code: 'OTHER_ROW_RIGHTS',
      message: expect.stringMatching(/frozen under other row rights/),
    });
    expect(JSON.stringify(error)).not.toContain('VT');
  }
  // A rule that is new since: who froze it does not see these rows any more.
  const everybody = rights.replace('appliesTo: { groups: [texans] }, ', '');
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), model + everybody, 'model.yaml');
  expect(await refused(READ, { freeze: asFiled.id })).toMatchObject({ code: 'OTHER_ROW_RIGHTS' });
  expect(await refused(READ, { freeze: asFiled.id }, eve)).toMatchObject({ code: 'OTHER_ROW_RIGHTS' });
});

test('retention keeps the data of a freeze, and a comparison says where a state cannot be computed', async () => {
  const asFiled = await freeze('As filed', VERMONT);
  for (const state of ['VT', 'NH', 'ME']) await loadWithMore(state, 3);
  await call('PUT /api/v1/data-version/retention', { body: { versions: 1, days: null } });
  const removed = await portal.versions.removeOld(systemIn(portal.tenants.alder));
  expect(removed).toContain(asFiled.dataVersion + 1);
  expect(removed).not.toContain(asFiled.dataVersion);
  expect((await verify(asFiled.id)).rerun).toMatchObject({ status: 'same' });
  const history = await call<{ versions: { number: number; freezes: number }[] }>('GET /api/v1/data-version/history');
  expect(history.versions.find(({ number }) => number === asFiled.dataVersion)!.freezes).toBeGreaterThan(0);

  // As a backup without the warehouse's files leaves it.
  await markRemoved(asFiled.dataVersion);
  expect((await verify(asFiled.id)).rerun).toEqual({ status: 'not-run', reason: 'data-removed' });
  expect((await read(asFiled.id)).freeze.id).toBe(asFiled.id);
});

test('who may read a report only cannot freeze it, and a tile that fails refuses the freeze by its name', async () => {
  const eve = await signIn('eve', 'tenant.user');
  expect(await refused(FREEZE, { body: { name: 'Mine' } }, eve)).toMatchObject({ status: 404 });
  expect((await call<{ can: object }>(LIST, {}, eve)).can).toEqual({ freeze: false });
  const broken = reportDocument.parse({
    ...DOCUMENT,
    ...onePage([
      {
        id: 'wrong',
        kind: 'chart',
        shape: 'pie',
        title: { en: 'Slices' },
        category: 'state',
        measures: ['net_worth_ratio'],
      },
    ]),
  });
  const row = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, broken));
  expect(await refused(FREEZE, { id: row.id, body: { name: 'Broken' } })).toMatchObject({
    code: 'QUERY_INVALID',
    message: expect.stringMatching(/“Slices” failed/),
  });
});

test('a comparison exchanges mappings before parameters, each as it was then', async () => {
  const added = `
parameters:
  - { name: factor, title: { en: Factor }, type: integer, default: 2, minimum: 1, maximum: 9 }
mappings:
  - { name: home_area, title: { en: Area } }
`;
  const measure = `
      - name: mapped_assets
        kind: sum
        expression: fs220.ACCT_010 * :factor
        where: "MAPPED(foicu.STATE, 'home_area') = 'here'"
        title: { en: 'Mapped', tr: 'M' }
        definition: { en: 'M', tr: 'M' }
        format: { unit: currency }
`;
  const text = model
    .replace('\ndatasets:', `${added}\ndatasets:`)
    .replace(/\n {6}- name: total_assets\n/, `${measure}$&`);
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), text, 'model.yaml');
  const map = (state: string) =>
    call('PUT /api/v1/mapping', { body: { type: 'home_area', codes: [{ code: state, value: 'here' }] } });
  await map('VT');
  const document = reportDocument.parse({
    ...DOCUMENT,
    ...onePage([{ id: 'all', kind: 'figures', title, measures: ['mapped_assets'] }]),
  });
  const row = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, document));
  const first = await call<ReportFreeze>(FREEZE, { id: row.id, body: { name: 'First' } });
  await map('NH');
  await call('PATCH /api/v1/parameters', { body: { values: { factor: 5 } } });

  const found = await call<FreezeComparison>(COMPARE, { id: row.id, freeze: first.id });
  expect(found.causes.map(({ cause }) => cause)).toEqual(['mappings', 'parameters']);
  const current = async (state: string) => {
    const query = {
      dataset: 'call_report',
      measures: ['total_assets'],
      filter: { field: 'state', op: 'in', values: [state] },
    };
    const { rows } = await call<QueryResult>('POST /api/v1/query', { body: query });
    return BigInt(rows[0]![0] as string);
  };
  const [vermont, hampshire] = [await current('VT'), await current('NH')];
  const [figure] = found.figures;
  expect(figure).toMatchObject({
    old: String(vermont * 2n),
    new: String(hampshire * 5n),
    steps: [
      { causes: ['mappings'], difference: String((hampshire - vermont) * 2n) },
      { causes: ['parameters'], difference: String(hampshire * 3n) },
    ],
  });
  // Both are still there to compute the freeze again.
  expect(await call<FreezeVerification>(VERIFY, { id: row.id, freeze: first.id })).toMatchObject({
    intact: true,
    rerun: { status: 'same' },
  });
});
