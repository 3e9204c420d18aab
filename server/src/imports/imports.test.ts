import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataImport, DataVersion, ErrorBody, QueryResult, TablePreview } from '@rise/contract';
import { writeXlsx } from 'hucre';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { importClient, type ImportClient } from '../testing/import-client.ts';
import { createImports } from './create-imports.ts';
import { WatchedFolder } from './watched-folder.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';
import { loadLease } from '../warehouse/version-loader.ts';

let portal: TestPortal;
let cedar: string;
/** An administrator of alder, with the call report, and one of cedar, which has neither data nor a model. */
let ada: string;
let cem: string;
let alders: ImportClient;
let cedars: ImportClient;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  cedar = (await ensureTenant(portal.database, { slug: 'cedar', name: 'Cedar' })).tenant.id;
  ada = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  cem = (await portal.signIn({ email: 'cem@cedar.example', roles: ['global.admin'], enter: cedar })).cookie;
  alders = importClient(portal, ada);
  cedars = importClient(portal, cem);
});
afterAll(() => portal?.close());

const LOANS = `loan_id,opened_on,branch,balance
1,2026-01-05,Ankara,1200.50
2,2026-01-06,İzmir,800.25
3,2026-01-06,Ankara,99.75
`;
const stopsOf = ({ tables }: DataImport) => tables.flatMap(({ stops }) => stops.map(({ code }) => code));
const only = ({ tables }: DataImport) => {
  expect(tables).toHaveLength(1);
  return tables[0]!;
};

async function figure(cookie: string, query: object): Promise<string | number | null> {
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: query });
  const result = (await response.json()) as QueryResult;
  expect([response.status, result]).toEqual([200, result]);
  return result.rows[0]![0] as string | number | null;
}

async function history(cookie: string, search = ''): Promise<{ versions: DataVersion[]; next: number | null }> {
  const response = await portal.fetch('GET /api/v1/data-version/history', { cookie, search });
  expect(response.status).toBe(200);
  return (await response.json()) as { versions: DataVersion[]; next: number | null };
}

async function refusal(response: Response): Promise<ErrorBody['error'] & { status: number }> {
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

describe('a tenant without data', () => {
  test('loads a file, has its totals, and figures once it has a model', async () => {
    const draft = await cedars.draft({ 'loans.csv': LOANS });
    expect(draft).toMatchObject({ status: 'draft', ready: true, createdBy: 'cem@cedar.example' });
    expect(only(draft)).toMatchObject({ target: 'loans', mode: 'replace', asOf: 'opened_on', rowsBefore: null });
    const loaded = await cedars.run(draft);
    expect(loaded).toMatchObject({ status: 'loaded', version: 1, rejected: 0 });
    expect(loaded.results).toMatchObject([{ table: 'loans', loaded: 3, rejected: 0, rows: 3, before: null }]);
    const [{ totals } = { totals: [] }] = loaded.results;
    expect(totals.find(({ column }) => column === 'balance')).toEqual({
      column: 'balance',
      total: '2100.50',
      before: null,
    });

    const state = await portal.fetch('GET /api/v1/data-version', { cookie: cem });
    expect(await state.json()).toMatchObject({ dataVersion: 1, source: 'loans.csv', asOf: '2026-01-06' });
    const { versions } = await history(cem);
    expect(versions).toMatchObject([
      { number: 1, origin: 'import', loadedBy: 'cem@cedar.example', importId: draft.id, pinned: null, removedAt: null },
    ]);
    for (const key of [
      'GET /api/v1/reports',
      'GET /api/v1/alerts',
      'GET /api/v1/imports',
      'GET /api/v1/catalog',
    ] as const)
      expect([key, (await portal.fetch(key, { cookie: cem })).status]).toEqual([key, 200]);

    const actor = systemIn(cedar);
    await portal.warehouses.ensureModel(actor, (await portal.warehouses.generateModel(actor))!, 'cedar.yaml');
    expect(await figure(cem, { dataset: 'loans', measures: ['balance'] })).toBe('2100.5');
  });

  test('loads the same kind of file as the first one, and shows the figure of each version', async () => {
    const next = LOANS.replace('3,2026-01-06,Ankara,99.75', '4,2026-01-06,Van,0.50\n5,2026-01-07,Van,100.00');
    const draft = await cedars.draft({ 'loans.csv': next });
    expect(only(draft)).toMatchObject({ remembered: true, target: 'loans', mode: 'replace', rowsBefore: 3 });
    const changed = await cedars.change(draft, { mode: 'days', day: 'opened_on' });
    expect(await cedars.run(changed)).toMatchObject({
      status: 'loaded',
      version: 2,
      results: [{ rows: 4, before: 3 }],
    });
    const query = { dataset: 'loans', measures: ['balance'] };
    expect(await figure(cem, query)).toBe('2101.25');
    expect(await figure(cem, { ...query, dataVersion: 1 })).toBe('2100.5');
    const missing = await portal.fetch('POST /api/v1/query', { cookie: cem, body: { ...query, dataVersion: 99 } });
    expect(missing.status).toBe(404);
    const [second] = (await history(cem, '?limit=1')).versions;
    const balance = second!.tables[0]!.totals.find(({ column }) => column === 'balance');
    expect(balance).toEqual({ column: 'balance', total: '2101.25', before: '2100.50' });
  });
});

describe('rows that were loaded before', () => {
  const rows = 'id,amount\n7,1.5\n8,2.5\n';

  test('are not appended again without being asked for', async () => {
    const first = await cedars.draft({ 'payments.csv': rows });
    const loaded = await cedars.run(await cedars.change(first, { mode: 'append' }));
    expect(loaded.status).toBe('loaded');
    const again = await cedars.draft({ 'the same.csv': rows });
    const aimed = await cedars.change(again, { target: 'payments', mode: 'append', loadAgain: false });
    expect(only(aimed).loadedAs).toMatchObject({ version: loaded.version });
    expect(stopsOf(aimed)).toEqual(['same_file']);
    const refused = await refusal(await cedars.send('POST /api/v1/imports/:id/run', again.id));
    expect(refused).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(refused.details![0]!.message).toContain(`version ${loaded.version}`);
    const doubled = await cedars.run(await cedars.change(again, { loadAgain: true }));
    expect(doubled.results).toMatchObject([{ table: 'payments', rows: 4, before: 2 }]);
  });

  test('count as new after the version without them was restored', async () => {
    await portal.warehouses.restore(systemIn(cedar), 2, null);
    const draft = await cedars.draft({ 'payments.csv': rows });
    expect(only(await cedars.change(draft, { target: 'payments', mode: 'append' }))).toMatchObject({
      loadedAs: null,
      stops: [],
      rowsBefore: null,
    });
    expect((await cedars.send('DELETE /api/v1/imports/:id', draft.id)).status).toBe(200);
    expect((await cedars.send('GET /api/v1/imports/:id', draft.id)).status).toBe(404);
  });
});

test('rows that cannot be read refuse the load above the limit, and can be downloaded below it', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1},${index}.00`);
  const text = `id,amount\n${[...lines, '21,=1+1', '22,n/a?'].join('\n')}\n`;
  const draft = await cedars.draft({ 'fees.csv': text });
  const amount = { kind: 'decimal', scale: 2, decimal: '.', thousands: '', affix: '' } as const;
  const { settings } = only(draft);
  const columns = settings!.columns.map((column) => (column.name === 'amount' ? { ...column, type: amount } : column));
  const typed = await cedars.change(draft, { settings: { ...settings!, columns } as never });
  const preview = (await (
    await portal.fetch('POST /api/v1/imports/:id/tables/:table/preview', {
      cookie: cem,
      id: `${draft.id}`,
      table: only(draft).id,
      body: {},
    })
  ).json()) as TablePreview;
  expect(preview.problemRows).toBe(2);
  expect(preview.rows.filter(({ issues }) => issues.length > 0).map(({ line }) => line)).toEqual([22, 23]);

  const { versions } = await history(cem);
  const refused = await cedars.run(typed);
  expect(refused).toMatchObject({ status: 'failed', failure: { code: 'too_many_rejects' }, version: null });
  expect((await history(cem)).versions).toEqual(versions);

  const response = await cedars.send('PATCH /api/v1/imports/:id', draft.id, { rejectLimit: 0.2 });
  expect(response.status).toBe(200);
  const loaded = await cedars.run(draft);
  expect(loaded).toMatchObject({ status: 'loaded', rejected: 2, results: [{ loaded: 20, rejected: 2, rows: 20 }] });
  const rejects = await cedars.send('GET /api/v1/imports/:id/rejects', draft.id);
  const csv = await rejects.text();
  expect(csv.trim().split('\r\n')).toHaveLength(3);
  // A spreadsheet must not compute what a file contains.
  expect(csv).toContain("'=1+1");
  expect(csv).not.toMatch(/,=1\+1/);
});

test('the call report gets its next quarter, once each change of its columns is decided', async () => {
  const foicu = 'CU_NUMBER,CYCLE_DATE,CU_NAME,STATE\n24405,2026-03-31,ALDER,VT\n17990,2026-03-31,BIRCH,CA\n';
  const fs220 = 'CU_NUMBER,CYCLE_DATE,ACCT_010,ACCT_NEW\n24405,2026-03-31,1000000000001,x\n17990,2026-03-31,2,y\n';
  const draft = await alders.draft({ 'foicu.csv': foicu, 'FS220.csv': fs220 });
  expect(draft.tables.map(({ target, mode, day }) => ({ target, mode, day }))).toEqual([
    { target: 'foicu', mode: 'days', day: 'cycle_date' },
    { target: 'fs220', mode: 'days', day: 'cycle_date' },
  ]);
  expect(draft.ready).toBe(false);
  const [, second] = draft.tables;
  const came = second!.drift.filter(({ kind }) => kind === 'came');
  expect(came).toMatchObject([{ column: 'acct_new', decision: 'take', decided: false, samples: ['x', 'y'] }]);
  const went = second!.drift.filter(({ kind }) => kind === 'went');
  const loans = went.find(({ column }) => column === 'ACCT_025B')!;
  expect(loans).toMatchObject({ decision: null, options: ['null'], before: { type: 'BIGINT' } });
  expect(loans.usedBy).toContainEqual(
    expect.objectContaining({ dataset: 'call_report', kind: 'measure', name: 'total_loans' }),
  );
  expect(went.find(({ usedBy }) => usedBy.length === 0)).toMatchObject({ decision: 'null' });
  expect(new Set(stopsOf(draft))).toEqual(new Set(['drift']));
  expect((await alders.send('POST /api/v1/imports/:id/run', draft.id)).status).toBe(409);

  const decisionsOf = ({ drift }: DataImport['tables'][number]) =>
    drift
      .filter(({ decision }) => decision === null)
      .map(({ column, options: [option] }) => ({ column, decision: option! }));
  let decided = draft;
  for (const [place, table] of draft.tables.entries())
    decided = await alders.change(decided, { decisions: decisionsOf(table) }, place);
  expect(decided.ready).toBe(true);
  const loaded = await alders.run(decided);
  expect(loaded).toMatchObject({ status: 'loaded', results: [{ loaded: 2 }, { loaded: 2 }] });

  const sql = `SELECT CAST(SUM(ACCT_010) AS VARCHAR) FROM fs220 WHERE CYCLE_DATE = DATE '2026-03-31'`;
  const plain = await portal.fetch('POST /api/v1/sql', { cookie: ada, body: { sql } });
  const [[expected]] = ((await plain.json()) as { rows: [[string]] }).rows;
  expect(expected).toBe('1000000000003');
  expect(String(await figure(ada, { dataset: 'call_report', measures: ['total_assets'] }))).toBe(expected);
  const before = await figure(ada, { dataset: 'call_report', measures: ['total_assets'], dataVersion: 1 });
  expect(String(before)).not.toBe(expected);
  expect((await history(ada)).versions[0]!.tables.find(({ table }) => table === 'fs220')).toMatchObject({
    before: 4374,
    rows: 4376,
  });
});

describe('files that lie', () => {
  const small = Buffer.from('id,amount\n1,2.5\n');
  const workbook = (text: string) => writeXlsx({ sheets: [{ name: 'S', rows: [['a'], [text]] }] });

  test('are drafts that say why they cannot be loaded, and none becomes a version or leaves a file', async () => {
    const before = await history(cem);
    const files: [string, Buffer, string][] = [
      ['bomb.xlsx', Buffer.from(await workbook('x'.repeat(40 * 1024 * 1024))), 'archive_too_large'],
      // As long as the name that it replaces.
      ['slip.zip', Buffer.from(Buffer.from(await workbook('b')).toString('latin1').replaceAll('xl/workbook.xml', '../workbook.csv'), 'latin1'), 'damaged_archive'], // prettier-ignore
      ['none.parquet', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64), Buffer.from('PAR1')]), 'damaged_file'],
      ['wide.csv', Buffer.from(`${'c,'.repeat(1_000_000)}c\n`), 'too_many_columns'],
    ];
    for (const [name, content, code] of files) {
      const draft = await cedars.draft({ [name]: content });
      const found = [...draft.files, ...draft.tables].flatMap(({ error }) => (error ? [error] : []));
      expect([name, found.map((error) => error.code), draft.ready]).toEqual([name, [code], false]);
      expect(found[0]!.message + found[0]!.remedy).not.toMatch(/\/(tmp|uploads|work)\b/);
      expect([name, (await cedars.send('POST /api/v1/imports/:id/run', draft.id)).status]).toEqual([name, 409]);
      expect((await cedars.send('DELETE /api/v1/imports/:id', draft.id)).status).toBe(200);
    }
    expect(await history(cem)).toEqual(before);
  });

  test('an import that names another tenant’s upload, or a table that is none, is refused whole', async () => {
    const mine = await cedars.upload('mine.csv', small);
    const theirs = await alders.upload('theirs.csv', small);
    const imports = async () =>
      ((await (await portal.fetch('GET /api/v1/imports', { cookie: cem })).json()) as { imports: object[] }).imports;
    const before = await imports();
    const request = (body: object) => portal.fetch('POST /api/v1/imports', { cookie: cem, body });
    const answers = await Promise.all([
      request({ uploads: [mine, theirs] }),
      request({ uploads: [mine, randomUUID()] }),
    ]);
    const [foreign, unknown] = await Promise.all(answers.map(refusal));
    expect(foreign!.status).toBeGreaterThanOrEqual(400);
    // The same as for one that does not exist.
    expect({ ...foreign, requestId: '' }).toEqual({ ...unknown, requestId: '' });
    expect((await request({ uploads: [mine], tenantId: portal.tenants.alder })).status).toBe(400);
    expect(await imports()).toEqual(before);

    const draft = await cedars.draft({ 'mine.csv': small });
    const [{ id }] = draft.tables as [DataImport['tables'][number]];
    for (const change of [
      { target: 'a.b' },
      { target: '../alder' },
      { target: 'read_csv(' },
      { target: 'x"; DROP TABLE loans; --' },
      { sortBy: ['id" DESC; --'] },
      { key: ["id'; --"], mode: 'upsert' },
    ]) {
      const response = await cedars.send('PATCH /api/v1/imports/:id', draft.id, { tables: [{ id, ...change }] });
      const answer = response.ok ? ((await response.json()) as DataImport) : null;
      expect([change, answer?.ready ?? false]).toEqual([change, false]);
      await (response.bodyUsed ? null : response.body?.cancel());
    }
    const table = { id, settings: { kind: 'text', path: '/etc/passwd' } };
    expect((await cedars.send('PATCH /api/v1/imports/:id', draft.id, { tables: [table] })).status).toBe(400);
    expect((await cedars.send('DELETE /api/v1/imports/:id', draft.id)).status).toBe(200);
  });
});

describe('imports of one tenant', () => {
  const many = `id,amount\n${Array.from({ length: 200_000 }, (_, index) => `${index},${index}.25`).join('\n')}\n`;

  test('run one after the other, and one that waits can be canceled', async () => {
    const [first, second, third] = [
      await cedars.draft({ 'one.csv': many }),
      await cedars.draft({ 'two.csv': 'id\n1\n' }),
      await cedars.draft({ 'three.csv': 'id\n1\n' }),
    ] as const;
    const start = (draft: DataImport) => cedars.send('POST /api/v1/imports/:id/run', draft.id);
    const ended = ({ id }: DataImport) =>
      until(
        () => cedars.get(id),
        ({ status }) => status !== 'waiting' && status !== 'running',
      );
    // The first one runs until it gets the lease, however fast it is and however late the others are started.
    const lease = await portal.database.takeLease({ name: loadLease(cedar) });
    for (const draft of [first, second, third]) expect((await start(draft)).status).toBe(200);
    expect((await cedars.send('POST /api/v1/imports/:id/cancel', second.id)).status).toBe(200);
    expect((await cedars.get(second.id)).status).toBe('canceled');
    await lease!.release();
    const [one, three] = [await ended(first), await ended(third)];
    expect([one.status, three.status]).toEqual(['loaded', 'loaded']);
    expect(three.version).toBe(one.version! + 1);
    expect(three.startedAt! >= one.finishedAt!).toBe(true);
  });

  test('run once for each Idempotency-Key', async () => {
    const draft = await cedars.draft({ 'key.csv': 'id\n1\n' });
    const other = await cedars.draft({ 'key.csv': 'id\n2\n' });
    const headers = { 'idempotency-key': randomUUID() };
    const send = (id: string) => portal.fetch('POST /api/v1/imports/:id/run', { id, cookie: cem, headers });
    expect((await send(draft.id)).status).toBe(200);
    await until(
      () => cedars.get(draft.id),
      ({ status }) => status === 'loaded',
    );
    expect(await (await send(draft.id)).json()).toMatchObject({ status: 'loaded' });
    expect((await send(other.id)).status).toBe(409);
    expect((await history(cem)).versions[0]!.number).toBe((await cedars.get(draft.id)).version);
  });

  test('are listed in pages, newest first', async () => {
    const page = async (search: string) =>
      (await (await portal.fetch('GET /api/v1/imports', { cookie: cem, search })).json()) as {
        imports: { id: string; files: string[]; targets: string[] }[];
        next: string | null;
      };
    const first = await page('?limit=2');
    expect(first.imports).toHaveLength(2);
    const rest = await page(`?limit=100&before=${first.next}`);
    expect(rest.next).toBeNull();
    const ids = [...first.imports, ...rest.imports].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(rest.imports.at(-1)).toMatchObject({ files: ['loans.csv'], targets: ['loans'] });
  });
});

describe('files of the server', () => {
  let folder: string;
  let inbox: WatchedFolder;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rise-inbox-'));
    await mkdir(join(folder, 'cedar'));
    const { database, engine, warehouses } = portal;
    const log = pino({ level: 'silent' });
    const { files } = createImports({
      database,
      engine,
      warehouses,
      warehouseDirectory: join(folder, 'warehouse'),
      uploadDirectory: join(folder, 'uploads'),
      rejectDirectory: join(folder, 'rejects'),
      uploadStorageBytes: 1024 ** 3,
      log,
    });
    inbox = new WatchedFolder({ database, files, directory: folder, everyMs: 1000, log });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const put = (name: string, text: string) => writeFile(join(folder, 'cedar', name), text);
  const namesIn = async (name: string) =>
    (await readdir(join(folder, 'cedar', name)).catch(() => [])).map((file) => file.replace(/^\S+ /, ''));

  test('are imported once they no longer grow, as those of their kind before', async () => {
    await put('loans.csv', LOANS.replace('1200.50', '1200.00'));
    await put('.unfinished.csv', LOANS);
    await inbox.look();
    await put('loans.csv', `${LOANS.replace('1200.50', '1200.00')}6,2026-01-09,Van,50.00\n`);
    await inbox.look();
    expect(await namesIn('done')).toEqual([]);
    await inbox.look();
    expect(await namesIn('done')).toEqual(['loans.csv']);
    const [newest] = (await history(cem)).versions;
    expect(newest).toMatchObject({ origin: 'command', loadedBy: null, source: 'loans.csv', current: true });
    expect(newest!.tables.find(({ table }) => table === 'loans')).toMatchObject({ rows: 5, before: 4 });
    expect(await readdir(join(folder, 'uploads', cedar))).toEqual([]);
  });

  test('whose columns have changed are left with the reason, and the data as it is', async () => {
    const { versions } = await history(cem);
    await put('loans.csv', 'loan_id,opened_on,branch\n1,2026-01-05,Ankara\n');
    for (let turn = 0; turn < 2; turn++) await inbox.look();
    expect(await namesIn('failed')).toEqual(['loans.csv', 'loans.csv.reason.txt']);
    const reason = (await readdir(join(folder, 'cedar', 'failed'))).find((name) => name.endsWith('.txt'))!;
    expect(await readFile(join(folder, 'cedar', 'failed', reason), 'utf8')).toContain('balance');
    expect((await history(cem)).versions).toEqual(versions);
  });
});

describe('versions', () => {
  test('are retained by a setting, the current and pinned ones always', async () => {
    const { versions: before } = await history(cem);
    const oldest = before.at(-1)!.number;
    const pin = (name: string, id: number) =>
      portal.fetch('PUT /api/v1/data-version/:id/pin', { cookie: cem, id: String(id), body: { name } });
    expect((await pin('Board 2026', oldest)).status).toBe(200);
    expect((await pin('board 2026', oldest + 1)).status).toBe(409);
    const set = await portal.fetch('PUT /api/v1/data-version/retention', {
      cookie: cem,
      body: { versions: 2, days: null },
    });
    expect(set.status).toBe(200);
    const removed = await portal.versions.removeOld(systemIn(cedar));
    const { versions } = await history(cem);
    const retained = versions.filter(({ removedAt }) => removedAt === null).map(({ number }) => number);
    expect(retained).toEqual([before[0]!.number, before[1]!.number, oldest]);
    expect(removed.toSorted((a, b) => b - a)).toEqual(
      before.map(({ number }) => number).filter((number) => !retained.includes(number)),
    );
    const query = { dataset: 'loans', measures: ['balance'] };
    expect(await figure(cem, { ...query, dataVersion: oldest })).toBe('2100.5');
    expect(await figure(cem, query)).toBe('2250');
    const gone = removed[0]!;
    expect(
      (await portal.fetch('POST /api/v1/query', { cookie: cem, body: { ...query, dataVersion: gone } })).status,
    ).toBe(404);
    expect(
      (await portal.fetch('POST /api/v1/data-version/restore', { cookie: cem, body: { version: gone } })).status,
    ).toBe(404);
    expect(versions.find(({ number }) => number === oldest)).toMatchObject({ pinned: 'Board 2026', restorable: true });
  });

  test('are listed in pages', async () => {
    const { versions } = await history(cem);
    const first = await history(cem, '?limit=3');
    expect(first.versions.map(({ number }) => number)).toEqual(versions.slice(0, 3).map(({ number }) => number));
    const second = await history(cem, `?limit=3&before=${first.next}`);
    expect(second.versions[0]!.number).toBe(versions[3]!.number);
  });
});
