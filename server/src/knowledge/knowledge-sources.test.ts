import type {
  AssistantAnswer,
  ConnectionTest,
  ErrorBody,
  KnowledgeRun,
  KnowledgeSource,
  RouteKey,
} from '@rise/contract';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startConfluenceServer, type ConfluenceSiteServer } from '../testing/confluence-server.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { smallPdf } from '../testing/small-pdf.ts';
import { until } from '../testing/until.ts';

const PASSAGE = (text: string) => `<h1>Handbook</h1><p>${text}</p>`;
const BASE = [
  { id: '100', title: 'Home', space: 'OPS', parent: null, version: 1, storage: PASSAGE('Welcome to the operations.') },
  {
    id: '101',
    title: 'Wire (transfers)',
    space: 'OPS',
    parent: '100',
    version: 1,
    storage: PASSAGE('An international wire costs $45.'),
  },
];
const WIRE = 'How much does an international wire cost?';

let portal: TestPortal;
let sites: Record<'cloud' | 'data-center', ConfluenceSiteServer>;
let elsewhere: ConfluenceSiteServer;
let boss: SignedIn;
let ada: SignedIn;
let zed: SignedIn;
const pauses: number[] = [];

beforeAll(async () => {
  sites = { cloud: await startConfluenceServer('cloud'), 'data-center': await startConfluenceServer('data-center') };
  elsewhere = await startConfluenceServer('cloud');
  portal = await startTestPortal({
    confluence: {
      hosts: ['127.0.0.1'],
      authority: elsewhere.authority,
      pause: async (milliseconds) => void pauses.push(milliseconds),
    },
  });
  const tenants = [portal.tenants.alder];
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants });
  ada = await portal.signIn({ email: 'Ada@alder.example', roles: ['tenant.user'], tenants, groups: ['Staff'] });
  zed = await portal.signIn({ email: 'zed@alder.example', roles: ['tenant.user'], tenants, groups: ['visitors'] });
});
afterAll(async () => {
  await portal?.close();
  await Promise.all([sites['cloud'], sites['data-center'], elsewhere].map((site) => site?.close()));
});
beforeEach(() => {
  for (const site of Object.values(sites)) {
    site.people = [
      { id: 'p-ada', username: 'ada', email: 'ada@alder.example' },
      { id: 'p-shy', username: 'shy', email: null },
    ];
    site.spaces = [
      { id: '7', key: 'OPS', name: 'Operations', readers: ['group:staff'] },
      { id: '8', key: 'HR', name: 'People', readers: ['p-ada'] },
      { id: '9', key: 'PUB', name: 'Public', readers: ['anonymous'] },
    ];
    site.pages = [...BASE];
    site.intercept = () => null;
    site.requests.length = 0;
  }
  pauses.length = 0;
});
afterEach(async () => {
  for (const { id } of (await list()).sources) {
    await until(
      () => read(id),
      ({ lastRun }) => !isActive(lastRun),
    );
    await portal.fetch('DELETE /api/v1/knowledge-sources/:id', { cookie: boss.cookie, id });
  }
});

const isActive = (run: KnowledgeRun | null) => run?.status === 'waiting' || run?.status === 'running';

async function call<T>(key: RouteKey, request: { id?: string; body?: unknown; as?: SignedIn } = {}): Promise<T> {
  const { as = boss, ...rest } = request;
  return (await (await portal.fetch(key, { cookie: as.cookie, ...rest })).json()) as T;
}
const list = () => call<{ sources: KnowledgeSource[] }>('GET /api/v1/knowledge-sources');
const read = async (id: string) => (await list()).sources.find((source) => source.id === id)!;
const draftOf = (kind: 'cloud' | 'data-center', change: object = {}) => ({
  name: 'Wiki',
  kind,
  url: sites[kind].url,
  email: kind === 'cloud' ? 'reader@alder.example' : null,
  token: sites[kind].token,
  spaces: [{ key: 'OPS', name: 'Operations' }],
  commonGroups: [],
  ...change,
});
const ended = (id: string) =>
  until(
    () => read(id),
    ({ lastRun }) => lastRun !== null && !isActive(lastRun),
  );
async function connect(kind: 'cloud' | 'data-center', change: object = {}): Promise<KnowledgeSource> {
  const created = await call<KnowledgeSource>('POST /api/v1/knowledge-sources', { body: draftOf(kind, change) });
  return ended(created.id);
}
async function runAgain(id: string): Promise<KnowledgeSource> {
  await call('POST /api/v1/knowledge-sources/:id/runs', { id });
  return ended(id);
}
async function answer(message: string, as = ada): Promise<string> {
  const body = { message, chatId: null, openAIRequest: { messages: [{ role: 'user', content: message }] } };
  return (await call<AssistantAnswer>('POST /api/v1/openai/confluence/chat', { as, body })).message.content;
}
const change = (kind: 'cloud' | 'data-center', id: string, to: object) => {
  sites[kind].pages = sites[kind].pages.map((page) => (page.id === id ? { ...page, ...to } : page));
};

describe.each(['cloud', 'data-center'] as const)('%s', (kind) => {
  test('a space is read with its parts, cited at the address of its page, and its changes are followed', async () => {
    const source = await connect(kind);
    expect(source.lastRun).toMatchObject({ status: 'done', complete: true, added: 2, removed: 0, skipped: 0 });
    expect(source).toMatchObject({ documents: 2, spaces: [{ key: 'OPS', name: 'Operations' }] });
    const address =
      kind === 'cloud'
        ? `${sites.cloud.url}/wiki/spaces/OPS/pages/101`
        : `${sites[kind].url}/pages/viewpage.action?pageId=101`;
    const text = await answer(WIRE);
    expect(text).toContain('$45');
    expect(text).toContain(`](${address})`);

    change(kind, '101', { version: 2, storage: PASSAGE('An international wire costs $50.') });
    expect((await runAgain(source.id)).lastRun).toMatchObject({ added: 0, changed: 1 });
    expect(await answer(WIRE)).toContain('$50');
    // Nothing that is unchanged is read again.
    sites[kind].requests.length = 0;
    expect((await runAgain(source.id)).lastRun).toMatchObject({ added: 0, changed: 0 });
    expect(sites[kind].requests.filter((path) => /body-format|\/content\/\d+\?expand=body/.test(path))).toEqual([]);

    change(kind, '101', { status: 'trashed' });
    expect((await runAgain(source.id)).lastRun).toMatchObject({ removed: 1 });
    expect(await answer(WIRE)).not.toContain('$50');
  });

  test('who may read is what the space, every page above and the page itself allow', async () => {
    const limited = (restriction: unknown) => change(kind, '100', { restriction });
    const source = await connect(kind, { spaces: [{ key: 'OPS', name: 'Operations' }] });
    const seen = async () => [(await answer(WIRE)).includes('$45'), (await answer(WIRE, zed)).includes('$45')];
    // By a group of the space, whose name is written otherwise here.
    expect(await seen()).toEqual([true, false]);
    // Administrators of the tenant are nobody in particular there.
    expect(await answer(WIRE, boss)).not.toContain('$45');
    const after = async (restriction: unknown) => {
      limited(restriction);
      await runAgain(source.id);
      return seen();
    };
    expect(await after({ people: [], groups: ['board'] })).toEqual([false, false]);
    expect(await after({ people: ['p-ada'], groups: ['board'] })).toEqual([true, false]);
    // Her own page is not opened by what opens the one above.
    change(kind, '101', { restriction: { people: ['p-shy'], groups: [] } });
    expect(await after(undefined)).toEqual([false, false]);
    change(kind, '101', { restriction: undefined });
    expect(await after('refused')).toEqual([false, false]);
    expect((await read(source.id)).lastRun!.skips).toContainEqual({ title: 'Home', reason: 'restriction' });
    // Nor does what a page allows open a space.
    sites[kind].spaces = sites[kind].spaces.map((space) => ({ ...space, readers: ['group:board'] }));
    expect(await after({ people: ['p-ada'], groups: [] })).toEqual([false, false]);
    sites[kind].spaces = sites[kind].spaces.map((space) => ({ ...space, readers: null }));
    expect(await after(undefined)).toEqual([false, false]);
    expect((await read(source.id)).lastRun!.skips).toContainEqual({ title: 'Operations', reason: 'readers' });
    sites[kind].spaces = sites[kind].spaces.map((space) => ({ ...space, readers: ['anonymous'] }));
    expect(await after(undefined)).toEqual([true, true]);
    sites[kind].spaces = sites[kind].spaces.map((space) => ({ ...space, readers: ['group:confluence-users'] }));
    expect(await after(undefined)).toEqual([false, false]);
    await call('PATCH /api/v1/knowledge-sources/:id', { id: source.id, body: { commonGroups: ['Confluence-Users'] } });
    expect(await seen()).toEqual([true, true]);
  });

  test('a changed page is found between two complete passes, and its restriction with it', async () => {
    const source = await connect(kind);
    change(kind, '100', { changedAt: '2001-01-01T00:00' });
    sites[kind].pages = [
      ...sites[kind].pages,
      {
        id: '102',
        title: 'Kasa',
        space: 'OPS',
        parent: '101',
        version: 1,
        storage: PASSAGE('Kasanın ücreti 120 dolar.'),
      },
    ];
    change(kind, '101', { version: 2, storage: PASSAGE('An international wire costs $60.') });
    sites[kind].requests.length = 0;
    // Once all has changed: the running server may find that it is due as well.
    await withDatabase((client) => client.query('UPDATE knowledge_source SET next_run_at = now()'));
    await portal.restart();
    const { lastRun } = await until(
      () => read(source.id),
      (one) => one.lastRun?.startedBy === null && !isActive(one.lastRun),
    );
    expect(lastRun).toMatchObject({ status: 'done', complete: false, added: 1, changed: 1 });
    expect(await answer(WIRE)).toContain('$60');
    expect(await answer('Kasanın ücreti ne kadar?')).toContain('120 dolar');
    expect(sites[kind].requests.some((path) => path.includes('/content/100/restriction'))).toBe(false);
  });

  test('the test of a connection lists the spaces, or says what is wrong', async () => {
    const { name: _, spaces: __, commonGroups: ___, ...connection } = draftOf(kind);
    const tried = (to: object) =>
      call<ConnectionTest>('POST /api/v1/knowledge-sources/test', { body: { source: null, ...connection, ...to } });
    expect(await tried({})).toEqual({
      failure: null,
      spaces: [
        { key: 'OPS', name: 'Operations' },
        { key: 'HR', name: 'People' },
        { key: 'PUB', name: 'Public' },
      ],
    });
    expect((await tried({ token: 'wrong' })).failure).toBe('token');
    expect((await tried({ url: 'https://10.0.0.7' })).failure).toBe('address');
    expect((await tried({ url: 'https://[::ffff:169.254.169.254]' })).failure).toBe('address');
    sites[kind].intercept = () => ({ status: 200, body: { hello: 'world' } });
    expect((await tried({})).failure).toBe('protocol');
    sites[kind].intercept = () => ({ status: 302, headers: { location: `${elsewhere.url}/wiki/api/v2/spaces` } });
    elsewhere.requests.length = 0;
    expect((await tried({})).failure).toBe('protocol');
    expect(elsewhere.requests).toEqual([]);
  });
});

test('attachments: text, Markdown and PDF are read with the rights of their page, others are reported', async () => {
  const file = (id: string, title: string, mediaType: string, content: Buffer | string) => ({
    id,
    title,
    version: 1,
    mediaType,
    file: Buffer.from(content),
  });
  change('cloud', '101', {
    restriction: { people: ['p-ada'], groups: [] },
    attachments: [
      file('att1', 'limits.pdf', 'application/pdf', smallPdf(['The daily limit of a debit card', 'is 2750 dollars.'])),
      file('att2', 'notes.md', 'text/markdown', '# Hours of the vault\n\nThe vault opens at 06:30.'),
      file('att3', 'hours.txt', 'text/plain', 'The lobby closes at 17:45.'),
      file('att4', 'photo.png', 'image/png', 'x'),
      { ...file('att5', 'huge.pdf', 'application/pdf', 'x'), claimed: 50_000_000 },
      file('att6', 'broken.pdf', 'application/pdf', '%PDF-1.4 nothing'),
      file('att7', 'odd.txt', 'text/plain', Buffer.from([0xff, 0xfe, 0x41])),
    ],
  });
  // Files are elsewhere, and go there without credentials.
  const [headers, moved]: [string[], string[]] = [[], []];
  sites.cloud.intercept = (path) => {
    if (!path.startsWith('/wiki/download/attachments/att1')) return null;
    moved.push(path);
    return { status: 302, headers: { location: `${elsewhere.origin}/media/att1?signed=1` } };
  };
  elsewhere.intercept = (path) => {
    headers.push(path);
    return path.startsWith('/media/att1')
      ? { status: 200, body: smallPdf(['The daily limit of a debit card', 'is 2750 dollars.']) }
      : null;
  };
  const source = await connect('cloud');
  expect(source.lastRun).toMatchObject({ failure: null, status: 'done' });
  expect(source.lastRun!.skips.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { title: 'broken.pdf', reason: 'unreadable' },
    { title: 'huge.pdf', reason: 'large' },
    { title: 'odd.txt', reason: 'unreadable' },
    { title: 'photo.png', reason: 'kind' },
  ]);
  expect([moved.length, headers]).toEqual([1, ['/media/att1?signed=1']]);
  expect(await answer('What is the daily limit of a debit card?')).toMatch(
    /2750 dollars[\s\S]*limits\.pdf.*pages\/101\)/,
  );
  expect(await answer('What are the hours of the vault?')).toContain('06:30');
  expect(await answer('When does the lobby close?')).toContain('17:45');
  expect(await answer('What is the daily limit of a debit card?', zed)).not.toContain('2750');
  // What could not be read is not fetched again; what is gone is removed.
  sites.cloud.requests.length = 0;
  change('cloud', '101', { attachments: [] });
  const again = await runAgain(source.id);
  expect(again.lastRun).toMatchObject({ status: 'done', failure: null, complete: true, added: 0, removed: 5 });
  expect(await answer('What are the hours of the vault?')).not.toContain('06:30');
});

test('what is removed from several pages at the same time is counted, however long each takes', async () => {
  const text = (id: string) => ({ id, title: `${id}.txt`, version: 1, mediaType: 'text/plain', file: Buffer.from(`The text of ${id}.`) }); // prettier-ignore
  change('cloud', '100', { attachments: [text('att1')] });
  change('cloud', '101', { attachments: [text('att2'), text('att3')] });
  const source = await connect('cloud');
  for (const id of ['100', '101']) change('cloud', id, { attachments: [] });
  await withDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query(`SELECT FROM knowledge_document WHERE attachment_id = 'att1' FOR UPDATE`);
    await call('POST /api/v1/knowledge-sources/:id/runs', { id: source.id });
    await until(
      () => read(source.id),
      ({ lastRun }) => lastRun?.progress.done === 1,
    );
    await client.query('COMMIT');
  });
  expect((await ended(source.id)).lastRun).toMatchObject({ status: 'done', removed: 3 });
});

test('a folder above a page that nobody can judge closes the page', async () => {
  change('cloud', '101', { parent: 'folder1' });
  sites.cloud.pages = [...sites.cloud.pages, { id: 'folder1', title: 'F', space: '-', parent: '100', version: 1, storage: '', restriction: 'refused' }]; // prettier-ignore
  const source = await connect('cloud');
  expect(await answer(WIRE)).not.toContain('$45');
  sites.cloud.pages = sites.cloud.pages.map((page) => (page.id === 'folder1' ? { ...page, restriction: { people: ['p-ada'], groups: [] } } : page)); // prettier-ignore
  await runAgain(source.id);
  expect(await answer(WIRE)).toContain('$45');
});

test('a listing that breaks off removes nothing, and the run says why', async () => {
  const source = await connect('cloud');
  sites.cloud.pages = [{ ...BASE[0]! }];
  sites.cloud.intercept = (path) => (path.includes('/spaces/7/pages') ? { status: 500 } : null);
  const failed = await runAgain(source.id);
  expect(failed.lastRun).toMatchObject({ status: 'failed', failure: 'server', removed: 0 });
  expect(await answer(WIRE)).toContain('$45');
  sites.cloud.intercept = (path) => (path.includes('/wiki/') ? { status: 401 } : null);
  expect((await runAgain(source.id)).lastRun).toMatchObject({ status: 'failed', failure: 'token' });
});

test('a site that has too many requests is waited for as long as it says', async () => {
  let busy = 2;
  sites.cloud.intercept = (path) => {
    if (!path.includes('/restriction/') || busy === 0) return null;
    busy -= 1;
    return { status: 429, headers: { 'retry-after': '7' } };
  };
  const source = await connect('cloud');
  expect(source.lastRun).toMatchObject({ status: 'done', added: 2 });
  expect(pauses).toEqual([7000, 7000]);
  sites.cloud.intercept = (path) => (path.includes('/restriction/') ? { status: 429, headers: { 'retry-after': '86400' } } : null); // prettier-ignore
  expect((await runAgain(source.id)).lastRun).toMatchObject({ status: 'failed', failure: 'busy' });
});

test('restrictions that could not be read for three days close all of a source', async () => {
  await connect('cloud');
  expect(await answer(WIRE)).toContain('$45');
  await withDatabase((client) => client.query(`UPDATE knowledge_source SET complete_at = now() - interval '73 hours'`));
  expect(await answer(WIRE)).not.toContain('$45');
});

test('revoking a space or the connection removes its passages at once', async () => {
  sites.cloud.pages = [
    ...BASE,
    {
      id: '200',
      title: 'Lunch',
      space: 'PUB',
      parent: null,
      version: 1,
      storage: PASSAGE('The canteen serves soup at noon.'),
    },
  ];
  const LUNCH = 'What does the canteen serve?';
  const both = [
    { key: 'OPS', name: 'Operations' },
    { key: 'PUB', name: 'Public' },
  ];
  const source = await connect('cloud', { spaces: both });
  expect(await answer(LUNCH, zed)).toContain('soup');
  await call('PATCH /api/v1/knowledge-sources/:id', { id: source.id, body: { spaces: both.slice(0, 1) } });
  expect(await answer(LUNCH, zed)).not.toContain('soup');
  expect(await answer(WIRE)).toContain('$45');
  await ended(source.id);
  await call('DELETE /api/v1/knowledge-sources/:id', { id: source.id });
  expect(await answer(WIRE)).not.toContain('$45');
  const left = await withDatabase((client) =>
    client.query('SELECT FROM knowledge_document WHERE source_id IS NOT NULL'),
  );
  expect(left.rowCount).toBe(0);
});

test('a space that is gone loses its passages, the others stay', async () => {
  const source = await connect('cloud', { spaces: [{ key: 'OPS', name: 'Operations' }, { key: 'PUB', name: 'Public' }] }); // prettier-ignore
  sites.cloud.spaces = sites.cloud.spaces.filter(({ key }) => key !== 'PUB');
  expect((await runAgain(source.id)).lastRun).toMatchObject({ status: 'failed', failure: 'space' });
  expect(await answer(WIRE)).toContain('$45');
});

test('a run shows its progress and ends when it is canceled', async () => {
  const source = await connect('cloud');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  sites.cloud.intercept = async (path) => {
    if (path.includes('/content/101/restriction')) await held;
    return null;
  };
  await call('POST /api/v1/knowledge-sources/:id/runs', { id: source.id });
  const running = await until(
    () => read(source.id),
    ({ lastRun }) => lastRun?.progress.done === 1,
  );
  expect(running.lastRun).toMatchObject({ status: 'running', startedBy: 'boss@alder.example', progress: { done: 1, of: 2 } }); // prettier-ignore
  const again = await call<ErrorBody>('POST /api/v1/knowledge-sources/:id/runs', { id: source.id });
  expect(again.error.code).toBe('CONFLICT');
  await call('POST /api/v1/knowledge-sources/:id/cancel', { id: source.id });
  release();
  expect((await ended(source.id)).lastRun).toMatchObject({ status: 'canceled' });
  const { runs } = await call<{ runs: KnowledgeRun[] }>('GET /api/v1/knowledge-sources/:id/runs', { id: source.id });
  expect(runs.map(({ status }) => status)).toEqual(['canceled', 'done']);
  const nothing = await call<ErrorBody>('POST /api/v1/knowledge-sources/:id/cancel', { id: source.id });
  expect(nothing.error.code).toBe('CONFLICT');
});

test('the token is sealed, shown nowhere, and sent to no other address or account', async () => {
  const source = await connect('cloud');
  const stored = await withDatabase((client) =>
    client.query('SELECT s.*, s.token::text AS hex FROM knowledge_source s'),
  );
  const asHex = Buffer.from(sites.cloud.token).toString('hex');
  expect(JSON.stringify(stored.rows)).not.toContain(sites.cloud.token);
  expect(JSON.stringify(stored.rows)).not.toContain(asHex);
  expect(JSON.stringify(await list())).not.toContain(sites.cloud.token);
  const trail = await withDatabase((client) => client.query(`SELECT details::text FROM audit_record WHERE action LIKE 'knowledge-source.%'`)); // prettier-ignore
  expect(trail.rowCount).toBeGreaterThan(0);
  expect(JSON.stringify(trail.rows)).not.toContain(sites.cloud.token);
  const { kind, email } = draftOf('cloud');
  elsewhere.requests.length = 0;
  const tried = (to: object) =>
    call<ConnectionTest & ErrorBody>('POST /api/v1/knowledge-sources/test', {
      body: { source: source.id, kind, url: sites.cloud.url, email, token: null, ...to },
    });
  expect((await tried({})).spaces).toHaveLength(3);
  for (const to of [{ url: elsewhere.url }, { email: 'other@alder.example' }, { kind: 'data-center', email: null }])
    expect((await tried(to)).error.details?.[0]?.field).toBe('token');
  const moved = await call<ErrorBody>('PATCH /api/v1/knowledge-sources/:id', { id: source.id, body: { url: elsewhere.url } }); // prettier-ignore
  expect(moved.error.details?.[0]?.field).toBe('token');
  expect(elsewhere.requests).toEqual([]);
  // With the token, everything of the former address goes.
  await call('PATCH /api/v1/knowledge-sources/:id', { id: source.id, body: { url: elsewhere.url, token: 'other' } });
  expect(await answer(WIRE)).not.toContain('$45');
  expect((await ended(source.id)).lastRun).toMatchObject({ status: 'failed', failure: 'token' });
});

test.each<[string, object, string]>([
  ['no https', { url: 'http://127.0.0.1' }, 'url'],
  ['a user name in its address', { url: 'https://a:b@127.0.0.1' }, 'url'],
  ['no spaces', { spaces: [] }, 'spaces'],
  ['no account of its token', { email: null }, 'email'],
  ['no token', { token: ' ' }, 'token'],
  ['no name', { name: '' }, 'name'],
])('a source with %s is refused', async (_what, to, field) => {
  const { error } = await call<ErrorBody>('POST /api/v1/knowledge-sources', { body: draftOf('cloud', to) });
  expect([error.code, error.details?.[0]?.field]).toEqual(['VALIDATION_FAILED', field]);
});

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
