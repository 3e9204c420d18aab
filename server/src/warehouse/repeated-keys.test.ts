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
