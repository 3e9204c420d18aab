import type {
  ErrorBody,
  ParameterPreview,
  ParameterVersion,
  QueryResult,
  TenantParameters,
  TenantParameterUsage,
} from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** 200 loans of two quarters, with 0 to 99 days past due. */
const LOANS = `SELECT i + 1 AS loan, CASE WHEN i % 2 = 0 THEN DATE '2025-12-31' ELSE DATE '2026-03-31' END AS day,
  (i % 7 + 1) * 100.25 AS amount, i // 2 AS late, CASE i % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE 'west' END AS branch
  FROM range(getvariable('rows')) numbers (i)`;

const MODEL = `
name: loans
title: { en: Loans }
description: { en: Loans }
parameters:
  - { name: late_days, title: { en: Late after }, type: integer, default: 60, minimum: 1, maximum: 365, unit: { en: days } }
  - { name: reserve, title: { en: Reserve }, type: percent, default: '0.02', minimum: 0, maximum: 1 }
  - { name: core, title: { en: Core branches }, type: list, default: [north], options: [{ value: north }, { value: south }, { value: west }] }
  - { name: unused, title: { en: Unused }, type: string, default: nothing }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - { name: branch, title: { en: Branch }, type: string, column: { table: loan, column: branch } }
      - { name: is_late, title: { en: Late }, type: boolean, expression: "late >= :late_days" }
    measures:
      - { name: loans, kind: count, title: { en: L }, definition: { en: L }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: A }, definition: { en: A }, format: { unit: number, decimals: 2 } }
      - { name: late, kind: count, where: "late >= :late_days", title: { en: Late loans }, definition: { en: T }, format: { unit: count } }
      - { name: late_share, kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: loans }], title: { en: Share }, definition: { en: S }, format: { unit: percent } }
      - { name: reserves, kind: derived, expression: "amount * :reserve", title: { en: R }, definition: { en: R }, format: { unit: number, decimals: 4 } }
      - { name: core_amount, kind: sum, expression: amount, where: "branch IN (:core)", title: { en: C }, definition: { en: C }, format: { unit: number, decimals: 2 } }
`;

let portal: TestPortal;
let admin: string;
let user: string;
let other: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const person = async (email: string, role: 'tenant.admin' | 'tenant.user', tenant: string) =>
    (await portal.signIn({ email, roles: [role], tenants: [tenant] })).cookie;
  admin = await person('eda@alder.example', 'tenant.admin', alder);
  user = await person('ada@alder.example', 'tenant.user', alder);
  other = await person('cora@birch.example', 'tenant.admin', birch);
  const actor = systemIn(alder);
  await portal.warehouses.load(actor, {
    title: 'Loans',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'loan', select: LOANS, rows: 200 }],
    sortKey: 'loan',
    asOf: { table: 'loan', column: 'day' },
  });
  await portal.warehouses.ensureModel(actor, MODEL, 'model.yaml');
});
afterAll(() => portal?.close());

type Key = Parameters<TestPortal['fetch']>[0];
const send = (key: Key, body: unknown, cookie = admin) =>
  portal.fetch(key, { cookie, ...(body !== undefined && { body }) });
async function read<T>(key: Key, body?: unknown, { cookie = admin, search = '' } = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie, search, ...(body !== undefined && { body }) });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as T;
}
const set = (body: object) => read<TenantParameters & { changed: boolean }>('PATCH /api/v1/parameters', body);
const versions = async () => (await read<{ versions: ParameterVersion[] }>('GET /api/v1/parameters/versions')).versions;
/** A figure of plain SQL over the rows. */
async function sql(expression: string): Promise<number> {
  const { rows } = await read<QueryResult>('POST /api/v1/sql', { sql: `SELECT ${expression} FROM loan` });
  return Number(rows[0]![0]);
}
async function figure(measure: string): Promise<number> {
  const { rows } = await read<QueryResult>('POST /api/v1/query', { dataset: 'loans', measures: [measure] });
  return Number(rows[0]![0]);
}
async function preview(body: object): Promise<ParameterPreview[]> {
  const response = await send('POST /api/v1/parameters/preview', body);
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ParameterPreview);
}

test('each change is a version of all values with its author and note, which never changes', async () => {
  await set({ values: { late_days: 30, reserve: '0.03' }, note: 'New policy' });
  await set({ values: { reserve: null }, changes: { late_days: [{ from: '2026-01-01', value: 45 }] } });
  expect(await set({ values: { late_days: 30 } })).toMatchObject({ version: 2, changed: false });
  const plain = (value: unknown) => ({ value, changes: [] });
  const dated = { value: 30, changes: [{ from: '2026-01-01', value: 45 }] };
  expect(await versions()).toMatchObject([
    {
      version: 2,
      current: true,
      note: '',
      changed: [
        { name: 'late_days', before: plain(30), after: dated },
        { name: 'reserve', before: plain('0.03'), after: null },
      ],
    },
    {
      version: 1,
      current: false,
      note: 'New policy',
      author: 'eda@alder.example',
      changed: [
        { name: 'late_days', before: null, after: plain(30) },
        { name: 'reserve', before: null, after: plain('0.03') },
      ],
    },
  ]);
  const first = await read<object>('GET /api/v1/parameters/version', undefined, { search: '?number=1' });
  expect(first).toEqual({ version: 1, settings: { late_days: plain(30), reserve: plain('0.03') } });
  const actor = systemIn(portal.tenants.alder);
  for (const change of ['UPDATE parameter_version SET note = note', 'DELETE FROM parameter_version'])
    await expect(
      portal.database.withTenant(actor, (tx) => tx.run(Object.assign([change], { raw: [change] }))),
    ).rejects.toThrow(/permission denied/);
});

test('a value applies to the rows of its days', async () => {
  const late = (days: number, day: string) => `count(*) FILTER (late >= ${days} AND day = DATE '${day}')`;
  expect(await figure('late')).toBe(await sql(`${late(30, '2025-12-31')} + ${late(45, '2026-03-31')}`));
  expect(await read<TenantParameters>('GET /api/v1/parameters')).toMatchObject({ version: 2, asOf: '2026-03-31' });
});

test('a value out of its range is refused with its field, and changes nothing', async () => {
  const before = await versions();
  const refuse = async (body: object) => {
    const response = await send('PATCH /api/v1/parameters', body);
    expect(response.status).toBe(400);
    return ((await response.json()) as ErrorBody).error.details;
  };
  expect(await refuse({ values: { late_days: 400, reserve: '0.05' } })).toEqual([
    { field: 'values.late_days', message: "'late_days' takes 1 to 365." },
  ]);
  expect(await refuse({ values: { core: ['north', 'east'] } })).toEqual([
    { field: 'values.core', message: "'core' takes 'north', 'south', 'west', not 'east'." },
  ]);
  const twice = [
    { from: '2026-01-01', value: 10 },
    { from: '2026-01-01', value: 0 },
  ];
  expect(await refuse({ changes: { late_days: twice } })).toEqual([
    { field: 'changes.late_days.1.value', message: "'late_days' takes 1 to 365." },
    { field: 'changes.late_days.1.from', message: 'There are two values from 2026-01-01. Remove one.' },
  ]);
  expect(await versions()).toEqual(before);
});

test('a preview has each measure that a change moves, as plain SQL computes it, and saves nothing', async () => {
  const before = await versions();
  const lines = await preview({ values: { late_days: 10, reserve: '0.5' }, changes: { late_days: [] } });
  const late = "count(*) FILTER (late >= CASE WHEN day < DATE '2026-01-01' THEN 30 ELSE 45 END)";
  const proposed = 'count(*) FILTER (late >= 10)';
  const expected = {
    late: [await sql(late), await sql(proposed)],
    late_share: [await sql(`${late} / count(*)`), await sql(`${proposed} / count(*)`)],
    reserves: [await sql('sum(amount) * 0.02'), await sql('sum(amount) * 0.5')],
  };
  const figures = lines.flatMap((line) => (line.type === 'figure' ? [line] : []));
  expect(figures.map(({ measure }) => measure)).toEqual(Object.keys(expected));
  for (const { measure, ...values } of figures) {
    const [old, next] = expected[measure as keyof typeof expected];
    expect(Number(values.before)).toBeCloseTo(old!, 8);
    expect(Number(values.after)).toBeCloseTo(next!, 8);
  }
  expect(lines.at(-1)).toMatchObject({ type: 'end', compared: 3 });
  expect(await preview({ values: { unused: 'something' } })).toMatchObject([{ type: 'end', compared: 0 }]);
  expect(await versions()).toEqual(before);
});

test('the usage names measures, dimensions and reports', async () => {
  const { usage } = await read<{ usage: TenantParameterUsage[] }>('GET /api/v1/parameters/usage', undefined, {
    cookie: user,
  });
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const [late, reserve, core, unused] = usage;
  expect([names(late!.measures), names(late!.dimensions)]).toEqual([['late', 'late_share'], ['is_late']]);
  expect(names(reserve!.measures)).toEqual(['reserves']);
  expect(names(core!.measures)).toEqual(['core_amount']);
  expect(unused).toMatchObject({ measures: [], dimensions: [], rules: [], reports: [] });
});

test('SQL reads the values of the tenant', async () => {
  const rows = async (cookie: string) =>
    (
      await read<QueryResult>(
        'POST /api/v1/sql',
        { sql: "SELECT value, valid_from, is_current FROM rise_parameters WHERE name = 'late_days'" },
        { cookie },
      )
    ).rows;
  expect(await rows(admin)).toEqual([
    ['30', null, false],
    ['45', '2026-01-01', true],
  ]);
});

test('another tenant has versions of its own, and a user may read only', async () => {
  const foreign = await read<{ versions: object[] }>('GET /api/v1/parameters/versions', undefined, { cookie: other });
  expect(foreign.versions).toEqual([]);
  const search = '?number=1';
  expect((await portal.fetch('GET /api/v1/parameters/version', { cookie: other, search })).status).toBe(404);
  expect((await portal.fetch('GET /api/v1/parameters/version', { cookie: user, search })).status).toBe(200);
  for (const key of ['PATCH /api/v1/parameters', 'POST /api/v1/parameters/preview'] as const)
    expect((await send(key, { values: { late_days: 1 } }, user)).status).toBe(404);
});

test('what names something of another tenant, of nobody or no parameter is refused whole', async () => {
  const before = await versions();
  // Birch has its own model with other parameters, and alder's are nothing there.
  const foreign = { values: { late_days: 1 } };
  const answer = async (body: unknown, cookie = admin) => {
    const response = await send('PATCH /api/v1/parameters', body, cookie);
    await response.body?.cancel();
    return response.status;
  };
  expect(await answer(foreign, other)).toBe(400);
  expect(await answer({ values: { late_days: 31, nothing_of_ours: 1 } })).toBe(400);
  expect(await answer({ values: { late_days: 31 }, tenantId: portal.tenants.birch })).toBe(400);
  expect(await answer(JSON.parse('{"values":{"late_days":31,"__proto__":1}}'))).toBe(400);
  for (const value of ['31; DROP TABLE loan', "getenv('HOME')", '=1+1', [31], { $gt: 0 }])
    expect([value, await answer({ values: { late_days: value } })]).toEqual([value, 400]);
  for (const from of ['2026-02-30', '0000-01-01', 'now()'])
    expect([from, await answer({ changes: { late_days: [{ from, value: 31 }] } })]).toEqual([from, 400]);
  expect(await versions()).toEqual(before);
});
