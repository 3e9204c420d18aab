import { readFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';

const guide = readFileSync(new URL('../../../docs/model.md', import.meta.url), 'utf8');
const [, section] = /## Derived datasets\n([^]+?)\n## /.exec(guide)!;
const [, yaml] = /```yaml\ndatasets:\n([^`]+)```/.exec(section!)!;
const EXAMPLE = yaml!
  .replaceAll(/ … \}( #.*)?$/gm, ' title: { en: T }, definition: { en: D }, format: { unit: number } }')
  .trimEnd();

const measure = (name: string, what: string, unit = 'number') =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: ${unit} } }`;
const dimension = (name: string, type: string, rest: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: ${name} }, ${rest} }`;
const own = (name: string, type: string, table: string, column = name) =>
  dimension(name, type, `column: { table: ${table}, column: ${column} }`);
const dataset = (name: string, of: string, dimensions: string[], measures: string[], rest = '') => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    ${of}
    dimensions:
${dimensions.join('\n')}
    measures:
${measures.join('\n')}
${rest}`;

const BOOKINGS = dataset(
  'bookings',
  'table: booking\n    joins: [{ table: client, on: [{ column: client, key: id }] }]\n    asOf: { table: booking, column: day }',
  [
    own('id', 'integer', 'booking'),
    own('day', 'date', 'booking'),
    own('client', 'integer', 'booking'),
    own('account', 'integer', 'booking'),
    own('branch', 'string', 'booking'),
    own('town', 'string', 'client'),
    dimension('kind', 'string', 'column: { table: booking, column: kind }, mapping: kind'),
    dimension('cards', 'integer', `per: { key: client, take: count, where: "kind = 'card'" }`),
    dimension('late', 'boolean', 'expression: amount > :least'),
  ],
  [
    measure('bookings', 'kind: count'),
    measure('amount', 'kind: sum, expression: amount'),
    measure('mean_amount', 'kind: average, expression: amount'),
    measure('balance', 'kind: sum, expression: amount, over: { time: day, take: last }'),
    measure('known', 'kind: sum, expression: amount, over: { time: day, take: last, per: account, order: id }'),
    measure('first_day', 'kind: min, expression: day', 'date'),
    measure('of_cards', `kind: sum, expression: amount, where: "MAPPED(kind, 'kind') = 'plastic'"`),
  ],
  `    rules: [{ name: own, title: { en: Own branch }, exceptFor: { roles: [auditor] }, where: "branch IN (:user_branch)" }]
    masks: [{ name: clients, title: { en: Clients }, appliesTo: { groups: [temps] }, columns: [{ table: booking, column: client }] }]`,
);

const HEAD = `
name: bank
title: { en: Bank }
description: { en: D }
parameters: [{ name: least, title: { en: L }, type: integer, default: 40 }]
mappings: [{ name: kind, title: { en: K } }]
datasets:`;
const modelOf = (...datasets: string[]) => compileModel(parseModel([HEAD, ...datasets].join('\n'), 'bank.yaml'));

const KINDS = ['loan', 'card', 'transfer', 'transfer', 'fee'];
/** Bookings of 30 clients over 14 months, of two tenants; some have no client. */
const ROWS = Array.from({ length: 400 }, (_, index) => {
  const random = (index * 7919 + 13) % 1009;
  const client = random % 31;
  const day = new Date(Date.UTC(2024, 0, 5 + ((client * 11 + ((random * index) % 300)) % 420)))
    .toISOString()
    .slice(0, 10);
  return [
    index % 9 === 0 ? 'birch' : 'alder',
    index,
    client === 30 ? null : client,
    client * 3 + (index % 2),
    day,
    KINDS[(random + index) % 5]!,
    (random % 90) + 0.25,
    ['b1', 'b2', 'b3'][(index + client) % 3]!,
  ];
});
const cell = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
const TABLES = [
  'CREATE TABLE booking (tenant_id VARCHAR, id BIGINT, client BIGINT, account BIGINT, day DATE, kind VARCHAR, amount DECIMAL(12, 2), branch VARCHAR)',
  'CREATE TABLE client (tenant_id VARCHAR, id BIGINT, town VARCHAR)',
  `INSERT INTO booking VALUES ${ROWS.map((row) => `(${row.map(cell).join(', ')})`).join(', ')}`,
  `INSERT INTO client VALUES ${Array.from({ length: 30 }, (_, id) => `('alder', ${id}, 'town ${id % 4}')`).join(', ')}`,
];

const model = modelOf(BOOKINGS, EXAMPLE);
const AUDITOR = { reader: { roles: ['auditor'], groups: [], attributes: {} } };
const CLERK = { reader: { roles: [], groups: [], attributes: { branch: ['b1', 'b2'] } } };
const OWN = "branch IN ('b1', 'b2')";
let warehouse: GeneratedWarehouse;
let plain: DuckDBConnection;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES, '2025-02-28');
  plain = await (await DuckDBInstance.create(':memory:')).connect();
  for (const statement of TABLES) await plain.run(statement);
});
afterAll(async () => {
  plain.closeSync();
  await warehouse.close();
});

const rowsOf = async (query: object, scope: Partial<Scope> = AUDITOR, of = model) =>
  numbers((await warehouse.ask(of, { dataset: 'client_months', ...query }, scope)).rows);
/** Plain SQL over `seen`, the tenant's rows that a reader may see, and `m`, the months of clients. */
async function sql(select: string, rule = 'TRUE') {
  const reader = await plain.runAndReadAll(`WITH seen AS (SELECT * FROM booking WHERE tenant_id = 'alder' AND ${rule}),
    m AS (SELECT client, CAST(date_trunc('month', day) AS DATE) AS month, count(*) AS bookings, sum(amount) AS amount, town
      FROM seen LEFT JOIN client ON client.id = seen.client AND client.tenant_id = 'alder'
      WHERE client IS NOT NULL GROUP BY ALL HAVING sum(amount) > 10) ${select}`);
  return numbers(reader.getRowsJson());
}

describe.each([
  ['all rows', AUDITOR, 'TRUE'],
  ['the rows that the reader may see', CLERK, OWN],
])('the example of docs/model.md over %s', (_, scope, rule) => {
  it('aggregates the groups of its query', async () => {
    const measures = ['client_months', 'mean_turnover', 'median_bookings', 'large'];
    const figures = 'count(*), avg(amount), median(CAST(bookings AS DOUBLE)), count(*) FILTER (WHERE amount > 60)';
    expect(await rowsOf({ dimensions: ['town'], measures, totals: true }, scope)).toEqual(
      await sql(`SELECT town, ${figures} FROM m GROUP BY 1 ORDER BY 1`, rule),
    );
    expect(await rowsOf({ measures }, scope)).toEqual(await sql(`SELECT ${figures} FROM m`, rule));
    expect(await rowsOf({ dimensions: ['activity', { field: 'month', grain: 'quarter' }], measures }, scope)).toEqual(
      await sql(
        `SELECT CASE WHEN bookings < 3 THEN 'low' ELSE 'high' END, date_trunc('quarter', month)::DATE::VARCHAR, ${figures}
        FROM m GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
        rule,
      ),
    );
  });
});
