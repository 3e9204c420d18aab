import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rowsResult, type DrillStep, type RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlResult } from '@rise/contract';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { setTenantSqlAccess } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let analyst: string;
let admin: string;
let analystId: string;
let other: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const person = { tenants: [alder], enter: alder };
  const signedIn = await portal.signIn({
    email: 'analyst@rights.example',
    roles: ['tenant.user'],
    groups: ['tellers'],
    attributes: { home: ['VT'] },
    ...person,
  });
  analyst = signedIn.cookie;
  analystId = signedIn.accountId;
  admin = (await portal.signIn({ email: 'admin@rights.example', roles: ['tenant.admin'], ...person })).cookie;
  const away = { roles: ['tenant.user' as const], tenants: [birch], enter: birch };
  other = (await portal.signIn({ email: 'b@rights.example', ...away })).cookie;
});
afterAll(() => portal.close());

interface Answer {
  rows: unknown[][];
}
async function sendQuery(cookie: string, query: object): Promise<Answer> {
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: { dataset: 'call_report', ...query } });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** The sample's model with row rules and masks for everyone but administrators. */
async function withRights(): Promise<string> {
  const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
  return `${text}
    rules:
      - { name: vermont, ${unless}, where: "STATE IN (:user_home)" }
      - { name: small, title: { en: S }, appliesTo: { groups: [auditors] }, where: "fs220.ACCT_010 < 1000000" }
    masks: [{ name: members, ${unless}, columns: [{ table: fs220, column: ACCT_083 }] }]
`;
}

describe('rules and masks of a tenant’s model', () => {
  const query = { dimensions: ['state'], measures: ['institutions', 'members'], totals: true };

  it('apply as soon as the model is active, to the readers they name, and in no other tenant', async () => {
    const before = await sendQuery(analyst, query);
    expect(before.rows.length).toBeGreaterThan(50);
    await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), await withRights(), 'model.yaml');

    const { rows } = await sendQuery(analyst, query);
    expect(rows).toEqual([['VT', expect.any(Number), null]]);
    expect(await sendQuery(admin, query)).toMatchObject({ rows: before.rows });
    const everywhere = { dimensions: ['state'], filter: { field: 'state', op: 'in', values: ['NH', 'VT'] } };
    expect((await sendQuery(analyst, everywhere)).rows).toEqual([['VT']]);
    expect(
      (
        await sendQuery(analyst, {
          dimensions: ['state'],
          filter: { not: { field: 'state', op: 'in', values: ['VT'] } },
        })
      ).rows,
    ).toEqual([]);

    expect(await sendQuery(other, query)).toMatchObject({ rows: before.rows });
  });
});

const post = async (key: Parameters<TestPortal['fetch']>[0], cookie: string, body: object) => {
  const response = await portal.fetch(key, { cookie, body });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};
const audited = (action: string) =>
  portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) =>
      tx.rows<{ outcome: string; target: string | null; details: Record<string, unknown> }>`
        SELECT outcome, target, details FROM audit_record WHERE action = ${action} ORDER BY id`,
  );

describe('ad-hoc SQL', () => {
  const count = {
    sql: 'SELECT STATE, count(*) AS n, sum(ACCT_010) AS assets FROM foicu JOIN fs220 USING (CU_NUMBER, CYCLE_DATE) GROUP BY 1 ORDER BY 1',
  };

  it('is for administrators, or for those the tenant allows, and applies the reader’s rules and masks', async () => {
    expect((await post('POST /api/v1/sql', analyst, count)).status).toBe(404);
    const response = await post('POST /api/v1/sql', admin, count);
    expect(response.status).toBe(200);
    const all = response.body as unknown as SqlResult;
    expect(all.rows.length).toBeGreaterThan(50);
    expect(all.meta).toMatchObject({ dataVersion: 1, asOf: '2025-12-31', truncated: false, restricted: [] });

    await setTenantSqlAccess(portal.database, 'alder', 'everyone');
    const own = (await post('POST /api/v1/sql', analyst, count)).body as unknown as SqlResult;
    expect(own.rows).toEqual(all.rows.filter(([state]) => state === 'VT'));
    expect(own.meta.restricted).toMatchObject([
      { table: 'foicu', rules: ['vermont'] },
      { table: 'fs220', masked: ['ACCT_083'] },
    ]);
    const masked = { sql: 'SELECT count(*), count(ACCT_083) FROM fs220' };
    expect(((await post('POST /api/v1/sql', analyst, masked)).body as unknown as SqlResult).rows[0]).toEqual([
      own.rows[0]![1],
      0,
    ]);
    expect((await post('POST /api/v1/sql', other, masked)).status).toBe(404);

    await setTenantSqlAccess(portal.database, 'alder', 'nobody');
    expect((await post('POST /api/v1/sql', admin, count)).status).toBe(404);
    await setTenantSqlAccess(portal.database, 'alder', null);
  });

  it('reports errors with their location, and audits every statement', async () => {
    const refused = await post('POST /api/v1/sql', admin, { sql: 'SELECT *\nFROM secrets' });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'QUERY_INVALID',
          details: [
            { field: 'sql', message: expect.stringMatching(/^Line 2, column 6: There is no table 'secrets' here/) },
          ],
        },
      },
    });
    const records = await audited('query.sql');
    expect(records.at(-1)).toMatchObject({
      outcome: 'denied',
      details: { sql: 'SELECT *\nFROM secrets', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(records).toContainEqual(
      expect.objectContaining({
        outcome: 'done',
        details: expect.objectContaining({ sql: count.sql, dataVersion: 1, truncated: false }),
      }),
    );
    expect((await post('POST /api/v1/sql', admin, { sql: 'x'.repeat(20_001) })).body).toMatchObject({
      error: { code: 'VALIDATION_FAILED', details: [{ field: 'sql', message: 'Write at most 20000 characters.' }] },
    });
  });
});

describe('view as', () => {
  const query = { dataset: 'call_report', dimensions: ['state'], measures: ['institutions'] };
  const rowsOf = async (cookie: string, body: object) =>
    ((await post('POST /api/v1/query', cookie, body)).body as unknown as Answer).rows;

  it('an administrator sees what a colleague sees, is audited, and gets no rows of another tenant', async () => {
    const theirs = await rowsOf(analyst, query);
    expect(await rowsOf(admin, { ...query, viewAs: { account: analystId } })).toEqual(theirs);
    const hypothetical = { roles: ['tenant.user'], attributes: { home: ['NH'] } };
    expect(await rowsOf(admin, { ...query, viewAs: hypothetical })).toEqual([['NH', expect.any(Number)]]);
    expect((await audited('query.view-as')).slice(-2)).toMatchObject([
      { outcome: 'done', target: analystId },
      { outcome: 'done', target: null, details: { attributes: { home: ['NH'] } } },
    ]);
    const inSql = { sql: 'SELECT DISTINCT STATE FROM foicu', viewAs: { account: analystId } };
    expect(((await post('POST /api/v1/sql', admin, inSql)).body as unknown as SqlResult).rows).toEqual([['VT']]);
    const explained = { query, measure: 'institutions', viewAs: hypothetical };
    const { body } = await post('POST /api/v1/query/explanation', admin, explained);
    expect(body).toMatchObject({ rules: expect.arrayContaining([expect.objectContaining({ name: 'vermont' })]) });
    expect(body).toMatchObject({ parameters: expect.not.arrayContaining(['NH']) });
    const rows = { query, measure: 'institutions', columns: ['state'], viewAs: hypothetical };
    const behind = (await post('POST /api/v1/query/rows', admin, rows)).body as unknown as Answer;
    expect(new Set(behind.rows.map(([state]) => state))).toEqual(new Set(['NH']));
    const streamed = { query, format: 'csv', csv: { head: 'names' }, viewAs: hypothetical };
    const csv = await (await portal.fetch('POST /api/v1/query/stream', { cookie: admin, body: streamed })).text();
    expect(csv).toMatch(/^state,institutions\r\nNH,\d+\r\n$/);
  });

  it('nobody gets more than their own rights, neither without the permission nor with an invented reader', async () => {
    expect((await post('POST /api/v1/query', analyst, { ...query, viewAs: { roles: ['tenant.admin'] } })).status).toBe(
      404,
    );
    expect((await audited('query.view-as')).at(-1)).toMatchObject({ outcome: 'denied' });
    // An administrator who is also an auditor sees small ones only, whichever reader they view as.
    const { alder } = portal.tenants;
    const auditor = await portal.signIn({
      email: 'au@rights.example',
      roles: ['tenant.admin'],
      groups: ['auditors'],
      tenants: [alder],
      enter: alder,
    });
    const small = await rowsOf(auditor.cookie, query);
    const throughAll = await rowsOf(auditor.cookie, { ...query, viewAs: { roles: ['tenant.admin'] } });
    expect(throughAll).toEqual(small);
    expect(small).not.toEqual(await rowsOf(admin, query));
  });

  it('explains why a reader sees a row or does not', async () => {
    const [row] = await rowsOf(admin, {
      ...query,
      dimensions: ['charter', 'state'],
      filter: { field: 'state', op: 'in', values: ['NH'] },
      limit: 1,
    });
    const request = { dataset: 'call_report', row: { charter: String(row![0]) }, viewAs: { account: analystId } };
    expect((await post('POST /api/v1/query/visibility', admin, request)).body).toMatchObject({
      reader: {
        account: analystId,
        roles: ['tenant.user'],
        groups: ['tellers'],
        attributes: { home: ['VT'], account: [analystId] },
      },
      rules: [
        { name: 'vermont', applies: true, because: 'everybody', lacking: [] },
        { name: 'small', applies: false, because: 'others' },
      ],
      masks: [{ name: 'members', applies: true }],
      row: { found: 1, visible: 0, rules: [{ name: 'vermont', passes: 0 }] },
    });
    const homeless = { ...request, viewAs: { roles: ['tenant.user'], groups: ['auditors'] } };
    expect((await post('POST /api/v1/query/visibility', admin, homeless)).body).toMatchObject({
      rules: [{ lacking: ['home'] }, { name: 'small', applies: true, because: 'group' }],
      row: { found: 1, visible: 0, rules: [{ passes: 0 }, { name: 'small' }] },
    });
    expect((await post('POST /api/v1/query/visibility', admin, { ...request, viewAs: undefined })).body).toMatchObject({
      rules: [{ because: 'excepted-role', applies: false }, {}],
      row: { found: 1, visible: 1, rules: [] },
    });
    expect((await post('POST /api/v1/query/visibility', analyst, { dataset: 'call_report' })).status).toBe(404);
    const wrong = { dataset: 'call_report', row: { charta: 'x' } };
    expect((await post('POST /api/v1/query/visibility', admin, wrong)).body).toMatchObject({
      error: {
        code: 'QUERY_INVALID',
        details: [{ message: expect.stringMatching(/no dimension 'charta'.*'charter'/) }],
      },
    });
  });
});

describe('a cell over HTTP', () => {
  it('drills down to its next level and then to its rows, which add up to its figure', async () => {
    const post = async (key: 'POST /api/v1/query/drill-down' | 'POST /api/v1/query/rows', body: object) => {
      const response = await portal.fetch(key, { cookie: admin, body });
      expect(response.status).toBe(200);
      return (await response.json()) as never;
    };
    const query = { dataset: 'call_report', dimensions: ['state'], measures: ['total_assets'] };
    const cell = [{ field: 'state', value: 'VT' }];
    const { steps } = (await post('POST /api/v1/query/drill-down', { query, cell })) as { steps: DrillStep[] };
    expect(steps.map(({ hierarchy, to, title }) => [hierarchy?.name, to, title.en])).toEqual([
      ['place', 'city', 'City'],
    ]);
    const cities = await sendQuery(admin, steps[0]!.query);
    const total = (await sendQuery(admin, { ...query, filter: { field: 'state', op: 'in', values: ['VT'] } }))
      .rows[0]![1];
    const sum = (rows: unknown[][], column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(sum(cities.rows, 1)).toBe(Number(total));

    const result = (await post('POST /api/v1/query/rows', {
      query,
      cell,
      measure: 'total_assets',
      columns: ['name', 'city'],
    })) as RowsResult;
    expect(rowsResult.safeParse(result).error).toBeUndefined();
    expect(result.columns.map(({ name }) => name)).toEqual(['name', 'city', 'total_assets', 'fs220.ACCT_010']);
    expect([sum(result.rows, 2), result.value, result.count, result.meta.truncated]).toEqual([
      Number(total),
      total,
      result.rows.length,
      false,
    ]);
  });
});
