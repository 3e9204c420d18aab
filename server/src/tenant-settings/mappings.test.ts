import type {
  Alert,
  MappingProposal,
  MappingTable,
  MappingVersion,
  PutMapping,
  QueryResult,
  TenantParameters,
  UnmappedCodes,
} from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** Ten loans of 100 each: codes A (4), B (3), X (1), Y (1) and one without a code. */
const LOANS = `SELECT i + 1 AS loan, DATE '2026-06-30' AS day, 100 AS amount, i AS late,
  CASE WHEN i < 4 THEN 'A' WHEN i < 7 THEN 'B' WHEN i = 7 THEN 'X' WHEN i = 8 THEN 'Y' END AS kind
  FROM range(getvariable('rows')) numbers (i)`;

const MODEL = `
name: loans
title: { en: Loans }
description: { en: Loans }
parameters: [{ name: late_days, title: { en: Late }, type: integer, default: 5 }]
mappings:
  - name: loan_type
    title: { en: Loan type, tr: Kredi türü }
    targets: [{ value: auto, title: { en: Auto } }, { value: card, title: { en: Card } }]
    attributes: [{ name: risk, title: { en: Risk } }]
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: kind, title: { en: Kind }, type: string, column: { table: loan, column: kind }, mapping: loan_type }
    measures:
      - { name: loans, kind: count, title: { en: L }, definition: { en: L }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: A }, definition: { en: A }, format: { unit: number } }
      - { name: late, kind: count, where: "late >= :late_days", title: { en: T }, definition: { en: T }, format: { unit: count } }
  - name: kinds
    title: { en: Kinds }
    description: { en: A row for each kind of loans }
    owner: Lending
    query: { dataset: loans, dimensions: [kind], measures: [amount] }
    dimensions:
      - { name: label, title: { en: Kind }, type: string, column: { table: kinds, column: kind } }
    measures:
      - { name: kinds, kind: count, title: { en: K }, definition: { en: K }, format: { unit: count } }
`;

let portal: TestPortal;
let admin: string;
let user: string;
let page: EventReader;
let otherPage: EventReader;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const person = (email: string, role: 'tenant.admin' | 'tenant.user', tenant: string) =>
    portal.signIn({ email, roles: [role], tenants: [tenant] });
  admin = (await person('eda@alder.example', 'tenant.admin', alder)).cookie;
  user = (await person('ada@alder.example', 'tenant.user', alder)).cookie;
  const other = (await person('cora@birch.example', 'tenant.admin', birch)).cookie;
  const actor = systemIn(alder);
  await portal.warehouses.load(actor, {
    title: 'Loans',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'loan', select: LOANS, rows: 10 }],
    sortKey: 'loan',
    asOf: { table: 'loan', column: 'day' },
  });
  await portal.warehouses.ensureModel(actor, MODEL, 'model.yaml');
  [page, otherPage] = (await Promise.all(
    [user, other].map(async (cookie) => {
      const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie }));
      await reader.opened;
      return reader;
    }),
  )) as [EventReader, EventReader];
});
afterAll(async () => {
  await page?.close();
  await otherPage?.close();
  await portal?.close();
});

const json = async <T>(response: Response | Promise<Response>): Promise<T> => {
  const answer = await response;
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};
const alerts = async () =>
  (await json<{ alerts: Alert[] }>(portal.fetch('GET /api/v1/alerts', { cookie: user }))).alerts;
const sendQuery = (query: object) =>
  json<QueryResult>(portal.fetch('POST /api/v1/query', { cookie: user, body: { dataset: 'loans', ...query } }));
const byKind = () => sendQuery({ dimensions: ['kind'], measures: ['loans', 'amount'] });
const patch = (body: object, cookie = admin) =>
  portal.fetch('PATCH /api/v1/mapping', { cookie, body: { type: 'loan_type', ...body } });
const codes = () =>
  json<UnmappedCodes>(portal.fetch('GET /api/v1/configuration', { cookie: admin, search: '?type=loan_type' }));
const figures = () => page.events.filter(({ kind }) => kind === 'figures').length;
const say = (code: string, value: string, more = {}) => ({ code, value, ...more });

test('figures of a derived dataset report how many source rows have an unmapped code', async () => {
  const shares = async (query: object) => (await sendQuery({ dataset: 'kinds', ...query })).meta.unmapped;
  expect(await shares({ dimensions: ['label'] })).toEqual([{ dimension: 'label', share: 0.9, figures: [] }]);
  expect(await shares({ measures: ['kinds'] })).toEqual([{ dimension: 'kind', share: 0.9, figures: [] }]);
});

test('codes are unmapped until someone maps them, and raise an alert', async () => {
  expect(await alerts()).toEqual([{ configuratorType: 'loan_type', unmappedCount: 4 }]);
  expect(await codes()).toMatchObject({
    title: { en: 'Loan type' },
    mapping: { version: 0, targets: [{ value: 'auto' }, { value: 'card' }] },
    codes: [{ code: 'A', rows: 4 }, { code: 'B' }, { code: 'X' }, { code: 'Y' }],
  });
  const { rows, meta } = await byKind();
  expect(rows).toEqual([
    ['unmapped', 9, '900'],
    [null, 1, '100'],
  ]);
  expect(meta.unmapped).toEqual([
    {
      dimension: 'kind',
      share: 0.9,
      figures: [
        { measure: 'loans', share: 0.9 },
        { measure: 'amount', share: 0.9 },
      ],
    },
  ]);
});

test('a mapping applies from the next query on, to figures, alerts and the list, and the tenant’s open pages are notified', async () => {
  const before = figures();
  const put = await json<PutMapping>(
    patch({
      set: [say('A', 'auto', { attributes: { risk: 'low' } }), say('B', 'card'), say('X', 'auto')],
      basedOn: 0,
      message: 'First',
    }),
  );
  expect(put).toMatchObject({
    changed: true,
    table: { version: 1, codes: [{ code: 'A', from: null }, { code: 'B' }, { code: 'X' }] },
  });
  await page.next(() => figures() > before);
  const { rows, meta } = await byKind();
  expect(rows).toEqual([
    ['auto', 5, '500'],
    ['card', 3, '300'],
    ['unmapped', 1, '100'],
    [null, 1, '100'],
  ]);
  expect(meta).toMatchObject({ cache: 'miss', unmapped: [{ dimension: 'kind', share: 0.1 }] });
  expect((await byKind()).meta.cache).toBe('hit');
  expect(await alerts()).toEqual([{ configuratorType: 'loan_type', unmappedCount: 1 }]);
  expect(await codes()).toMatchObject({ mapping: { version: 1 }, codes: [{ code: 'Y' }] });
  expect(otherPage.events.filter(({ kind }) => kind === 'figures' || kind === 'alerts')).toEqual([]);
});

test('former versions are preserved, with who reverted them', async () => {
  await json(patch({ remove: ['X'], basedOn: 1 }));
  const read = (search: string) => json<MappingTable>(portal.fetch('GET /api/v1/mapping', { cookie: admin, search }));
  expect((await read('?type=loan_type')).codes.map(({ code }) => code)).toEqual(['A', 'B']);
  expect((await read('?type=loan_type&version=1')).codes).toHaveLength(3);
  const versions = await json(
    portal.fetch('GET /api/v1/mapping/versions', { cookie: admin, search: '?type=loan_type' }),
  );
  expect(versions).toMatchObject({
    versions: [
      { version: 2, current: true, codes: 2, author: 'eda@alder.example' },
      { version: 1, current: false, codes: 3, message: 'First' },
    ],
  });
  expect(await json(portal.fetch('GET /api/v1/mappings', { cookie: admin }))).toMatchObject({
    mappings: [{ type: 'loan_type', version: { version: 2 } }],
  });
  const trail = await portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) =>
      tx.rows<{
        details: object;
      }>`SELECT details FROM audit_record WHERE action = 'mapping.put' AND target = 'loan_type' ORDER BY at`,
  );
  expect(trail.map(({ details }) => details)).toMatchObject([
    { version: 1, codes: 3 },
    { version: 2, codes: 2 },
  ]);
});

test('a change applies completely or not at all: issues name their location, and a conflicting author gets CONFLICT', async () => {
  const refused = async (body: object) => {
    const response = await patch(body);
    const { error } = (await response.json()) as {
      error: { code: string; details?: { field: string; message: string }[] };
    };
    return [response.status, ...(error.details ?? []).map(({ field, message }) => `${field}: ${message}`)];
  };
  expect(
    await refused({ set: [say('X', 'auto'), say('Y', 'boat'), say('Y', 'card', { attributes: { color: 'red' } })] }),
  ).toEqual([
    400,
    "set.1.value: 'boat' is not a value of 'loan_type'. Choose 'auto', 'card'.",
    "set.2.attributes.color: 'loan_type' has the attributes 'risk'.",
    "set.2.code: 'Y' is listed twice. Remove one entry.",
  ]);
  const days = [say('X', 'auto', { from: '2026-01-01' }), say('X', 'card', { until: '2026-01-01' })];
  expect(await refused({ set: days })).toEqual([
    400,
    "set.1.code: 'X' has two values on some days. End one before the other starts.",
  ]);
  expect(await refused({ set: [say('X', 'unmapped')] })).toMatchObject([400, expect.stringContaining('set.0.value')]);
  expect(await refused({ set: [say('X', 'auto')], basedOn: 1 })).toEqual([409]);
  expect(await json(patch({ set: [say('B', 'card')] }))).toMatchObject({ changed: false, table: { version: 2 } });
  expect((await byKind()).rows[0]).toEqual(['auto', 4, '400']);
});

test('callers without permission get 404, as for an unknown type', async () => {
  expect((await patch({ set: [say('X', 'auto')] }, user)).status).toBe(404);
  expect((await portal.fetch('GET /api/v1/mapping', { cookie: user, search: '?type=loan_type' })).status).toBe(404);
  expect((await portal.fetch('GET /api/v1/mapping', { cookie: admin, search: '?type=nothing' })).status).toBe(404);
  expect(
    (await portal.fetch('PATCH /api/v1/parameters', { cookie: user, body: { values: { late_days: 1 } } })).status,
  ).toBe(404);
});

test('a parameter applies from the next query on, to results that use it and no others', async () => {
  const set = (values: object, more = {}) =>
    portal.fetch('PATCH /api/v1/parameters', { cookie: admin, body: { values, ...more } });
  const late = async () => {
    const { rows, meta } = await sendQuery({ measures: ['late'] });
    return [rows[0]![0], meta.cache];
  };
  expect(await late()).toEqual([5, 'miss']);
  await byKind();
  const before = figures();
  expect(await json(set({ late_days: 8 }, { basedOn: 0 }))).toMatchObject({
    version: 1,
    changed: true,
    parameters: [{ name: 'late_days', default: 5, value: 8 }],
  });
  await page.next(() => figures() > before);
  expect(await late()).toEqual([2, 'miss']);
  expect((await byKind()).meta.cache).toBe('hit');
  expect(await json(set({ late_days: 8 }))).toMatchObject({ version: 1, changed: false });
  expect((await set({ late_days: 3 }, { basedOn: 0 })).status).toBe(409);
  const wrong = (await (await set({ late_days: 'soon', lat_days: 1 })).json()) as { error: { details: unknown } };
  expect(wrong.error.details).toEqual([
    { field: 'values.late_days', message: "'late_days' takes a whole number." },
    { field: 'values.lat_days', message: "The model has no parameter 'lat_days'. It has 'late_days'." },
  ]);
  // A model that does not allow the current value is rejected.
  const pushed = await portal.fetch('PUT /api/v1/model', {
    cookie: admin,
    body: {
      document: MODEL.replace('type: integer, default: 5', 'type: boolean, default: true').replace(
        'late >= :late_days',
        ':late_days',
      ),
    },
  });
  expect(pushed.status).toBe(400);
  expect(JSON.stringify(await pushed.json())).toContain(
    "'late_days' takes true or false. The tenant has set it to '8'",
  );
  expect(await json<TenantParameters>(set({ late_days: null }))).toMatchObject({
    version: 2,
    parameters: [{ value: null }],
  });
  expect(await late()).toEqual([5, 'hit']);
});

test('a code that is mapped on other days only is reported as such', async () => {
  await json(patch({ set: [say('X', 'auto', { until: '2025-12-31' })] }));
  const response = (await codes()).codes.map(({ code, elsewhere }) => [code, elsewhere]);
  expect(response).toEqual([
    ['X', true],
    ['Y', false],
  ]);
});

test('removing a target from the model leaves its codes unmapped', async () => {
  const without = MODEL.replace(', { value: card, title: { en: Card } }', '');
  await json(portal.fetch('PUT /api/v1/model', { cookie: admin, body: { document: without } }));
  expect(await alerts()).toEqual([{ configuratorType: 'loan_type', unmappedCount: 3 }]);
  expect((await byKind()).rows).toEqual([
    ['auto', 4, '400'],
    ['unmapped', 5, '500'],
    [null, 1, '100'],
  ]);
});

test('with approval switched on, a change waits for another person, who sees it, approves or refuses it', async () => {
  const { alder } = portal.tenants;
  const second = { email: 'ebru@alder.example', roles: ['tenant.admin' as const], tenants: [alder] };
  const approver = (await portal.signIn(second)).cookie;
  const post = (route: 'proposals' | 'proposals/decide', body: object, cookie = admin) =>
    portal.fetch(`POST /api/v1/configuration/${route}`, { cookie, body: { type: 'loan_type', ...body } });
  const proposals = async () =>
    (
      await json<{ proposals: MappingProposal[] }>(
        portal.fetch('GET /api/v1/configuration/proposals', { cookie: approver, search: '?type=loan_type' }),
      )
    ).proposals;
  const decide = (number: number, decision: string, cookie: string, reason = '') =>
    post('proposals/decide', { number, decision, reason }, cookie);
  const notified = async (cookie: string) =>
    (await json<{ title: string; link: string }[]>(portal.fetch('GET /api/common/notifications', { cookie }))).map(
      ({ title, link }) => [title, link],
    );
  const active = () =>
    json<MappingTable>(portal.fetch('GET /api/v1/mapping', { cookie: admin, search: '?type=loan_type' }));

  const rule = { all: false, types: ['loan_type'] };
  expect(await json(portal.fetch('PUT /api/v1/configuration/approval', { cookie: admin, body: rule }))).toEqual({
    ...rule,
    approvers: 1,
  });
  expect((await patch({ set: [say('X', 'auto')] })).status).toBe(409);

  // Who, why and what; figures and alerts stay as they are.
  const { version } = await active();
  const before = (await byKind()).rows;
  const change = { basedOn: version, set: [say('X', 'auto'), say('Y', 'auto')] };
  expect((await post('proposals', { ...change, message: '' })).status).toBe(400);
  const { number } = await json<MappingProposal>(post('proposals', { ...change, message: 'Two new car loans' }));
  expect((await proposals())[0]).toMatchObject({
    number,
    state: 'open',
    own: false,
    author: 'eda@alder.example',
    message: 'Two new car loans',
    set: [{ code: 'X' }, { code: 'Y' }],
  });
  expect((await byKind()).rows).toEqual(before);
  const link = '/configuration/loan_type?open=proposals';
  expect(await notified(approver)).toContainEqual(['Approval needed: loan_type', link]);

  // Never its author, and not a reader.
  expect((await decide(number, 'approve', admin)).status).toBe(409);
  expect((await decide(number, 'approve', user)).status).toBe(404);
  await json(decide(number, 'approve', approver));
  expect((await active()).version).toBe(version + 1);
  expect((await byKind()).rows).toContainEqual(['auto', 6, '600']);
  const { versions } = await json<{ versions: MappingVersion[] }>(
    portal.fetch('GET /api/v1/mapping/versions', { cookie: admin, search: '?type=loan_type' }),
  );
  expect(versions[0]).toMatchObject({
    author: 'eda@alder.example',
    approvedBy: 'ebru@alder.example',
    message: 'Two new car loans',
  });
  expect(await notified(admin)).toContainEqual(['Approved: loan_type', link]);
  expect((await decide(number, 'approve', approver)).status).toBe(409);

  // Two proposals for one code on the same version: the second one conflicts with what the first one has changed.
  const remove = await json<MappingProposal>(post('proposals', { basedOn: version + 1, remove: ['X'], message: 'No' }));
  const until = { basedOn: version + 1, set: [say('X', 'auto', { until: '2030-12-31' })], message: 'Ends' };
  const dated = await json<MappingProposal>(post('proposals', until));
  await json(decide(remove.number, 'approve', approver));
  const conflict = await decide(dated.number, 'approve', approver);
  expect(conflict.status).toBe(409);
  expect(JSON.stringify(await conflict.json())).toContain('has changed since');
  expect((await decide(dated.number, 'refuse', approver)).status).toBe(400);
  await json(decide(dated.number, 'refuse', approver, 'X is no car loan'));
  expect((await proposals())[0]).toMatchObject({ state: 'refused', reason: 'X is no car loan' });
  expect(await notified(admin)).toContainEqual(['Refused: loan_type', link]);

  // An earlier version is proposed like any other change, and its author may withdraw it.
  const back = { basedOn: version + 2, restore: version + 1, message: 'Back' };
  const restored = await json<MappingProposal>(post('proposals', back));
  expect(restored.set).toMatchObject([{ code: 'X', value: 'auto' }]);
  expect((await decide(restored.number, 'withdraw', approver)).status).toBe(409);
  await json(decide(restored.number, 'withdraw', admin));
  expect((await active()).version).toBe(version + 2);
});
