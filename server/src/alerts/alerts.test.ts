import type { Alert, LiveEvent, QueryResult, SemanticQuery, UnmappedCodes } from '@rise/contract';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** Ten loans: codes A (4), B (3), X (1), Y (1) and one without a code; branches 1 and 2, five loans each. */
const LOANS = `SELECT i + 1 AS loan, i % 2 + 1 AS branch, DATE '2026-06-30' AS day,
  CASE WHEN i < 4 THEN 'A' WHEN i < 7 THEN 'B' WHEN i = 7 THEN 'X' WHEN i = 8 THEN 'Y' END AS kind
  FROM range(getvariable('rows')) numbers (i)`;

const model = (labels: string[]) => `
name: loans
title: { en: Loans }
description: { en: Loans }
datasets:
  - name: loans
    title: { en: Loans }
    description: { en: A row a loan }
    owner: Lending
    table: loan
    asOf: { table: loan, column: day }
    dimensions:
      - name: kind
        title: { en: Kind }
        type: string
        column: { table: loan, column: kind }
        values: [${labels.map((value) => `{ value: ${value}, title: { en: Kind ${value} } }`).join(', ')}]
      - name: branch
        title: { en: Branch }
        type: integer
        column: { table: loan, column: branch }
        values: [{ value: 1, title: { en: One } }, { value: 2, title: { en: Two } }]
      - name: gone
        title: { en: A column that the data lacks }
        type: string
        column: { table: loan, column: gone }
        values: [{ value: A, title: { en: A } }]
      - { name: loan, title: { en: Loan }, type: integer, column: { table: loan, column: loan } }
    measures:
      - { name: loans, kind: count, title: { en: Loans }, definition: { en: Rows }, format: { unit: count } }
      - { name: numbers, kind: sum, columns: [{ table: loan, column: loan }], title: { en: N }, definition: { en: N }, format: { unit: number } }
      - { name: balanced, kind: sum, expression: "loan - 8", title: { en: N }, definition: { en: N }, format: { unit: number } }
`;

let portal: TestPortal;
let ada: string;
let cem: string;
let page: EventReader;
let birchPage: EventReader;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  ada = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  cem = (await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.user'], tenants: [birch] })).cookie;
});
afterAll(async () => {
  await page?.close();
  await birchPage?.close();
  await portal?.close();
});

const listen = async (cookie: string) => {
  const reader = readEvents(await portal.fetch('GET /api/v1/events', { cookie }));
  await reader.opened;
  return reader;
};
const alerts = async (cookie: string): Promise<Alert[]> => {
  const response = await portal.fetch('GET /api/v1/alerts', { cookie });
  return ((await response.json()) as { alerts: Alert[] }).alerts;
};
const hint = ({ kind }: LiveEvent) => kind === 'alerts';
const actor = () => systemIn(portal.tenants.alder);
const load = (rows: number) =>
  portal.warehouses.load(actor(), {
    title: 'Loans',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'loan', select: LOANS, rows }],
    sortKey: 'loan',
    asOf: { table: 'loan', column: 'day' },
  });
const unmapped = async (query: Partial<SemanticQuery>): Promise<QueryResult['meta']['unmapped']> => {
  const body = semanticQuery.parse({ dataset: 'loans', measures: ['loans'], ...query });
  const response = await portal.fetch('POST /api/v1/query', { cookie: ada, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as QueryResult).meta.unmapped;
};

/** Expected unmapped shares of loans by type; for a row count, the figure's share equals the rows' share. */
const kind = (share: number) => [{ dimension: 'kind', share, figures: [{ measure: 'loans', share }] }];

test('the sample labels every code in its data', async () => {
  expect(await alerts(ada)).toEqual([]);
});

test('unmapped codes in a new version raise an alert for their tenant, and its open pages are notified', async () => {
  page = await listen(ada);
  birchPage = await listen(cem);
  await portal.warehouses.ensureModel(actor(), model(['A', 'B']), 'model.yaml');
  await load(10);
  await page.next(hint);
  expect(await alerts(ada)).toEqual([{ configuratorType: 'kind', unmappedCount: 2 }]);
  expect(await alerts(cem)).toEqual([]);
});

test('a result states how many of its rows have an unmapped code, for the dimensions it uses', async () => {
  expect(await unmapped({ dimensions: ['kind'] })).toEqual(kind(0.2));
  // X is loan 8 in branch 2, Y is loan 9 in branch 1: one of five rows each.
  const inBranch = { field: 'branch', op: 'in' as const, values: [2] };
  expect(await unmapped({ dimensions: ['kind'], filter: inBranch })).toEqual(kind(0.2));
  expect(await unmapped({ filter: { field: 'kind', op: 'in', values: ['X', 'A'] } })).toEqual(kind(0.2));
  expect(await unmapped({ filter: { all: [{ field: 'kind', op: 'in', values: ['A'] }] } })).toEqual([]);
  expect(await unmapped({ filter: { not: { field: 'kind', op: 'in', values: ['A', 'B'] } } })).toEqual(kind(2 / 3));
  // The sum of 1 to 10; where amounts of both signs add up to −25, a part of 1 has no meaningful share.
  const [weighed] = await unmapped({ dimensions: ['kind'], measures: ['numbers', 'balanced'] });
  expect(weighed).toEqual({ dimension: 'kind', share: 0.2, figures: [{ measure: 'numbers', share: 17 / 55 }] });
  expect(await unmapped({ dimensions: ['branch'] })).toEqual([]);
  expect(await unmapped({ dimensions: ['kind'], filter: { field: 'loan', op: 'lt', values: [5] } })).toEqual([]);
});

test('administrators read which codes are unmapped; others get 404', async () => {
  const sendQuery = (cookie: string, type: string) =>
    portal.fetch('GET /api/v1/configuration', { cookie, search: `?type=${type}` });
  const { alder, birch } = portal.tenants;
  const eda = (await portal.signIn({ email: 'eda@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  const dataset = { name: 'loans', title: { en: 'Loans' } };
  expect((await (await sendQuery(eda, 'kind')).json()) as UnmappedCodes).toMatchObject({
    configuratorType: 'kind',
    title: { en: 'Kind' },
    codes: [
      { dataset, code: 'X', rows: 1 },
      { dataset, code: 'Y', rows: 1 },
    ],
    truncated: false,
  });
  expect(await (await sendQuery(eda, 'branch')).json()).toMatchObject({ codes: [] });
  // Not in the model, or in it without labels: nothing that could be configured.
  for (const type of ['nothing', 'loan']) expect((await sendQuery(eda, type)).status).toBe(404);
  expect((await sendQuery(ada, 'kind')).status).toBe(404);
  const cora = (await portal.signIn({ email: 'cora@birch.example', roles: ['tenant.admin'], tenants: [birch] })).cookie;
  expect((await sendQuery(cora, 'kind')).status).toBe(404);
});

test('labels in a new model remove the alert, live', async () => {
  const before = page.events.filter(hint).length;
  await portal.warehouses.ensureModel(actor(), model(['A', 'B', 'X']), 'model.yaml');
  await page.next((event) => hint(event) && page.events.filter(hint).indexOf(event) >= before);
  expect(await alerts(ada)).toEqual([{ configuratorType: 'kind', unmappedCount: 1 }]);
  expect(await unmapped({ dimensions: ['kind'] })).toEqual(kind(0.1));
  await portal.warehouses.ensureModel(actor(), model(['A', 'B', 'X', 'Y']), 'model.yaml');
  expect(await alerts(ada)).toEqual([]);
  expect(await unmapped({ dimensions: ['kind'] })).toEqual([]);
});

test('a version without unmapped codes removes the alert too; one that changes nothing publishes no event', async () => {
  await portal.warehouses.ensureModel(actor(), model(['A', 'B']), 'model.yaml');
  expect(await alerts(ada)).toHaveLength(1);
  await load(10);
  await load(7);
  expect(await alerts(ada)).toEqual([]);
  await page.next((event) => page.events.filter(hint).indexOf(event) === 4);
  // Raised, 2 to 1, removed, raised again, removed again: no event for the load with an unchanged result.
  expect(page.events.filter(hint)).toHaveLength(5);
  expect(birchPage.events.filter(hint)).toEqual([]);
});
