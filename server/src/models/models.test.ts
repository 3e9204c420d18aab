import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorBody, ModelDocument, ModelInheritance, ModelVersion, PutModel, QueryResult } from '@rise/contract';
import { ModelError } from '@rise/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { InboxService } from '../inbox/inbox.service.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { ModelService } from './models.service.ts';
import { TemplateService } from './templates.service.ts';

let portal: TestPortal;
let models: ModelService;
let templates: TemplateService;
let template: string;
let boss: { cookie: string; accountId: string };
let other: string;
let reader: string;

beforeAll(async () => {
  portal = await startTestPortal();
  const { database, warehouses, tenants } = portal;
  models = new ModelService({ database, warehouses });
  templates = new TemplateService({ database, models });
  template = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [tenants.alder] });
  const birch = { roles: ['tenant.admin' as const], tenants: [tenants.birch] };
  other = (await portal.signIn({ email: 'boss@birch.example', ...birch })).cookie;
  reader = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [tenants.alder] }))
    .cookie;
});
afterAll(() => portal?.close());

const put = (document: string, more: object = {}, cookie = boss.cookie) =>
  portal.fetch('PUT /api/v1/model', { cookie, body: { document, ...more } });
const putWell = async (document: string, more: object = {}) => {
  const response = await put(document, more);
  expect(response.status).toBe(200);
  return (await response.json()) as PutModel;
};
const error = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as ErrorBody).error,
});
const read = async (search = '', cookie = boss.cookie) =>
  (await (await portal.fetch('GET /api/v1/model', { cookie, search })).json()) as ModelDocument;
const versions = async (cookie = boss.cookie) =>
  ((await (await portal.fetch('GET /api/v1/model/versions', { cookie })).json()) as { versions: ModelVersion[] })
    .versions;
const inheritance = async () => {
  const response = await portal.fetch('GET /api/v1/model/inheritance', { cookie: boss.cookie });
  return ((await response.json()) as { inheritance: ModelInheritance }).inheritance;
};
const sendQuery = async (measure: string, cookie = reader) => {
  const body = { dataset: 'call_report', measures: [measure] };
  const response = await portal.fetch('POST /api/v1/query', { cookie, body });
  return response.status === 200 ? ((await response.json()) as QueryResult).rows[0]![0] : response.status;
};
const match = async (words: string) => {
  const response = await portal.fetch('POST /api/common/search', { cookie: reader, body: { query: words } });
  return JSON.stringify(await response.json());
};

const OWN = `extends: ncua_call_report
# The branches' own figure.
datasets:
  - name: call_report
    measures:
      - name: quokka_assets # named by the board
        kind: derived
        expression: total_assets * 2
        title: { en: Quokka assets }
        definition: { en: Twice the assets }
        format: { unit: currency }
`;

/** Joins a table with several rows per day. */
const STATES = `  - name: states
    title: { en: States }
    description: { en: States }
    owner: Finance
    table: fs220
    asOf: { table: fs220, column: CYCLE_DATE }
    dimensions: []
    measures: []
    joins:
      - { table: foicu, on: [CYCLE_DATE] }
`;

describe('a tenant’s model', () => {
  test('starts as an extension of the sample’s template', async () => {
    expect(await versions()).toMatchObject([
      { version: 1, current: true, origin: 'sample', author: null, template: { name: 'ncua_call_report', version: 1 } },
    ]);
    expect(await inheritance()).toMatchObject({
      template: { version: 1, newest: 1 },
      here: [],
      there: [],
      problems: [],
    });
  });

  test('once activated, applies at once to queries and search, records author and reason, and is returned unchanged', async () => {
    expect(await sendQuery('quokka_assets')).toBe(400);
    const result = await putWell(OWN, { message: 'For the board', basedOn: 1 });
    expect(result).toMatchObject({
      changed: true,
      countedOnce: [],
      version: { version: 2, author: 'boss@alder.example', origin: 'person', message: 'For the board' },
    });
    expect(Number(await sendQuery('quokka_assets'))).toBe(2 * Number(await sendQuery('total_assets')));
    expect(await match('quokka')).toContain('quokka_assets');
    expect((await read()).document).toBe(OWN);
    expect((await inheritance()).here).toMatchObject([{ change: 'added', kind: 'measure', name: 'quokka_assets' }]);
    expect(await sendQuery('quokka_assets', other)).toBe(400);
    expect(await versions(other)).toHaveLength(1);
  });

  test('unchanged, writes nothing; based on an older version, is rejected', async () => {
    expect(await putWell(OWN)).toMatchObject({ changed: false, version: { version: 2 } });
    expect(await error(await put(`${OWN}#`, { basedOn: 1 }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await versions()).toHaveLength(2);
  });

  test('that is invalid is rejected with line, column and remedy, and so is one that the warehouse contradicts', async () => {
    const at = (field: string, line: number, message: RegExp) => ({
      status: 400,
      code: 'MODEL_INVALID',
      details: [{ field, line, column: expect.any(Number), message: expect.stringMatching(message) }],
    });
    const measure = 'datasets.0.measures.0';
    expect(await error(await put(OWN.replace('total_assets *', 'total_asset *')))).toMatchObject(
      at(`${measure}.expression`, 8, /no measure 'total_asset'.*Did you mean 'total_assets'/),
    );
    const sum = OWN.replace('kind: derived', 'kind: sum');
    expect(await error(await put(sum.replace('total_assets * 2', 'CU_NAME')))).toMatchObject(
      at(`${measure}.expression`, 8, /'sum' takes numbers, and this is a text/),
    );
    expect(await error(await put(`${OWN}${STATES}`))).toMatchObject(
      at('datasets.1.joins.0', 21, /in several rows of 'foicu', so rows of 'states' would be counted several times/),
    );
    expect(await error(await put(sum.replace('total_assets * 2', 'CU_NAMES')))).toMatchObject(
      at(measure, 6, /no column 'CU_NAMES'/),
    );
  });

  test('reads tables and columns only: nothing else can be named, in a draft neither', async () => {
    const before = await versions();
    const { alder } = portal.tenants;
    const expressions = [
      "read_text('/etc/passwd')",
      "getenv('SESSION_SECRET')",
      "url('http://169.254.169.254/')",
      "dblink('host=127.0.0.1', 'SELECT 1')",
      '(SELECT max(ACCT_010) FROM fs220)',
      'ACCT_010; DROP TABLE fs220',
      'ACCT_010 FROM fs220 --',
      'ACCT_010 /* */',
      `"${alder}".fs220.ACCT_010`,
    ];
    const tables = [
      "read_csv('/etc/passwd')",
      '/etc/passwd',
      'information_schema.tables',
      'duckdb_settings()',
      'fs220; DROP TABLE fs220',
      `${alder}.fs220`,
      `../${alder}/1.duckdb`,
    ];
    const text = JSON.stringify;
    const measures = expressions.map(
      (expression, place) =>
        `      - { name: hostile_${place}, kind: sum, expression: ${text(expression)}, title: { en: H }, definition: { en: H }, format: { unit: count } }\n`,
    );
    const datasets = tables.map(
      (table, place) =>
        `  - { name: hostile_${place}, title: { en: H }, description: { en: H }, owner: F, table: ${text(table)}, dimensions: [], measures: [] }\n`,
    );
    const bomb = Array.from({ length: 30 }, (_, level) => `x${level + 1}: &x${level + 1} [*x${level}, *x${level}]`);
    const documents: [string, number][] = [
      [`${OWN}${measures.join('')}`, expressions.length],
      [`${OWN}${datasets.join('')}`, tables.length],
      [`extends: ${alder}\n`, 1],
      [`${OWN}tenant: birch\n`, 1],
      [`extends: ncua_call_report\nx0: &x0 [a, a]\n${bomb.join('\n')}\n`, 1],
    ];
    const query = { dataset: 'call_report', measures: ['quokka_assets'] };
    for (const [document, issues] of documents) {
      const { code, details = [], message } = await error(await put(document));
      expect(code).toBe('MODEL_INVALID');
      expect(details.length, text(details)).toBeGreaterThanOrEqual(issues);
      expect(message + text(details)).not.toMatch(/root:|1\.duckdb'/);
      const body = { document, query };
      const queried = await portal.fetch('POST /api/v1/model/draft/query', { cookie: boss.cookie, body });
      expect((await error(queried)).code).toBe('MODEL_INVALID');
    }
    expect(await versions()).toEqual(before);
  });

  test('that would break a report is rejected with report, tile and field', async () => {
    const hiding = OWN.replace('    measures:', '    hide: [efficiency_ratio]\n    measures:');
    const { code, details } = await error(await put(hiding));
    expect(code).toBe('MODEL_INVALID');
    expect(details).toContainEqual({
      field: 'measures.7',
      message: expect.stringMatching(/report 'Board scorecard': There is no measure 'efficiency_ratio'/),
    });
    expect(details!.some(({ field }) => field.startsWith("tile '"))).toBe(true);
  });

  test('keeps its template unless the operator removes it', async () => {
    expect((await error(await put(template))).details).toMatchObject([{ field: 'extends' }]);
    const actor = systemIn(portal.tenants.alder);
    const own = await models.put(actor, { document: template, message: '', origin: 'command', author: 'root' });
    expect(own.version).toMatchObject({ version: 3, template: null });
    expect(await inheritance()).toBeNull();
  });

  test('of an older version is restored as a new one, with the differences', async () => {
    const body = { version: 2 };
    const restored = await portal.fetch('POST /api/v1/model/restore', { cookie: boss.cookie, body });
    // The operator removed its template; a user may add it back.
    expect(await restored.json()).toMatchObject({
      changed: true,
      version: { version: 4, origin: 'restored', message: 'Version 2 restored' },
    });
    expect((await read('?version=2')).document).toBe((await read()).document);
    const search = '?from=3&to=4';
    const changes = await portal.fetch('GET /api/v1/model/changes', { cookie: boss.cookie, search });
    expect(await changes.json()).toMatchObject({ changes: [{ change: 'added', name: 'quokka_assets' }] });
    expect((await portal.fetch('GET /api/v1/model', { cookie: boss.cookie, search: '?version=9' })).status).toBe(404);
    expect((await portal.fetch('GET /api/v1/model', { cookie: reader })).status).toBe(404);
  });
});

describe('a template’s new version', () => {
  const push = (document: string) =>
    templates.put({ document, message: 'Newer', file: 'model.yaml', origin: 'command', author: 'root' });
  const notices = () =>
    new InboxService({ database: portal.database, kind: 'notification' }).list(
      { ...systemIn(portal.tenants.alder), accountId: boss.accountId },
      'tr',
    );

  test('reaches the tenants that extend it and preserves their changes', async () => {
    const newer = template.replace("{ en: 'Total assets'", "{ en: 'All assets'");
    expect(newer).not.toBe(template);
    expect(await push(newer)).toMatchObject({ changed: true, followed: ['alder', 'birch'], staying: [] });
    expect(await versions()).toMatchObject([
      { version: 5, origin: 'template', template: { version: 2 }, message: 'ncua_call_report, version 2' },
      { version: 4 },
      { version: 3 },
      { version: 2 },
      { version: 1 },
    ]);
    expect(await match('all assets')).toContain('total_assets');
    expect(Number(await sendQuery('quokka_assets'))).toBeGreaterThan(0);
    expect(await push(newer)).toMatchObject({ changed: false, followed: [], staying: [] });
  });

  test('skips a document that it does not fit, and its administrators are notified once with the remedy', async () => {
    const clashing = template.replace('name: efficiency_ratio', 'name: efficiency');
    const before = (await notices()).length;
    const outcome = await push(clashing);
    // Both scorecards use the measure that was removed.
    expect(outcome.followed).toEqual([]);
    expect(outcome.staying.map(({ slug }) => slug)).toEqual(['alder', 'birch']);
    expect(outcome.staying[0]!.problems.join()).toMatch(
      /report 'Board scorecard' measures\.7: There is no measure 'efficiency_ratio'/,
    );
    await push(clashing);
    expect((await notices()).length).toBe(before + 1);
    expect((await notices())[0]!.title).toBe('Modeliniz şablonunun eski sürümünde kaldı');
    const state = await inheritance();
    expect(state.template).toMatchObject({ version: 2, newest: 3 });
    expect(state.problems.join()).toMatch(/efficiency_ratio/);
    expect(state.there).toContainEqual(expect.objectContaining({ change: 'removed', name: 'efficiency_ratio' }));
    expect(Number(await sendQuery('efficiency_ratio'))).toBeGreaterThan(0);
  });

  test('that is invalid is rejected', async () => {
    await expect(push(OWN)).rejects.toBeInstanceOf(ModelError);
  });
});
