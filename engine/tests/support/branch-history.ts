import type { Cell as Value } from '@rise/contract';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { CompiledModel } from '../../src/index.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { numbers } from './engine-pair.ts';
import { generateWarehouse } from './generated-warehouse.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';
import { insert } from './insert.ts';
import { guideExamples } from './model-guide.ts';
import { documentedMeasures, indented, measure } from './model-text.ts';

/** The example of the documentation. */
const [GUIDE] = guideExamples('Slowly changing dimensions and rates of the day', 'yaml');
const [GUIDE_JOINS, DIMENSIONS, GUIDE_MEASURES] = GUIDE.split(/^\w+:\n/m).slice(1) as [string, string, string];

const MEASURES = [
  ...documentedMeasures(GUIDE_MEASURES),
  measure('bookings', 'kind: count'),
  measure('desks', 'kind: sum, expression: branch_history.desks'),
  measure('mean_desks', 'kind: average, expression: branch_history.desks'),
  measure('rates', 'kind: sum, expression: rate.rate'),
  measure('north', 'kind: count, where: "branch_history.region = \'north\'"'),
  measure('desk_area', 'kind: sum, expression: region.area * branch_history.desks'),
  measure('standing', 'kind: sum, expression: amount, over: { time: day, take: last }'),
  measure('known', 'kind: sum, expression: amount, over: { time: day, take: last, per: branch }'),
];

/** The joins of the example, and a chain. */
export const JOINS = `${GUIDE_JOINS}  - { table: region, to: branch_history, on: [{ column: region, key: name }] }
`;
/** Bookings of branches that move, with rates of the day and bands of amounts. */
export const historyText = ({ joins = JOINS, rest = '' } = {}) => `
name: bank
title: { en: Bank }
description: { en: D }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: D }
    owner: Finance
    table: booking
    joins:
${indented(joins)}
    dimensions:
${indented(DIMENSIONS)}
      - { name: branch, type: string, title: { en: B }, column: { table: booking, column: branch_id } }
      - { name: day, type: date, title: { en: D }, column: { table: booking, column: day } }
      - { name: id, type: integer, title: { en: I }, column: { table: booking, column: id } }
      - { name: quoted, type: date, title: { en: Q }, column: { table: rate, column: quoted_on } }
      - { name: country, type: string, title: { en: C }, column: { table: region, column: country } }
      - { name: since, type: date, expression: day, per: { key: region, take: min }, title: { en: S } }
    measures:
${MEASURES.join('\n')}
${rest}`;

type Cell = string | number | null;
const BOOKINGS: Cell[][] = [
  [1, 'a', '2024-01-01', 'USD', 100],
  [2, 'a', '2024-06-30', 'USD', 200],
  [3, 'a', '2024-07-01', 'CHF', 300],
  [4, 'a', '2025-03-01', 'USD', 400],
  [5, 'b', '2024-06-30', 'GBP', 500],
  [6, 'b', '2025-06-30', 'USD', 600],
  [7, 'c', '2024-06-30', 'USD', 700],
  [8, 'd', null, 'USD', 800],
  [9, null, '2024-07-01', null, 900],
  [10, 'b', '2024-06-29', 'CHF', null],
];
const HISTORY: Cell[][] = [
  // Branch a moved on 1 July 2024, b was closed at the end of 2024; c has a day on which nothing is valid.
  ['a', null, '2024-06-30', 'north', 4, 'open'],
  ['a', '2024-07-01', null, 'south', 5, 'open'],
  ['b', '2020-01-01', '2024-12-31', 'north', 6, 'open'],
  ['c', '2024-07-01', '2024-12-31', 'south', 7, 'open'],
  ['d', null, null, 'south', 8, 'open'],
  // Never valid: it ends before it begins.
  ['a', '2024-05-01', '2024-04-30', 'west', 99, 'open'],
  // Overlaps, but does not satisfy the condition of the join.
  ['b', '2024-01-01', null, 'draft', 99, 'draft'],
];
const RATES: Cell[][] = [
  ['USD', '2024-06-28', 0.5],
  ['USD', '2024-06-20', 0.25],
  ['USD', '2025-06-01', 2],
  ['CHF', '2024-07-01', 4],
  ['GBP', '2024-07-01', 8],
  [null, '2024-06-28', 16],
  ['USD', null, 32],
];
const SIZES: Cell[][] = [
  ['small', null, 200],
  ['middle', 200, 600],
  ['large', 600, null],
];
const TABLES = [
  'CREATE TABLE booking (tenant_id VARCHAR, id BIGINT, branch_id VARCHAR, day DATE, currency VARCHAR, amount DECIMAL(12, 2))',
  'CREATE TABLE branch_history (tenant_id VARCHAR, branch_id VARCHAR, valid_from DATE, valid_until DATE, region VARCHAR, desks BIGINT, status VARCHAR)',
  'CREATE TABLE rate (tenant_id VARCHAR, code VARCHAR, quoted_on DATE, rate DECIMAL(12, 4))',
  'CREATE TABLE size_band (tenant_id VARCHAR, name VARCHAR, least DECIMAL(12, 2), most DECIMAL(12, 2))',
  'CREATE TABLE region (tenant_id VARCHAR, name VARCHAR, country VARCHAR, area BIGINT)',
  insert('booking', ...BOOKINGS),
  insert('branch_history', ...HISTORY),
  insert('rate', ...RATES),
  insert('size_band', ...SIZES),
  insert('region', ['north', 'X', 10], ['south', 'Y', 20]),
  "INSERT INTO branch_history VALUES ('birch', 'a', NULL, NULL, 'SECRET', 7777, 'open'), ('birch', 'c', NULL, NULL, 'SECRET', 7777, 'open')",
  "INSERT INTO rate VALUES ('birch', 'USD', '2024-06-29', 7777), ('birch', 'GBP', '2024-06-29', 7777)",
  "INSERT INTO booking VALUES ('birch', 99, 'a', '2024-06-30', 'USD', 7777)",
];

export const model = compileModel(parseModel(historyText(), 'bank.yaml'));
export const readerOf = (...roles: string[]): ReaderOf => ({ roles, groups: [], attributes: {} });

export interface BranchHistory {
  warehouse: GeneratedWarehouse;
  /** The rows of a query of bookings, the total last. */
  rowsOf(query: object, model?: CompiledModel, roles?: string[]): Promise<Value[][]>;
  close(): Promise<void>;
}

/** The bookings and what they are joined with on every engine. */
export async function openBranchHistory(): Promise<BranchHistory> {
  const warehouse = await generateWarehouse(TABLES);
  return {
    warehouse,
    async rowsOf(query, of = model, roles = []) {
      const { rows, totals } = await warehouse.runQuery(
        of,
        { dataset: 'bookings', ...query },
        { reader: readerOf(...roles) },
      );
      return numbers([...rows, ...(totals ? [totals] : [])]);
    },
    close: () => warehouse.close(),
  };
}
