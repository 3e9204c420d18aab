import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken, CreatedApiToken } from '@rise/contract';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const ANALYST = { email: 'analyst@mcp.example', roles: ['tenant.user' as const] };

let portal: TestPortal;
let analyst: string;
let token: string;
let adminToken: string;
let otherToken: string;
const clients: Client[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  const home = { tenants: [alder], enter: alder };
  analyst = (await portal.signIn({ ...ANALYST, attributes: { home: ['VT'] }, ...home })).cookie;
  await portal.signIn({ email: 'admin@mcp.example', roles: ['tenant.admin'], ...home });
  await portal.signIn({ email: 'other@mcp.example', roles: ['tenant.user'], tenants: [birch], enter: birch });
  token = (await create({ kind: 'read' })).token;
  adminToken = await portal.tokenFor({ email: 'admin@mcp.example', tenantId: alder, scopes: ['read'] });
  otherToken = await portal.tokenFor({ email: 'other@mcp.example', tenantId: birch, scopes: ['read'] });
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await portal?.close();
});

async function create(access: object): Promise<CreatedApiToken> {
  const body = { name: 'AI client', access, days: 7 };
  const response = await portal.fetch('POST /api/v1/account/tokens', { cookie: analyst, body });
  expect(response.status).toBe(200);
  return (await response.json()) as CreatedApiToken;
}

async function connect(bearer: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${bearer}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${portal.url}/mcp`), { requestInit: { headers } }));
  clients.push(client);
  return client;
}
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const { text } = content[0] as { text: string };
  return { text, isError: isError === true };
}
async function answer<T = Record<string, never>>(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { text, isError } = await call(client, name, input);
  expect(isError, text).toBe(false);
  return JSON.parse(text) as T;
}
interface Page {
  fields: { name: string }[];
  total: number;
  truncated: boolean;
}
interface Table {
  title: string;
  rows: unknown[][];
  total: number;
  truncated: boolean;
  asOf: string;
  understood: { meaning: string }[];
}
const BY_STATE = { dataset: 'call_report', measures: ['institutions', 'members'], group_by: ['state'] };

describe('a person’s AI client', () => {
  test('finds fields page by page, and what one of them means', async () => {
    const client = await connect(token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'find_fields',
      'describe_field',
      'query',
      'list_reports',
      'run_report',
      'search_docs',
    ]);
    const all = await answer<Page>(client, 'find_fields');
    expect([all.fields.length, all.truncated]).toEqual([25, true]);
    expect(all.total).toBeGreaterThan(60);
    const next = await answer<Page>(client, 'find_fields', { page: 2 });
    expect(next.fields[0]!.name).not.toBe(all.fields[0]!.name);
    const found = await answer<Page>(client, 'find_fields', { text: 'takip oranı' });
    expect(found.fields[0]!.name).toBe('delinquency_ratio');
    expect(
      await answer(client, 'describe_field', { dataset: 'call_report', field: 'state', values: 'texas' }),
    ).toMatchObject({ kind: 'dimension', found: { values: [{ value: 'TX' }], total: 1, truncated: false } });
  });

  test('gets figures with what they are of, at most 200 rows and how many there are', async () => {
    const client = await connect(token);
    const byState = await answer<Table>(client, 'query', { ...BY_STATE, limit: 3 });
    expect(byState).toMatchObject({ truncated: true, asOf: '2025-12-31' });
    expect(byState.rows).toHaveLength(3);
    expect(byState.total).toBeGreaterThan(50);
    expect(byState.understood.map(({ meaning }) => meaning)).toContain('by State');
    const each = await answer<Table>(client, 'query', { ...BY_STATE, group_by: ['charter'] });
    expect([each.rows.length, each.truncated]).toEqual([200, true]);
    expect(each.total).toBeGreaterThan(4000);
    const semantic = { dataset: 'call_report', measures: ['members'], totals: true };
    expect(await answer<Table>(client, 'query', { semantic })).toMatchObject({ total: 1 });
  });

  test('lists and runs the reports that its owner may open, and searches the documentation', async () => {
    const client = await connect(token);
    const { reports } = await answer<{ reports: { id: string; title: string }[] }>(client, 'list_reports');
    expect(reports.length).toBeGreaterThan(0);
    const run = await answer<{ tiles: { figures: Table[] }[] }>(client, 'run_report', { report: reports[0]!.id });
    const tables = run.tiles.flatMap(({ figures = [] }) => figures);
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.flatMap(({ rows }) => rows).length).toBeLessThanOrEqual(200);
    const found = await answer<{ passages: { link: string }[] }>(client, 'search_docs', { text: 'change the layout' });
    expect(found.passages.map(({ link }) => link)).toContain('/docs/guides/make-it-yours#layout');
  });

  test('learns what to do instead of a mistake', async () => {
    const client = await connect(token);
    const refused = async (name: string, input: Record<string, unknown>) => {
      const { text, isError } = await call(client, name, input);
      expect(isError).toBe(true);
      return text;
    };
    expect(await refused('query', { ...BY_STATE, measures: ['member_count'] })).toMatch(/The nearest: .*members/);
    expect(await refused('query', { sql: 'SELECT 1' })).toMatch(/sql/);
    expect(await refused('query', { semantic: { dataset: 'call_report', nonsense: 1 } })).toMatch(/nonsense/);
    expect(await refused('describe_field', { dataset: 'call_report', field: 'stat' })).toContain('state');
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect(await refused('run_report', { report: nowhere })).toContain('See list_reports');
  });

  test('may do what its token may: of chosen permissions only, of its own tenant, and nothing once it is revoked', async () => {
    const narrow = await create({ kind: 'permissions', permissions: ['report.read'] });
    const client = await connect(narrow.token);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_reports', 'run_report']);
    await expect(call(client, 'query', BY_STATE)).rejects.toThrow(/query/);

    const noScope = await connect(
      await portal.tokenFor({ email: ANALYST.email, tenantId: portal.tenants.alder, scopes: ['write'] }),
    );
    expect(await call(noScope, 'query', BY_STATE)).toEqual({
      isError: true,
      text: "This needs a token with the scope 'read'. Create one in your profile.",
    });

    const [mine] = (await answer<{ reports: { id: string }[] }>(await connect(token), 'list_reports')).reports;
    const foreign = await connect(otherToken);
    expect(await call(foreign, 'run_report', { report: mine!.id })).toMatchObject({ isError: true });
    expect(
      (await answer<{ reports: { id: string }[] }>(foreign, 'list_reports')).reports.map(({ id }) => id),
    ).not.toContain(mine!.id);

    const listed = (await (await portal.fetch('GET /api/v1/account/tokens', { cookie: analyst })).json()) as {
      tokens: ApiToken[];
    };
    const { id } = listed.tokens.find((one) => one.id === narrow.id)!;
    await portal.fetch('DELETE /api/v1/account/tokens/:id', { cookie: analyst, id });
    await expect(call(client, 'list_reports')).rejects.toThrow(/401|[Uu]nauthorized|token/);
  });

  test('sees the rows and columns that its owner sees', async () => {
    const client = await connect(token);
    const before = await answer<Table>(client, 'query', BY_STATE);
    const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
    const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
    const restricted = `${text}
    rules: [{ name: vermont, ${unless}, where: "STATE IN (:user_home)" }]
    masks: [{ name: members, ${unless}, columns: [{ table: fs220, column: ACCT_083 }] }]
`;
    await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), restricted, 'model.yaml');
    const only = { ...BY_STATE, measures: ['institutions'] };
    expect((await answer<Table>(client, 'query', only)).rows).toEqual([['VT', expect.any(Number)]]);
    // A masked measure is not even named.
    expect(await call(client, 'query', BY_STATE)).toMatchObject({ isError: true });
    expect(
      (await answer<Page>(client, 'find_fields', { text: 'members' })).fields.map(({ name }) => name),
    ).not.toContain('members');
    const semantic = { dataset: 'call_report', measures: ['members'] };
    expect(await call(client, 'query', { semantic })).toMatchObject({ isError: true });
    const found = await answer(client, 'describe_field', {
      dataset: 'call_report',
      field: 'name',
      values: 'navy federal',
    });
    expect(found).toMatchObject({ found: { total: 0 } });
    expect((await answer<Table>(await connect(adminToken), 'query', BY_STATE)).rows).toEqual(before.rows);
  });

  test('leaves a record of each call, also of one that was denied', async () => {
    const { rows } = await portal.database.withTenant(systemIn(portal.tenants.alder), async (tx) => ({
      rows: await tx.rows<{ outcome: string; target: string; via: string; details: { input: object } }>`
        SELECT outcome, target, via, details FROM audit_record WHERE tenant_id = ${tx.tenantId} AND action = 'mcp.call'`,
    }));
    expect(rows).toContainEqual({
      outcome: 'done',
      target: 'query',
      via: 'token',
      details: { input: expect.objectContaining({ limit: 3 }) as object },
    });
    expect(rows.filter(({ outcome }) => outcome === 'denied').map(({ target }) => target)).toEqual(['query']);
  });
});

describe('the server’s address', () => {
  const send = (headers: Record<string, string>, body = '{}') =>
    fetch(`${portal.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });

  test('takes no session, no page of another site and no invalid token, and says where to learn more', async () => {
    const attempts: Record<string, string>[] = [
      {},
      { cookie: analyst, 'x-rise-request': '1' },
      { authorization: 'Bearer rise_nothing' },
    ];
    for (const headers of attempts) {
      const response = await send(headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain(
        'resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"',
      );
    }
    const foreign = await send({ authorization: `Bearer ${token}`, origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    const metadata = await fetch(`${portal.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: 'http://127.0.0.1/mcp',
      bearer_methods_supported: ['header'],
    });
  });

  test('refuses what is too large, unreadable or endless', async () => {
    const authorization = `Bearer ${token}`;
    expect((await send({ authorization }, JSON.stringify({ x: 'y'.repeat(300_000) }))).status).toBe(413);
    expect((await send({ authorization }, '{"jsonrpc"')).status).toBe(400);
    const listen = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} });
    expect((await send({ authorization }, listen)).status).toBe(404);
    const get = await fetch(`${portal.url}/mcp`, { headers: { authorization, accept: 'text/event-stream' } });
    expect(get.status).toBe(405);
  });

  test('speaks the revision before, which most clients still have', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    };
    const response = await send({ authorization: `Bearer ${token}` }, JSON.stringify(body));
    expect(await response.text()).toContain('"protocolVersion":"2025-11-25"');
  });
});
