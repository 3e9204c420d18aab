import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Measure, QueryResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel, Engine, readModel, toQueryResult, withCoverage } from '../../src/index.ts';
import type { CompiledModel, LoadedVersion, ModelError } from '../../src/index.ts';
import { isThere, SHARED_DATA, whereIs } from './shared-data.ts';

const OLD = 'ncua-5300-yearend-2009-2012-partial';
const NEW = 'ncua-5300-2025q4';
const TEMPLATE = readFileSync(new URL('../../../samples/ncua-2025q4/model.yaml', import.meta.url), 'utf8');
const CYCLES = ['2009-12-31', '2010-12-31', '2011-12-31', '2012-12-31'];
const oldFiles = (table: string, years = CYCLES) => years.map((day) => `${OLD}/${table}_${day.slice(0, 4)}12.parquet`);
const LATER = ['fs220', 'fs220a', 'fs220b', 'fs220l', 'fs220n', 'fs220p', 'fs220q', 'fs220r'];

/** The shipped model for a version without these tables. */
const extending = (tables: string[]) =>
  `extends: ncua_call_report\ndatasets:\n  - name: call_report\n    optional: [${tables.map((table) => `{ table: ${table} }`).join(', ')}]\n`;

interface Loaded {
  engine: Engine;
  report: LoadedVersion;
  model(text: string): Promise<CompiledModel>;
  runQuery(model: CompiledModel, query: object): Promise<QueryResult>;
  sql(statement: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

async function loadFiles(tables: { table: string; files: string[] }[]): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'rise-cycles-'));
  const engine = new Engine({ cacheBytes: 0 });
  const target = join(folder, '1.duckdb');
  const asOf = { table: 'foicu', column: 'CYCLE_DATE' };
  const report = await engine.versions.load({ sourceDir: SHARED_DATA, tables, tenant: 'alder', sortKey: 'CU_NUMBER', asOf, target }); // prettier-ignore
  const version = { file: target, number: 1, asOf: report.asOf };
  const instance = await DuckDBInstance.create(target, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  return {
    engine,
    report,
    async model(text) {
      const catalog = await engine.catalogs.read(version);
      const model = readModel({ text, file: 'model.yaml', template: TEMPLATE, catalog, measured: true });
      return withCoverage(compileModel(model), report.coverage);
    },
    async runQuery(model, query) {
      const scope = { tenant: 'alder', reader: { roles: [], groups: [], attributes: {} } };
      const parsed = semanticQuery.parse({ dataset: 'call_report', ...query });
      const answer = await engine.queries.run({ model, version, scope, query: parsed });
      return toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
    },
    sql: async (statement) => (await connection.runAndReadAll(statement)).getRowsJson(),
    async close() {
      connection.closeSync();
      instance.closeSync();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const numberOf = (cell: unknown) => (cell === null || cell === undefined ? null : Number(Number(cell).toPrecision(10)));
const insured = { field: 'charter_type', op: 'in', values: [1, 2] };

it(`the shipped model can be extended for older call reports (${whereIs(OLD)})`, () => {
  const model = readModel({ text: extending(['fs220', 'fs220a']), file: 'model.yaml', template: TEMPLATE });
  const { optional } = model.datasets.find(({ name }) => name === 'call_report')!;
  expect(optional.map(({ table }) => table)).toEqual(expect.arrayContaining(['fs220', 'fs220a']));
});

describe.each(isThere(OLD) && isThere(NEW) ? [OLD] : [])('call reports of five cycles in one version, from %s', () => {
  let data: Loaded;
  let model: CompiledModel;
  const pages = { fs220h: '2010-12-31', fs220i: '2012-12-31' };
  beforeAll(async () => {
    data = await loadFiles([
      { table: 'acctdesc', files: [`${NEW}/acctdesc.parquet`] },
      { table: 'foicu', files: [...oldFiles('foicu'), `${NEW}/foicu.parquet`] },
      ...Object.entries(pages).map(([table, day]) => ({
        table,
        files: [...oldFiles(table, [day]), `${NEW}/${table}.parquet`],
      })),
      ...LATER.map((table) => ({ table, files: [`${NEW}/${table}.parquet`] })),
    ]);
    const accounts = Object.keys(pages).flatMap((table) =>
      Object.entries(data.report.coverage.tables[table]!).flatMap(([column]) =>
        column.startsWith('acct_') ? [{ table, column }] : [],
      ),
    );
    const measures = accounts.map(
      ({ table, column }) =>
        `- { name: ${table}_${column}, kind: sum, expression: ${table}.${column}, title: { en: A }, definition: { en: D }, format: { unit: number } }`,
    );
    const joined = 'joins: [{ table: fs220i, on: [CU_NUMBER, CYCLE_DATE], relationship: one_to_one }]';
    model = await data.model(
      `extends: ncua_call_report\ndatasets:\n  - name: call_report\n    ${joined}\n    measures:\n      ${measures.join('\n      ')}\n`,
    );
  });
  afterAll(() => data?.close());

  it('a load reports which files lack which columns', () => {
    const foicu = data.report.tables.find(({ table }) => table === 'foicu')!;
    expect(foicu.rows).toBe(7710 + 7491 + 7240 + 6960 + 4374);
    const lacking = foicu.missing.map(({ file, columns }) => [file.split('/').at(-1), columns.toSorted()]);
    const later = ['RSSD', 'IsMDI', 'INSURED_DATE', 'AM_DateHeld'];
    expect(lacking).toEqual([
      ['foicu_200912.parquet', [...later, 'CharterState', 'CharterStateCode'].toSorted()],
      ['foicu_201012.parquet', [...later, 'CharterState', 'CharterStateCode'].toSorted()],
      ['foicu_201112.parquet', [...later, 'CharterState'].toSorted()],
      ['foicu_201212.parquet', [...later, 'CharterStateCode'].toSorted()],
      ['foicu.parquet', ['CharterStateCode']],
    ]);
  });

  it('the number of federally insured institutions equals NCUA’s for each cycle', async () => {
    const { rows } = await data.runQuery(model, { dimensions: ['as_of'], measures: ['institutions'], filter: insured });
    expect(rows).toEqual([...CYCLES.map((day, index) => [day, [7554, 7339, 7094, 6819][index]]), ['2025-12-31', 4287]]);
  });

  it('every measure of every cycle equals plain SQL, null where it was not collected', async () => {
    const { measures: byName, expressions } = model.datasets.get('call_report')!;
    const cycles = [...CYCLES, '2025-12-31'];
    const sums = new Map<string, (number | null)[]>();
    const byPages = new Map<string, { name: string; sql: string }[]>();
    for (const [name, measure] of byName) {
      if (measure.kind !== 'sum') continue;
      const value = expressions.values.get(name)!;
      // Of arithmetic on columns it depends on each whether it was collected; the sample's reports check these.
      if (value.kind !== 'name') continue;
      const summed = `${value.table}."${value.name}"`;
      const where = measure.where ?? 'TRUE';
      const pagesRead = new Set([...`${summed} ${where}`.matchAll(/(fs220\w*)\./g)].map(([, page]) => page!));
      const joins = [...pagesRead].map((page) => `LEFT JOIN ${page} USING (CU_NUMBER, CYCLE_DATE)`).join(' ');
      const sql = `CAST(sum(${summed}) FILTER (WHERE ${where}) AS VARCHAR)`;
      byPages.set(joins, [...(byPages.get(joins) ?? []), { name, sql }]);
    }
    for (const [joins, figures] of byPages) {
      const columns = figures.map(({ sql }) => sql).join(', ');
      const rows = await data.sql(`SELECT CAST(CYCLE_DATE AS VARCHAR), ${columns} FROM foicu ${joins} GROUP BY 1`);
      const found = new Map(rows.map(([day, ...values]) => [day, values]));
      for (const [index, { name }] of figures.entries())
        sums.set(
          name,
          cycles.map((day) => (found.get(day)![index] ? Number(found.get(day)![index]) : null)),
        );
    }
    const valueOf = (measure: Measure, cycle: number): number | null | undefined => {
      const total = (terms: readonly { measure: string; factor: number }[]) => {
        const parts = terms.map((term) => ({ term, value: valueOf(byName.get(term.measure)!, cycle) }));
        if (parts.some(({ value }) => value === undefined)) return undefined;
        if (parts.every(({ value }) => value === null)) return null;
        return parts.reduce((sum, { term, value }) => sum + term.factor * (value ?? 0), 0);
      };
      if (measure.kind === 'sum') return sums.get(measure.name)?.[cycle];
      if (measure.kind === 'combine') return total(measure.terms);
      if (measure.kind !== 'ratio') return undefined;
      const [top, bottom] = [total(measure.numerator), total(measure.denominator)];
      if (top === undefined || bottom === undefined) return undefined;
      if (top === null || bottom === null || bottom === 0) return null;
      const places = 10 ** (measure.format.decimals + (measure.format.unit === 'percent' ? 2 : 0));
      // Every cycle ends in December: nothing is left to annualize.
      return measure.format.truncate ? Math.trunc((top / bottom) * places) / places : top / bottom;
    };
    let compared = 0;
    const names = [...byName.keys()];
    for (let start = 0; start < names.length; start += 40) {
      const measures = names.slice(start, start + 40);
      const { rows, meta } = await data.runQuery(model, { dimensions: ['as_of'], measures });
      expect(rows.map(([day]) => day)).toEqual(cycles);
      for (const [index, name] of measures.entries())
        for (const [cycle, row] of rows.entries()) {
          const expected = valueOf(byName.get(name)!, cycle);
          if (expected === undefined) continue;
          expect([name, cycles[cycle], numberOf(row[index + 1])]).toEqual([name, cycles[cycle], numberOf(expected)]);
          const reasons = meta.unavailable.filter(({ column, partial }) => column === name && !partial);
          if (expected === null && cycle < 4)
            expect([name, reasons.some(({ dates }) => dates.includes(cycles[cycle]!))]).toEqual([name, true]);
          compared += 1;
        }
    }
    expect(compared).toBeGreaterThan(2000);
  });

  it('a ratio is null for 2010 if that cycle’s total loans are missing, and has a value for 2025', async () => {
    const share = { name: 'share', kind: 'formula', expression: 'fs220h_acct_397a / total_loans' };
    const { rows, meta } = await data.runQuery(model, {
      dimensions: ['as_of'],
      measures: ['share'],
      customMeasures: [share],
    });
    expect(rows.slice(0, 4).map((row) => row[1])).toEqual([null, null, null, null]);
    expect(rows[4]![1]).toBeGreaterThan(0);
    expect(meta.unavailable.map(({ measure, from, dates }) => [measure, from, dates.length])).toEqual([
      ['fs220h_acct_397a', '2010-12-31', 3],
      ['total_loans', '2025-12-31', 4],
    ]);
  });
});

describe.each(isThere(OLD) ? [OLD] : [])('a tenant with old cycles only, from %s', () => {
  let data: Loaded;
  beforeAll(async () => {
    data = await loadFiles([
      { table: 'acctdesc', files: [`${OLD}/acctdesc_200912.parquet`] },
      { table: 'foicu', files: oldFiles('foicu') },
      { table: 'fs220h', files: oldFiles('fs220h', ['2010-12-31']) },
    ]);
  });
  afterAll(() => data?.close());

  it('only columns that the shipped model does not list as optional have to be added', async () => {
    const issues = await data.model('extends: ncua_call_report\n').catch((error: ModelError) => error.issues);
    const missing = (issues as { message: string }[]).map(({ message }) => /table '(\w+)'/.exec(message)![1]);
    expect([...new Set(missing)].toSorted()).toEqual(['fs220', 'fs220a', 'fs220b']);
    await expect(data.model(extending(['fs220', 'fs220a']))).rejects.toThrow(
      /no table 'fs220b'.*list it under 'optional'/,
    );
  });

  it('with the shipped model, figures of later accounts are null with a reason', async () => {
    const model = await data.model(extending(['fs220', 'fs220a', 'fs220b']));
    const names = [...model.datasets.get('call_report')!.measures.keys()];
    for (let start = 0; start < names.length; start += 40) {
      const measures = names.slice(start, start + 40);
      const { rows, meta } = await data.runQuery(model, { measures });
      for (const [index, name] of measures.entries()) {
        if (name === 'institutions') expect(rows[0]![index]).toBe(6960);
        else
          expect([name, rows[0]![index], meta.unavailable.some(({ column }) => column === name)]).toEqual([
            name,
            null,
            true,
          ]);
      }
    }
    const dimensions = [...model.datasets.get('call_report')!.dimensions.keys()];
    for (const dimension of dimensions)
      expect(
        (await data.runQuery(model, { dimensions: [dimension], measures: ['institutions'], limit: 10 })).rows.length,
      ).toBeGreaterThan(0);
    const peers = { kind: 'benchmark', by: 'charter', member: '1', measures: ['institutions', 'total_assets'] };
    expect((await data.runQuery(model, peers)).rows[1]!.slice(1, 3)).toEqual([null, 0]);
  });
});
