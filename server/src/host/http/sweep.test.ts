import { randomUUID } from 'node:crypto';
import { defineRoute, routes, type Route, type RouteKey, type RouteTable } from '@rise/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SYSTEM } from '../../kernel/actor.ts';
import { bindRoutes } from '../../kernel/api/api.ts';
import { startHttpServer } from '../../testing/http-server.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import type { Vocabulary } from '../../testing/sweep/generate-value.ts';
import { exampleBodies } from '../../testing/sweep/examples.ts';
import { runSweep, type SweepIdentity } from '../../testing/sweep/run-sweep.ts';
import { isAuditedChange } from './audited-fields.ts';

const FULL = process.env['RISE_SWEEP'] === 'all';
/** `RISE_SEED` repeats a run, `RISE_QUESTIONS` sets the number of requests. */
const seed = Number(process.env['RISE_SEED'] ?? (FULL ? Date.now() % 2 ** 31 : 20_261_124));
/** As many for each route, however many there are. */
const REQUESTS_PER_ROUTE = FULL ? 32 : 12;
const requests = Number(process.env['RISE_QUESTIONS'] ?? REQUESTS_PER_ROUTE * Object.keys(routes).length);

/** Only alder's people may read this. */
const SECRET = 'Quartz zeppelin of alder';

/** What the mapping and parameters of requests are of. */
const OWN = `
parameters: [{ name: late_days, title: { en: Late }, type: integer, default: 5 }]
mappings: [{ name: loan_type, title: { en: Loan type }, targets: [{ value: auto, title: { en: Auto } }] }]
`;

const WORKSPACE = { name: 'Own', description: '', icon: 'folder', color: 'gray', everyone: 'edit' };
const SQL_TAB = { title: 'A', sql: 'SELECT 1', parameters: [], savedQuery: null };
const SAVED_QUERY = { name: 'Own', sql: 'SELECT 1', shared: true };

/** What the server logs as its own errors. */
const errors: string[] = [];

let portal: TestPortal;
let identities: SweepIdentity[];
let vocabulary: Vocabulary;

beforeAll(async () => {
  portal = await startTestPortal({
    log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }),
    requestsPerMinute: 100_000_000,
    contactPerHour: 100_000,
    questionsPerMinute: 100_000,
    // No generated address is looked up outside.
    warehouseHosts: ['warehouse.invalid'],
  });
  const { alder, birch } = portal.tenants;
  const owner = await portal.signIn({ email: 'zoe.quartz@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  const add = async (key: RouteKey, cookie: string, body: unknown) =>
    ((await (await portal.fetch(key, { cookie, body })).json()) as { id: string }).id;
  const ids = [
    await add('POST /api/common/messages', owner.cookie, { message: { title: SECRET } }),
    await add('POST /api/common/notifications', owner.cookie, { notification: { title: SECRET } }),
  ];
  const secrets = [SECRET, alder, 'zoe.quartz@alder.example'];
  const member = await portal.signIn({ email: 'user@birch.example', roles: ['tenant.user'], tenants: [birch] });
  const admin = await portal.signIn({ email: 'admin@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  const global = await portal.signIn({ email: 'admin@rise.example', roles: ['global.admin'], enter: birch });
  identities = [
    { name: 'nobody', cookie: null, secrets },
    { name: 'member', cookie: member.cookie, secrets },
    { name: 'tenant admin', cookie: admin.cookie, secrets },
    { name: 'tenant admin', cookie: admin.cookie, secrets },
    { name: 'global admin', cookie: global.cookie, secrets: [SECRET] },
  ];
  const active = await portal.fetch('GET /api/v1/model', { cookie: admin.cookie });
  const { document } = (await active.json()) as { document: string };
  await portal.fetch('PUT /api/v1/model', { cookie: admin.cookie, body: { document: `${document}${OWN}` } });
  // The first generation looks at every column of every table, which other requests would wait for.
  await portal.fetch('POST /api/v1/model/generate', { cookie: admin.cookie, body: { tables: ['foicu'] } });
  const shortcut = { label: 'A', icon: 'report', link: '/reports', useRouter: true };
  const listed = await portal.fetch('GET /api/v1/reports', { cookie: admin.cookie });
  const { reports } = (await listed.json()) as { reports: { id: string }[] };
  const workspace = await add('POST /api/v1/workspaces', admin.cookie, WORKSPACE);
  // Reports of their own have drafts, versions and an original; several, because some are archived on the way.
  const copies: string[] = [];
  for (const { id } of reports.slice(0, 4)) {
    const body = { workspace, title: { en: 'Copy' } };
    const copied = await portal.fetch('POST /api/v1/reports/:id/copy', { cookie: admin.cookie, id, body });
    copies.push(((await copied.json()) as { id: string }).id);
  }
  const [tab, query] = [
    await add('POST /api/v1/sql/tabs', admin.cookie, SQL_TAB),
    await add('POST /api/v1/sql/queries', admin.cookie, SAVED_QUERY),
  ];
  // Several, because some are deleted on the way.
  const announcements: string[] = [];
  for (const title of ['A', 'B', 'C', 'D'])
    announcements.push(
      await add('POST /api/v1/global/announcements', global.cookie, {
        title: { en: title },
        startDate: '2026-01-01T00:00:00Z',
      }),
    );
  ids.push(
    ...reports.map(({ id }) => id),
    await add('POST /api/common/messages', member.cookie, { message: { title: 'Own' } }),
    await add('POST /api/common/shortcuts', admin.cookie, { shortcut }),
    ...announcements.slice(0, 1),
    ...copies,
    workspace,
    tab,
    query,
    member.accountId,
    owner.accountId,
    birch,
    randomUUID(),
  );
  // Of their own, so that the tenant and the people of the sweep are neither suspended nor disabled on the way.
  const tenants: string[] = [];
  for (const slug of ['sweep-one', 'sweep-two', 'sweep-three'])
    tenants.push(await add('POST /api/v1/global/tenants', global.cookie, { slug, name: slug }));
  const invitations: string[] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    invitations.push(
      await add('POST /api/v1/invitations', admin.cookie, { email: `${name}@sweep.example`, roles: ['tenant.user'] }),
    );
  const others: string[] = [];
  for (const name of ['ida', 'joe', 'kim'])
    others.push(
      (await portal.signIn({ email: `${name}@birch.example`, roles: ['tenant.user'], tenants: [birch] })).accountId,
    );
  const domains: string[] = [];
  for (const domain of ['one.example', 'two.example']) {
    const added = await portal.fetch('POST /api/v1/domains', { cookie: admin.cookie, body: { domain } });
    const listed = ((await added.json()) as { domains?: { id: string; title: string }[] }).domains ?? [];
    domains.push(...listed.filter(({ title }) => title === domain).map(({ id }) => id));
  }
  const idsOf = {
    tenants,
    invitations,
    users: others,
    domains,
    reports: [...copies, reports[0]!.id],
    workspaces: [workspace],
    announcements,
    tabs: [tab],
    queries: [query],
  };
  const senders = new Set([birch, member.accountId, admin.accountId, global.accountId]);
  vocabulary = { ids, idsOf, senders, byField: FIELDS, words: WORDS, bodies: exampleBodies(ids) };
});
afterAll(() => portal?.close());

/** There is one of what they are about, or they change nothing by themselves: `audited-fields.test.ts`. */
const PLAIN = new Set<string>([
  'account.picture.remove',
  'account.picture.upload',
  'insights.cancel',
  'insights.compute',
  'model-test.run',
  'model.draft.discard',
  'session.enter-tenant',
]);

/** Actions of changes of which a record of a success says neither what it was about nor what it changed. */
async function silentActions(): Promise<string[]> {
  const changes = Object.entries<Route>(routes).filter(([key, route]) => isAuditedChange(key as RouteKey, route));
  const actions = new Set<string>(changes.map(([, { audit }]) => audit.action).filter((action) => !PLAIN.has(action)));
  const rows = await portal.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ action: string }>`
      SELECT DISTINCT action FROM audit_record WHERE outcome = 'done' AND target IS NULL AND details - 'omitted' = '{}' ORDER BY action`,
    'reads',
  );
  return rows.map(({ action }) => action).filter((action) => actions.has(action));
}

const DIMENSIONS = ['state', 'name', 'region', 'city', 'charter', 'as_of', 'peer_group', 'asset_band', 'year_opened'];
const MEASURES = ['total_assets', 'institutions', 'members', 'net_worth', 'total_loans', 'loan_count'];
const FIELDS: Vocabulary['byField'] = {
  dataset: ['call_report'],
  field: [...DIMENSIONS, ...MEASURES],
  otherField: DIMENSIONS,
  time: ['as_of'],
  type: ['loan_type'],
  dimensions: DIMENSIONS,
  columns: [...DIMENSIONS, ...MEASURES],
  measures: MEASURES,
  measure: MEASURES,
  sql: [
    'SELECT count(*) FROM foicu',
    'SELECT * FROM foicu LIMIT 3',
    'SELECT',
    "SELECT 'x' || chr(0)",
    'SELECT 1; SELECT 2',
  ],
  document: [
    'extends: nothing',
    'name: a',
    '- 1',
    '{',
    'a: &a [*a]',
    'a: "\\0"',
    '%YAML 9',
    '!!js x',
    'datasets: [{ name: b }]',
  ],
  host: ['localhost', '127.0.0.1', '10.0.0.1', '::1', '0.0.0.0', '169.254.169.254', '2130706433'],
  account: ['localhost'],
  link: ['/reports', 'https://example.org/'],
  uri: ['/reports', '//evil.example', 'https://example.org/'],
  defaultLandingPage: ['/reports', '/'],
  email: ['a@example.org'],
  timeZone: ['UTC', 'America/Chicago', 'Europe/Istanbul', 'Etc/GMT+12'],
  currency: ['USD', 'EUR', 'TRY', 'XXX'],
};
const WORDS = ['a', 'VT', 'state', 'total_assets', '2025-12-31', '1', 'alpha beta', 'Çınar', '/reports', '12.5'];

test('the sweep finds a planted handler that throws, one that shows a stack, and one that tells another tenant’s', async () => {
  const common = {
    tenant: 'none',
    permission: 'public',
    audit: { action: 'a.b', when: 'denied' },
    errors: [],
  } as const;
  const table = {
    'POST /api/v1/planted': defineRoute({
      ...common,
      summary: 'Throws for a text that is rare',
      input: { body: z.strictObject({ count: z.int().optional(), name: z.string().optional() }) },
      output: z.object({}),
    }),
    'GET /api/v1/stack': defineRoute({
      ...common,
      summary: 'Stack',
      input: {},
      output: z.object({ text: z.string() }),
    }),
    'GET /api/v1/foreign': defineRoute({
      ...common,
      summary: 'Foreign',
      input: {},
      output: z.object({ text: z.string() }),
    }),
  } as const satisfies RouteTable;
  const handlers = {
    'POST /api/v1/planted': async ({ body }: { body: { count?: number } }) => {
      if ((body.count ?? 0) > 2_147_483_647) throw new Error('integer out of range');
      return {};
    },
    'GET /api/v1/stack': async () => ({ text: new Error('x').stack ?? '' }),
    'GET /api/v1/foreign': async () => ({ text: SECRET }),
  };
  const server = await startHttpServer({ bindings: bindRoutes(table, [handlers]), requestsPerMinute: 100_000 });
  const anyone = [{ name: 'nobody', cookie: null, secrets: [SECRET] }];
  const { failures } = await runSweep({
    url: server.url,
    seed: 1,
    requests: 600,
    identities: anyone,
    vocabulary,
    table,
  });
  await server.close();
  expect(new Set(failures.map(({ route, problem }) => `${route} ${problem}`))).toEqual(
    new Set([
      'POST /api/v1/planted status 500',
      'GET /api/v1/stack the answer shows internals',
      `GET /api/v1/foreign the answer contains '${SECRET}'`,
    ]),
  );
});

test(`${requests} generated requests to all routes find no error of the server (seed ${seed})`, async () => {
  const { failures, statuses, reached } = await runSweep({ url: portal.url, seed, requests, identities, vocabulary });
  // The log has the cause of each.
  expect({ failures, errors: errors.slice(0, 5) }).toEqual({ failures: [], errors: [] });
  // It would find nothing in requests that are all refused.
  expect(statuses.get(200)).toBeGreaterThan(requests / 10);
  expect(reached.size).toBeGreaterThan(Object.keys(routes).length * 0.4);
  expect(await silentActions()).toEqual([]);
}, 900_000);
