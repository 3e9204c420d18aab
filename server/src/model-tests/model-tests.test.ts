import type {
  Alert,
  DataVersion,
  ErrorBody,
  LiveEvent,
  ModelDocument,
  QueryResult,
  RouteKey,
  TestAlert,
  TestOutcome,
  TestRun,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
/** An administrator of alder, one to whom a row rule applies, one of birch, and a reader. */
let boss: string;
let regional: string;
let neighbor: string;
let reader: string;
let page: EventReader;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const admin = { roles: ['tenant.admin' as const], tenants: [alder] };
  boss = (await portal.signIn({ email: 'boss@alder.example', ...admin })).cookie;
  regional = (await portal.signIn({ email: 'west@alder.example', ...admin, groups: ['west'] })).cookie;
  neighbor = (await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [birch] })).cookie;
  reader = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  page = readEvents(await portal.fetch('GET /api/v1/events', { cookie: boss }));
  await page.opened;
});
afterAll(async () => {
  await page?.close();
  await portal?.close();
});

async function call<T>(key: RouteKey, body?: unknown, cookie = boss): Promise<T> {
  const response = await portal.fetch(key, { cookie, ...(body !== undefined && { body }) });
  const answer = (await response.json()) as T;
  expect([response.status, answer]).toEqual([200, answer]);
  return answer;
}
const read = (cookie = boss) =>
  call<{ run: TestRun | null; pending: boolean }>('GET /api/v1/model/tests', undefined, cookie);
const alerts = (cookie = boss) =>
  call<{ alerts: Alert[]; tests: TestAlert | null }>('GET /api/v1/alerts', undefined, cookie);
const history = async () => (await call<{ versions: DataVersion[] }>('GET /api/v1/data-version/history')).versions;
const sql = async (text: string) => (await call<QueryResult>('POST /api/v1/sql', { sql: text })).rows[0]!;

let heard = 0;
/** Does something, and waits until the tests have run because of it. */
async function tested(work: () => Promise<unknown>): Promise<void> {
  await work();
  const isRun = (event: LiveEvent) => event.kind === 'model-tests' && event.id > heard;
  heard = (await page.next(isRun)).id;
}

const model = (tests: readonly string[], rules = '') => `extends: ncua_call_report
datasets:
  - name: call_report
    rules:
      - { name: west_only, title: { en: West }, appliesTo: { groups: [west] }, where: "state = 'CA'" }
${rules}tests:
${tests.map((line) => `  - ${line}\n`).join('')}`;
const publish = async (document: string) => {
  const { version } = await call<ModelDocument>('GET /api/v1/model');
  await call('PUT /api/v1/model', { document, message: '', basedOn: version });
};
const byName = (outcomes: readonly TestOutcome[], name: string) => outcomes.find((one) => one.name === name)!;
/** Adds an institution of California to the call report. */
const loadOneMore = () => {
  const key = "999999 AS CU_NUMBER, DATE '2025-12-31' AS CYCLE_DATE";
  const one = { mode: 'append' as const, rows: 1 };
  return portal.warehouses.load(systemIn(portal.tenants.alder), {
    title: 'One more',
    sourceDir: '.',
    tables: [
      { ...one, table: 'foicu', select: `SELECT ${key}, 'Quokka' AS CU_NAME, 'CA' AS STATE` },
      { ...one, table: 'fs220', select: `SELECT ${key}, 1500000 AS ACCT_010` },
    ],
    sortKey: 'CU_NUMBER',
  });
};

/** What plain SQL finds in the tables. */
let total: string;
let california: string;
let institutions: number;

describe('tests of the model', () => {
  test('run after it is published, and compare with what plain SQL finds', async () => {
    expect(await read()).toMatchObject({ run: null });
    [total, institutions] = (await sql('SELECT SUM(ACCT_010) AS total, COUNT(*) AS n FROM fs220')) as [string, number];
    [california] = (await sql(
      "SELECT SUM(a.ACCT_010) AS total FROM fs220 AS a JOIN foicu AS f ON f.CU_NUMBER = a.CU_NUMBER WHERE f.STATE = 'CA'",
    )) as [string];
    expect(Number(total)).toBeGreaterThan(2e12);
    await tested(() =>
      publish(
        model([
          `{ name: assets, title: { en: Assets of all, tr: Toplam aktifler }, dataset: call_report, measure: total_assets, expect: ${total} }`,
          `{ name: california, dataset: call_report, measure: total_assets, filter: { all: [{ field: state, op: in, values: [CA] }, { field: as_of, during: { until: 2025-12-31 } }] }, expect: "${california}" }`,
          `{ name: nearly, dataset: call_report, measure: institutions, expect: ${Number(institutions) + 20}, tolerance: { percent: 1 } }`,
        ]),
      ),
    );
    const { run, pending } = await read();
    expect(pending).toBe(false);
    expect(run).toMatchObject({ dataVersion: 1, modelVersion: 2 });
    expect(run!.outcomes).toMatchObject([
      { name: 'assets', title: { tr: 'Toplam aktifler' }, status: 'passed', actual: String(total), difference: '0' },
      {
        name: 'california',
        title: null,
        measureTitle: { en: 'Total assets' },
        status: 'passed',
        actual: String(california),
      },
      { name: 'nearly', status: 'passed', actual: String(institutions), difference: '-20' },
    ]);
    expect(await alerts()).toMatchObject({ tests: null });
    expect((await history())[0]).toMatchObject({ number: 1, tests: { passed: 3, failed: 0, notRun: 0 } });
  });

  test('of a draft show what publishing would find, without changing anything', async () => {
    const document = model([`{ name: wrong, dataset: call_report, measure: total_assets, expect: 5 }`]);
    const draft = await call<{ dataVersion: number; outcomes: TestOutcome[] }>('POST /api/v1/model/draft/tests', {
      document,
    });
    expect(draft).toMatchObject({
      dataVersion: 1,
      outcomes: [{ name: 'wrong', status: 'failed', expected: '5', actual: String(total) }],
    });
    expect((await read()).run!.outcomes).toHaveLength(3);
    const invalid = await portal.fetch('POST /api/v1/model/draft/tests', {
      cookie: boss,
      body: { document: document.replace('total_assets', 'total_asset') },
    });
    expect(((await invalid.json()) as ErrorBody).error).toMatchObject({
      code: 'MODEL_INVALID',
      details: [{ field: 'tests.0.measure', line: 7 }],
    });
  });

  test('that fail on the next data raise an alert for those who may edit the model, until they pass again', async () => {
    const alertsBefore = page.events.filter(({ kind }) => kind === 'alerts').length;
    await tested(loadOneMore);
    const [more] = (await sql('SELECT SUM(ACCT_010) AS total FROM fs220')) as [string];
    const { run } = await read();
    expect(run).toMatchObject({ dataVersion: 2, modelVersion: 2 });
    expect(byName(run!.outcomes, 'assets')).toMatchObject({
      status: 'failed',
      expected: String(total),
      actual: String(more),
      difference: '1500000',
    });
    const titles = [{ en: 'Assets of all', tr: 'Toplam aktifler' }, { en: 'Total assets' }];
    expect((await alerts()).tests).toMatchObject({ dataVersion: 2, failing: 2, tests: 3, titles });
    expect((await alerts(reader)).tests).toBeNull();
    expect((await alerts(neighbor)).tests).toBeNull();
    expect(page.events.filter(({ kind }) => kind === 'alerts').length).toBe(alertsBefore + 1);
    expect((await history()).map(({ tests }) => tests)).toEqual([
      { passed: 1, failed: 2, notRun: 0 },
      { passed: 3, failed: 0, notRun: 0 },
    ]);
    await tested(() => call('POST /api/v1/data-version/restore', { version: 1 }));
    expect(await alerts()).toMatchObject({ tests: null });
    expect((await history())[0]).toMatchObject({ number: 3, tests: { passed: 3, failed: 0, notRun: 0 } });
    expect(page.events.filter(({ kind }) => kind === 'alerts').length).toBe(alertsBefore + 2);
  });

  test('of a tenant are run and read there only, by those who may edit the model', async () => {
    for (const key of ['GET /api/v1/model/tests', 'POST /api/v1/model/tests/run'] as const)
      expect((await portal.fetch(key, { cookie: reader })).status, key).toBe(404);
    expect((await read(neighbor)).run).toBeNull();
    await tested(() => call('POST /api/v1/model/tests/run'));
    expect(await read()).toMatchObject({ run: { dataVersion: 3 }, pending: false });
  });

  test('show no figure to a reader whose rows are restricted', async () => {
    const { run } = await read(regional);
    for (const outcome of run!.outcomes)
      expect(outcome).toMatchObject({
        status: 'passed',
        actual: null,
        difference: null,
        obstacle: { code: 'restricted' },
      });
    const document = model([`{ name: probe, dataset: call_report, measure: total_assets, expect: 1 }`]);
    const draft = await call<{ outcomes: TestOutcome[] }>('POST /api/v1/model/draft/tests', { document }, regional);
    expect(draft.outcomes).toMatchObject([{ status: 'not_run', actual: null, obstacle: { code: 'restricted' } }]);
  });

  test('without any row have no figure and fail; one that cannot be computed says why', async () => {
    const measure = `      - { name: huge, kind: sum, expression: fs220.ACCT_010 * fs220.ACCT_010 * fs220.ACCT_010 * fs220.ACCT_010, title: { en: Huge }, definition: { en: Huge }, format: { unit: number } }`;
    await tested(() =>
      publish(
        model(
          [
            `{ name: nowhere, dataset: call_report, measure: total_assets, filter: { field: state, op: in, values: [XX] }, expect: 0 }`,
            `{ name: broken, dataset: call_report, measure: huge, expect: 0 }`,
          ],
          `    measures:\n${measure}\n`,
        ),
      ),
    );
    const { outcomes } = (await read()).run!;
    expect(byName(outcomes, 'nowhere')).toMatchObject({ status: 'failed', actual: null });
    expect(byName(outcomes, 'broken')).toMatchObject({
      status: 'not_run',
      obstacle: { code: 'error', message: expect.stringContaining('too large') },
    });
    expect((await alerts()).tests).toMatchObject({ failing: 2, tests: 2 });
  });

  test('that are taken out take their alert with them', async () => {
    await tested(() => publish('extends: ncua_call_report\n'));
    expect(await read()).toMatchObject({ run: null });
    expect(await alerts()).toMatchObject({ tests: null });
  });

  test('that became due while no server ran are run by the next one', async () => {
    await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.run`
      INSERT INTO model_test_due (tenant_id, data_version, leased_until)
      VALUES (${tx.tenantId}, 3, now() - interval '1 second')`,
    );
    await page.close();
    await portal.restart();
    await expect.poll(async () => (await read()).pending).toBe(false);
  });
});
