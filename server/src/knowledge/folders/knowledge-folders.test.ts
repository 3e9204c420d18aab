import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssistantAnswer, KnowledgeFolder, KnowledgeRuns, KnowledgeText, RouteKey } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../../testing/portal.ts';
import { until } from '../../testing/until.ts';

const WIRES = `---
title: Wire transfers
owner: operations
---
An international wire costs $45. See [lost cards](cards/lost#report-a-loss), [the secret](../secret.md) or
[a site](https://x.example).
`;
const CARDS = `# Cards

${'Cards are made of plastic. '.repeat(40)}

# Lost cards

## Report a loss

Kartını kaybedenler şubeyi arar. ${'Call the branch at once. '.repeat(40)}
`;

let base: string;
let portal: TestPortal;
let boss: SignedIn;
let ada: SignedIn;
let birch: SignedIn;
const inFolder = (path: string) => join(base, 'handbook', path);

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'rise-knowledge-'));
  for (const folder of ['handbook/cards', 'policies']) await mkdir(join(base, folder), { recursive: true });
  await writeFile(join(base, 'secret.md'), 'The vault code is 4711.');
  await writeFile(inFolder('wires.md'), WIRES);
  await writeFile(inFolder('cards/lost.md'), CARDS);
  await writeFile(inFolder('latin.md'), Buffer.from([0x53, 0xfc, 0xdf]));
  await symlink('../secret.md', inFolder('vault.md'));
  await writeFile(join(base, 'policies/dress.md'), '# Dress code\n\nPurple ties are worn on Fridays.');
  const folders = [
    { name: 'handbook', tenant: null, path: join(base, 'handbook') },
    { name: 'policies', tenant: 'alder', path: join(base, 'policies') },
  ];
  portal = await startTestPortal({ knowledgeFolders: folders });
  const { alder, birch: other } = portal.tenants;
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] });
  birch = await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [other] });
});
afterAll(async () => {
  await portal?.close();
  await rm(base, { recursive: true, force: true });
});

async function call<T>(key: RouteKey, as: SignedIn, request: { id?: string; body?: unknown } = {}): Promise<T> {
  return (await (await portal.fetch(key, { cookie: as.cookie, ...request })).json()) as T;
}
const list = async (as: SignedIn) => (await call<{ folders: KnowledgeFolder[] }>('GET /api/v1/knowledge-sources', as)).folders; // prettier-ignore
const hasEnded = ({ lastRun }: KnowledgeFolder) => lastRun !== null && lastRun.finishedAt !== null;
const folder = async (name: string, as = boss) => (await list(as)).find((one) => one.name === name)!;
async function readAgain(name = 'handbook'): Promise<KnowledgeFolder> {
  const { id } = await folder(name);
  await call('POST /api/v1/knowledge-sources/:id/runs', boss, { id });
  return until(() => folder(name), hasEnded);
}
async function answer(message: string, as = ada): Promise<string> {
  const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  return (await call<AssistantAnswer>('POST /api/v1/openai/confluence/chat', as, { body })).message.content;
}
const cited = (text: string) => /\]\(\/knowledge\/([\da-f-]{36})\?passage=(\d+)\)/.exec(text)!;
const open = (id: string, as = ada) => call<KnowledgeText>('GET /api/v1/knowledge/:id', as, { id });

test('folders are sources of all tenants or of one, read at the start, without what leads out of them', async () => {
  for (const as of [boss, birch]) await until(() => list(as), (found) => found.length > 0 && found.every(hasEnded)); // prettier-ignore
  expect((await list(boss)).map(({ name, documents }) => [name, documents])).toEqual([['handbook', 2], ['policies', 1]]); // prettier-ignore
  expect((await list(birch)).map(({ name }) => name)).toEqual(['handbook']);
  expect((await folder('handbook')).lastRun).toMatchObject({
    status: 'done',
    failure: null,
    progress: { done: 3, of: 3 },
    added: 2,
    skipped: 2,
    skips: [
      { title: 'vault.md', reason: 'outside' },
      { title: 'latin.md', reason: 'unreadable' },
    ],
  });
  expect(JSON.stringify(await call('GET /api/v1/knowledge-sources', boss))).not.toContain(base);
  expect(await answer('Which ties are worn on Fridays?')).toContain('Purple ties');
  expect(await answer('Which ties are worn on Fridays?', birch)).not.toContain('Purple');
  expect(await answer('What is the vault code?')).not.toContain('4711');
});

test('an answer cites the passage, which is opened at its place; links lead to places in other files', async () => {
  const text = await answer('How much does an international wire cost?');
  expect(text).toContain('costs $45');
  expect(text).not.toContain('owner: operations');
  const [, id, passage] = cited(text);
  const { name, file, passages } = await open(id!);
  expect([name, file]).toEqual(['Wire transfers', 'handbook/wires.md']);
  const { heading, links, text: own } = passages[Number(passage)]!;
  expect(heading).toBe('Wire transfers');
  // One leaves the folder, one leads to a site.
  expect(links.map(({ from, to }) => own.slice(from, to))).toEqual(['lost cards']);
  const target = await open(links[0]!.document);
  expect(target.file).toBe('handbook/cards/lost.md');
  expect(target.passages[links[0]!.passage!]!.heading).toBe('Lost cards › Report a loss');
  expect(await answer('How do I report the loss of a card?')).toContain(`/knowledge/${target.id}?passage=${links[0]!.passage}`); // prettier-ignore
  // The other tenant has documents of its own.
  expect((await portal.fetch('GET /api/v1/knowledge/:id', { cookie: birch.cookie, id: id! })).status).toBe(404);
});

test('what changes, comes and goes is followed; what stays is not written again', async () => {
  const before = cited(await answer('How much does an international wire cost?'))[1]!;
  const { uploadedAt, passages } = await open(before);
  const card = passages[0]!.links[0]!.document;
  const { uploadedAt: cardRead } = await open(card);
  await writeFile(inFolder('wires.md'), WIRES.replace('$45', '$50'));
  await writeFile(inFolder('notary.md'), '# Notary\n\nA notary comes on Wednesdays.');
  expect((await readAgain()).lastRun).toMatchObject({ added: 1, changed: 1, removed: 0, startedBy: 'boss@alder.example' }); // prettier-ignore
  expect(cited(await answer('How much does an international wire cost?'))[1]).toBe(before);
  expect(await answer('How much does an international wire cost?')).toContain('$50');
  expect(await answer('When does the notary come?')).toContain('Wednesdays');
  expect((await open(before)).uploadedAt > uploadedAt).toBe(true);
  expect((await open(card)).uploadedAt).toBe(cardRead);
  await rm(inFolder('notary.md'));
  await rm(inFolder('cards'), { recursive: true });
  expect((await readAgain()).lastRun).toMatchObject({ added: 0, changed: 0, removed: 2 });
  expect(await answer('When does the notary come?')).not.toContain('Wednesdays');
  expect((await open(before)).passages[0]!.links).toEqual([]);
});

test('a folder that is gone keeps its passages, and the run says so', async () => {
  await rename(join(base, 'handbook'), join(base, 'elsewhere'));
  const { lastRun, documents } = await readAgain();
  expect([lastRun?.status, lastRun?.failure, documents]).toEqual(['failed', 'folder', 1]);
  expect(await answer('How much does an international wire cost?')).toContain('$50');
  await rename(join(base, 'elsewhere'), join(base, 'handbook'));
  expect((await readAgain()).lastRun).toMatchObject({ status: 'done', removed: 0 });
  const { id } = await folder('handbook');
  const { runs } = await call<KnowledgeRuns>('GET /api/v1/knowledge-sources/:id/runs', boss, { id });
  expect(runs.slice(0, 2).map(({ status }) => status)).toEqual(['done', 'failed']);
});

test('an administrator neither changes nor removes a folder, and another tenant does not see it', async () => {
  const { id } = await folder('policies');
  const change = { cookie: boss.cookie, id, body: { name: 'Mine' } };
  expect((await portal.fetch('PATCH /api/v1/knowledge-sources/:id', change)).status).toBe(404);
  expect((await portal.fetch('DELETE /api/v1/knowledge-sources/:id', { cookie: boss.cookie, id })).status).toBe(404);
  for (const key of ['GET /api/v1/knowledge-sources/:id/runs', 'POST /api/v1/knowledge-sources/:id/runs'] as const)
    expect((await portal.fetch(key, { cookie: birch.cookie, id })).status).toBe(404);
});
