import {
  KNOWLEDGE_LIMITS,
  type AssistantAnswer,
  type ErrorBody,
  type KnowledgeDocument,
  type KnowledgeText,
  type RouteKey,
  type SharedConversation,
} from '@rise/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../testing/small-pdf.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let admin: string;
let analyst: string;
let birch: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch: other } = portal.tenants;
  admin = (await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
  analyst = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  birch = (await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [other] })).cookie;
});
afterAll(() => portal?.close());
beforeEach(async () => {
  for (const { id } of await list()) await portal.fetch('DELETE /api/v1/knowledge/:id', { cookie: admin, id });
});

const WIRES = `# Fee schedule

## Wire transfers

An outgoing domestic wire costs $15, an international one $45. Wires sent before 14:00 arrive the same day.

## Kasa kiralama

Kiralık kasanın yıllık ücreti 120 dolardır.
`;
async function list(cookie = admin): Promise<KnowledgeDocument[]> {
  const response = await portal.fetch('GET /api/v1/knowledge', { cookie });
  return ((await response.json()) as { documents: KnowledgeDocument[] }).documents;
}
async function upload(change: object = {}, cookie = admin) {
  const body = { name: 'Fee schedule', kind: 'markdown', audience: 'everyone', content: WIRES, ...change };
  const response = await portal.fetch('POST /api/v1/knowledge', { cookie, body });
  return { status: response.status, reply: (await response.json()) as KnowledgeDocument & ErrorBody };
}
async function ask(message: string, { cookie = analyst, language = 'en' } = {}) {
  const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  const headers = { 'accept-language': language };
  const response = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie, body, headers });
  return (await response.json()) as AssistantAnswer;
}
const answerTo = async (...args: Parameters<typeof ask>) => (await ask(...args)).message.content;

test('a document is found in either language, cited with its place, and read there', async () => {
  const { reply } = await upload();
  expect(reply).toMatchObject({
    name: 'Fee schedule',
    audience: 'everyone',
    passages: 1,
    author: 'boss@alder.example',
  });
  const answer = await answerTo('How much does an international wire cost?');
  expect(answer).toContain('an international one $45');
  expect(answer).toContain(`](/knowledge/${reply.id}?passage=0)`);
  expect(await answerTo('Kiralık kasanın ücretleri ne kadar?', { language: 'tr' })).toContain('120 dolardır');
  const read = await portal.fetch('GET /api/v1/knowledge/:id', { cookie: analyst, id: reply.id });
  const { name, passages } = (await read.json()) as KnowledgeText;
  expect([name, passages.length, passages[0]!.place]).toEqual(['Fee schedule', 1, 0]);
  expect(passages[0]!.heading).toBe('Fee schedule › Wire transfers › Kasa kiralama');
});

test('a PDF is read as text, by its paragraphs', async () => {
  const content = smallPdf(['A safe deposit box costs $120 a year.']).toString('base64');
  const { reply } = await upload({ name: 'boxes.pdf', kind: 'pdf', content });
  expect(reply).toMatchObject({ kind: 'pdf', passages: 1 });
  expect(await answerTo('What does a safe deposit box cost?')).toContain('$120 a year');
});

test('only people who may read it get answers from it, and other tenants never', async () => {
  const { reply } = await upload({ audience: 'administrators' });
  const QUESTION = 'How much does an international wire cost?';
  expect(await answerTo(QUESTION, { cookie: admin })).toContain('$45');
  for (const cookie of [analyst, birch]) {
    expect(await answerTo(QUESTION, { cookie })).not.toContain('$45');
    expect((await portal.fetch('GET /api/v1/knowledge/:id', { cookie, id: reply.id })).status).toBe(404);
  }
  expect(await list(birch)).toEqual([]);
  for (const key of ['GET /api/v1/knowledge', 'DELETE /api/v1/knowledge/:id'] as const)
    expect((await portal.fetch(key, { cookie: analyst, id: reply.id })).status).toBe(404);
  // A shared answer is hidden from those who may not read what it was written from.
  const { chatId } = await ask(QUESTION, { cookie: admin });
  await portal.fetch('PUT /api/v1/openai/conversations/:id/share', { cookie: admin, id: chatId });
  const shared = async () => {
    const response = await portal.fetch('GET /api/v1/openai/shared/:id', { cookie: analyst, id: chatId });
    return ((await response.json()) as SharedConversation).messages[1]!.content;
  };
  expect(await shared()).toBeNull();
  await upload({ audience: 'everyone' });
  expect(await shared()).toContain('$45');
});

test('the same name replaces a document; a deleted one answers no more', async () => {
  const first = await upload();
  const second = await upload({ content: WIRES.replace('$45', '$50') });
  expect(second.reply.id).toBe(first.reply.id);
  expect(await list()).toHaveLength(1);
  const QUESTION = 'How much does an international wire cost?';
  expect(await answerTo(QUESTION)).toContain('an international one $50');
  await portal.fetch('DELETE /api/v1/knowledge/:id', { cookie: admin, id: first.reply.id });
  expect(await answerTo(QUESTION)).not.toContain('$50');
  const gone = await portal.fetch('DELETE /api/v1/knowledge/:id', { cookie: admin, id: first.reply.id });
  expect(gone.status).toBe(404);
});

test('what a document says is quoted as text: no link, image or markup of its own', async () => {
  await upload({ content: '# Wires\n\nInternational wire: <img src=x> [click](https://evil.example) **now** `x`' });
  const answer = await answerTo('international wire?');
  expect(answer).toContain('International wire');
  expect(answer).not.toMatch(/\]\(https|[^\\]<img/);
});

test.each<[string, object, string]>([
  ['no text', { content: ' \n' }, 'content'],
  ['too much text', { content: 'x '.repeat(KNOWLEDGE_LIMITS.characters) }, 'content'],
  ['no name', { name: ' ' }, 'name'],
  ['another kind of file', { kind: 'docx' }, 'kind'],
  ['a damaged PDF', { kind: 'pdf', content: 'JVBERi0xLjQgbm90aGluZw==' }, 'content'],
])('a document with %s is refused', async (_what, change, field) => {
  const { reply } = await upload(change);
  expect([reply.error.code, reply.error.details?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
  expect(await list()).toEqual([]);
});

test('a question of any characters is only a question', async () => {
  await upload();
  for (const message of [`wire' | ! & ( :* "`, "'':*", 'wire\\', '🏦 wire ﬁne'])
    expect((await portal.fetch('POST /api/v1/openai/confluence/chat' as RouteKey, { cookie: analyst, body: { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } } })).status).toBe(200); // prettier-ignore
});
