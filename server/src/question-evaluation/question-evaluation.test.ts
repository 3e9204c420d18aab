import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  ErrorBody,
  EvaluationOverview,
  EvaluationQuestion,
  EvaluationResult,
  EvaluationRun,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LanguageModel } from '../assistant/language-model.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';

const ALL = 'GET /api/v1/question-evaluation';
const QUESTIONS = 'POST /api/v1/question-evaluation/questions';
const RUNS = 'POST /api/v1/question-evaluation/runs';
const RUN = '/api/v1/question-evaluation/runs/:id';

let portal: TestPortal;
let admin: string;
let user: string;
let other: string;
let say: (response: ServerResponse) => void = (response) => void response.end();
const server = createServer((request, response) => {
  request.resume().on('end', () => say(response));
});
const calls = (input: object) => (response: ServerResponse) =>
  void response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      choices: [
        { message: { content: '', tool_calls: [{ id: 'a', function: { name: 'propose_query', arguments: input } }] } },
      ],
    }),
  );
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  portal = await startTestPortal({
    languageModel: new LanguageModel({
      baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
      apiKey: null,
      model: 'm',
      retryMs: 1,
      onFailure: () => undefined,
    }),
  });
  const { alder, birch } = portal.tenants;
  const home = { tenants: [alder], enter: alder };
  admin = (await portal.signIn({ email: 'admin@evaluation.example', roles: ['tenant.admin'], ...home })).cookie;
  user = (await portal.signIn({ email: 'user@evaluation.example', roles: ['tenant.user'], ...home })).cookie;
  const away = { tenants: [birch], enter: birch };
  other = (await portal.signIn({ email: 'b@evaluation.example', roles: ['tenant.admin'], ...away })).cookie;
});
afterAll(async () => {
  await portal?.close();
  server.closeAllConnections();
  server.close();
});

async function send<T>(
  key: Parameters<TestPortal['fetch']>[0],
  more: { cookie?: string; id?: string; body?: object } = {},
) {
  const response = await portal.fetch(key, { cookie: admin, ...more });
  return { status: response.status, body: (await response.json()) as T & ErrorBody };
}
const overview = async (cookie = admin) => (await send<EvaluationOverview>(ALL, { cookie })).body;
const add = (text: string, expected: object | null, language = 'en') =>
  send<EvaluationQuestion>(QUESTIONS, { body: { text, language, expected } });
async function finished(id: string) {
  const read = async () => (await send<{ run: EvaluationRun; results: EvaluationResult[] }>(`GET ${RUN}`, { id })).body;
  return until(read, ({ run }) => run.status !== 'running');
}
async function run(body: { set: string; mode: string }) {
  const started = await send<EvaluationRun>(RUNS, { body });
  expect(started.status).toBe(200);
  return finished(started.body.id);
}
const BY_STATE = { dataset: 'call_report', measures: ['members'], dimensions: ['state'] };

describe('a tenant’s evaluation questions', () => {
  test('are added with what they should be understood as, changed and deleted, by administrators only', async () => {
    const added = await add('members by state', BY_STATE);
    expect(added.body).toMatchObject({
      text: 'members by state',
      expectedTitle: 'Members by State',
      author: 'admin@evaluation.example',
    });
    expect((await add('members by state', null)).body.error.code).toBe('CONFLICT');
    expect((await add('salaries', { ...BY_STATE, measures: ['salaries'] })).body.error.code).toBe('QUERY_INVALID');
    const { id } = (await add('weather by state', null)).body;
    const key = 'PUT /api/v1/question-evaluation/questions/:id';
    const changed = { text: 'weather in each state', language: 'en', expected: null };
    expect((await send<EvaluationQuestion>(key, { id, body: changed })).body.text).toBe('weather in each state');
    for (const cookie of [user, other]) expect((await send(key, { cookie, id, body: changed })).status).toBe(404);
    expect((await send(ALL, { cookie: user })).status).toBe(404);
    expect((await overview(other)).questions).toEqual([]);
    expect((await overview()).questions.map(({ text }) => text)).toEqual(['weather in each state', 'members by state']);
  });
});

describe('a run', () => {
  test('over the tenant’s questions says of each how it was understood, and the score', async () => {
    await add('üye sayısı eyaletlere göre', { ...BY_STATE, measures: ['total_assets'] }, 'tr');
    const { run: own, results } = await run({ set: 'own', mode: 'rules' });
    expect(own).toMatchObject({ status: 'done', total: 3, done: 3, right: 2, wrong: 1, missed: 0 });
    expect(results.map(({ text, grade }) => [text, grade])).toEqual([
      ['members by state', 'right'],
      ['weather in each state', 'right'],
      ['üye sayısı eyaletlere göre', 'wrong'],
    ]);
    expect(results[2]).toMatchObject({ kind: 'reading', expected: expect.stringContaining('Eyalet') as string });
    expect(results[2]!.parts.length).toBeGreaterThan(1);
    expect((await overview()).runs[0]).toMatchObject({ id: own.id, right: 2 });
    for (const cookie of [user, other]) expect((await send(`GET ${RUN}`, { cookie, id: own.id })).status).toBe(404);
  });

  test('over the shipped questions scores as the project’s own test does', async () => {
    const { shipped } = await overview();
    expect(shipped).toBeGreaterThan(100);
    const { run: own, results } = await run({ set: 'shipped', mode: 'rules' });
    expect(own).toMatchObject({ status: 'done', total: shipped, done: shipped });
    const failed = results.filter(({ grade }) => grade !== 'right').map(({ text, found }) => `${text} → ${found}`);
    expect(own.right / own.total, failed.join('\n')).toBeGreaterThan(0.95);
  });

  test('with the language model grades the query that it chose, and counts its tokens', async () => {
    say = calls({ dataset: 'call_report', measures: ['members'], group_by: ['region'] });
    const { run: own, results } = await run({ set: 'own', mode: 'model' });
    expect(own).toMatchObject({ mode: 'model', status: 'done' });
    expect(results[0]).toMatchObject({
      text: 'members by state',
      grade: 'wrong',
      found: expect.stringContaining('region') as string,
    });
  });

  test('fails with the reason where the model does not answer', async () => {
    say = (response) => void response.writeHead(500).end();
    expect((await run({ set: 'own', mode: 'model' })).run).toMatchObject({ status: 'failed', failure: 'model' });
  });

  test('is one at a time, can be canceled while it runs, and deleted afterwards', async () => {
    let waiting: ServerResponse | null = null;
    say = (response) => void (waiting = response);
    const { id } = (await send<EvaluationRun>(RUNS, { body: { set: 'own', mode: 'model' } })).body;
    await until(
      async () => waiting,
      (response) => response !== null,
    );
    expect((await send(RUNS, { body: { set: 'own', mode: 'rules' } })).body.error.code).toBe('CONFLICT');
    for (const cookie of [user, other]) expect((await send(`DELETE ${RUN}`, { cookie, id })).status).toBe(404);
    expect((await send(`DELETE ${RUN}`, { id })).status).toBe(200);
    expect((await finished(id)).run).toMatchObject({ status: 'canceled' });
    expect((await send(`DELETE ${RUN}`, { id })).status).toBe(200);
    expect((await send(`GET ${RUN}`, { id })).status).toBe(404);
  });
});
