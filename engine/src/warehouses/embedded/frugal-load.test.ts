import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WorkbookWriter } from '../../files/xlsx/testing/write-workbook.ts';
import { buildVersion } from './build-version.ts';
import { canBeFrugal, isForWantOfMemory } from './load-memory.ts';
import { loadVersion } from './load-version.ts';
import type { LoadTable } from './messages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rise-frugal-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = readonly [number | string, ...string[]];

/** A workbook with one sheet: a number or text, then texts. */
function writeWorkbook(name: string, titles: Row, rows: readonly Row[]): void {
  const workbook = new WorkbookWriter();
  for (const row of [titles, ...rows]) workbook.add(row);
  writeFileSync(join(folder, `${name}.xlsx`), workbook.finish());
}

function tablesOf(name: string, [first, ...texts]: Row): LoadTable[] {
  const settings = tableSettings.parse({
    kind: 'sheet',
    skipRows: 0,
    header: true,
    columns: [
      { title: first, name: first, type: { kind: 'integer' } },
      ...texts.map((title) => ({ title, name: title, type: { kind: 'text' } })),
    ],
  });
  const inspected = [{ file: `${name}.xlsx`, title: `${name}.xlsx`, part: 'S', settings }];
  return [{ table: 'lines', inspected, asOf: null, sortBy: [String(first)] }];
}

/** Builds the version as the loading process does at first. */
const buildFrugally = (name: string, tables: LoadTable[]) =>
  buildVersion(
    {
      sourceDir: folder,
      tables,
      tenant: 'alder',
      tenantType: 'VARCHAR',
      sortKey: null,
      asOf: null,
      rejectLimit: 0.5,
      rollups: [],
      unsummed: {},
      over: null,
      base: null,
      frugal: true,
      as: 'frugal',
      target: join(folder, `${name}-frugal.duckdb`),
    },
    { onTable: async () => {}, onProgress: () => {} },
  );

async function rowsIn(file: string, titles: Row): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const read = await connection.runAndReadAll(`SELECT ${titles.join(', ')} FROM lines ORDER BY 1`);
  connection.closeSync();
  instance.closeSync();
  return read.getRowsJson().map(([first, ...texts]) => [Number(first), ...texts]);
}

/** Letters that hardly repeat, so that a workbook of them does not look like a bomb. */
const noise = (seed: string, length: number) => {
  let text = '';
  for (let part = 0; text.length < length; part++) text += createHash('sha512').update(`${seed} ${part}`).digest('hex');
  return text.slice(0, length);
};

describe('a workbook', () => {
  const TITLES = ['id', ...Array.from({ length: 20 }, (_, place) => `text${place}`)] as unknown as Row;

  it.each([
    {
      what: 'with a row of several MB',
      titles: TITLES,
      rows: [7, 3, 5].map((id) => [id, ...Array.from({ length: 20 }, (_, at) => (id === 3 ? `${'漢'.repeat(200)}${noise(`${at}`, 32_000)}`.repeat(3) : `k${at}`))] as Row), // prettier-ignore
    },
    {
      what: 'with more text than little memory holds',
      titles: ['id', 'note'] as Row,
      rows: Array.from({ length: 2100 }, (_, id) => [2100 - id, noise(`${id % 50}`, 32_000)] as Row),
    },
  ])('$what is loaded, with more memory than at first', async ({ what, titles, rows }) => {
    const name = what.replaceAll(' ', '-');
    writeWorkbook(name, titles, rows);
    const tables = tablesOf(name, titles);
    expect(await canBeFrugal({ sourceDir: folder, tables, base: null })).toBe(true);
    await expect(buildFrugally(name, tables)).rejects.toSatisfy(isForWantOfMemory);
    const { file } = await loadVersion({
      sourceDir: folder,
      tables,
      tenant: 'alder',
      target: join(folder, `${name}.duckdb`),
    });
    expect(await rowsIn(file, titles)).toEqual(rows.toSorted(([one], [other]) => Number(one) - Number(other)));
  });

  it('has all its texts and its rejected rows, though their memory is given back in between', async () => {
    const titles: Row = ['id', 'note'];
    const rows = Array.from(
      { length: 60_000 },
      (_, id) => [id % 1000 === 999 ? `no ${id}` : id, id % 3 === 0 ? 'same' : `Note ${id}: café`] as Row,
    );
    writeWorkbook('rejects', titles, rows);
    const tables = tablesOf('rejects', titles);
    expect(await canBeFrugal({ sourceDir: folder, tables, base: null })).toBe(true);
    const loaded = await buildFrugally('rejects', tables);
    expect(loaded.tables[0]).toMatchObject({ rows: 59_940, rejected: 60 });
    const fit = rows.filter(([id]) => typeof id === 'number');
    expect(await rowsIn(join(folder, 'rejects-frugal.duckdb'), titles)).toEqual(fit);
  });
});
