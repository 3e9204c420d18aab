import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantAnswer, AssistantMessage, AssistantUse, ErrorBody } from '@rise/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { LanguageModel } from './language-model.ts';

interface Sent {
  messages: { role: string; content: string; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
}
type Step = (response: ServerResponse) => void;

let portal: TestPortal;
let cookie: string;
let admin: string;
const sent: Sent[] = [];
let script: Step[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    sent.push(JSON.parse(body) as Sent);
    (script.shift() ?? says('NO_ANSWER'))(response);
  });
});

const json =
  (message: object): Step =>
  (response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 100, completion_tokens: 10 } }));
const says = (content: string): Step => json({ content });
const calls = (name: string, input: object | string): Step =>
  json({
    content: null,
    tool_calls: [
      {
        id: 'c1',
        type: 'function',
        function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
      },
    ],
  });
const proposes = (query: object) => calls('propose_query', { dataset: 'call_report', ...query });
/** What came of the last call, as the model received it. */
const received = () => {
  const message = sent.at(-1)!.messages.findLast(({ role }) => role === 'tool')!;
  return JSON.parse(message.content) as Record<string, unknown>;
};

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  portal = await startTestPortal({
    questionsPerMinute: 500,
    languageModel: new LanguageModel({
      baseUrl,
      apiKey: null,
      model: 'm',
      // Long enough for a busy machine; only what stalls is waited for until then.
      times: { firstByteMs: 5000, idleMs: 5000 },
      retryMs: 1,
      onFailure: () => undefined,
    }),
  });
  const { alder } = portal.tenants;
  cookie = (await portal.signIn({ email: 'a@turn.example', roles: ['tenant.user'], tenants: [alder], enter: alder }))
    .cookie;
  admin = (await portal.signIn({ email: 'b@turn.example', roles: ['tenant.admin'], tenants: [alder], enter: alder }))
    .cookie;
});
afterAll(async () => {
  await portal?.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent.length = 0;
  script = [];
});

async function ask(message: string, steps: Step[], chatId: string | null = null) {
  script = steps;
  const body = { message, chatId, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  const response = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie, body });
  return { status: response.status, reply: (await response.json()) as AssistantAnswer & ErrorBody };
}
async function answerTo(message: string, steps: Step[], chatId: string | null = null) {
  const { status, reply } = await ask(message, steps, chatId);
  expect(status).toBe(200);
  const { data } = reply.conversationHistory.at(-1) as AssistantMessage;
  return { content: reply.message.content, data, chatId: reply.chatId };
}
const PARSED = /How I understood it: Members · by State/;

describe('a language model that proposes a query', () => {
  test('gets its figures written by the server, in the same form as without it', async () => {
    const { content, data } = await answerTo('In which three states are most members?', [
      proposes({ measures: ['members'], group_by: ['state'], limit: 3 }),
      says('Most members are in {{r1.c1}}: {{r1.c2}}.'),
    ]);
    expect(content).toMatch(/^Most members are in [A-Z]\w+( \w+)?: \*\*[\d.,]+[KMB]?\*\*\./);
    expect(content).toMatch(PARSED);
    expect(content).toContain('As of December 31, 2025');
    expect(data).toMatchObject({
      query: {
        measures: ['members'],
        dimensions: ['state'],
        limit: 3,
        order: [{ field: 'members', direction: 'desc' }],
      },
      sentence: 'Most members are in {{r1.c1}}: {{r1.c2}}.',
    });
  });

  test('receives the rules’ reading and fields with definitions, but no value of the data and no figure', async () => {
    await answerTo('members by state', [calls('propose_query', { choice: 1 }), says('Members in each state.')]);
    const { tools, messages } = sent[0]!;
    expect(tools!.map((tool) => tool.function.name)).toEqual([
      'find_fields',
      'find_values',
      'propose_query',
      'search_docs',
    ]);
    const prompt = JSON.parse(messages.at(-1)!.content) as { readings: unknown[]; fields: { name: string }[] };
    expect(prompt.readings).toEqual([{ choice: 1, title: 'Members by State' }]);
    expect(prompt.fields.length).toBeGreaterThan(3);
    expect(prompt.fields.length).toBeLessThanOrEqual(25);
    expect(prompt.fields.slice(0, 4).map(({ name }) => name)).toEqual(expect.arrayContaining(['members', 'state']));
    expect(received()).toMatchObject({ accepted: 'Members by State', rows: expect.any(Number) as number });
    expect(JSON.stringify(received())).not.toMatch(/CALIFORNIA|NAVY|\d{5}/i);
  });

  test('finds stored values by their words only', async () => {
    await answerTo('total assets of navy', [
      calls('find_values', { dataset: 'call_report', field: 'name', text: 'navy fed' }),
      says('NO_ANSWER'),
    ]);
    expect(received()['values']).toEqual(['NAVY FEDERAL CREDIT UNION']);
  });

  test('learns the nearest names, and may repair twice', async () => {
    const { content } = await answerTo('members by state', [
      proposes({ measures: ['member_count'] }),
      proposes({ measures: ['members'], group_by: ['state.quarter'] }),
      proposes({ measures: ['members'], group_by: ['region'] }),
      says('By region.'),
    ]);
    const problems = sent
      .at(-1)!
      .messages.filter(({ role }) => role === 'tool')
      .map((message) => message.content);
    expect(problems[0]).toMatch(/no measure 'member_count'. The nearest: .*members/);
    expect(problems[1]).toContain('is no date');
    expect(content).toContain('by NCUA region');
  });

  test.each<[string, Step[]]>([
    ['three malformed calls', [calls('propose_query', '{"da'), calls('run_sql', {}), proposes({ sql: 'SELECT 1' })]],
    [
      'three sentences with figures of its own',
      [
        calls('propose_query', { choice: 1 }),
        says('There are 12 of them.'),
        says('Half a million.'),
        says('It is {{r999.c1}}.'),
      ],
    ],
    ['text without a query', [says('There are 140 million members, see https://evil.example')]],
    ['no end of searching', Array.from({ length: 9 }, () => calls('find_fields', { text: 'members' }))],
    [
      'a tool call without arguments of use',
      [json({ content: '', tool_calls: [{ function: {} }] }), says('NO_ANSWER')],
    ],
  ])('is replaced by the rules after %s', async (_what, steps) => {
    const { content, data } = await answerTo('members by state', steps);
    expect(content).toMatch(/^\*\*Members by State\*\*/);
    expect(content).not.toMatch(/evil|140 million|Half a million/);
    expect(data).not.toHaveProperty('sentence');
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  test.each<[string, Step]>([
    ['stalls', () => undefined],
    [
      'streams garbage',
      (response) => response.setHeader('content-type', 'text/event-stream').end('data: {"x": nonsense\n\n'),
    ],
    ['answers 429', (response) => response.writeHead(429).end()],
    ['answers 500', (response) => response.writeHead(500).end()],
    ['hangs up', (response) => response.destroy()],
  ])('that %s is replaced by the rules, which answer in its place', async (_what, step) => {
    const { content } = await answerTo('members by state', [step, step]);
    expect(content).toMatch(/^\*\*Members by State\*\*/);
  });

  test('that fails where rules have no answer is reported', async () => {
    const fails: Step = (response) => response.writeHead(500).end();
    expect(await ask('Which state do people like?', [fails, fails])).toMatchObject({
      status: 502,
      reply: { error: { code: 'ASSISTANT_UNAVAILABLE' } },
    });
  });

  test('may not query after documents were read, whatever these say', async () => {
    const { data } = await answerTo('What do members mean?', [
      calls('search_docs', { text: 'members' }),
      proposes({ measures: ['total_assets'] }),
      says('NO_ANSWER'),
    ]);
    expect(received()).toEqual({ problem: expect.stringContaining('documents have been read') as string });
    expect(sent.at(-1)!.tools!.map((tool) => tool.function.name)).toEqual(['search_docs']);
    expect(data?.query).not.toMatchObject({ measures: ['total_assets'] });
  });

  test('speaks the protocol in pieces, too: calls whose arguments are split', async () => {
    const piece = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
    const split: Step = (response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(
        piece({ tool_calls: [{ index: 0, id: 'c9', function: { name: 'propose_query', arguments: '' } }] }),
      );
      response.write(piece({ tool_calls: [{ index: 0, function: { arguments: '{"cho' } }] }));
      response.write(piece({ tool_calls: [{ index: 0, function: { arguments: 'ice": 1}' } }] }));
      response.end(piece({}, 'tool_calls'));
    };
    const { content } = await answerTo('members by state', [split, says('Members in each state.')]);
    expect(content).toMatch(/^Members in each state\.\n\n\*\*Members by State/);
    expect(sent[1]!.messages.find(({ role }) => role === 'assistant')!.tool_calls).toEqual([
      { id: 'c9', type: 'function', function: { name: 'propose_query', arguments: '{"choice": 1}' } },
    ]);
  });

  test('receives earlier questions, but no earlier answer, which holds figures and texts of others', async () => {
    const first = await answerTo('members by state', [calls('propose_query', { choice: 1 }), says('By state.')]);
    await answerTo('and total assets?', [says('NO_ANSWER')], first.chatId);
    const { messages } = sent.at(-1)!;
    expect(JSON.parse(messages.at(-1)!.content)).toMatchObject({
      earlierQuestions: ['members by state'],
      queryBefore: { measures: ['members'] },
    });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('counts the tokens of all its requests', async () => {
    // Of all days: another one may begin meanwhile.
    const used = async () => {
      const response = await portal.fetch('GET /api/v1/assistant-use', { cookie: admin });
      const { days } = (await response.json()) as AssistantUse;
      return days.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    };
    const before = await used();
    await answerTo('members by state', [calls('propose_query', { choice: 1 }), says('By state.')]);
    expect((await used()) - before).toBe(220);
  });
});
