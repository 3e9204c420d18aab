import { DuckDBInstance } from '@duckdb/node-api';
import type { Cell } from '@rise/contract';
import { numbers } from './engine-pair.ts';
import { generateWarehouse } from './generated-warehouse.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';
import { column, dataset, dimension } from './model-text.ts';

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

/** A dimension of a column: `columnOf('booking', 'day', 'date')`. */
export const columnOf = (table: string, name: string, type: string, of = name) =>
  dimension(name, type, column(table, of));

/** The bookings with their clients: readers see those of their branches, auditors all, and temps no clients. */
export const bookingsText = (parts: { dimensions: string[]; measures: string[]; more?: string[] }) =>
  dataset({
    name: 'bookings',
    table: 'booking',
    joins: ['{ table: client, on: [{ column: client, key: id }] }'],
    dimensions: [
      columnOf('booking', 'id', 'integer'),
      columnOf('booking', 'day', 'date'),
      columnOf('booking', 'client', 'integer'),
      columnOf('booking', 'account', 'integer'),
      columnOf('booking', 'branch', 'string'),
      columnOf('client', 'town', 'string'),
      ...parts.dimensions,
    ],
    measures: parts.measures,
    more: [
      'rules: [{ name: own, title: { en: Own branch }, exceptFor: { roles: [auditor] }, where: "branch IN (:user_branch)" }]',
      'masks: [{ name: clients, title: { en: Clients }, appliesTo: { groups: [temps] }, columns: [{ table: booking, column: client }] }]',
      ...(parts.more ?? []),
    ],
  });

export const AUDITOR = { reader: { roles: ['auditor'], groups: [], attributes: {} } };
/** A reader of two branches, and the condition that their rows satisfy. */
export const CLERK = { reader: { roles: [], groups: [], attributes: { branch: ['b1', 'b2'] } } };
export const OWN = "branch IN ('b1', 'b2')";

export interface ClientBookings {
  warehouse: GeneratedWarehouse;
  /** Plain SQL on the same rows; numbers as numbers. */
  plain(select: string): Promise<Cell[][]>;
  close(): Promise<void>;
}

/** The bookings on every engine. */
export async function openClientBookings(): Promise<ClientBookings> {
  const warehouse = await generateWarehouse(TABLES, '2025-02-28');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const statement of TABLES) await connection.run(statement);
  return {
    warehouse,
    plain: async (select) => numbers((await connection.runAndReadAll(select)).getRowsJson()),
    async close() {
      connection.closeSync();
      await warehouse.close();
    },
  };
}
