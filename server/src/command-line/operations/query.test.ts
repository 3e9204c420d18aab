import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { QueryResult } from '@rise/contract';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../host/config/config.ts';
import { SAMPLES } from '../../host/config/paths.ts';
import { SYSTEM, systemIn } from '../../kernel/actor.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import type { CommandContext } from '../command-context.ts';
import { runQuery, type QueryCommand } from './query.ts';
import { formatTable } from './result-table.ts';

let portal: TestPortal;
let folder: string;
let context: CommandContext;
let teller: string;
const lines: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  folder = await mkdtemp(join(tmpdir(), 'rise-query-'));
  await symlink(dirname(dirname(portal.warehouses.filePath(alder, 1))), join(folder, 'warehouse'));
  const config = loadConfig({ RISE_DATA: folder, SESSION_SECRET: 's'.repeat(32) }, folder);
  context = { database: portal.database, config, say: (line) => void lines.push(line) };
  const tenants = [alder];
  const attributes = { home: ['VT'] };
  teller = (await portal.signIn({ email: 'teller@query.example', roles: ['tenant.user'], attributes, tenants }))
    .accountId;
  await portal.signIn({ email: 'boss@query.example', roles: ['tenant.admin'], tenants });
  await portal.signIn({ email: 'nobody@query.example', roles: ['tenant.user'], tenants });
  await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.run`UPDATE account SET claimed_roles = '{}' WHERE email = 'nobody@query.example'`,
  );
  await portal.signIn({ email: 'away@query.example', roles: ['tenant.user'], tenants: [birch] });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

const BY_STATE = {
  dataset: 'call_report',
  dimensions: ['state'],
  measures: ['institutions', 'total_assets', 'net_worth_ratio'],
  filter: { field: 'state', op: 'in', values: ['CA', 'TX', 'VT'] },
  order: [{ field: 'total_assets', direction: 'desc' }],
};

/** What a query prints on standard output, or the lines of its error. */
async function run(command: Partial<QueryCommand> & { query?: Record<string, unknown> }): Promise<string> {
  const written: Buffer[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => written.push(Buffer.from(part as string)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const { query = BY_STATE, ...rest } = command;
  const whole = {
    tenant: 'alder',
    reader: null,
    source: { query },
    format: 'json',
    output: null,
    explain: false,
  } as const;
  try {
    await runQuery(context, { ...whole, ...rest });
  } catch (error) {
    if (error instanceof OperatorError) return error.lines.join('\n');
    throw error;
  } finally {
    vi.restoreAllMocks();
  }
  return Buffer.concat(written).toString();
}

async function overHttp(query: object): Promise<QueryResult> {
  const { alder } = portal.tenants;
  const { cookie } = await portal.signIn({ email: 'http@query.example', roles: ['tenant.user'], tenants: [alder] });
  return (await (await portal.fetch('POST /api/v1/query', { cookie, body: query })).json()) as QueryResult;
}

test('prints what the API returns: as a table, CSV and JSON, and in a file as Arrow', async () => {
  const expected = await overHttp(BY_STATE);
  expect(expected.rows.map(([state]) => state)).toEqual(['CA', 'TX', 'VT']);

  expect(await run({ format: 'table' })).toBe(formatTable(expected));
  expect((JSON.parse(await run({})) as QueryResult).rows).toEqual(expected.rows);
  const csv = (await run({ format: 'csv' })).trimEnd().split('\r\n');
  expect(csv).toEqual([expected.columns.map(({ name }) => name), ...expected.rows].map((row) => row.join(',')));

  const output = join(folder, 'states.arrows');
  await run({ format: 'arrow', output });
  const table = tableFromIPC(await readFile(output));
  expect([...table.getChild('state')!]).toEqual(['CA', 'TX', 'VT']);
  expect(lines.at(-1)).toBe(`3 rows, data version 1 as of 2025-12-31. Written to ${output}.`);
});

test('`who` stands for the dataset’s entity, in words only', async () => {
  const query = { ...BY_STATE, dimensions: ['who', 'state'], limit: 5 };
  const { columns, rows } = JSON.parse(await run({ query })) as QueryResult;
  expect(columns.map(({ name }) => name).slice(0, 3)).toEqual(['charter', 'name', 'state']);
  const written = { ...query, dimensions: ['charter', 'name', 'state'] };
  expect(rows).toEqual((JSON.parse(await run({ query: written })) as QueryResult).rows);
  expect(rows).toHaveLength(5);
  const file = join(folder, 'who.json');
  await writeFile(file, JSON.stringify(query));
  expect(await run({ source: { file } })).toContain("There is no dimension 'who' in 'call_report'.");
});

test('lists rows, as a table and CSV, and explains where they come from', async () => {
  const query = {
    kind: 'rows',
    dataset: 'call_report',
    columns: ['name', 'state', 'total_assets'],
    filter: { field: 'total_assets', op: 'gt', values: ['30000000000'] },
    order: [{ field: 'total_assets', direction: 'desc' }],
  };
  const expected = await overHttp(query);
  expect(expected.rows.map(([name]) => name)).toEqual([
    'NAVY FEDERAL CREDIT UNION',
    "STATE EMPLOYEES'",
    'SCHOOLSFIRST',
  ]);
  expect(await run({ query, format: 'table' })).toBe(formatTable(expected));
  expect((await run({ query, format: 'csv' })).split('\r\n')[1]).toBe('NAVY FEDERAL CREDIT UNION,VA,197166186107');
  lines.length = 0;
  await run({ query, explain: true });
  expect(lines[2]).toContain('total_assets: Assets\n  value       fs220.ACCT_010');
  expect(lines[3]).toContain('ORDER BY "rows"."total_assets" DESC NULLS LAST');
  expect(await run({ query: { ...query, columns: ['net_worth_ratio'] } })).toMatch(
    /^columns.0: .*Name what it is computed/,
  );
  expect(await run({ query: { ...query, having: {} } })).toContain('having');
  const who = JSON.parse(await run({ query: { ...query, columns: ['who', 'total_assets'] } })) as QueryResult;
  expect(who.columns.map(({ name }) => name)).toEqual(['charter', 'name', 'total_assets']);
});

test('counts the keys that go through a funnel, and explains where they come from', async () => {
  const texan = { field: 'state', op: 'in', values: ['TX'] };
  const query = {
    kind: 'funnel',
    dataset: 'call_report',
    time: 'as_of',
    steps: [{ name: 'All' }, { name: 'Texas', filter: texan }],
    sameTime: true,
  };
  const { rows } = await overHttp({ dataset: 'call_report', dimensions: ['state'], measures: ['institutions'] });
  const count = (states: typeof rows) => states.reduce((sum, [, institutions]) => sum + Number(institutions), 0);
  const [all, texas] = [count(rows), count(rows.filter(([state]) => state === 'TX'))];
  expect((JSON.parse(await run({ query })) as QueryResult).rows).toEqual([
    ['All', all, 1, null, null],
    ['Texas', texas, texas / all, texas / all, 0],
  ]);
  expect((await run({ query, format: 'csv' })).split('\r\n')[0]).toBe(
    'step,reached,share_of_first,share_of_previous,median_days',
  );
  lines.length = 0;
  await run({ query, explain: true });
  expect(lines[0]).toContain('charter: ');
  expect(lines[0]).toContain('key         foicu.CU_NUMBER');
  expect(lines[2]).toBe('All\n  step        all rows');
  expect(lines[3]).toContain('"TX"');
  expect(await run({ query: { ...query, time: 'state' } })).toMatch(/^time: 'state' is not a date or time/);
  expect(await run({ query: { ...query, having: {} } })).toContain('having');
});

test('aligns a table, numbers to the right, and leaves no control characters for the terminal', () => {
  const column = (name: string, type: 'string' | 'decimal') =>
    ({ name, title: { en: name }, role: 'dimension', type }) as const;
  const columns = [column('name', 'string'), column('amount', 'decimal')];
  const rows = [
    ['A\u001b[31m', '-12.50'],
    ['Łódź', null],
  ];
  expect(formatTable({ columns, rows, totals: [null, '1000'] })).toBe(
    ['name    amount', '------  ------', 'A [31m  -12.50', 'Łódź', '------  ------', '          1000', ''].join('\n'),
  );
});

test('takes a file as YAML or JSON, with every kind of query', async () => {
  const file = join(folder, 'query.yaml');
  await writeFile(
    file,
    'kind: benchmark\ndataset: call_report\nby: charter\nmember: "5536"\nmeasures: [net_worth_ratio]\n',
  );
  const { columns, rows } = JSON.parse(await run({ source: { file } })) as QueryResult;
  expect([columns[0]!.name, rows[0]![0]]).toEqual(['measure', 'net_worth_ratio']);
  await writeFile(file, JSON.stringify(BY_STATE));
  expect((JSON.parse(await run({ source: { file } })) as QueryResult).rows).toHaveLength(3);
});

test('reports invalid fields with the remedy', async () => {
  expect(await run({ query: { ...BY_STATE, measures: ['total_asset'] } })).toMatch(/^measures\.0: .*total_assets/);
  expect(await run({ query: { ...BY_STATE, limit: 20_000 } })).toMatch(/^limit: /);
  expect(await run({ query: { ...BY_STATE, measure: 'x' } })).toMatch(/^the query: .*"measure"/);
  expect(await run({ query: { ...BY_STATE, viewAs: {} } })).toMatch(/^viewAs: name the reader by --as/);
  expect(await run({ query: { ...BY_STATE, totals: true }, format: 'csv' })).toMatch(
    /^totals: .*--format table or json/,
  );
  expect(await run({ source: { file: join(folder, 'none.yaml') } })).toMatch(/none\.yaml cannot be read/);
  expect(await run({ tenant: 'oak' })).toMatch(/there is no tenant 'oak'; choose alder or birch/);
});

test('explains with formula and SQL instead of running', async () => {
  const text = await run({ explain: true });
  expect(text).toBe('');
  const explained = lines.join('\n');
  expect(explained).toMatch(/net_worth_ratio: .*\n {2}formula {5}.*997.* ÷ .*010/);
  expect(explained).toMatch(/^ {2}(SELECT|WITH)/m);
  expect(await run({ explain: true, query: { ...BY_STATE, measures: [], order: [] } })).toMatch(/add a measure/);
});

test('runs with the rights of the reader; without one every rule and mask applies', async () => {
  const model = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
  const rules = `
    rules:
      - { name: home, ${unless}, where: "STATE IN (:user_home)" }
      - { name: auditors, title: { en: A }, appliesTo: { groups: [auditors] }, where: "STATE = 'CA'" }
    masks: [{ name: assets, ${unless}, columns: [{ table: fs220, column: ACCT_010 }] }]
`;
  await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), `${model}${rules}`, 'model.yaml');
  const states = async (reader: string | null) => {
    const { rows } = JSON.parse(await run({ reader })) as QueryResult;
    return rows.map(([state, , assets]) => [state, assets !== null]);
  };
  expect(await states('Teller@query.example')).toEqual([['VT', false]]);
  expect(await states('boss@query.example')).toEqual([
    ['CA', true],
    ['TX', true],
    ['VT', true],
  ]);
  expect(await states(null)).toEqual([]);
  expect(await run({ reader: 'nobody@query.example' })).toMatch(/^--as: nobody@query.example may not run queries/);
  expect(await run({ reader: 'away@query.example' })).toMatch(/^--as: 'alder' has no active person/);
});

test('is audited with the operator, the reader and the query, also where it is denied', async () => {
  const records = await portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) => tx.rows<{ outcome: string; target: string | null; details: Record<string, unknown> }>`
      SELECT outcome, target, details FROM audit_record WHERE action = 'query.run' ORDER BY id`,
  );
  expect(records).toContainEqual({
    outcome: 'done',
    target: teller,
    details: {
      author: expect.any(String),
      reader: 'Teller@query.example',
      query: expect.objectContaining({ dataset: 'call_report' }),
    },
  });
  expect(records.filter(({ outcome }) => outcome === 'denied').map(({ details }) => details.reader)).toEqual([
    'nobody@query.example',
    'away@query.example',
  ]);
});
