import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryResult, ReportEvent } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: SignedIn;
let viewed: SignedIn;
let stranger: SignedIn;
let report: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  admin = await portal.signIn({ email: 'chief@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  viewed = await portal.signIn({
    email: 'viewed@alder.example',
    firstName: 'Vera',
    lastName: 'Viewed',
    roles: ['tenant.user'],
    tenants: [alder],
    attributes: { home: ['VT'] },
  });
  stranger = await portal.signIn({ email: 'stranger@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  await portal.warehouses.ensureModel(systemIn(alder), await withRights(), 'model.yaml');
  const { reports } = await read<{ reports: { id: string; key: string }[] }>('GET /api/v1/reports', {});
  report = reports.find(({ key }) => key === 'board-scorecard')!.id;
});
afterAll(() => portal?.close());

/** The sample's model with a row rule and a mask for everyone but administrators. */
async function withRights(): Promise<string> {
  const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
  return `${text}
    rules: [{ name: own, ${unless}, where: "STATE IN (:user_home)" }]
    masks: [{ name: members, ${unless}, columns: [{ table: fs220, column: ACCT_083 }] }]
`;
}

async function read<T>(key: Parameters<TestPortal['fetch']>[0], request: object): Promise<T> {
  const response = await portal.fetch(key, { cookie: admin.cookie, ...request });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

const send = (by: SignedIn, body: object, id = report) =>
  portal.fetch('POST /api/v1/reports/:id/run', { cookie: by.cookie, id, body });

/** Rows and totals by tile and slot. */
async function figuresOf(by: SignedIn, body: object) {
  const response = await send(by, body);
  expect(response.status).toBe(200);
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  expect(events.filter(({ type }) => type === 'tile-failed')).toEqual([]);
  const figures = events.flatMap((event) =>
    event.type === 'tile'
      ? Object.entries(event.results).map(([slot, { query, result }]): [string, unknown] => [
          `${event.tile}.${slot}`,
          [query, { ...result, meta: null } satisfies Omit<QueryResult, 'meta'> & { meta: null }],
        ])
      : [],
  );
  return Object.fromEntries(figures);
}

const audited = () =>
  portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) => tx.rows<{ outcome: string; target: string | null }>`
      SELECT outcome, target FROM audit_record WHERE action = 'query.view-as' ORDER BY id`,
  );
const notices = async () =>
  (await read<{ title: string }[]>('GET /api/common/notifications', { cookie: viewed.cookie })).map(
    ({ title }) => title,
  );
const readerOf = (by: SignedIn, account: string, id = report) =>
  portal.fetch('GET /api/v1/reports/:id/readers/:account', { cookie: by.cookie, id, account });

test('who a person is, and whether they can open the report, is read without notifying them', async () => {
  const answer = await readerOf(admin, viewed.accountId);
  expect(await answer.json()).toEqual({ account: viewed.accountId, name: 'Vera Viewed', canOpen: true });
  expect(await notices()).toEqual([]);
});

test('a report viewed as a person has the figures that they get, also from the cache; once notified, each time audited', async () => {
  // The viewer's own come first, so that they could be served from the cache.
  const own = await figuresOf(admin, {});
  const asPerson = { viewAs: { account: viewed.accountId } };
  const seen = await figuresOf(admin, asPerson);
  const theirs = await figuresOf(viewed, {});
  expect(Object.keys(seen).length).toBeGreaterThan(8);
  expect(seen).toEqual(theirs);
  expect(seen).not.toEqual(own);
  expect(await figuresOf(admin, asPerson)).toEqual(theirs);
  expect(await figuresOf(admin, {})).toEqual(own);
  expect(await notices()).toEqual(['chief@alder.example viewed data with your rights']);
  const record = { outcome: 'done', target: viewed.accountId };
  expect(await audited()).toEqual([record, record]);
});

test('nobody is viewed from another tenant, from without the permission, or where there is no such person', async () => {
  const nobody = '018f3a52-7d1c-7000-8000-000000000001';
  for (const account of [stranger.accountId, nobody]) {
    expect((await send(admin, { viewAs: { account } })).status).toBe(404);
    expect((await readerOf(admin, account)).status).toBe(404);
  }
  for (const by of [viewed, stranger]) {
    expect((await send(by, { viewAs: { account: viewed.accountId } })).status).toBe(404);
    expect((await readerOf(by, viewed.accountId)).status).toBe(404);
  }
});

test('a report that the person cannot open has no figures for them, and its reader says so', async () => {
  const body = { name: 'Board only', description: '', icon: 'folder', color: 'gray', everyone: null };
  const { id: workspace } = await read<{ id: string }>('POST /api/v1/workspaces', { body });
  const moved = { title: { en: 'Board only' }, workspace };
  const copy = await read<{ id: string }>('POST /api/v1/reports/:id/copy', { id: report, body: moved });
  expect(await (await readerOf(admin, viewed.accountId, copy.id)).json()).toMatchObject({ canOpen: false });
  expect((await send(admin, { viewAs: { account: viewed.accountId } }, copy.id)).status).toBe(404);
  expect((await send(admin, {}, copy.id)).status).toBe(200);
});
