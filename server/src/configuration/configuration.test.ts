import type {
  Alert,
  ConfigurationCodes,
  ConfigurationType,
  MappedCode,
  MappingDifference,
  MappingImpact,
  MappingTable,
  PutMapping,
  QueryResult,
  RouteKey,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** Bookings as a Czech bank delivers them: null, empty, one blank and case variants are codes of their own. */
const BOOKINGS = [
  // id, day, operation, purpose, amount
  [1, '2026-04-10', 'VYBER', 'SIPO', 100],
  [2, '2026-04-20', 'VYBER', 'sipo', 20],
  [3, '2026-05-10', 'PREVOD NA UCET', 'SIPO', 300],
  [4, '2026-05-20', 'PREVOD Z UCTU', ' ', 40],
  [5, '2026-06-10', 'PREVOD Z UCTU', '', 5],
  [6, '2026-06-20', 'VYBER', null, 6.5],
  [7, '2026-06-30', null, 'UVER', 700],
] as const;
const bookings = (more: readonly (readonly unknown[])[] = []) =>
  `SELECT * FROM (VALUES ${[...BOOKINGS, ...more]
    .map(([id, day, ...rest]) => {
      const [operation, purpose, amount] = rest;
      const text = (cell: unknown) => (cell === null ? 'NULL' : `'${String(cell)}'`);
      return `(${String(id)}, DATE '${String(day)}', ${text(operation)}, ${text(purpose)}, CAST(${String(amount)} AS DECIMAL(18,2)))`;
    })
    .join(', ')}) AS rows (id, day, operation, purpose, amount)`;

const MODEL = `
name: bank
title: { en: Bank }
description: { en: Bank }
mappings:
  - { name: purpose, title: { en: Purpose, tr: Amaç } }
  - name: operation
    title: { en: Operation }
    targets: [{ value: cash, title: { en: Cash } }, { value: transfer, title: { en: Transfer } }]
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: A row a booking }
    owner: Finance
    table: booking
    asOf: { table: booking, column: day }
    dimensions:
      - { name: day, title: { en: Day }, type: date, column: { table: booking, column: day } }
      - { name: purpose, title: { en: Purpose }, type: string, column: { table: booking, column: purpose }, mapping: purpose }
      - { name: operation, title: { en: Operation }, type: string, column: { table: booking, column: operation }, mapping: operation }
      - { name: size, title: { en: Size }, type: integer, column: { table: booking, column: id }, values: [{ value: 1, title: { en: One } }] }
    measures:
      - { name: bookings, kind: count, title: { en: Bookings }, definition: { en: B }, format: { unit: count } }
      - { name: amount, kind: sum, expression: amount, title: { en: Amount }, definition: { en: A }, format: { unit: currency, decimals: 2 } }
      - { name: cash, kind: sum, expression: amount, where: "MAPPED(operation, 'operation') = 'cash'", title: { en: Cash }, definition: { en: C }, format: { unit: currency } }
      - { name: cash_share, kind: ratio, numerator: [{ measure: cash }], denominator: [{ measure: amount }], title: { en: Share }, definition: { en: S }, format: { unit: percent } }
`;

let portal: TestPortal;
let admin: string;
let support: string;
let user: string;

const load = (select: string, rows: number) =>
  portal.warehouses.load(systemIn(portal.tenants.alder), {
    title: 'Bookings',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'booking', select, rows }],
    sortKey: 'id',
    asOf: { table: 'booking', column: 'day' },
  });

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  admin = (await portal.signIn({ email: 'eda@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  user = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  support = (await portal.signIn({ email: 'sam@rise.example', roles: ['global.support'], enter: alder })).cookie;
  await load(bookings(), BOOKINGS.length);
  await portal.warehouses.ensureModel(systemIn(alder), MODEL, 'model.yaml');
});
afterAll(() => portal?.close());

async function call<T>(key: RouteKey, more: { search?: string; body?: object; cookie?: string } = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: admin, ...more });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return JSON.parse(body) as T;
}
const codes = (type: string, search = '', cookie = admin) =>
  call<ConfigurationCodes>('GET /api/v1/configuration/codes', { search: `?type=${type}${search}`, cookie });
const entry = (code: string | null, value: string, more: Partial<MappedCode> = {}): MappedCode => ({
  code,
  value,
  attributes: {},
  from: null,
  until: null,
  ...more,
});
const patch = (type: string, body: object) => call<PutMapping>('PATCH /api/v1/mapping', { body: { type, ...body } });
const impact = (type: string, set: MappedCode[], remove: (string | null)[] = []) =>
  call<MappingImpact>('POST /api/v1/configuration/impact', { body: { type, set, remove } });
const alerts = async () => (await call<{ alerts: Alert[] }>('GET /api/v1/alerts')).alerts;
const query = (body: object) =>
  call<QueryResult>('POST /api/v1/query', { body: { dataset: 'bookings', ...body }, cookie: user });

describe('the codes of a type', () => {
  test('are all there: null, empty, one blank and case variants each as their own, unmapped first by amount', async () => {
    const { codes: found, totals, counts, weight, asOf } = await codes('purpose');
    expect(found.map(({ code, rows, amount, first, last }) => [code, rows, amount, first, last])).toEqual([
      ['UVER', 1, '700', '2026-06-30', '2026-06-30'],
      ['SIPO', 2, '400', '2026-04-10', '2026-05-10'],
      [' ', 1, '40', '2026-05-20', '2026-05-20'],
      ['sipo', 1, '20', '2026-04-20', '2026-04-20'],
      ['', 1, '5', '2026-06-10', '2026-06-10'],
      // Rows without a code need not be mapped: they raise no alert, and come last.
      [null, 1, '6.5', '2026-06-20', '2026-06-20'],
    ]);
    expect(found.find(({ code }) => code === 'SIPO')!.variants).toEqual(['sipo']);
    expect(found.find(({ code }) => code === ' ')!.variants).toEqual(['']);
    expect(totals).toEqual({ rows: 7, unmappedRows: 6, amount: '1171.5', unmappedAmount: '1165' });
    expect(counts).toMatchObject({ all: 6, unmapped: 6, mapped: 0 });
    expect([weight, asOf]).toEqual(['bookings.amount', '2026-06-30']);
    expect(await alerts()).toContainEqual({ configuratorType: 'purpose', unmappedCount: 5 });
  });

  test('can be searched, filtered, sorted and paged', async () => {
    const names = async (search: string) => (await codes('purpose', search)).codes.map(({ code }) => code);
    expect(await names('&search=SIPO')).toEqual(['SIPO', 'sipo']);
    expect(await names('&order=rows&direction=desc&limit=1')).toEqual(['SIPO']);
    expect(await names('&order=code&direction=asc&limit=3')).toEqual([null, '', ' ']);
    expect(await names('&order=code&direction=asc&limit=3&offset=3')).toEqual(['SIPO', 'UVER', 'sipo']);
    expect(await names('&filter=mapped')).toEqual([]);
  });

  test('of all types are summed up, those with labels in the model too', async () => {
    const { types } = await call<{ types: ConfigurationType[] }>('GET /api/v1/configuration/types');
    const summary = types.map(({ type, editable, codes: all, unmappedCodes, rows, unmappedRows, unmappedAmount }) => [
      type,
      editable,
      all,
      unmappedCodes,
      rows,
      unmappedRows,
      unmappedAmount,
    ]);
    expect(summary).toEqual([
      ['purpose', true, 5, 5, 7, 6, '1165'],
      ['operation', true, 3, 3, 7, 6, '471.5'],
      ['size', false, 7, 6, 7, 6, '1071.5'],
    ]);
  });

  test('are for those who may configure: global support too, no other reader', async () => {
    // Where the labels are in the model, an own type can be defined on the column.
    expect((await codes('size')).column).toEqual({ table: 'booking', column: 'id' });
    expect((await codes('purpose')).column).toBeNull();
    expect((await codes('purpose', '', support)).codes).toHaveLength(6);
    for (const key of ['GET /api/v1/configuration/codes', 'GET /api/v1/configuration/draft'] as const)
      expect((await portal.fetch(key, { cookie: user, search: '?type=purpose' })).status).toBe(404);
    const unknown = await portal.fetch('GET /api/v1/configuration/codes', { cookie: admin, search: '?type=nothing' });
    expect(unknown.status).toBe(404);
  });
});

describe('a mapping', () => {
  test('tells what it would move before it is saved: the difference of two plain sums', async () => {
    const set = [entry('SIPO', 'Household'), entry('', 'None'), entry(null, 'None')];
    const { figures, closed, unmappedShare } = await impact('purpose', set);
    const amount = figures.find(({ measure }) => measure === 'amount')!;
    expect(amount.dimension).toEqual({ en: 'Purpose' });
    const plain = async (where: string) => {
      const { rows } = await call<{ rows: unknown[][] }>('POST /api/v1/sql', {
        body: { sql: `SELECT CAST(sum(amount) AS VARCHAR) FROM booking WHERE ${where}` },
      });
      return String(Number(rows[0]![0]));
    };
    const june = `day BETWEEN '2026-06-01' AND '2026-06-30'`;
    const unmappedBefore = await plain(`${june} AND purpose IS NOT NULL`);
    const unmappedAfter = await plain(`${june} AND purpose NOT IN ('SIPO', '')`);
    const none = await plain(`${june} AND (purpose = '' OR purpose IS NULL)`);
    const moves = amount.moves.filter(({ period }) => period === '2026-06-01');
    expect(moves).toContainEqual({
      target: 'unmapped',
      period: '2026-06-01',
      before: unmappedBefore,
      after: unmappedAfter,
    });
    expect(moves).toContainEqual({ target: 'None', period: '2026-06-01', before: null, after: none });
    expect(moves).toContainEqual({ target: null, period: '2026-06-01', before: '6.5', after: null });
    // April and May have ended: the change reaches them.
    expect(closed).toEqual({ from: '2026-04-01', to: '2026-05-01' });
    expect(unmappedShare).toEqual({ before: 6 / 7, after: 3 / 7 });
    expect((await codes('purpose')).version).toBe(0);
  });

  test('moves measures that are computed from its codes, and ratios of them', async () => {
    const { figures, closed } = await impact('operation', [entry('VYBER', 'cash', { from: '2026-06-01' })]);
    const of = (name: string) => figures.find(({ measure }) => measure === name);
    expect(of('cash')!.moves).toEqual([{ period: '2026-06-01', before: null, after: '6.5' }]);
    expect(of('cash_share')!.moves).toMatchObject([{ period: '2026-06-01', before: null }]);
    expect(closed).toBeNull();
  });

  test('labels null, empty and blank codes, and each figure adds up', async () => {
    await patch('purpose', {
      set: [
        entry('SIPO', 'Household'),
        entry('sipo', 'Household'),
        entry(' ', 'Blank'),
        entry('', 'Empty'),
        entry(null, 'None'),
      ],
      categories: [
        { value: 'Household' },
        { value: 'Rent', parent: 'Household' },
        ...['Blank', 'Empty', 'None'].map((value) => ({ value })),
      ],
      message: 'First',
      basedOn: 0,
    });
    const { rows, meta } = await query({ dimensions: ['purpose'], measures: ['amount'], totals: true });
    expect(Object.fromEntries(rows as [string, string][])).toEqual({
      Household: '420',
      Blank: '40',
      Empty: '5',
      None: '6.5',
      unmapped: '700',
    });
    expect(meta.unmapped).toMatchObject([{ dimension: 'purpose', share: 1 / 7 }]);
    expect(await alerts()).toContainEqual({ configuratorType: 'purpose', unmappedCount: 1 });
    const { byTarget, codes: found, counts } = await codes('purpose');
    expect(byTarget[0]).toEqual({ value: 'Household', codes: 2, rows: 3, amount: '420', known: true });
    expect(counts).toMatchObject({ unmapped: 1, mapped: 5 });
    expect(found[0]).toMatchObject({ code: 'UVER', status: 'unmapped' });
    expect((await codes('purpose', '&target=Empty')).codes).toMatchObject([{ code: '' }]);
  });

  test('has days: an overlap is refused, and a gap is unmapped on its days', async () => {
    const overlap = [entry('UVER', 'Loan', { until: '2026-06-30' }), entry('UVER', 'Rent', { from: '2026-06-30' })];
    const refused = await portal.fetch('PATCH /api/v1/mapping', {
      cookie: admin,
      body: { type: 'purpose', set: overlap },
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("'UVER' has two values on some days");
    const before = (await codes('purpose')).version;
    await patch('purpose', {
      set: [entry('SIPO', 'Household', { until: '2026-04-30' }), entry('sipo', 'Household', { from: '2026-05-01' })],
    });
    const { codes: found } = await codes('purpose', '&search=sipo');
    expect(found.map(({ code, status, unmappedRows, rows }) => [code, status, unmappedRows, rows])).toEqual([
      ['SIPO', 'partly', 1, 2],
      ['sipo', 'unmapped', 1, 1],
    ]);
    await call('POST /api/v1/mapping/restore', { body: { type: 'purpose', version: before, message: 'Undo' } });
    expect((await codes('purpose')).counts.unmapped).toBe(1);
  });

  test('has a history: who, when, why and what, and every version can be restored', async () => {
    const { versions } = await call<{ versions: object[] }>('GET /api/v1/mapping/versions', {
      search: '?type=purpose',
    });
    expect(versions).toMatchObject([
      { version: 3, current: true, message: 'Undo', author: 'eda@alder.example', codes: 5 },
      { version: 2, codes: 5 },
      { version: 1, message: 'First' },
    ]);
    const changes = (version: number) =>
      call<MappingDifference>('GET /api/v1/mapping/changes', { search: `?type=purpose&version=${version}` });
    expect(await changes(2)).toMatchObject({
      count: 2,
      codes: [
        { code: 'SIPO', before: [{ until: null }], after: [{ until: '2026-04-30' }] },
        { code: 'sipo', before: [{ from: null }], after: [{ from: '2026-05-01' }] },
      ],
      categories: null,
    });
    expect((await changes(1)).codes.map(({ code }) => code)).toEqual([null, '', ' ', 'SIPO', 'sipo']);
    const empty = await call<PutMapping>('POST /api/v1/mapping/restore', { body: { type: 'purpose', version: 0 } });
    expect(empty.table).toMatchObject({ version: 4, codes: [], categories: [] });
    const conflict = { type: 'purpose', version: 1, basedOn: 3 };
    expect((await portal.fetch('POST /api/v1/mapping/restore', { cookie: admin, body: conflict })).status).toBe(409);
    await call('POST /api/v1/mapping/restore', { body: { type: 'purpose', version: 1 } });
    expect((await codes('purpose')).categories).toContainEqual({ value: 'Rent', parent: 'Household' });
  });

  test('goes to a file and back, and a file with issues changes nothing', async () => {
    const { name, text } = await call<{ name: string; text: string }>('GET /api/v1/mapping/file', {
      search: '?type=purpose',
    });
    expect(name).toBe('purpose-5.csv');
    const read = (file: string) =>
      call<{ set: MappedCode[]; remove: unknown[]; issues: string[] }>('POST /api/v1/mapping/file', {
        body: { type: 'purpose', name, text: file },
      });
    expect(await read(text)).toEqual({ set: [], remove: [], issues: [] });
    expect(await read(`${text.replace(/^" ".*\n/m, '')}UVER,Loan,,\n`)).toEqual({
      set: [entry('UVER', 'Loan')],
      remove: [' '],
      issues: [],
    });
    expect((await read(`${text}SIPO,Other,,\n`)).issues).toEqual([
      expect.stringMatching(/^line 7: code: 'SIPO' is listed twice/),
    ]);
  });
});

describe('before a mapping is saved', () => {
  test('a draft belongs to one person, survives, and shows its counts', async () => {
    const draft = { basedOn: 5, set: [entry('UVER', 'Rent')], remove: [' '] };
    await call('PUT /api/v1/configuration/draft', { body: { type: 'purpose', draft } });
    const read = (cookie: string) =>
      call<{ draft: object | null }>('GET /api/v1/configuration/draft', { search: '?type=purpose', cookie });
    expect((await read(admin)).draft).toEqual(draft);
    expect((await read(support)).draft).toBeNull();
    const { byTarget, counts, codes: found } = await codes('purpose', '&filter=changed&order=code&direction=asc');
    expect(found.map(({ code }) => code)).toEqual([' ', 'UVER']);
    expect(counts.changed).toBe(2);
    expect(byTarget).toContainEqual({ value: 'Rent', codes: 1, rows: 1, amount: '700', known: true });
    expect((await query({ dimensions: ['purpose'], measures: ['amount'] })).rows).toContainEqual(['unmapped', '700']);
    await call('PUT /api/v1/configuration/draft', { body: { type: 'purpose', draft: null } });
    expect((await read(admin)).draft).toBeNull();
  });

  test('suggestions come with reason and confidence; opposites are never suggested, rejections are remembered', async () => {
    await patch('operation', { set: [entry('PREVOD NA UCET', 'transfer'), entry('vyber', 'cash')] });
    const suggested = async () =>
      Object.fromEntries((await codes('operation')).codes.map(({ code, suggestion }) => [String(code), suggestion]));
    expect(await suggested()).toEqual({
      'PREVOD Z UCTU': null,
      VYBER: { value: 'cash', reason: 'same', confidence: 0.99, source: 'vyber', ticked: true },
      'PREVOD NA UCET': null,
      null: null,
    });
    expect((await codes('operation', '&filter=suggested')).total).toBe(1);
    const reject = (rejected: boolean) =>
      call('POST /api/v1/configuration/rejections', {
        body: { type: 'operation', code: 'VYBER', value: 'cash', rejected },
      });
    await reject(true);
    expect((await suggested())['VYBER']).toBeNull();
    await reject(false);
    expect((await suggested())['VYBER']).not.toBeNull();
  });

  test('rules suggest, and automatic ones map new codes of a load before it becomes current', async () => {
    const rules = [
      { match: 'starts_with', pattern: 'uv', value: 'Loan', mode: 'suggest' },
      { match: 'contains', pattern: 'duch', value: 'Household', mode: 'automatic' },
    ];
    const { codes: before } = await call<MappingTable>('GET /api/v1/mapping', { search: '?type=purpose' });
    await patch('purpose', {
      rules,
      categories: ['Household', 'Loan', 'Blank', 'Empty', 'None'].map((value) => ({ value })),
    });
    expect((await codes('purpose', '&filter=unmapped')).codes[0]!.suggestion).toMatchObject({
      value: 'Loan',
      reason: 'rule',
      source: 'uv',
    });
    await load(bookings([[8, '2026-07-10', 'VYBER', 'DUCHOD', 8]]), BOOKINGS.length + 1);
    const table = await call<MappingTable>('GET /api/v1/mapping', { search: '?type=purpose' });
    expect(table.codes).toHaveLength(before.length + 1);
    expect(table.codes).toContainEqual(entry('DUCHOD', 'Household'));
    expect(table.rules).toEqual(rules);
    const { versions } = await call<{ versions: object[] }>('GET /api/v1/mapping/versions', {
      search: '?type=purpose',
    });
    expect(versions[0]).toMatchObject({ version: table.version, author: null, current: true });
    expect(await alerts()).toContainEqual({ configuratorType: 'purpose', unmappedCount: 1 });
  });

  test('categories are a tree: none is below itself, and model targets stay in the model', async () => {
    const refused = async (type: string, body: object) => {
      const response = await portal.fetch('PATCH /api/v1/mapping', { cookie: admin, body: { type, ...body } });
      expect(response.status).toBe(400);
      return response.text();
    };
    const loop = [
      { value: 'A', parent: 'B' },
      { value: 'B', parent: 'A' },
    ];
    expect(await refused('purpose', { categories: loop })).toContain("'A' is below itself");
    expect(await refused('purpose', { categories: [{ value: 'A', parent: 'Z' }] })).toContain("no category 'Z'");
    expect(await refused('operation', { categories: [{ value: 'A' }] })).toContain('are in the model');
    expect(
      await refused('operation', { rules: [{ match: 'glob', pattern: '*', value: 'x', mode: 'suggest' }] }),
    ).toContain("'x' is not a value");
  });
});
