import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantAnswer, AssistantUse, PlanLimits, TenantPlan } from '@rise/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { LanguageModel } from './language-model.ts';

const CHAT = 'POST /api/v1/openai/confluence/chat';
const USED_UP = 'has used up its language model for this month';

let portal: TestPortal;
let sql: Client;
let analyst: string;
let admin: string;
let global: string;
let requests = 0;
let say: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    requests += 1;
    say(response);
  });
});
const answering = (usage?: object) => {
  say = (response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ choices: [{ message: { content: 'Ten.' } }], ...(usage && { usage }) }));
};
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  // Long enough for a busy machine; only what stalls is waited for until then.
  const times = { firstByteMs: 5000, idleMs: 5000, totalMs: 120_000 };
  portal = await startTestPortal({
    languageModel: new LanguageModel({
      baseUrl,
      apiKey: null,
      model: 'm',
      times,
      retryMs: 1,
      onFailure: () => undefined,
    }),
  });
  sql = new Client({ connectionString: portal.superuserUrl });
  await sql.connect();
  const { alder } = portal.tenants;
  analyst = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  admin = (await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  global = (await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'] })).cookie;
});
afterAll(async () => {
  await sql?.end();
  await portal?.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  requests = 0;
  await sql.query('DELETE FROM assistant_use');
  await limit({ assistantTokens: null, assistantCost: null });
});

const limit = (limits: Partial<PlanLimits>) =>
  portal.fetch('PATCH /api/v1/global/tenants/:id', { id: portal.tenants.alder, cookie: global, body: { limits } });
async function ask(message = 'How do I change the layout?', streamed = false): Promise<string> {
  const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  const headers = { accept: streamed ? 'text/event-stream' : 'application/json' };
  const response = await portal.fetch(CHAT, { cookie: analyst, body, headers });
  return streamed
    ? response.text()
    : (((await response.json()) as AssistantAnswer).message?.content ?? `${response.status}`);
}
/** What waits until it is opened. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
const use = async () =>
  (await (await portal.fetch('GET /api/v1/assistant-use', { cookie: admin })).json()) as AssistantUse;

test('tokens are counted as the server says, with their price, by day and without who asked what', async () => {
  answering({ prompt_tokens: 1000, completion_tokens: 500 });
  await ask();
  await ask('What is the weather in Paris?');
  const read = await use();
  // 1000 tokens at $1 and 500 at $2 for a million.
  expect(read).toMatchObject({ hasModel: true, hasPrices: true, month: { tokens: 1500, cost: 0.002 } });
  expect(read.days).toEqual([
    { day: new Date().toISOString().slice(0, 10), questions: 2, people: 1, inputTokens: 1000, outputTokens: 500, cost: 0.002, helpful: 0, unhelpful: 0 }, // prettier-ignore
  ]);
  expect(JSON.stringify(read)).not.toMatch(/ada|layout|Paris/);
  expect((await portal.fetch('GET /api/v1/assistant-use', { cookie: analyst })).status).toBe(404);
});

test('where the server does not count them, they are estimated; what it refused costs nothing', async () => {
  answering();
  await ask();
  const { month } = await use();
  expect(month.tokens).toBeGreaterThan(200);
  expect(month.tokens).toBeLessThan(5000);
  say = (response) => response.writeHead(429).end();
  expect(await ask()).toBe('502');
  expect((await use()).month.tokens).toBe(month.tokens);
  // One that was too slow may have worked.
  say = () => undefined;
  expect(await ask(undefined, true)).toContain('"reason":"slow"');
  expect((await use()).month.tokens).toBeGreaterThan(month.tokens + 200);
});

test('beyond a limit answers are quotations that say so, and nothing is sent', async () => {
  answering({ prompt_tokens: 9000, completion_tokens: 1000 });
  await limit({ assistantTokens: 15_000 });
  expect(await ask()).toContain('Ten.');
  expect(await ask()).toContain('Ten.');
  const quoted = await ask();
  expect(quoted).toContain(USED_UP);
  expect(quoted).toContain('> Ten layouts show the same pages.');
  expect(await ask(undefined, true)).toContain(USED_UP);
  expect(requests).toBe(2);
  // A month later it begins again.
  await sql.query(`UPDATE assistant_use SET asked_at = asked_at - interval '1 month'`);
  expect(await ask()).toContain('Ten.');
  await limit({ assistantTokens: null, assistantCost: 1 });
  await sql.query('UPDATE assistant_use SET asked_at = now(), cost_micros = 999000 WHERE id = (SELECT id FROM assistant_use LIMIT 1)'); // prettier-ignore
  expect(await ask()).toContain(USED_UP);
});

test('answers that are written at the same time reserve what they may take, on every server', async () => {
  // The most that one answer takes fits once.
  await limit({ assistantTokens: 6000 });
  const arrived = gate();
  const release = gate();
  say = (response) => {
    arrived.open();
    void (async () => {
      await release.opened;
      answering({ prompt_tokens: 100, completion_tokens: 10 });
      say(response);
    })();
  };
  const another = await portal.startAnother();
  const first = ask();
  await arrived.opened;
  const reserved = (await use()).month.tokens;
  await limit({ assistantTokens: reserved + 10 });
  try {
    const body = {
      message: 'Layout',
      chatId: null,
      openAIRequest: { messages: [{ role: 'user', content: 'Layout' }] },
    };
    const second = await another.fetch(CHAT, { cookie: analyst, body });
    expect(((await second.json()) as AssistantAnswer).message.content).toContain(USED_UP);
    release.open();
    expect(await first).toContain('Ten.');
    expect((await use()).month.tokens).toBe(110);
  } finally {
    await another.stop();
  }
});

test('a tenant’s administrators see the limits that global administrators set', async () => {
  await limit({ assistantTokens: 2_000_000, assistantCost: 40 });
  const plan = (await (await portal.fetch('GET /api/v1/plan', { cookie: admin })).json()) as TenantPlan;
  expect(plan.limits).toMatchObject({ users: null, assistantTokens: 2_000_000, assistantCost: 40 });
  expect((await use()).limits).toEqual({ assistantTokens: 2_000_000, assistantCost: 40 });
  const wrong = await limit({ assistantCost: 0 });
  expect(await wrong.json()).toMatchObject({ error: { details: [{ field: 'limits.assistantCost' }] } });
});

test('the mode says which model answers, and that it is used up for the month', async () => {
  const read = async () => (await portal.fetch('GET /api/v1/openai/mode', { cookie: analyst })).json();
  expect(await read()).toEqual({ model: 'm', isUsedUp: false });
  await limit({ assistantTokens: 100_000, assistantCost: null });
  expect(await read()).toEqual({ model: 'm', isUsedUp: false });
  await limit({ assistantTokens: 100, assistantCost: null });
  expect(await read()).toEqual({ model: 'm', isUsedUp: true });
});
