import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataVersion } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let alder: string;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal();
  alder = portal.tenants.alder;
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] }));
});
afterAll(() => portal?.close());

const loadNotes = (title: string, rows: number, mode?: 'append') =>
  portal.warehouses.load(systemIn(alder), {
    title,
    sourceDir: '.',
    tables: [
      { table: 'notes', select: `SELECT range AS pages FROM range(getvariable('rows'))`, rows, ...(mode && { mode }) },
    ],
    sortKey: 'pages',
  });

const history = async (as = cookie): Promise<DataVersion[]> => {
  const response = await portal.fetch('GET /api/v1/data-version/history', { cookie: as });
  expect(response.status).toBe(200);
  return ((await response.json()) as { versions: DataVersion[] }).versions;
};

const restore = (version: number, as = cookie) =>
  portal.fetch('POST /api/v1/data-version/restore', { cookie: as, body: { version } });

const rowsOf = ({ tables }: DataVersion, name: string) => tables.find(({ table }) => table === name);

/** The table with the sum of its pages. */
const notes = (rows: object, pages: object) => ({ table: 'notes', ...rows, totals: [{ column: 'pages', ...pages }] });

test('each load is listed with the rows of its tables beside those of the version before, and can be restored', async () => {
  const [first] = await history();
  expect(first).toMatchObject({ number: 1, current: true, restoredFrom: null, restorable: true, asOf: '2025-12-31' });
  expect(rowsOf(first!, 'notes')).toBeUndefined();

  await loadNotes('Notes', 3);
  await loadNotes('More notes', 2, 'append');
  const [third, second] = await history();
  expect(second).toMatchObject({ number: 2, source: 'Notes', current: false });
  expect(rowsOf(second!, 'notes')).toEqual(notes({ rows: 3, before: null }, { total: '3', before: null }));
  expect(third).toMatchObject({ number: 3, source: 'More notes', current: true, asOf: '2025-12-31' });
  expect(rowsOf(third!, 'notes')).toEqual(notes({ rows: 5, before: 3 }, { total: '4', before: '3' }));
  const [table] = first!.tables;
  expect(rowsOf(third!, table!.table)).toEqual({
    ...table,
    before: table!.rows,
    totals: table!.totals.map((column) => ({ ...column, before: column.total })),
  });

  const response = await restore(2);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ dataVersion: 4, source: 'Notes', asOf: '2025-12-31' });
  const [fourth] = await history();
  expect(fourth).toMatchObject({ number: 4, current: true, restoredFrom: 2 });
  expect(rowsOf(fourth!, 'notes')).toEqual(notes({ rows: 3, before: 5 }, { total: '3', before: '4' }));

  await loadNotes('Notes after all', 10, 'append');
  const [fifth] = await history();
  expect(rowsOf(fifth!, 'notes')).toEqual(notes({ rows: 13, before: 3 }, { total: '48', before: '3' }));
});

test('a version that does not exist, or of another tenant, cannot be restored', async () => {
  expect((await restore(999)).status).toBe(404);
  const { birch } = portal.tenants;
  const cem = await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  const versions = await history(cem.cookie);
  expect(versions.map(({ number }) => number)).toEqual([1]);
  expect((await restore(2, cem.cookie)).status).toBe(404);
});

test('readers cannot look at the history or restore a version', async () => {
  const eve = await portal.signIn({ email: 'eve@alder.example', roles: ['tenant.user'], tenants: [alder] });
  expect((await portal.fetch('GET /api/v1/data-version/history', { cookie: eve.cookie })).status).toBe(404);
  expect((await restore(1, eve.cookie)).status).toBe(404);
});

test('what killed loads have left is removed, but no file of a version', async () => {
  const folder = dirname(portal.warehouses.filePath(alder, 1));
  const before = (await readdir(folder)).toSorted();
  await mkdir(join(folder, '99.duckdb.partial/spilled'), { recursive: true });
  for (const name of ['99.duckdb', '99.duckdb.partial/version.duckdb', '99.rejects.csv'])
    await writeFile(join(folder, name), 'half a load');
  await writeFile(join(folder, '2.rejects.csv'), 'table,file,line');
  await portal.warehouses.removeUnfinished(alder);
  expect((await readdir(folder)).toSorted()).toEqual([...before, '2.rejects.csv'].toSorted());
});
