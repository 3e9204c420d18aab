import type {
  DraftCheck,
  ErrorBody,
  ExportedModel,
  GeneratedDatasets,
  ImportedModel,
  ModelDraft,
  ModelJoin,
  ModelTable,
  MovedFigure,
  QueryResult,
  RouteKey,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let boss: string;
let other: string;
let reader: string;
/** A tenant whose data was loaded just now, and that has no model. */
let newcomer: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const signIn = async (email: string, role: 'tenant.admin' | 'tenant.user', tenant: string) =>
    (await portal.signIn({ email, roles: [role], tenants: [tenant] })).cookie;
  boss = await signIn('boss@alder.example', 'tenant.admin', alder);
  other = await signIn('boss@birch.example', 'tenant.admin', birch);
  reader = await signIn('ada@alder.example', 'tenant.user', alder);
  const { tenant } = await ensureTenant(portal.database, { slug: 'newcomer', name: 'Newcomer' });
  const { id } = tenant;
  await portal.warehouses.load(systemIn(id), {
    title: 'Entries',
    sourceDir: '.',
    sortKey: 'none',
    tables: [
      {
        table: 'entry',
        rows: 200,
        select: `SELECT *, SUM(amount) OVER (PARTITION BY account_id ORDER BY entry_id) AS balance FROM (
          SELECT i AS entry_id, i % 10 + 1 AS account_id, DATE '2025-01-01' + CAST(i // 10 AS INTEGER) AS booked,
            CASE i % 2 WHEN 0 THEN 'AA' ELSE 'BB' END AS code, CAST(i % 37 * 10 + 1 AS DECIMAL(12, 2)) AS amount FROM range(200) t (i))`,
      },
      {
        table: 'account',
        rows: 12,
        // Account 1 has two rows; accounts 11 and 12 have no entries, and entries of account 10 have no account.
        select: `SELECT CASE i WHEN 10 THEN 1 ELSE i END AS account_id, 'Account ' || i AS label FROM range(1, 13) t (i)`,
      },
    ],
  });
  newcomer = (await portal.signIn({ email: 'root@rise.example', roles: ['global.admin'], enter: id })).cookie;
});
afterAll(() => portal?.close());

async function call<T>(key: RouteKey, body?: unknown, cookie = boss): Promise<T> {
  const response = await portal.fetch(key, { cookie, ...(body !== undefined && { body }) });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
const fail = async (key: RouteKey, body: unknown, cookie = boss) => {
  const response = await portal.fetch(key, { cookie, body });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
};
const save = async (document: string, revision: number, cookie = boss) =>
  (await call<{ draft: ModelDraft }>('PUT /api/v1/model/draft', { document, revision, basedOn: 1 }, cookie)).draft;
const read = async (cookie = boss) =>
  (await call<{ draft: ModelDraft | null }>('GET /api/v1/model/draft', undefined, cookie)).draft;

const OWN = `extends: ncua_call_report
datasets:
  - name: call_report
    measures:
      - name: quokka_assets
        kind: derived
        expression: total_assets * 2
        title: { en: Quokka assets }
        definition: { en: Twice the assets }
        format: { unit: currency }
`;

describe('a draft', () => {
  test('is stored as it is, valid or not, with its author, and only for its tenant', async () => {
    expect(await read()).toBeNull();
    const broken = 'extends: [ncua\n# a comment';
    expect(await save(broken, 0)).toMatchObject({
      document: broken,
      revision: 1,
      basedOn: 1,
      author: 'boss@alder.example',
    });
    expect(await read()).toMatchObject({ document: broken, revision: 1 });
    expect(await read(other)).toBeNull();
    expect((await portal.fetch('GET /api/v1/model/draft', { cookie: reader })).status).toBe(404);
  });

  test('that someone else saved meanwhile is not overwritten', async () => {
    expect(await save(OWN, 1)).toMatchObject({ revision: 2 });
    const body = { document: 'mine', revision: 1, basedOn: 1 };
    expect(await fail('PUT /api/v1/model/draft', body)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: expect.stringContaining('boss@alder.example saved this draft'),
    });
    expect(await fail('PUT /api/v1/model/draft', { ...body, revision: 0 })).toMatchObject({ status: 409 });
    expect(await fail('POST /api/v1/model/draft/discard', { revision: 1 })).toMatchObject({ status: 409 });
    expect((await read())!.document).toBe(OWN);
  });

  test('is checked with each error at its line, and compared with the active model', async () => {
    const checked = await call<DraftCheck>('POST /api/v1/model/draft/check', { document: OWN });
    expect(checked).toMatchObject({
      issues: [],
      changes: [{ change: 'added', kind: 'measure', name: 'quokka_assets' }],
    });
    expect(checked.datasets[0]!.measures.map(({ name }) => name)).toContain('quokka_assets');
    const wrong = await call<DraftCheck>('POST /api/v1/model/draft/check', {
      document: OWN.replace('total_assets', 'total_asset'),
    });
    expect(wrong.issues).toMatchObject([{ line: 7, message: expect.stringContaining("Did you mean 'total_assets'") }]);
    const hiding = OWN.replace('    measures:', '    hide: [efficiency_ratio]\n    measures:');
    const breaking = await call<DraftCheck>('POST /api/v1/model/draft/check', { document: hiding });
    expect(breaking.issues[0]).toMatchObject({ line: null, message: expect.stringContaining('efficiency_ratio') });
    expect((await call<DraftCheck>('POST /api/v1/model/draft/check', { document: '' })).issues).not.toEqual([]);
  });

  test('is queried without being published, and nothing of it answers a query of the active model', async () => {
    const query = { dataset: 'call_report', measures: ['total_assets'] };
    const changed = `${OWN}      - name: total_assets\n        kind: sum\n        columns: [{ table: fs220, column: ACCT_010 }]\n        where: "1 = 2"\n`;
    const empty = await call<QueryResult>('POST /api/v1/model/draft/query', { document: changed, query });
    expect(empty.rows).toEqual([[null]]);
    const active = await call<QueryResult>('POST /api/v1/query', query);
    expect(active.rows[0]![0]).not.toBeNull();
    const document = OWN.replace('total_asset', 'nothing_such');
    expect(await fail('POST /api/v1/model/draft/query', { document, query })).toMatchObject({ code: 'MODEL_INVALID' });
  });

  test('shows the figures that it moves, in total and in the latest month', async () => {
    const halved = `extends: ncua_call_report\ndatasets:\n  - name: call_report\n    measures:\n      - { name: total_assets, kind: sum, expression: fs220.ACCT_010 / 2 }\n`;
    const { figures } = await call<{ figures: MovedFigure[] }>('POST /api/v1/model/draft/impact', { document: halved });
    const moved = figures.find(({ measure }) => measure === 'total_assets')!;
    expect(Number(moved.after) * 2).toBeCloseTo(Number(moved.before), 0);
    expect(moved.latest).toMatchObject({ period: '2025-12-01', before: moved.before });
    // Return on average assets is computed from it, membership is not.
    expect(figures.map(({ measure }) => measure)).not.toContain('members');
    const retitled = `extends: ncua_call_report\ndatasets:\n  - name: call_report\n    measures:\n      - { name: total_assets, title: { en: Assets } }\n`;
    expect(await call('POST /api/v1/model/draft/impact', { document: retitled })).toMatchObject({
      figures: [],
      changed: 0,
    });
  });

  test('shows the figures of a dataset that the active model lacks', async () => {
    const added = `extends: ncua_call_report
datasets:
  - name: directory
    title: { en: Directory, tr: Rehber }
    description: { en: Institutions of each cycle., tr: Her dönemin kurumları. }
    owner: Finance
    dimensions: []
    table: foicu
    measures:
      - name: entries
        kind: count
        title: { en: Entries, tr: Kayıtlar }
        definition: { en: Number of entries., tr: Kayıtların sayısı. }
        format: { unit: count }
`;
    const { figures } = await call<{ figures: MovedFigure[] }>('POST /api/v1/model/draft/impact', { document: added });
    expect(figures).toMatchObject([{ dataset: 'directory', measure: 'entries', before: null, after: 4374 }]);
  });

  test('says how much of its figures comes from codes without a label', async () => {
    const document = `name: entries
title: { en: Entries, tr: Kayıtlar }
description: { en: Entries of accounts., tr: Hesap kayıtları. }
datasets:
  - name: entry
    title: { en: Entries, tr: Kayıtlar }
    description: { en: Entries of accounts., tr: Hesap kayıtları. }
    owner: Finance
    table: entry
    dimensions:
      - name: code
        title: { en: Code, tr: Kod }
        type: string
        column: { table: entry, column: code }
        values: [{ value: AA, title: { en: First, tr: Birinci } }]
    measures:
      - name: amount
        kind: sum
        title: { en: Amount, tr: Tutar }
        definition: { en: Sum of the amounts., tr: Tutarların toplamı. }
        columns: [{ table: entry, column: amount }]
        format: { unit: number }
`;
    const run = (dimensions: string[]) => {
      const query = { dataset: 'entry', measures: ['amount'], dimensions };
      return call<QueryResult>('POST /api/v1/model/draft/query', { document, query }, newcomer);
    };
    const amounts = Array.from({ length: 200 }, (_, i) => (i % 37) * 10 + 1);
    const sum = (of: number[]) => of.reduce((a, b) => a + b, 0);
    const share = sum(amounts.filter((_, i) => i % 2 === 1)) / sum(amounts);
    const { meta } = await run(['code']);
    expect(meta.unmapped).toEqual([
      { dimension: 'code', share: 0.5, figures: [{ measure: 'amount', share: expect.closeTo(share, 9) }] },
    ]);
    expect((await run([])).meta.unmapped).toEqual([]);
  });

  test('is deleted when it is discarded', async () => {
    await call('POST /api/v1/model/draft/discard', { revision: 2 });
    expect(await read()).toBeNull();
  });
});

describe('a tenant without a model', () => {
  test('gets from its tables to a right figure: generated, answered, published', async () => {
    const profiled = await call('POST /api/v1/model/profile', { table: 'entry' }, newcomer);
    expect(profiled).toEqual({ remembered: true });
    const { tables } = await call<{ tables: ModelTable[] }>('GET /api/v1/model/tables', undefined, newcomer);
    expect(tables.find(({ name }) => name === 'entry')).toMatchObject({ rows: 200, usedBy: [] });
    expect(tables[0]!.columns.map(({ name }) => name)).not.toContain('tenant_id');
    const body = { tables: ['entry'] };
    const { document, questions } = await call<GeneratedDatasets>('POST /api/v1/model/generate', body, newcomer);
    expect(questions.map(({ kind, column }) => [kind, column])).toEqual([
      ['running_balance', 'balance'],
      ['codes', 'code'],
    ]);
    const members = questions[0]!.answers.find(({ id }) => id === 'last_known')!.members;
    const answered = `${document.trimEnd()}\n      - ${JSON.stringify(members[0]!.member)}\n`;
    const query = { dataset: 'entry', measures: ['amount', 'balance', 'entry_count'] };
    const draft = await call<QueryResult>('POST /api/v1/model/draft/query', { document: answered, query }, newcomer);
    const total = Array.from({ length: 200 }, (_, i) => (i % 37) * 10 + 1).reduce((a, b) => a + b, 0);
    expect(draft.rows[0]!.map(Number)).toEqual([total, total, 200]);
    const { figures } = await call<{ figures: MovedFigure[] }>(
      'POST /api/v1/model/draft/impact',
      { document: answered },
      newcomer,
    );
    expect(figures.find(({ measure }) => measure === 'balance')).toMatchObject({
      before: null,
      after: expect.anything(),
    });
    await call('PUT /api/v1/model', { document: answered, message: 'First model' }, newcomer);
    const published = await call<QueryResult>('POST /api/v1/query', query, newcomer);
    expect(published.rows[0]!.map(Number)).toEqual([total, total, 200]);
    const after = await call<{ tables: ModelTable[] }>('GET /api/v1/model/tables', undefined, newcomer);
    expect(after.tables.find(({ name }) => name === 'entry')).toMatchObject({ usedBy: ['entry'] });
  });
});

const FOREIGN = `version: 0.1.1
semantic_model:
  - name: bank
    description: Figures of a bank
    datasets:
      - name: reports
        source: fs220
        fields:
          - name: cu_number
            expression: { dialects: [{ dialect: ANSI_SQL, expression: CU_NUMBER }] }
            datatype: Integer
          - name: running
            expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(ACCT_010) OVER (ORDER BY CU_NUMBER) }] }
            datatype: Decimal
    metrics:
      - name: assets
        expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(reports.ACCT_010) }] }
`;

describe('models of other tools', () => {
  const importModel = (text: string) =>
    call<ImportedModel>('POST /api/v1/model/exchange/read', { text, file: 'bank.ossie.yaml' });
  const exportModel = (document: string | null) =>
    call<ExportedModel>('POST /api/v1/model/exchange/write', { document });

  test('the published model is written with what others do not read, and read back whole', async () => {
    const written = await exportModel(null);
    expect(written.file).toBe('ncua_call_report.ossie.yaml');
    expect(written.document).toContain('semantic_model:');
    expect(written.notes.map(({ place }) => place)).toContain('semantic_model');
    const again = await importModel(written.document);
    expect(again.notes).toEqual([]);
    expect(again.datasets).toContain('call_report');
    expect(again.document).not.toContain('rollups: []');
  });

  test('a draft is written as it is edited, if it is valid', async () => {
    expect((await exportModel(OWN)).document).toContain('quokka_assets');
    const document = OWN.replace('total_assets', 'nothing_such');
    expect(await fail('POST /api/v1/model/exchange/write', { document })).toMatchObject({ code: 'MODEL_INVALID' });
  });

  test('a document of another tool becomes a text, with what could not be carried', async () => {
    const { document, datasets, notes } = await importModel(FOREIGN);
    expect(datasets).toEqual(['reports']);
    expect(document).toContain('table: fs220');
    expect(document).toContain('name: assets');
    expect(document).not.toContain('running');
    expect(notes.filter(({ place }) => place.includes('running'))).toHaveLength(1);
    const text = FOREIGN.replace('        source: fs220\n', '');
    const failed = await fail('POST /api/v1/model/exchange/read', { text, file: 'bank.ossie.yaml' });
    expect(failed).toMatchObject({ status: 400, code: 'MODEL_INVALID' });
    expect(failed.details).toMatchObject([{ field: 'semantic_model.0.datasets.0.source', line: 6 }]);
  });
});

describe('joins', () => {
  const joined = (relationship: string) => `name: entries
title: { en: Entries }
description: { en: Entries }
datasets:
  - name: entry
    title: { en: Entries }
    description: { en: Entries }
    owner: us
    table: entry
    joins:
      - { table: account, on: [account_id]${relationship} }
      - { table: account, as: named, on: [{ column: code, key: nothing_such }] }
    dimensions: []
    measures:
      - { name: rows, kind: count, title: { en: Rows }, definition: { en: Rows }, format: { unit: count } }
`;
  const measure = (document: string, cookie?: string) =>
    call<{ joins: ModelJoin[]; datasets: unknown[] }>('POST /api/v1/model/draft/joins', { document }, cookie);

  test('are measured in the rows of the tenant, also where they break the declaration', async () => {
    const document = joined('');
    const check = await call<DraftCheck>('POST /api/v1/model/draft/check', { document }, newcomer);
    expect(check.issues).not.toEqual([]);
    const { joins, datasets } = await measure(document, newcomer);
    expect(datasets).toEqual([{ name: 'entry', table: 'entry' }]);
    // 20 entries for each of 10 accounts.
    expect(joins).toMatchObject([
      {
        dataset: 'entry',
        name: 'account',
        on: [{ column: 'account_id', key: 'account_id' }],
        declared: 'many_to_one',
        measured: {
          cardinality: 'many_to_many',
          from: { rows: 200, matched: 180, repeated: 10 },
          to: { rows: 12, matched: 10, repeated: 1 },
          most: 2,
          agrees: false,
        },
      },
      { name: 'named', table: 'account', measured: null, unmeasured: 'missing' },
    ]);
  });

  test('of a published model agree with their declaration, and each row of a tenant is its own', async () => {
    const { document } = await call<{ document: string }>('GET /api/v1/model');
    const { joins } = await measure(document);
    expect(joins.length).toBeGreaterThan(3);
    for (const { measured } of joins) expect(measured).toMatchObject({ agrees: true });
    const [first] = joins;
    const { rows } = await call<QueryResult>('POST /api/v1/sql', { sql: `SELECT count(*) FROM ${first!.toTable}` });
    expect(first!.measured!.from.rows).toBe(Number(rows[0]![0]));
    expect(await fail('POST /api/v1/model/draft/joins', { document: 'a: [' })).toMatchObject({ code: 'MODEL_INVALID' });
  });
});
