import type {
  Alert,
  CodeColumn,
  ConfigurationCodes,
  ConfigurationType,
  DefinedCodeType,
  PutMapping,
  QueryResult,
  RouteKey,
} from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { addTypeToText, changeTypeInText, removeTypeFromText } from './type-document.ts';

const MODEL = `# The bank's own model.
name: bank
title: { en: Bank }
description: { en: Bank }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: A row a booking }
    owner: Finance
    table: booking
    asOf: { table: booking, column: day }
    dimensions:
      - { name: purpose, title: { en: Purpose }, type: string, column: { table: booking, column: purpose } }
    measures:
      - { name: amount, kind: sum, expression: amount, title: { en: Amount }, definition: { en: A }, format: { unit: currency, decimals: 2 } } # exact
`;

let portal: TestPortal;
let admin: string;
let support: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  admin = (await portal.signIn({ email: 'eda@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  support = (await portal.signIn({ email: 'sam@rise.example', roles: ['global.support'], enter: alder })).cookie;
  await portal.warehouses.load(systemIn(alder), {
    title: 'Bookings',
    sourceDir: import.meta.dirname,
    tables: [
      {
        table: 'booking',
        rows: 4,
        select: `SELECT * FROM (VALUES
          (DATE '2026-04-10', 'SIPO', 1.5, 100), (DATE '2026-05-10', 'sipo', 2.0, 20), (DATE '2026-06-10', NULL, NULL, 3),
          (DATE '2026-06-11', 'UVER', 1.5, 4)
        ) AS rows (day, purpose, factor, amount)`,
      },
      {
        table: 'visit',
        rows: 3,
        select: `SELECT * FROM (VALUES (1, 'B01', DATE '2026-01-05'), (2, 'B02', DATE '2026-01-06'), (3, 'B01', DATE '2026-01-07'))
          AS rows (visit_id, branch, visited_on)`,
      },
    ],
    sortKey: 'tenant_id',
  });
  await portal.warehouses.ensureModel(systemIn(alder), MODEL, 'model.yaml');
});
afterAll(() => portal?.close());

async function call<T>(key: RouteKey, more: { search?: string; body?: object } = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: admin, ...more });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body) as T;
}
const columns = async (search: string) =>
  (await call<{ columns: CodeColumn[] }>('GET /api/v1/configuration/columns', { search: `?search=${search}` })).columns;
const define = (body: object) => call<{ definition: DefinedCodeType }>('POST /api/v1/configuration/type', { body });
const types = async () =>
  (await call<{ types: ConfigurationType[] }>('GET /api/v1/configuration/types')).types.map(({ type }) => type);
const codes = (type: string) =>
  call<ConfigurationCodes>('GET /api/v1/configuration/codes', { search: `?type=${type}` });
const alerts = async () => (await call<{ alerts: Alert[] }>('GET /api/v1/alerts')).alerts;
const query = (body: object) => call<QueryResult>('POST /api/v1/query', { body });
const model = () => call<{ document: string; version: number }>('GET /api/v1/model');

const KIND = { en: 'Booking kind', tr: 'İşlem türü' };

test('a type on a text column works like the shipped ones, and its categories are a dimension', async () => {
  expect((await columns('booking purp')).map(({ table, column, kind }) => [table, column, kind])).toEqual([
    ['booking', 'purpose', 'text'],
  ]);
  expect(await columns('day')).toEqual([]);
  // Two people may edit the model at once: the draft gets the type too, so that publishing it does not remove it.
  const { version } = await model();
  const draft = { document: `${MODEL}# in work\n`, revision: 0, basedOn: version };
  await call('PUT /api/v1/model/draft', { body: draft });

  await define({ type: 'booking_kind', table: 'booking', column: 'purpose', title: KIND });
  expect(await types()).toContain('booking_kind');
  const { codes: found, title, targets } = await codes('booking_kind');
  expect([title, targets]).toEqual([KIND, null]);
  expect(found.map(({ code, rows, amount, first }) => [code, rows, amount, first])).toEqual([
    ['SIPO', 1, '100', '2026-04-10'],
    ['sipo', 1, '20', '2026-05-10'],
    ['UVER', 1, '4', '2026-06-11'],
    [null, 1, '3', '2026-06-10'],
  ]);
  expect(await alerts()).toEqual([{ configuratorType: 'booking_kind', unmappedCount: 3 }]);
  expect((await columns('purpose'))[0]!.types).toEqual([{ type: 'booking_kind', title: KIND }]);
  expect((await model()).document).toContain('# exact');
  const { draft: stored } = await call<{ draft: { document: string; basedOn: number } }>('GET /api/v1/model/draft');
  expect(stored).toMatchObject({ basedOn: version + 1, document: expect.stringContaining('booking_kind') as string });
  expect(stored.document).toContain('# in work');

  const set = [{ code: 'SIPO', value: 'Household' }];
  await call<PutMapping>('PATCH /api/v1/mapping', { body: { type: 'booking_kind', set } });
  expect(await alerts()).toEqual([{ configuratorType: 'booking_kind', unmappedCount: 2 }]);
  const result = await query({ dataset: 'bookings', dimensions: ['booking_kind'], measures: ['amount'] });
  expect(new Map(result.rows.map(([kind, amount]) => [kind, amount]))).toEqual(
    new Map<unknown, unknown>([
      ['Household', '100'],
      ['unmapped', '24'],
      [null, '3'],
    ]),
  );
  // The figure says which part of it is unmapped.
  expect(result.meta.unmapped).toMatchObject([
    { dimension: 'booking_kind', share: 0.5, figures: [{ measure: 'amount', share: 24 / 127 }] },
  ]);
});

test('a number column is mapped by its digits, with a fixed list of categories in both languages', async () => {
  const categories = [
    { value: 'low', title: { en: 'Low', tr: 'Düşük' } },
    { value: 'high', title: { en: 'High', tr: 'Yüksek' } },
  ];
  await define({ type: 'factor', table: 'booking', column: 'factor', title: { en: 'Factor' }, categories });
  const { codes: found, targets } = await codes('factor');
  expect(targets).toEqual(categories);
  expect(found.map(({ code, rows }) => [code, rows])).toEqual([
    ['1.5', 2],
    ['2.0', 1],
    [null, 1],
  ]);
  await call('PATCH /api/v1/mapping', { body: { type: 'factor', set: [{ code: '1.5', value: 'low' }] } });
  const { rows } = await query({ dataset: 'bookings', dimensions: ['factor'], measures: ['amount'] });
  expect(rows).toContainEqual(['low', '104']);
});

test('a table without a dataset gets one', async () => {
  expect((await columns('visit branch'))[0]!.datasets).toEqual([]);
  await define({ type: 'branch_group', table: 'visit', column: 'branch', title: { en: 'Branch group' } });
  const { codes: found } = await codes('branch_group');
  expect(found.map(({ code, rows, last }) => [code, rows, last])).toEqual([
    ['B01', 2, '2026-01-07'],
    ['B02', 1, '2026-01-06'],
  ]);
  expect((await columns('visit branch'))[0]!.datasets).not.toEqual([]);
});

test('a type is renamed and deleted, unless something uses it; its mapping returns with it', async () => {
  const change = { type: 'booking_kind', title: { en: 'Purpose group' }, description: { en: 'Why money moves.' } };
  await call('PATCH /api/v1/configuration/type', { body: change });
  expect(await codes('booking_kind')).toMatchObject({ title: change.title, description: change.description });
  const { dimensions } = (
    await call<{ datasets: { name: string; dimensions: { name: string; title: unknown }[] }[] }>('GET /api/v1/catalog')
  ).datasets.find(({ name }) => name === 'bookings')!;
  expect(dimensions.find(({ name }) => name === 'booking_kind')!.title).toEqual(change.title);

  const { document, version } = await model();
  const using = document.replace(
    '# exact',
    `# exact
      - { name: household, kind: sum, expression: amount, where: "MAPPED(purpose, 'booking_kind') = 'Household'", title: { en: H }, definition: { en: H }, format: { unit: count } }`,
  );
  await call('PUT /api/v1/model', { body: { document: using, message: '' } });
  const refused = await portal.fetch('POST /api/v1/configuration/type/delete', {
    cookie: admin,
    body: { type: 'booking_kind' },
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(await refused.json())).toContain('MAPPED');
  await call('POST /api/v1/model/restore', { body: { version } });

  await call('POST /api/v1/configuration/type/delete', { body: { type: 'booking_kind' } });
  expect(await types()).not.toContain('booking_kind');
  expect((await alerts()).map(({ configuratorType }) => configuratorType)).not.toContain('booking_kind');
  await define({ type: 'booking_kind', table: 'booking', column: 'purpose', title: KIND });
  expect((await codes('booking_kind')).counts).toMatchObject({ mapped: 1 });
});

test('a key in use, an unknown column and a category twice are named with their remedy', async () => {
  const title = { en: 'Any' };
  const fail = async (body: object) => {
    const response = await portal.fetch('POST /api/v1/configuration/type', { cookie: admin, body });
    const { error } = (await response.json()) as { error: { details?: { field: string }[] } };
    return [response.status, error.details?.map(({ field }) => field)];
  };
  expect(await fail({ type: 'factor', table: 'booking', column: 'purpose', title })).toEqual([400, ['type']]);
  expect(await fail({ type: 'any', table: 'booking', column: 'nothing', title })).toEqual([400, ['column']]);
  const categories = [
    { value: 'a', title },
    { value: 'a', title },
  ];
  expect(await fail({ type: 'any', table: 'booking', column: 'purpose', title, categories })).toEqual([
    400,
    ['categories.1.value'],
  ]);
  // Support may map codes, but not change the model.
  const foreign = await portal.fetch('GET /api/v1/configuration/columns', { cookie: support, search: '?search=' });
  expect(foreign.status).toBe(404);
});

test('a template’s dataset gets the dimension in the tenant’s own part, and is as before without it', () => {
  const text = 'extends: core # the template\n';
  const definition = { title: { en: 'Kind' }, description: null, categories: null };
  const member = { name: 'kind', title: { en: 'Kind' }, type: 'string', mapping: 'kind' };
  const dimensions = [{ dataset: 'transactions', member }];
  const added = addTypeToText(text, { type: 'kind', definition, dimensions, dataset: null });
  expect(added).toBe(`extends: core # the template
mappings:
  - name: kind
    title: { en: Kind }
datasets:
  - name: transactions
    dimensions:
      - name: kind
        title: { en: Kind }
        type: string
        mapping: kind
`);
  expect(changeTypeInText(added, 'kind', { ...definition, title: { en: 'Sort' } })).toBe(
    added.replaceAll('{ en: Kind }', '{ en: Sort }'),
  );
  expect(removeTypeFromText(added, 'kind')).toBe(text);
});
