import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { semanticQuery, type QueryResult } from '@rise/contract';
import { Engine, type ModelError } from '@rise/engine';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUserError } from '../host/http/error-response.ts';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { ModelService } from '../models/models.service.ts';
import { QueryService } from '../query/query.service.ts';
import { createSampleTenant, type SampleOptions } from '../samples/samples.service.ts';
import { createTestDatabase } from '../testing/database.ts';
import { ConnectionStore } from './connection-store.service.ts';
import { WarehouseService } from './warehouse.service.ts';

const MODEL = (loans: string) => `
name: forms
title: { en: Forms }
description: { en: D }
datasets:
  - name: forms
    title: { en: Forms }
    description: { en: D }
    owner: Finance
    table: report
    asOf: { table: report, column: cycle }
    snapshots: as_of
    optional: [{ table: report, column: bonds }]
    dimensions: [{ name: as_of, type: date, title: { en: A }, column: { table: report, column: cycle } }]
    measures:
      - { name: loans, kind: sum, expression: ${loans}, title: { en: L }, definition: { en: D }, format: { unit: number } }
      - { name: late, kind: sum, expression: late, title: { en: T }, definition: { en: D }, format: { unit: number } }
      - { name: bonds, kind: sum, expression: bonds, title: { en: B }, definition: { en: D }, format: { unit: number } }
`;

let directory: string;
let database: Database;
let closeDatabase: () => Promise<void>;
let engine: Engine;
let warehouses: WarehouseService;
let queries: QueryService;
let samples: SampleOptions;
const messages: string[] = [];

/**
 * A sample whose table has a file for each cycle: 2009 with `id`, `cycle` and `loans`, whole numbers; 2010 with `LOANS`,
 * decimals, and `late`.
 */
async function writeSample(name: string, table: string): Promise<void> {
  const folder = join(directory, 'samples', name);
  await mkdir(folder, { recursive: true });
  await cp(join(import.meta.dirname, 'cycles'), join(folder, 'cycles'), { recursive: true });
  await writeFile(join(folder, 'model.yaml'), MODEL('LOANS').replace('name: forms', `name: ${name}`));
  await writeFile(
    join(folder, 'sample.yaml'),
    `title: Forms\nsortKey: id\nasOf: { table: report, column: cycle }\ntables:\n  - ${table}\n`,
  );
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rise-coverage-'));
  ({ database, close: closeDatabase } = await createTestDatabase());
  engine = new Engine();
  const connections = new ConnectionStore({ key: randomBytes(32), hosts: new HostAllowance([]) });
  warehouses = new WarehouseService({ database, engine, directory, connections });
  queries = new QueryService({ engine, warehouses, toUserError, log: pino({ level: 'silent' }) });
  samples = {
    database,
    warehouses,
    reports: { putTemplate: async () => undefined },
    directory: join(directory, 'samples'),
    onProgress: (message) => void messages.push(message),
  };
  await writeSample('forms_folder', '{ table: report, folder: cycles }');
  await writeSample('forms_files', '{ table: report, files: [cycles/2009.parquet, cycles/2010.parquet] }');
  await writeSample('forms_empty', '{ table: report, folder: nothing }');
});
afterAll(async () => {
  await engine.close();
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

async function sendQuery(actor: TenantActor, query: object): Promise<QueryResult> {
  const parsed = semanticQuery.parse({ dataset: 'forms', ...query });
  return JSON.parse(
    (await queries.run(actor, { query: parsed, signal: new AbortController().signal })).text,
  ) as QueryResult;
}

test.each(['forms_folder', 'forms_files'])(
  'the cycles of %s are one version that knows what each lacks',
  async (sample) => {
    messages.length = 0;
    const slug = sample.replace('_', '-');
    const actor = systemIn((await createSampleTenant(samples, { slug, name: slug }, { sample })).id);
    expect(messages).toContain(
      'report: cycles/2009.parquet has no late, which other files have. They are empty there.',
    );
    const { rows, meta } = await sendQuery(actor, { dimensions: ['as_of'], measures: ['loans', 'late', 'bonds'] });
    expect(
      rows.map((row) => row.map((cell) => (cell === null || String(cell).includes('-') ? cell : Number(cell)))),
    ).toEqual([
      ['2009-12-31', 10, null, null],
      ['2010-12-31', 20.5, 3, null],
    ]);
    expect(meta.unavailable.map(({ column, from, dates }) => [column, from, dates])).toEqual([
      ['late', '2010-12-31', ['2009-12-31']],
      ['bonds', null, ['2009-12-31', '2010-12-31']],
    ]);
    const { accounts } = await queries.explain(
      actor,
      semanticQuery.parse({ dataset: 'forms', measures: ['late'] }),
      'late',
    );
    expect(accounts).toMatchObject([{ account: 'late', delivered: { from: '2010-12-31', until: null } }]);
  },
);

test('a model is rejected for columns that are neither there nor optional', async () => {
  const actor = systemIn(
    (await createSampleTenant(samples, { slug: 'push', name: 'Push' }, { sample: 'forms_files' })).id,
  );
  const models = new ModelService({ database, warehouses });
  const push = (document: string) =>
    models
      .put(actor, { document, message: '', origin: 'template', author: null })
      .catch((error: ModelError) => error.issues[0]!.message);
  expect(await push(MODEL('loens'))).toBe(
    "The table 'report' has no column 'loens'. Did you mean 'loans'? If it came or went, list it under 'optional' of the dataset.",
  );
  expect(await push(MODEL('loans'))).toMatchObject({ changed: true });
  expect((await sendQuery(actor, { measures: ['bonds'] })).rows).toEqual([[null]]);
});

test('a folder without files is an error, and leaves no tenant behind', async () => {
  const created = createSampleTenant(samples, { slug: 'never', name: 'Never' }, { sample: 'forms_empty' });
  await expect(created).rejects.toThrow(/the folder 'nothing' of the table 'report' has no Parquet files; add some/);
  await expect(created).rejects.toBeInstanceOf(OperatorError);
});
