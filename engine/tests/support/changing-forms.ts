import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { QueryResult } from '@rise/contract';
import { compileModel, Engine, parseModel, toQueryResult, withCoverage } from '../../src/index.ts';
import type { CompiledModel, Coverage, Scope, WarehouseVersion } from '../../src/index.ts';
import { numbers } from './engine-pair.ts';
import { alike } from './random-queries.ts';
import { openServers } from './test-servers.ts';
import { guideExamples } from './model-guide.ts';

const [example] = guideExamples('Columns that came or went', 'yaml');
const [, optional, documented] = /^optional:\n([^]+?)measures:\n([^]+)$/.exec(example)!;
const MEASURES = documented!
  .replaceAll(/, …(?= \})/g, ', title: { en: T }, definition: { en: D }, format: { unit: number, decimals: 2 }')
  .replaceAll(
    /^ {2}- name: .*\n/gm,
    '$&    title: { en: T }\n    definition: { en: D }\n    format: { unit: number }\n',
  )
  .replaceAll(/ # .*$/gm, '')
  .replaceAll(/^ {2}/gm, '      ');

const rest = 'title: { en: T }, definition: { en: D }, format: { unit: number, decimals: 2 }';
const measure = (name: string, how: string) => `      - { name: ${name}, ${how}, ${rest} }\n`;

/** A form whose columns came and went, as documented. */
export const formModel = (more = '') => `
name: forms
title: { en: Forms }
description: { en: D }
accounts: { table: chart, account: code, title: name, description: name }
datasets:
  - name: forms
    title: { en: Forms }
    description: { en: One row for each institution and cycle }
    owner: Finance
    table: report
    joins:
      - { table: detail, on: [id, cycle], relationship: one_to_one }
      - { table: later, on: [id, cycle], relationship: one_to_one }
    asOf: { table: report, column: cycle }
    snapshots: as_of
    optional:
${optional!.replaceAll(/^/gm, '    ').trimEnd()}
      - { table: later }
      - { table: report, column: website, type: string }
    dimensions:
      - { name: id, type: integer, title: { en: I }, column: { table: report, column: id } }
      - { name: as_of, type: date, title: { en: A }, column: { table: report, column: cycle } }
      - { name: state, type: string, title: { en: S }, column: { table: report, column: state } }
      - { name: designated, type: integer, title: { en: L }, column: { table: report, column: low_income } }
      - { name: website, type: string, title: { en: W }, expression: UPPER(website) }
    measures:
${measure('institutions', 'kind: count')}${measure('loans', 'kind: sum, expression: report.loans')}${MEASURES}${measure('designations', 'kind: count_distinct, expression: low_income')}${measure('much_late', 'kind: count, where: detail.late > 50')}${measure('late_or_none', 'kind: sum, expression: "COALESCE(detail.late, 0)"')}${measure('late_points', 'kind: sum, expression: CASE WHEN detail.late > 50 THEN 1 ELSE 0 END')}${measure('least_late', 'kind: min, expression: detail.late')}${measure('mean_late', 'kind: average, expression: detail.late')}${measure('middle_late', 'kind: median, expression: detail.late')}${measure('weighted_loans', 'kind: median, expression: report.loans, weight: detail.late')}${measure('covered', 'kind: ratio, numerator: [{ measure: allowance }], denominator: [{ measure: late }]')}${measure('per_kind', 'kind: ratio, numerator: [{ measure: designations }], denominator: [{ measure: institutions }]')}${measure('rest', 'kind: derived, expression: loans - late')}${measure('usual_late', 'kind: sum, expression: detail.late, over: { time: as_of, take: average }')}${measure('fewest', 'kind: count_distinct, expression: low_income, over: { time: as_of, take: min }')}${measure('novelty', 'kind: sum, expression: later.novelty')}${measure('average_loans', 'kind: average_balance, measure: loans, with: prior_year_end, per: id')}${measure('average_late', 'kind: average_balance, measure: late, with: prior_year_end, per: id')}${measure('average_novelty', 'kind: average_balance, measure: novelty, with: prior_year_end, per: id')}
${more}`;

export const CYCLES = ['2009-12-31', '2010-12-31', '2011-12-31', '2012-12-31'];
/** For which cycles the columns of the tables were delivered. */
export const DELIVERED = { low_income: [2, 3], late: [1, 3], allowance_old: [1, 2], allowance_new: [3] };

export const COVERAGE: Coverage = {
  dateColumn: 'cycle',
  dates: CYCLES,
  tables: {
    report: {
      id: [0, 1, 2, 3],
      cycle: [0, 1, 2, 3],
      state: [0, 1, 2, 3],
      low_income: DELIVERED.low_income,
      loans: [0, 1, 2, 3],
    },
    detail: {
      id: [1, 2, 3],
      cycle: [1, 2, 3],
      late: DELIVERED.late,
      allowance_old: DELIVERED.allowance_old,
      allowance_new: DELIVERED.allowance_new,
    },
    chart: { code: null, name: null },
  },
};

type Value = string | number | null;
/** Twelve institutions in four cycles, one of which comes late and another leaves. */
function rowsOfForms(): { report: Value[][]; detail: Value[][] } {
  const report: Value[][] = [];
  const detail: Value[][] = [];
  for (const [cycle, day] of CYCLES.entries())
    for (let id = 1; id <= 12; id++) {
      if ((id === 11 && cycle < 2) || (id === 12 && cycle > 2)) continue;
      const noise = (id * 37 + cycle * 101) % 97;
      const on = (dates: readonly number[], value: number) => (dates.includes(cycle) && noise % 7 !== 0 ? value : null);
      const low = DELIVERED.low_income.includes(cycle) ? (id % 3 === 0 ? 1 : id === 5 ? 2 : null) : null;
      report.push(['alder', id, day, `S${id % 3}`, low, 1000 + noise]);
      if (cycle > 0)
        detail.push([
          'alder',
          id,
          day,
          on(DELIVERED.late, noise + 0.5),
          on(DELIVERED.allowance_old, noise + 3),
          on(DELIVERED.allowance_new, noise + 5),
        ]);
    }
  report.push(['birch', 1, CYCLES[3]!, 'S1', 1, 7]);
  return { report, detail };
}

const literal = (value: Value) => (typeof value === 'string' ? `'${value}'` : String(value));
const insert = (table: string, rows: Value[][]) =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`;

export function formStatements(): string[] {
  const { report, detail } = rowsOfForms();
  return [
    'CREATE TABLE report (tenant_id VARCHAR, id BIGINT, cycle DATE, state VARCHAR, low_income BIGINT, loans DECIMAL(18,2))',
    'CREATE TABLE detail (tenant_id VARCHAR, id BIGINT, cycle DATE, late DECIMAL(18,2), allowance_old BIGINT, allowance_new DECIMAL(18,2))',
    'CREATE TABLE chart (tenant_id VARCHAR, code VARCHAR, name VARCHAR)',
    insert('report', report),
    insert('detail', detail),
    insert('chart', [['alder', 'LATE', 'Late loans']]),
  ];
}

export interface Forms {
  engine: Engine;
  model: CompiledModel;
  version: WarehouseVersion & { file: string };
  versions: WarehouseVersion[];
  /** The result, the same on every engine except for the last digits of doubles. */
  runQuery(query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  /** Plain SQL over alder's rows as `t`, in DuckDB; numbers as numbers. */
  plain(select: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

export async function openForms(coverage: Coverage = COVERAGE, more = ''): Promise<Forms> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-forms-'));
  const file = join(folder, '1.duckdb');
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  for (const statement of formStatements()) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
  const engine = new Engine();
  const servers = await openServers(formStatements(), CYCLES[3]!);
  const model = withCoverage(compileModel(parseModel(formModel(more), 'forms.yaml')), coverage);
  const version = { file, number: 1, asOf: CYCLES[3]! };
  const others = Object.values(servers.versions);
  const askOf = async (of: WarehouseVersion, query: object, scope: Partial<Scope>) => {
    const answer = await engine.queries.run({
      model,
      version: of,
      scope: { tenant: 'alder', ...scope },
      query: semanticQuery.parse({ dataset: 'forms', ...query }),
    });
    return toQueryResult(answer, { dataVersion: 1, asOf: CYCLES[3]!, unmapped: [] });
  };
  return {
    engine,
    model,
    version,
    versions: [version, ...others],
    async runQuery(query, scope = {}) {
      const result = await askOf(version, query, scope);
      const text = ({ rows, totals, meta }: QueryResult) =>
        JSON.stringify([alike(rows), alike(totals ? [totals] : []), meta.unavailable]);
      for (const other of others) {
        const served = text(await askOf(other, query, scope));
        if (served !== text(result)) throw new Error(`The engines differ.\nduckdb: ${text(result)}\nother: ${served}`);
      }
      return result;
    },
    async plain(select) {
      const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
      const reader = await instance.connect();
      const t = `SELECT report.*, detail.* EXCLUDE (tenant_id, id, cycle) FROM report LEFT JOIN detail USING (tenant_id, id, cycle) WHERE tenant_id = 'alder'`;
      const found = await reader.runAndReadAll(`WITH t AS (${t}) ${select}`);
      const rows = found.getRowsJson();
      reader.closeSync();
      instance.closeSync();
      return numbers(rows);
    },
    async close() {
      await engine.close();
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
