import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableSettings } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadVersion } from './load-version.ts';

const ROWS = 150_000;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rise-order-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = tableSettings.parse({
  kind: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: '"',
  skipLines: 0,
  header: true,
  columns: [
    { title: 'day', name: 'day', type: { kind: 'date', format: '%Y-%m-%d' } },
    { title: 'id', name: 'id', type: { kind: 'integer' } },
    { title: 'note', name: 'note', type: { kind: 'text' } },
  ],
});

const dayOf = (row: number) => new Date(Date.UTC(2020, 0, 1 + Math.floor(row / 500))).toISOString().slice(0, 10);
const line = (day: string, id: number | string, note = `a note of some length about ${id} ${'and more '.repeat(9)}`) =>
  `${day},${id},${note}\n`;
/** Days in order, and ids from high to low in each. */
const ordered = (row: number) => line(dayOf(row), row % 7 === 0 ? '' : ROWS - row);

/** Loads lines, sorted by day and id, and returns the table's rows as they lie in the file. */
async function load(name: string, lines: Iterable<string>, sortBy: string[]) {
  writeFileSync(join(folder, `${name}.csv`), `day,id,note\n${[...lines].join('')}`);
  expect(statSync(join(folder, `${name}.csv`)).size).toBeGreaterThan(16 * 1024 * 1024);
  const inspected = [{ file: `${name}.csv`, title: name, part: '', settings }];
  const { file, profiles } = await loadVersion({
    sourceDir: folder,
    tables: [{ table: 'lines', inspected, asOf: null, sortBy }],
    rejectLimit: 0.5,
    tenant: 'alder',
    target: join(folder, `${name}.duckdb`),
  });
  await profiles;
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '1' });
  const connection = await instance.connect();
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
  const digest = async (rows: string) => {
    const [[count, text]] = (await read(
      `SELECT COUNT(*), md5(string_agg(concat_ws('|', day, coalesce(CAST(id AS VARCHAR), ''), note), ';')) FROM ${rows}`,
    )) as [[string, string]];
    return { rows: Number(count), text };
  };
  const stored = await digest('lines');
  const sorted = await digest(`(FROM lines ORDER BY ${sortBy.join(', ')}, rowid)`);
  const [[blocks]] = (await read(
    "SELECT COUNT(DISTINCT row_group_id) FROM pragma_storage_info('lines') WHERE column_id = 0",
  )) as [[string]];
  connection.closeSync();
  instance.closeSync();
  return { stored, sorted, blocks: Number(blocks) };
}

const range = (count: number) => Array.from({ length: count }, (_, row) => row);

describe('rows of a file', () => {
  it('that come in order lie in it, whether some are rejected or have no value', async () => {
    const lines = range(ROWS).map((row) => (row % 1000 === 1 ? line(dayOf(row), 'none') : ordered(row)));
    const { stored, sorted } = await load('in-order', lines, ['day']);
    expect(stored).toEqual(sorted);
    const fit = lines.filter((each) => !each.includes('none'));
    // As they came: a sort would be free to place rows of the same day otherwise.
    const came = fit.map((each) => each.slice(0, -1).replaceAll(',', '|')).join(';');
    expect(stored).toEqual({ rows: fit.length, text: createHash('md5').update(came).digest('hex') });
  });

  it.each([
    ['that begin in order and do not go on so are sorted', (row: number) => ordered(row < 100_000 ? row : ROWS - row)],
    ['that come in order but for nulls are sorted', (row: number) => line(row === 90_000 ? '' : dayOf(row), row)],
    ['that do not come in order are sorted', (row: number) => ordered((row * 7919) % ROWS)],
  ])('%s', async (what, lineOf) => {
    const { stored, sorted } = await load(what.replaceAll(' ', '-'), range(ROWS).map(lineOf), ['day', 'id']);
    expect(stored.rows).toBe(ROWS);
    expect(stored).toEqual(sorted);
  });

  it('that come in order and are short lie as closely as sorted ones', async () => {
    const rows = 1_800_000;
    const short = (row: number) => `,${row},x\n`;
    const { stored, sorted, blocks } = await load('short', range(rows).map(short), ['id']);
    expect(stored).toEqual(sorted);
    expect(blocks).toBeLessThanOrEqual(Math.ceil(rows / 122_880) * 1.25 + 1);
  });
});
