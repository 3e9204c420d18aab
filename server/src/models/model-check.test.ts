import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ErrorBody, ModelCheckRecord, ModelFinding } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkModel } from '../command-line/operations/model-check.ts';
import { loadConfig } from '../host/config/config.ts';
import { systemIn } from '../kernel/actor.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { factDimension } from '../testing/fact-model.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const FACTS = `SELECT i % 10 AS place, 'P' || (i % 10) AS place_name, (i // 10) % 2 AS flag, 'x' AS same, NULL::VARCHAR AS nothing,
  CASE WHEN i = 3 THEN DATE '1800-01-01' ELSE DATE '2026-06-30' END AS opened, DATE '2026-06-30' AS day,
  CAST(i AS DECIMAL(18,2)) AS amount, NULL::DECIMAL(18,2) AS missing, 9000000000000000000::BIGINT AS big,
  CASE WHEN i = 7 THEN 'nan'::DOUBLE ELSE i END AS rough, 0.001 AS tiny,
  CASE WHEN i = 41 THEN 'x41' ELSE CAST(i % 7 AS VARCHAR) END AS code, CASE WHEN i = 41 THEN 'maybe' ELSE 'true' END AS answer
  FROM range(getvariable('rows')) numbers (i)`;

const measure = (name: string, rest: string, unit = 'number') =>
  `{ name: ${name}, title: { en: ${name} }, definition: { en: D }, format: { unit: ${unit} }, ${rest} }`;

const MODEL = `
name: facts
title: { en: Facts }
description: { en: Facts }
datasets:
  - name: facts
    title: { en: Facts }
    description: { en: Facts }
    owner: Finance
    table: fact
    asOf: { table: fact, column: day }
    dimensions:
      - ${factDimension('place', 'integer')}
      - ${factDimension('place_name', 'string')}
      - ${factDimension('flag', 'integer')}
      - ${factDimension('same', 'string')}
      - ${factDimension('nothing', 'string')}
      - ${factDimension('opened', 'date')}
    measures:
      - ${measure('row_count', 'kind: count', 'count')}
      - ${measure('amount', 'kind: sum, expression: amount')}
      - ${measure('amount_again', 'kind: sum, expression: amount + 0')}
      - ${measure('even', 'kind: count, where: flag = 0', 'count')}
      - ${measure('odd', 'kind: count, where: flag = 1', 'count')}
      - ${measure('missing', 'kind: sum, expression: missing')}
      - ${measure('one', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: amount }]')}
      - ${measure('rough', 'kind: sum, expression: rough')}
      - ${measure('over', 'kind: sum, expression: big * big')}
      - ${measure('small', 'kind: sum, expression: tiny')}
      - ${measure('rate', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: small }]', 'percent')}
`;

let portal: TestPortal;
let admin: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const actor = systemIn(alder);
  await portal.warehouses.ensureModel(actor, MODEL, 'model.yaml');
  await portal.warehouses.load(actor, {
    title: 'Facts',
    sourceDir: import.meta.dirname,
    tables: [{ table: 'fact', select: FACTS, rows: 100 }],
    sortKey: 'place',
    asOf: { table: 'fact', column: 'day' },
  });
  admin = (await portal.signIn({ email: 'admin@check.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
});
afterAll(() => portal?.close());

async function check(document?: string): Promise<ModelCheckRecord[]> {
  const response = await portal.fetch('POST /api/v1/model/check', { cookie: admin, body: { document } });
  expect(response.status).toBe(200);
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as ModelCheckRecord);
}

const findingsOf = (records: readonly ModelCheckRecord[]) =>
  records.filter((record): record is ModelFinding => record.type === 'finding');

const versions = async () =>
  ((await (await portal.fetch('GET /api/v1/model/versions', { cookie: admin })).json()) as { versions: unknown[] })
    .versions.length;

describe('a check over the API', () => {
  test('lists what is null, constant, exploding and duplicated, and nothing else', async () => {
    const records = await check();
    const found = findingsOf(records).map(({ kind, of, names }) => `${kind} ${of} ${names.join(' ')}`);
    expect(found.toSorted()).toEqual([
      'constant dimension same',
      'constant measure one',
      'duplicate dimension place place_name',
      'duplicate measure amount amount_again',
      'exploding dimension opened',
      'exploding measure over',
      'exploding measure rate',
      'exploding measure rough',
      'null dimension nothing',
      'null measure missing',
    ]);
    expect(records.at(-1)).toEqual({
      type: 'end',
      dataVersion: expect.any(Number),
      dimensions: 6,
      measures: 11,
      findings: 10,
      complete: true,
    });
    const progress = records.filter((record) => record.type === 'progress');
    expect(progress.at(-1)).toMatchObject({ dataset: 'facts', done: 17, of: 17 });
  });

  test('names figures, the rule and the remedy', async () => {
    const messages = new Map(findingsOf(await check()).map(({ names, message }) => [names[0], message]));
    expect(messages.get('rate')).toMatch(/^It is \d+ % .*: more than 10,000 % is implausible\. Check/);
    expect(messages.get('rough')).toMatch(/NaN or infinite in some rows. Exclude such rows/);
    expect(messages.get('opened')).toMatch(/the date 1800-01-01: dates before 1900-01-01/);
    expect(messages.get('missing')).toMatch(/no value in total and in each of 10 groups by 'place'/);
    expect(messages.get('amount')).toMatch(/^The same values in total and by 'place', 'place_name', /);
  });

  test('checks another document than the active one, and changes nothing', async () => {
    const before = await versions();
    const cleaned = MODEL.split('\n').filter(
      (line) => !/ (amount_again|over|rough|rate|one|missing|nothing),/.test(line),
    );
    const found = findingsOf(await check(cleaned.join('\n'))).map(({ names }) => names[0]);
    expect(found.toSorted()).toEqual(['opened', 'place', 'same']);
    expect(await versions()).toBe(before);
  });

  test('finds texts that do not match their dimension’s type, with the remedy', async () => {
    const place = `      - ${factDimension('place', 'integer')}\n`;
    const texts = `      - ${factDimension('code', 'integer')}\n      - ${factDimension('answer', 'boolean')}\n`;
    const findings = findingsOf(await check(MODEL.replace(place, place + texts)));
    for (const name of ['code', 'answer'])
      expect(findings.filter(({ names }) => names[0] === name)).toEqual([
        {
          type: 'finding',
          kind: 'failed',
          of: 'dimension',
          dataset: 'facts',
          names: [name],
          message: expect.stringMatching(/^A text in the data is not .* set the type to string, or CAST the text/),
        },
      ]);
  });

  test('checks derived datasets like tables', async () => {
    const derived = `  - name: places
    title: { en: Places }
    description: { en: Places }
    owner: Finance
    query: { dataset: facts, dimensions: [place, same], measures: [amount] }
    dimensions:
      - { name: again, type: string, title: { en: S }, column: { table: places, column: same } }
      - { name: at, type: integer, title: { en: P }, column: { table: places, column: place } }
    measures:
      - ${measure('mean_amount', 'kind: average, expression: amount')}
      - ${measure('mean_again', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: places }]')}
      - ${measure('amount', 'kind: sum, expression: amount')}
      - ${measure('places', 'kind: count', 'count')}
      - ${measure('wrong', 'kind: sum, expression: place / 0')}
`;
    const found = findingsOf(await check(`${MODEL}${derived}`)).filter(({ dataset }) => dataset === 'places');
    expect(found.map(({ kind, of, names }) => `${kind} ${of} ${names.join(' ')}`).toSorted()).toEqual([
      'constant dimension again',
      'duplicate measure mean_amount mean_again',
      'null measure wrong',
    ]);
    const issue = await portal.fetch('POST /api/v1/model/check', {
      cookie: admin,
      body: { document: `${MODEL}${derived.replace('dimensions: [place, same]', 'dimensions: [place, sane]')}` },
    });
    const { error } = (await issue.json()) as ErrorBody;
    expect(error.details?.map(({ field }) => field)).toEqual(['datasets.1.query.dimensions.1']);
  });

  test('rejects what a push rejects, with the same details', async () => {
    const wrong = MODEL.replace('column: flag', 'column: flagg');
    const at = async (key: 'POST /api/v1/model/check' | 'PUT /api/v1/model') => {
      const response = await portal.fetch(key, { cookie: admin, body: { document: wrong } });
      const { error } = (await response.json()) as ErrorBody;
      return { status: response.status, code: error.code, details: error.details };
    };
    const checked = await at('POST /api/v1/model/check');
    expect(checked).toMatchObject({ status: 400, code: 'MODEL_INVALID' });
    expect(checked).toEqual(await at('PUT /api/v1/model'));
  });

  test('looks only at the rows that the administrator may see', async () => {
    const rules = `    rules: [{ name: one, title: { en: O }, where: "place = 1" }]\n`;
    const found = findingsOf(await check(`${MODEL}${rules}`));
    expect(found.find(({ names }) => names[0] === 'place')).toMatchObject({
      kind: 'constant',
      message: expect.stringContaining("'1'"),
    });
  });
});

describe('the command', () => {
  const lines: string[] = [];
  const run = async (file: string | null, signal = new AbortController().signal) => {
    lines.length = 0;
    const folder = await mkdtemp(join(tmpdir(), 'rise-check-'));
    await symlink(dirname(dirname(portal.warehouses.filePath(portal.tenants.alder, 1))), join(folder, 'warehouse'));
    const config = loadConfig({ RISE_DATA: folder, SESSION_SECRET: 's'.repeat(32) }, folder);
    const context = { database: portal.database, config, say: (line: string) => void lines.push(line) };
    const progress: string[] = [];
    const path = file === null ? null : join(folder, 'model.yaml');
    if (path !== null) await writeFile(path, file!);
    try {
      await checkModel(context, 'alder', path, { signal, onProgress: (line) => void progress.push(line) });
      return progress;
    } catch (error) {
      if (error instanceof OperatorError) return error.lines;
      throw error;
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('prints a line for each finding, progress, and a summary; a rule hides no row from the operator', async () => {
    const rules = `    rules: [{ name: one, title: { en: O }, where: "place IN (:user_places)" }]\n`;
    expect((await run(`${MODEL}${rules}`)).at(-1)).toBe('17 of 17  facts');
    expect(lines).toContainEqual(expect.stringMatching(/^constant {3}dimension facts\.same: Every row has 'x'/));
    expect(lines.at(-1)).toMatch(
      /^The model is valid\. 6 dimensions and 11 measures in data version \d+: 10 findings\./,
    );
  });

  test('can be interrupted, and reports issues line by line', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await run(null, stop.signal)).toEqual(['interrupted; nothing was changed']);
    expect(await run(MODEL.replace('column: flag', 'column: flagg'))).toEqual([
      expect.stringMatching(/model\.yaml:\d+:\d+ .*flagg/),
    ]);
  });
});
