import type { AssistantAnswer, AssistantMessage, RatedMessage, SharedConversation } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  cookie = (
    await portal.signIn({ email: 'asks@figures.example', roles: ['tenant.user'], tenants: [alder], enter: alder })
  ).cookie;
});
afterAll(() => portal.close());

async function ask(
  message: string,
  { chatId = null, previous }: { chatId?: string | null; previous?: unknown } = {},
): Promise<AssistantAnswer> {
  const body = {
    message,
    chatId,
    ...(previous !== undefined && { previous }),
    openAIRequest: { messages: [{ role: 'user', content: message }] },
  };
  const response = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie, body });
  expect(response.status).toBe(200);
  return (await response.json()) as AssistantAnswer;
}
const last = ({ conversationHistory }: AssistantAnswer): AssistantMessage => conversationHistory.at(-1)!;

describe('a question about data, without a language model', () => {
  it('is answered with figures, how it was understood, definitions and the as-of date; the query is stored', async () => {
    const answer = await ask('delinquency ratio by state last quarter top 3');
    const { content } = answer.message;
    expect(content).toContain('| State | Delinquency |');
    expect(content.match(/^\| [A-Z][\w ]+ \| \d\.\d\d% \|$/gm)).toHaveLength(3);
    expect(content).toContain('How I understood it: Delinquency ratio · by State · last quarter');
    expect(content).toContain('> Delinquency ratio: Loans 60 or more days past due');
    expect(content).toContain('As of December 31, 2025');
    expect(last(answer).data).toMatchObject({ query: { measures: ['delinquency_ratio'], limit: 3 }, choices: [] });

    const next = await ask('only federal ones', { chatId: answer.chatId });
    expect(last(next).data?.query).toMatchObject({
      dimensions: ['state'],
      limit: 3,
      filter: { all: [{ field: 'as_of' }, { field: 'charter_type', values: [1] }] },
    });
    // What the reader changed meanwhile counts, not what was answered.
    const previous = { dataset: 'call_report', measures: ['members'] };
    const changed = await ask('only federal ones', { chatId: answer.chatId, previous });
    expect(last(changed).data?.query).toMatchObject({ measures: ['members'], filter: { field: 'charter_type' } });
    const stored = await portal.fetch('GET /api/v1/openai/confluence/chat/:id', { cookie, id: answer.chatId });
    expect(((await stored.json()) as AssistantMessage[]).filter(({ data }) => data)).toHaveLength(3);
  });

  it('with several meanings offers them, and one that no measure answers says so', async () => {
    const loans = await ask('loans by First Community');
    expect(loans.message.content).not.toMatch(/\d\.\d\d%/);
    const refused = await ask('total assets by branch manager');
    expect(refused.message.content).toContain('I can’t answer that with figures: nothing in your data is called that.');
    expect(last(refused).data).toMatchObject({ query: null });
    expect(last(refused).data!.choices[0]!.title).toBe('Total assets');
  });

  it('that no figure answers says so and what is nearest, instead of what was not found in guides', async () => {
    for (const question of [
      'number of ATMs by state',
      'who is the CEO of Navy Federal?',
      'why are members falling in Texas',
    ])
      expect((await ask(question)).message.content, question).not.toContain('I found nothing about');
    const first = await ask('members in Texas');
    const missed = await ask('number of ATMs', { chatId: first.chatId });
    expect(missed.message.content).toContain('I can’t answer that with figures');
    // The next question follows the last answer that has figures.
    const next = await ask('and for Ohio?', { chatId: first.chatId });
    expect(last(next).data?.query).toMatchObject({ measures: ['members'], filter: { field: 'state', values: ['OH'] } });
  });

  it('of how many there are leads with their number; states are in the order of their names', async () => {
    const { message } = await ask('how many states have a delinquency ratio above 1%');
    expect(message.content).toMatch(/\n\nState: \*\*\d\d\*\* in all\n\n/);
    const unions = await ask('how many credit unions have ROA above 1%');
    expect(unions.message.content).toMatch(/\n\nCredit union: \*\*\d,\d{3}\*\* in all\n\n/);
    expect(unions.message.content).not.toMatch(/\| 1 \|/);
    const states = await ask('members by state');
    const names = [...states.message.content.matchAll(/^\| ([A-Z][\w ]+) \| [\d,]+ \|$/gm)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(['Alabama', 'Alaska', 'Arizona']);
  });

  it('of what a measure is has its figure and the passage with its source', async () => {
    const { message } = await ask('What is the net worth ratio?');
    expect(message.content).toMatch(/^\*\*Net worth ratio\*\*\n\n\*\*11\.\d\d%\*\*/);
    expect(message.content).toContain('Source: [Board scorecard › Net worth ratio]');
  });

  it('of how something is done is answered from the documentation alone', async () => {
    const answer = await ask('How do I change the layout?');
    expect(last(answer).data).toBeUndefined();
    expect(answer.message.content).toContain('Source: ');
  });
});

it('says that it answers without a language model', async () => {
  const response = await portal.fetch('GET /api/v1/openai/mode', { cookie });
  expect(await response.json()).toEqual({ model: null, isUsedUp: false });
});

describe('a part of an answer that is changed', () => {
  const change = (chatId: string, number: number, query: unknown, as = cookie) =>
    portal.fetch('PUT /api/v1/openai/conversations/:id/messages/:number/query', {
      cookie: as,
      id: chatId,
      number,
      body: { query },
    });
  const byRegion = { dataset: 'call_report', measures: ['members'], dimensions: ['region'] };

  it('is stored with the answer: read again, found in the words, and shared', async () => {
    const { chatId } = await ask('members by state');
    const changed = await change(chatId, 1, byRegion);
    expect(changed.status).toBe(200);
    const message = (await changed.json()) as RatedMessage;
    expect(message.data).toMatchObject({ question: 'members by state', query: byRegion });
    expect(message.content).toContain('How I understood it: Members · by');

    const stored = await portal.fetch('GET /api/v1/openai/confluence/chat/:id', { cookie, id: chatId });
    const read = ((await stored.json()) as AssistantMessage[])[1]!;
    expect(read.data?.query).toMatchObject(byRegion);
    expect(read.content).toBe(message.content);
    await portal.fetch('PUT /api/v1/openai/conversations/:id/share', { cookie, id: chatId });
    const shared = await portal.fetch('GET /api/v1/openai/shared/:id', { cookie, id: chatId });
    expect(((await shared.json()) as SharedConversation).messages[1]!.data?.query).toMatchObject(byRegion);
    // The next question follows what is stored.
    const next = await ask('and for Texas?', { chatId });
    expect(last(next).data?.query).toMatchObject({ measures: ['members'], filter: { field: 'state' } });
  });

  it('is a meaning that was chosen, and keeps the passages below the figures', async () => {
    const named = await ask('What is the net worth ratio?');
    const { passages, query } = last(named).data!;
    expect(passages).not.toBe('');
    const message = (await (await change(named.chatId, 1, { ...query, dimensions: ['state'] })).json()) as RatedMessage;
    expect(message.data).toMatchObject({ passages, choices: [] });
    expect(message.content.endsWith(passages)).toBe(true);
  });

  it('is refused for questions, for answers without figures, for fields that are not there, and for others', async () => {
    const { chatId } = await ask('members by state');
    expect((await change(chatId, 0, byRegion)).status).toBe(404);
    expect((await change(chatId, 7, byRegion)).status).toBe(404);
    expect((await change(chatId, 1, { ...byRegion, dimensions: ['nothing'] })).status).toBe(400);
    expect((await change(chatId, 1, { ...byRegion, dataset: 'nothing' })).status).toBe(400);
    const guide = await ask('How do I change the layout?');
    expect((await change(guide.chatId, 1, byRegion)).status).toBe(404);
    const { alder } = portal.tenants;
    const other = await portal.signIn({
      email: 'other@figures.example',
      roles: ['tenant.user'],
      tenants: [alder],
      enter: alder,
    });
    expect((await change(chatId, 1, byRegion, other.cookie)).status).toBe(404);
  });
});
