import { semanticQuery, type QueryResult } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const MODEL = `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    joins: [{ table: branch, on: [branch] }]
    asOf: { table: loan, column: day }
    dimensions: [{ name: branch, type: integer, title: { en: Branch }, column: { table: branch, column: branch } }]
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: Rows }, format: { unit: count } }
`;
const LOANS = `SELECT i % 2 AS branch, DATE '2026-06-30' AS day FROM range(getvariable('rows')) numbers (i)`;
const BRANCHES = `SELECT i % 2 AS branch FROM range(getvariable('rows')) numbers (i)`;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

test('a version in which a join would count rows several times is rejected, with the reason', async () => {
  const { alder } = portal.tenants;
  const actor = systemIn(alder);
  const load = (branches: number) =>
    portal.warehouses.load(actor, {
      title: 'Loans',
      sourceDir: import.meta.dirname,
      tables: [
        { table: 'loan', select: LOANS, rows: 10 },
        { table: 'branch', select: BRANCHES, rows: branches },
      ],
      sortKey: 'branch',
      asOf: { table: 'loan', column: 'day' },
    });
  const { cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] });
  const count = async () => {
    const body = semanticQuery.parse({ dataset: 'loans', dimensions: ['branch'], measures: ['loans'] });
    const { rows, meta } = (await (await portal.fetch('POST /api/v1/query', { cookie, body })).json()) as QueryResult;
    return { rows, version: meta.dataVersion };
  };
  await portal.warehouses.ensureModel(actor, MODEL, 'model.yaml');
  const version = await load(2);
  const right = {
    rows: [
      [0, 5],
      [1, 5],
    ],
    version,
  };
  expect(await count()).toEqual(right);
  await expect(load(3)).rejects.toThrow(
    "One value of branch occurs in several rows of 'branch', so rows of 'loans' would be counted several times.",
  );
  expect(await count()).toEqual(right);
  expect(await load(2)).toBeGreaterThan(version);
});

const HISTORY = `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    joins: [{ table: branch, on: [branch], valid: { at: day, from: since, until: until } }]
    asOf: { table: loan, column: day }
    dimensions: [{ name: region, type: string, title: { en: Region }, column: { table: branch, column: region } }]
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: Rows }, format: { unit: count } }
`;

test('a version in which rows of a branch are valid at the same time is rejected, with an example', async () => {
  const { birch } = portal.tenants;
  const actor = systemIn(birch);
  const load = (until: string) =>
    portal.warehouses.load(actor, {
      title: 'Loans',
      sourceDir: import.meta.dirname,
      tables: [
        { table: 'loan', select: LOANS, rows: 10 },
        {
          table: 'branch',
          select: `SELECT i // 2 AS branch, CASE WHEN i % 2 = 1 THEN DATE '2026-06-01' END AS since, CASE WHEN i % 2 = 0 THEN DATE '${until}' END AS "until", CASE WHEN i % 2 = 1 THEN 'south' ELSE 'north' END AS region FROM range(getvariable('rows')) numbers (i)`,
          rows: 4,
        },
      ],
      sortKey: 'branch',
      asOf: { table: 'loan', column: 'day' },
    });
  await portal.warehouses.ensureModel(actor, HISTORY, 'model.yaml');
  await load('2026-05-31');
  const { cookie } = await portal.signIn({ email: 'ben@birch.example', roles: ['tenant.user'], tenants: [birch] });
  const body = semanticQuery.parse({ dataset: 'loans', dimensions: ['region'], measures: ['loans'] });
  const rows = async () =>
    ((await (await portal.fetch('POST /api/v1/query', { cookie, body })).json()) as QueryResult).rows;
  expect(await rows()).toEqual([['south', 10]]);
  await expect(load('2026-06-01')).rejects.toThrow(
    "2 values of branch have rows of 'branch' that overlap, such as '0': one is valid until 2026-06-01, another from 2026-06-01 on. A row of the dataset would be counted for each of them. If rows end where the next ones begin, set ends: exclusive.",
  );
  expect(await rows()).toEqual([['south', 10]]);
});
