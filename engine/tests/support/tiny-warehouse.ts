import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { compileModel, Engine, parseModel, toQueryResult } from '../../src/index.ts';
import type { CompiledModel, EngineOptions, Scope, WarehouseVersion } from '../../src/index.ts';
import { quoteText } from '../../src/expression/quote.ts';

const MODEL = `
name: tiny
title: { en: Tiny }
description: { en: Branches and their balances }
datasets:
  - name: book
    title: { en: Book }
    description: { en: One row a branch and month }
    owner: Finance
    table: branch
    joins: [{ table: balance, on: [branch_id], relationship: one_to_one }]
    asOf: { table: branch, column: day }
    dimensions:
      - { name: id, title: { en: Branch }, type: string, column: { table: branch, column: branch_id } }
      - { name: name, title: { en: Name }, type: string, column: { table: branch, column: name } }
      - { name: grade, title: { en: Grade }, type: integer, column: { table: branch, column: grade } }
      - { name: open, title: { en: Open }, type: boolean, column: { table: branch, column: open } }
      - { name: day, title: { en: Day }, type: date, column: { table: branch, column: day } }
      - name: size
        title: { en: Size }
        type: string
        column: { table: balance, column: assets }
        bands:
          - { value: small, from: null, title: { en: Small } }
          - { value: middle, from: 100, title: { en: Middle } }
          - { value: big, from: 1000, title: { en: Big } }
    measures:
      - { name: branches, kind: count, title: { en: Branches }, definition: { en: Rows }, format: { unit: count } }
      - { name: assets, kind: sum, columns: [{ table: balance, column: assets }], title: { en: Assets }, definition: { en: Assets }, format: { unit: currency } }
      - { name: worth, kind: sum, columns: [{ table: balance, column: worth }, { table: balance, column: worth_before }], title: { en: Worth }, definition: { en: Worth }, format: { unit: currency } }
      - { name: lost, kind: sum, columns: [{ table: balance, column: lost }], title: { en: Lost }, definition: { en: Lost }, format: { unit: currency } }
      - { name: kept, kind: combine, terms: [{ measure: worth }, { measure: lost, factor: -0.5 }], title: { en: Kept }, definition: { en: Kept }, format: { unit: currency } }
      - { name: worth_ratio, kind: ratio, numerator: [{ measure: worth }], denominator: [{ measure: assets }], title: { en: Worth ratio }, definition: { en: Worth ÷ assets }, format: { unit: percent, decimals: 2, truncate: true } }
      - { name: plain_ratio, kind: ratio, numerator: [{ measure: worth }], denominator: [{ measure: assets }], title: { en: Plain ratio }, definition: { en: Worth ÷ assets }, format: { unit: percent, decimals: 2 } }
      - { name: yearly_ratio, kind: ratio, numerator: [{ measure: lost }], denominator: [{ measure: assets }], annualise: true, title: { en: Yearly ratio }, definition: { en: Lost a year }, format: { unit: percent, decimals: 2 } }
`;

/** The model with additional dimensions and measures, each a line of YAML, and with parameters. */
export function tinyModel({ dimensions = '', measures = '', parameters = '[]', rules = '[]', masks = '[]' }): string {
  const lines = (text: string) => text.replaceAll(/^\s*- \{/gm, '      - { title: { en: T }, ');
  const figures = (text: string) =>
    lines(text)
      .replaceAll(/^(\s*- \{)/gm, '$1 definition: { en: D }, ')
      .replaceAll(/^(\s*- \{)(?!.*format:)/gm, '$1 format: { unit: number, decimals: 2 }, ');
  const withDimensions = MODEL.replace('    measures:\n', `${lines(dimensions)}\n    measures:\n`);
  return `${withDimensions}${figures(measures)}\n    rules: ${rules}\n    masks: ${masks}\nparameters: ${parameters}\n`;
}

/** One branch of a tenant; money as stored in the file, null if not reported. */
export interface Branch {
  tenant: string;
  id: string;
  name?: string | null;
  grade?: number | null;
  open?: boolean | null;
  day?: string;
  assets?: number | null;
  worth?: number | null;
  worthBefore?: number | null;
  lost?: number | null;
}

export interface TinyWarehouse {
  engine: Engine;
  model: CompiledModel;
  version: WarehouseVersion & { file: string };
  runQuery(query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  close(): Promise<void>;
}

const literal = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? 'NULL' : typeof value === 'string' ? quoteText(value) : String(value);

/** Tables of the tiny warehouse and their rows, in SQL that every engine accepts. */
export function tinyStatements(rows: readonly Branch[]): string[] {
  const identities = rows.map((row) => [row.tenant, row.id, row.name, row.grade, row.open, row.day ?? '2025-12-31']);
  const money = rows.map((row) => [row.tenant, row.id, row.assets, row.worth, row.worthBefore, row.lost]);
  const insert = (table: string, lines: (string | number | boolean | null | undefined)[][]) =>
    `INSERT INTO ${table} VALUES ${lines.map((line) => `(${line.map(literal).join(', ')})`).join(', ')}`;
  return [
    'CREATE TABLE branch (tenant_id VARCHAR, branch_id VARCHAR, name VARCHAR, grade BIGINT, open BOOLEAN, day DATE)',
    'CREATE TABLE balance (tenant_id VARCHAR, branch_id VARCHAR, assets DECIMAL(18,2), worth DECIMAL(18,2), worth_before DECIMAL(18,2), lost DECIMAL(18,2))',
    ...(rows.length === 0 ? [] : [insert('branch', identities), insert('balance', money)]),
  ];
}

/** Writes a version file directly, so that a test can include rows that a load would never write. */
export async function openTiny(
  rows: Branch[],
  options: EngineOptions = {},
  fields: Parameters<typeof tinyModel>[0] = {},
): Promise<TinyWarehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-tiny-'));
  const file = join(folder, '1.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of tinyStatements(rows)) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const engine = new Engine(options);
  const model = compileModel(parseModel(tinyModel(fields), 'tiny.yaml'));
  const version = { file, number: 1, asOf: '2025-12-31' };
  return {
    engine,
    model,
    version,
    async runQuery(query, scope = {}) {
      const answer = await engine.queries.run({
        model,
        version,
        scope: { tenant: 'alder', ...scope },
        query: semanticQuery.parse({ dataset: 'book', ...query }),
      });
      return toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
