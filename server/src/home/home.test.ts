import { reportDocument, type ErrorBody, type Home, type HomeFigures, type RouteKey } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { onePage } from '../testing/one-page.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';

let portal: TestPortal;
let ada: SignedIn;
let ben: SignedIn;
let scorecard: string;
let figures: string;

const title = (en: string) => ({ en });
const DOCUMENT = reportDocument.parse({
  title: title('Figures'),
  purpose: title('For tests.'),
  dataset: 'call_report',
  peers: [],
  filters: ['state'],
  measures: ['institutions', 'net_worth_ratio'],
  ...onePage([
    { id: 'by-state', kind: 'table', title: title('By state'), dimensions: ['state'], measures: ['institutions'] },
    { id: 'key', kind: 'figures', title: title('Key'), measures: ['institutions', 'net_worth_ratio'] },
  ]),
});

beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants });
  ben = await portal.signIn({ email: 'ben@alder.example', roles: ['tenant.user'], tenants });
  const { reports } = await call<{ reports: { id: string }[] }>(ada, 'GET /api/v1/reports');
  scorecard = reports[0]!.id;
  ({ id: figures } = await inAlder((tx) => putReport(tx, DOCUMENT)));
});
afterAll(() => portal?.close());

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
const inAlder = <T>(work: Parameters<typeof portal.database.withTenant<T>>[1]) =>
  portal.database.withTenant(systemIn(portal.tenants.alder), work);
const show = (who: SignedIn, id: string, shown = true) =>
  call<Home>(who, 'PUT /api/v1/reports/:id/home', { id, body: { shown } });
const read = (who: SignedIn) => call<Home>(who, 'GET /api/v1/home');
const archive = (id: string, at: Date | null) =>
  inAlder((tx) => tx.run`UPDATE report SET archived_at = ${at} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`);

test('a person chooses one report for their start page, and takes it away again', async () => {
  expect(await read(ada)).toEqual({ report: null, subscriptions: [] });
  expect((await show(ada, figures)).report).toMatchObject({
    id: figures,
    title: { en: 'Figures' },
    figures: [{ measure: 'institutions' }, { measure: 'net_worth_ratio' }],
  });
  expect((await show(ada, scorecard)).report).toMatchObject({ id: scorecard });
  expect((await read(ben)).report).toBeNull();
  // Another one was chosen since.
  expect((await show(ada, figures, false)).report).toMatchObject({ id: scorecard });
  expect((await show(ada, scorecard, false)).report).toBeNull();
  expect((await portal.fetch('GET /api/v1/home/figures', { cookie: ada.cookie })).status).toBe(404);
});

test('its figures are those of the report, with the rights of the reader', async () => {
  await show(ada, figures);
  const shown = await call<HomeFigures>(ada, 'GET /api/v1/home/figures');
  const run = await portal.fetch('POST /api/v1/reports/:id/run', { cookie: ada.cookie, id: figures, body: {} });
  const line = (await run.text()).split('\n').find((one) => one.includes('"tile":"key"'))!;
  const { columns, rows } = (JSON.parse(line) as { results: { figures: { result: { columns: { name: string }[]; rows: unknown[][] } } } }).results.figures.result; // prettier-ignore
  expect(shown).toMatchObject({ report: figures, asOf: '2025-12-31', currency: 'USD', period: null });
  expect(shown.figures.map(({ measure, value }) => [measure, value])).toEqual(
    ['institutions', 'net_worth_ratio'].map((name) => [name, rows[0]![columns.findIndex((one) => one.name === name)]]),
  );
  expect(shown.figures[1]!.format.unit).toBe('percent');
});

test('of a comparison with peers, its figures are the subject’s', async () => {
  const { report } = await show(ada, scorecard);
  expect(report!.figures).toHaveLength(6);
  const shown = await call<HomeFigures>(ada, 'GET /api/v1/home/figures');
  expect(shown.figures.map(({ measure }) => measure)).toEqual(report!.figures.map(({ measure }) => measure));
  expect(shown.figures.every(({ value }) => value !== null)).toBe(true);
});

test('a report that may not be opened any more is not shown, until it may again', async () => {
  await show(ada, figures);
  await archive(figures, new Date());
  expect((await read(ada)).report).toBeNull();
  const refused = await portal.fetch('GET /api/v1/home/figures', { cookie: ada.cookie });
  expect(((await refused.json()) as ErrorBody).error.code).toBe('NOT_FOUND');
  await archive(figures, null);
  expect((await read(ada)).report).toMatchObject({ id: figures });
});

test('lists the subscriptions that a person set up or receives, the next first, with what became of the last', async () => {
  const rule = { every: 'day', at: '08:00' };
  const subscribe = (who: SignedIn, title: string, more: object = {}) =>
    call(who, 'POST /api/v1/reports/:id/subscriptions', {
      id: figures,
      body: { title, rule, recipients: [who.accountId], ...more },
    });
  await subscribe(ada, 'Monthly', { rule: { every: 'month', on: 'last', at: '23:59' } });
  await subscribe(ben, 'Of Ben');
  await subscribe(ada, 'Daily');
  await inAlder(async (tx) => {
    await tx.run`
      INSERT INTO report_subscription_recipient (tenant_id, subscription_id, account_id)
      SELECT tenant_id, id, ${ada.accountId} FROM report_subscription
       WHERE tenant_id = ${tx.tenantId} AND title = 'Of Ben'`;
    await tx.run`
      INSERT INTO report_subscription_run (tenant_id, subscription_id, slot, status, skipped, finished_at)
      SELECT tenant_id, id, '2026-01-02T08:00Z', 'skipped', 'unchanged', now() FROM report_subscription
       WHERE tenant_id = ${tx.tenantId} AND title = 'Daily'`;
    await tx.run`
      UPDATE report_subscription SET paused = 'person', next_run_at = NULL
       WHERE tenant_id = ${tx.tenantId} AND title = 'Monthly'`;
  });
  const { subscriptions } = await read(ada);
  expect(subscriptions.map(({ title }) => title).toSorted()).toEqual(['Daily', 'Monthly', 'Of Ben']);
  expect(subscriptions.at(-1)).toMatchObject({ title: 'Monthly', paused: 'person', next: null, last: null });
  expect(subscriptions.find(({ title }) => title === 'Daily')).toMatchObject({
    report: figures,
    reportTitle: { en: 'Figures' },
    isOwn: true,
    next: expect.stringMatching(/T/),
    last: { slot: '2026-01-02T08:00:00.000Z', status: 'skipped', skipped: 'unchanged' },
  });
  expect(subscriptions.find(({ title }) => title === 'Of Ben')).toMatchObject({ isOwn: false });
  expect((await read(ben)).subscriptions.map(({ title }) => title)).toEqual(['Of Ben']);
});
