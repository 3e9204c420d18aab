import type { TableDetail, TableProfileLine, TableRows, TableSummary } from '@rise/contract';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** 240 accounts of three branches with texts that are easily confused. */
const ACCOUNTS = `SELECT i AS account, CASE i % 4 WHEN 0 THEN 'north' WHEN 1 THEN 'North' WHEN 2 THEN 'south' END AS branch,
  CAST((i * 37) % 100 - 20 AS DECIMAL(12,2)) / 4 AS balance, DATE '2026-01-31' + CAST(i % 90 AS INTEGER) AS opened,
  CASE i % 6 WHEN 0 THEN '' WHEN 1 THEN ' ' WHEN 2 THEN NULL WHEN 3 THEN ' padded' WHEN 4 THEN '=1+1' ELSE 'note ' || i END AS note,
  TIMESTAMP '2026-01-01 00:00:00.5' + to_seconds(CAST(i AS INTEGER)) AS changed, i % 2 = 0 AS active, i * 1000000007 * 1000003 AS digits
  FROM range(getvariable('rows')) numbers (i)`;
const PAYMENTS = `SELECT i AS payment, i % 240 AS account, i * 1.5 AS amount FROM range(getvariable('rows')) numbers (i)`;
const SECRETS = `SELECT i AS id, CASE WHEN i % 3 < 2 THEN 'secret ' || i % 3 END AS word, i % 2 AS kind FROM range(getvariable('rows')) numbers (i)`;

const MODEL = `
name: accounts
title: { en: Accounts }
description: { en: Accounts }
datasets:
  - name: accounts
    title: { en: Accounts, tr: Hesaplar }
    description: { en: A row an account }
    owner: Deposits
    table: account
    dimensions:
      - { name: account, title: { en: Account number }, type: string, column: { table: account, column: account } }
      - { name: branch, title: { en: Branch }, description: { en: Where it was opened }, type: string, column: { table: account, column: branch } }
      - { name: note, title: { en: Note }, type: string, column: { table: account, column: note } }
      - { name: opened, title: { en: Opened }, type: date, column: { table: account, column: opened } }
    measures:
      - { name: balance, kind: sum, columns: [{ table: account, column: balance }], title: { en: Balance }, definition: { en: The balance }, format: { unit: currency } }
    rules:
      - { name: north_only, title: { en: North }, appliesTo: { groups: [north] }, where: "branch = 'north'" }
    masks:
      - { name: notes, title: { en: Notes }, appliesTo: { groups: [masked] }, columns: [{ table: account, column: note }] }
  - name: payments
    title: { en: Payments }
    description: { en: A row a payment }
    owner: Deposits
    table: payment
    joins: [{ table: account, on: [account] }]
    dimensions:
      - { name: payment, title: { en: Payment }, type: string, column: { table: payment, column: payment } }
    measures:
      - { name: amount, kind: sum, columns: [{ table: payment, column: amount }], title: { en: Amount }, definition: { en: Amount }, format: { unit: currency } }
`;

const ROWS = 240;
let portal: TestPortal;
let admin: string;
let analyst: string;
let tenant: string;

const person = (name: string, roles: ('global.admin' | 'global.support')[], groups: string[] = []) =>
  portal.signIn({ email: `${name}@rise.example`, roles, groups, enter: tenant }).then(({ cookie }) => cookie);

beforeAll(async () => {
  portal = await startTestPortal();
  ({
    tenant: { id: tenant },
  } = await ensureTenant(portal.database, { slug: 'credit', name: 'Credit' }));
  admin = await person('ada', ['global.admin']);
  analyst = await person('eve', ['global.support']);
});
afterAll(() => portal?.close());

const loadSecrets = (rows: number, mode?: 'append') =>
  portal.warehouses.load(systemIn(tenant), {
    title: 'Secrets',
    sourceDir: '.',
    tables: [{ table: 'secret', select: SECRETS, rows, ...(mode && { mode }) }],
    sortKey: 'account',
  });

const load = (rows: number) =>
  portal.warehouses.load(systemIn(tenant), {
    title: 'Accounts',
    sourceDir: '.',
    tables: [
      { table: 'account', select: ACCOUNTS, rows },
      { table: 'payment', select: PAYMENTS, rows: rows * 3 },
      { table: 'secret', select: SECRETS, rows: 5 },
    ],
    sortKey: 'account',
  });

async function tablesOf(cookie: string): Promise<TableSummary[]> {
  const response = await portal.fetch('GET /api/v1/data-view/tables', { cookie });
  expect(response.status).toBe(200);
  return ((await response.json()) as { tables: TableSummary[] }).tables;
}

async function describeTable(cookie: string, table: string): Promise<TableDetail> {
  const response = await portal.fetch('GET /api/v1/data-view/table', { cookie, search: `?table=${table}` });
  expect(response.status).toBe(200);
  return (await response.json()) as TableDetail;
}

const send = (cookie: string, what: 'rows' | 'count' | 'profile' | 'export', body: object) =>
  portal.fetch(`POST /api/v1/data-view/${what}`, { cookie, body: { table: 'account', ...body } });

async function rowsOf(cookie: string, body: object): Promise<TableRows> {
  const response = await send(cookie, 'rows', body);
  expect(response.status).toBe(200);
  return (await response.json()) as TableRows;
}

async function countOf(cookie: string, body: object): Promise<number> {
  const response = await send(cookie, 'count', body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { rows: number }).rows;
}

async function profileOf(cookie: string, body: object): Promise<TableProfileLine[]> {
  const response = await send(cookie, 'profile', body);
  expect(response.status).toBe(200);
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as TableProfileLine);
}

test('before there is a model, administrators browse all tables and nobody else any', async () => {
  const before = await portal.fetch('GET /api/v1/data-view/tables', { cookie: admin });
  expect(((await before.json()) as { error: { code: string } }).error.code).toBe('WAREHOUSE_UNAVAILABLE');
  await load(ROWS);
  const tables = await tablesOf(admin);
  expect(tables.map(({ name, rows, columns }) => ({ name, rows, columns }))).toEqual([
    { name: 'account', rows: ROWS, columns: 8 },
    { name: 'payment', rows: 3 * ROWS, columns: 3 },
    { name: 'secret', rows: 5, columns: 3 },
  ]);
  expect(await tablesOf(analyst)).toEqual([]);
  expect((await send(analyst, 'rows', {})).status).toBe(404);
});

describe('with a model', () => {
  test('which an administrator activates', async () => {
    const response = await portal.fetch('PUT /api/v1/model', { cookie: admin, body: { document: MODEL } });
    expect(response.status).toBe(200);
  });

  test('readers browse what the model exposes, with its words; administrators all', async () => {
    const tables = await tablesOf(analyst);
    expect(tables.map(({ name }) => name)).toEqual(['account', 'payment']);
    expect(tables[0]).toMatchObject({
      title: { en: 'Accounts', tr: 'Hesaplar' },
      datasets: [{ name: 'accounts' }, { name: 'payments' }],
      rows: ROWS,
      limited: false,
      version: 1,
    });
    const { columns, related } = await describeTable(analyst, 'account');
    // The model exposes neither `changed` nor `active` nor `digits`.
    expect(columns.map(({ name }) => name)).toEqual(['account', 'branch', 'balance', 'opened', 'note']);
    expect(columns[0]).toMatchObject({ key: true, title: { en: 'Account number' }, kind: 'integer' });
    expect(columns[1]).toMatchObject({ description: { en: 'Where it was opened' }, masked: false });
    expect(columns[2]!.uses).toMatchObject([{ dataset: 'accounts', kind: 'measure', name: 'balance' }]);
    expect(related).toMatchObject([{ table: 'payment', on: [{ own: 'account', column: 'account' }], single: false }]);
    expect((await describeTable(admin, 'account')).columns).toHaveLength(8);
    expect((await describeTable(admin, 'secret')).columns).toHaveLength(3);
    const hidden = await portal.fetch('GET /api/v1/data-view/table', { cookie: analyst, search: '?table=secret' });
    expect(hidden.status).toBe(404);
    expect((await send(analyst, 'rows', { columns: ['digits'] })).status).toBe(400);
    expect((await send(analyst, 'rows', { sort: [{ column: 'digits', direction: 'asc' }] })).status).toBe(400);
    expect((await send(analyst, 'profile', { columns: ['digits'] })).status).toBe(400);
    expect((await send(analyst, 'count', { filters: [{ column: 'digits', is: 'null' }] })).status).toBe(400);
  });

  test('another tenant has none of these tables', async () => {
    const { birch } = portal.tenants;
    const cem = await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.admin'], tenants: [birch] });
    expect((await send(cem.cookie, 'rows', {})).status).toBe(404);
    expect((await send(cem.cookie, 'profile', { columns: ['account'] })).status).toBe(404);
    expect((await send(cem.cookie, 'export', { format: 'csv' })).status).toBe(404);
  });

  test('pages of a sort over equal values have each row exactly once, also over rows of several loads', async () => {
    await loadSecrets(200);
    await loadSecrets(60, 'append');
    for (const sort of [
      [],
      [{ column: 'word', direction: 'asc' }],
      [
        { column: 'word', direction: 'desc' },
        { column: 'kind', direction: 'asc' },
      ],
    ]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 260; offset += 70) {
        const { rows, more } = await rowsOf(admin, { table: 'secret', columns: ['id'], sort, offset, limit: 70 });
        expect(more).toBe(offset + 70 < 260);
        seen.push(...rows.map(([id]) => String(id)));
      }
      const expected = [...Array(200).keys(), ...Array(60).keys()].map(String);
      expect(seen.toSorted()).toEqual(expected.toSorted());
    }
    const sort = [{ column: 'word', direction: 'desc' }];
    const { rows } = await rowsOf(admin, { table: 'secret', columns: ['word'], sort, limit: 1000 });
    // Nulls last, whatever the direction.
    expect([...new Set(rows.map(([word]) => word))]).toEqual(['secret 1', 'secret 0', null]);
  });

  test('null, empty, blank, padded and spellings are distinguished', async () => {
    const notes = (filter: object) => countOf(admin, { filters: [{ column: 'note', ...filter }] });
    expect(await notes({ is: 'empty' })).toBe(40);
    expect(await notes({ is: 'blank' })).toBe(40);
    expect(await notes({ is: 'null' })).toBe(40);
    expect(await notes({ is: 'not-null' })).toBe(200);
    expect(await notes({ is: 'padded' })).toBe(40);
    expect(await notes({ is: 'in', values: ['', null] })).toBe(80);
    expect(await notes({ is: 'not-in', values: ['', null] })).toBe(160);
    expect(await notes({ is: 'starts', text: 'NOTE' })).toBe(40);
    const branch = (filter: object) => countOf(admin, { filters: [{ column: 'branch', ...filter }] });
    expect(await branch({ is: 'in', values: ['north'] })).toBe(60);
    expect(await branch({ is: 'contains', text: 'NORTH' })).toBe(120);
    const lines = await profileOf(admin, { columns: ['note', 'branch'] });
    const profiles = lines.flatMap((line) => (line.type === 'column' ? [line.profile] : []));
    expect(profiles[0]).toMatchObject({ nulls: 40, text: { empty: 40, blank: 40, padded: 40 } });
    expect(profiles[1]).toMatchObject({
      nulls: 60,
      distinct: { values: 3, exact: true },
      text: { variants: { groups: 1, examples: [['North', 'north']] } },
    });
    expect(lines.at(-1)).toEqual({ type: 'end' });
  });

  test('a search finds texts and numbers; wildcards, quotes and long repetitions are ordinary text', async () => {
    // 5, 53 and 59.
    expect(await countOf(admin, { search: 'NOTE 5' })).toBe(3);
    expect(await countOf(admin, { search: '238' })).toBe(1);
    for (const search of ['%', '_', '.*', "' OR 1=1 --", `${'(a+)+'.repeat(30)}$`, 'a'.repeat(200)])
      expect(await countOf(admin, { search })).toBe(0);
    const injected = await send(admin, 'count', {
      filters: [{ column: 'account', is: 'in', values: ['1) OR (1=1'] }],
    });
    expect(injected.status).toBe(400);
    expect(((await injected.json()) as { error: { code: string } }).error.code).toBe('QUERY_INVALID');
  });

  test('values of a filter have to be of the column’s type; ranges include their ends', async () => {
    const count = (column: string, filter: object) => countOf(admin, { filters: [{ column, is: 'range', ...filter }] });
    expect(await count('account', { from: '10', to: '19' })).toBe(10);
    expect(await count('account', { from: '10', below: '19' })).toBe(9);
    expect(await count('opened', { from: '2026-01-31', to: '2026-01-31' })).toBe(3);
    expect(await count('changed', { from: '2026-01-01T00:00:00', below: '2026-01-01T00:00:10' })).toBe(10);
    const refused = await send(admin, 'count', { filters: [{ column: 'opened', is: 'range', from: 'soon' }] });
    expect(((await refused.json()) as { error: { message: string } }).error.message).toContain('2025-12-31');
  });

  test('names and values that are SQL, no day or no number are refused, and none runs', async () => {
    const files = ["read_text('/etc/passwd')", '/etc/passwd', 'duckdb_settings()', 'information_schema.tables', 'main.account', 'account"; DROP TABLE account; --', 'account, secret']; // prettier-ignore
    for (const table of files)
      for (const [what, more] of [
        ['rows', {}],
        ['count', {}],
        ['profile', { columns: ['account'] }],
        ['export', { format: 'csv' }],
      ] as const)
        // prettier-ignore
        expect([table, what, (await send(admin, what, { table, ...more })).status]).toEqual([table, what, 404]);
    const refused = async (what: Parameters<typeof send>[1], body: object) => {
      const response = await send(admin, what, body);
      const { error } = (await response.json()) as { error: { code: string; details: { field: string }[] } };
      expect([response.status, error.code, body]).toEqual([400, 'QUERY_INVALID', body]);
      return error.details[0]!.field;
    };
    for (const column of ['note" OR 1=1 --', "getenv('HOME')", 'rowid', 'tenant_id', 'rise row', '(SELECT 1)', '*']) {
      expect(await refused('rows', { columns: [column] })).toBe('columns');
      expect(await refused('rows', { sort: [{ column, direction: 'asc' }] })).toMatch(/^sort/);
      expect(await refused('export', { format: 'csv', columns: [column] })).toBe('columns');
      expect(await refused('profile', { columns: [column] })).toBe('columns');
      expect(await refused('count', { filters: [{ column, is: 'null' }] })).toBe('filters.0');
    }
    const values: Record<string, string[]> = {
      opened: ['2025-02-30', '0000-01-01', '0000-00-00', "2025-01-01' OR '1'='1", 'today()'],
      changed: ['2025-02-30T10:00', '2025-01-01 24:01', 'now()'],
      account: ['1e999', '1; DROP TABLE account', '0x1F', '--1', 'NaN', "getenv('HOME')"],
      balance: ['1e999', '-1e308e1', '1,5'],
      active: ['TRUE OR 1=1', 'yes'],
    };
    for (const [column, list] of Object.entries(values))
      for (const text of list) {
        expect(await refused('count', { filters: [{ column, is: 'range', from: text }] })).toBe('filters.0');
        expect(await refused('count', { filters: [{ column, is: 'in', values: [text] }] })).toBe('filters.0');
      }
    // Numbers that no column of the type holds are numbers nevertheless.
    for (const text of ['9'.repeat(40), `-${'9'.repeat(40)}.${'9'.repeat(40)}`, '1e300', '1e-300']) {
      expect(await countOf(admin, { filters: [{ column: 'account', is: 'in', values: [text] }] })).toBe(0);
      expect(await countOf(admin, { filters: [{ column: 'balance', is: 'in', values: [text] }], search: text })).toBe(
        0,
      );
    }
    expect(await countOf(admin, {})).toBe(ROWS);
  });

  test('row rules limit rows, counts, searches, profiles and files; nothing says how many there are', async () => {
    const nora = await person('nora', ['global.support'], ['north']);
    const [account, payment] = await tablesOf(nora);
    expect(account).toMatchObject({ limited: true, rows: null });
    expect(await countOf(nora, {})).toBe(60);
    expect(await countOf(nora, { search: 'south' })).toBe(0);
    const { rows } = await rowsOf(nora, { columns: ['branch'], limit: 1000 });
    expect(new Set(rows.map(([branch]) => branch))).toEqual(new Set(['north']));
    const lines = await profileOf(nora, { columns: ['branch', 'account'] });
    expect(lines[0]).toMatchObject({ source: 'exact', profile: { rows: 60, top: [{ value: 'north', rows: 60 }] } });
    // The rule is the accounts’, not the payments’.
    expect(payment).toMatchObject({ name: 'payment' });
    const csv = await (await send(nora, 'export', { format: 'csv', columns: ['branch'] })).text();
    expect(csv.trim().split('\r\n')).toHaveLength(61);
    const pages: string[] = [];
    for (let offset = 0; offset < 60; offset += 25) {
      const page = await rowsOf(nora, { columns: ['account'], offset, limit: 25 });
      pages.push(...page.rows.map(([id]) => String(id)));
    }
    expect(new Set(pages).size).toBe(60);
  });

  test('a masked column is empty in rows and files, and neither searches nor filters nor profiles show it', async () => {
    const mia = await person('mia', ['global.support'], ['masked']);
    expect((await describeTable(mia, 'account')).columns.find(({ name }) => name === 'note')).toMatchObject({
      masked: true,
    });
    const { rows } = await rowsOf(mia, { columns: ['note', 'account'], limit: 1000 });
    expect(rows.every(([note]) => note === null)).toBe(true);
    expect(await countOf(mia, { search: 'padded' })).toBe(0);
    expect(await countOf(mia, { filters: [{ column: 'note', is: 'contains', text: 'note' }] })).toBe(0);
    expect(await countOf(mia, { filters: [{ column: 'note', is: 'null' }] })).toBe(ROWS);
    expect(await profileOf(mia, { columns: ['note'] })).toEqual([{ type: 'masked', column: 'note' }, { type: 'end' }]);
    const csv = await (await send(mia, 'export', { format: 'csv', columns: ['note'] })).text();
    expect(csv.replaceAll('\r\n', '')).toBe('note');
  });

  test('a whole table’s profile is stored with its content, and a filtered one is computed', async () => {
    const [first] = await profileOf(admin, { table: 'payment', columns: ['amount'] });
    expect(first).toMatchObject({ source: 'exact', profile: { rows: 720 } });
    const [again] = await profileOf(admin, { table: 'payment', columns: ['amount'] });
    expect(again).toEqual({ ...first, source: 'stored' });
    const filters = [{ column: 'account', is: 'range', to: '9' }];
    const [filtered] = await profileOf(admin, { table: 'payment', columns: ['amount'], filters });
    expect(filtered).toMatchObject({ source: 'exact', profile: { rows: 30 } });
    await load(ROWS / 2);
    const [next] = await profileOf(admin, { table: 'payment', columns: ['amount'] });
    expect(next).toMatchObject({ source: 'exact', profile: { rows: 360 } });
    await load(ROWS);
  });

  test('a workbook has all rows: numbers as numbers, days as days, formulas as texts, long digits whole', async () => {
    const columns = ['account', 'balance', 'opened', 'note', 'active', 'digits', 'changed'];
    const response = await send(admin, 'export', { format: 'xlsx', columns });
    expect(response.headers.get('content-disposition')).toContain('account-v');
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [sheet] = book.sheets;
    const [head, ...rows] = sheet!.rows;
    expect(head).toEqual(columns);
    expect(rows).toHaveLength(ROWS);
    const source = await rowsOf(admin, { columns, limit: 1000 });
    for (const [place, row] of rows.entries()) {
      const [account, balance, opened, note, active, digits] = source.rows[place]!;
      expect(row[0]).toBe(Number(account));
      expect(row[1]).toBe(Number(balance));
      expect((row[2] as Date).toISOString().slice(0, 10)).toBe(opened);
      expect(row[3] ?? null).toBe(note);
      expect(row[4]).toBe(active);
      const long = String(digits).length > 15;
      expect(row[5]).toBe(long ? digits : Number(digits));
    }
    expect(rows.some((row) => Number(row[1]) < 0)).toBe(true);
    expect(rows.some((row) => row[3] === '=1+1')).toBe(true);
    expect((rows[1]![6] as Date).toISOString()).toBe('2026-01-01T00:00:01.500Z');
  });

  test('a CSV has all rows, in the reader’s language, without formulas', async () => {
    const response = await send(admin, 'export', {
      format: 'csv',
      columns: ['account', 'balance', 'note'],
      filters: [{ column: 'account', is: 'range', to: '5' }],
      sort: [{ column: 'account', direction: 'desc' }],
    });
    expect(await response.text()).toBe(
      "account,balance,note\r\n5,16.25,note 5\r\n4,7,'=1+1\r\n3,-2.25, padded\r\n2,13.5,\r\n1,4.25, \r\n0,-5,\r\n",
    );
  });
});
