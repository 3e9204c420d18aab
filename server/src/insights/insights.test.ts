import type { Insight, Insights, LiveEvent, ModelDocument, RouteKey } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { readEvents, type EventReader } from '../testing/event-reader.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
/** Administrators of alder, to the second of whom a row rule applies; an administrator of birch, and a reader. */
let boss: string;
let regional: string;
let neighbor: string;
let reader: string;
let page: EventReader;

beforeAll(async () => {
  portal = await startTestPortal({ insights: true });
  const { alder, birch } = portal.tenants;
  const admin = { roles: ['tenant.admin' as const], tenants: [alder] };
  boss = (await portal.signIn({ email: 'boss@alder.example', ...admin })).cookie;
  regional = (await portal.signIn({ email: 'west@alder.example', ...admin, groups: ['west'] })).cookie;
  neighbor = (await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [birch] })).cookie;
  reader = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] })).cookie;
  page = readEvents(await portal.fetch('GET /api/v1/events', { cookie: boss }));
  await page.opened;
});
afterAll(async () => {
  await page?.close();
  await portal?.close();
});

async function call<T>(key: RouteKey, request: { body?: unknown; cookie?: string; finding?: string } = {}): Promise<T> {
  const { cookie = boss, ...rest } = request;
  const response = await portal.fetch(key, { cookie, ...rest });
  const answer = (await response.json()) as T;
  expect([response.status, answer]).toEqual([200, answer]);
  return answer;
}
const read = (cookie = boss) => call<Insights>('GET /api/v1/insights', { cookie });

let heard = 0;
/** Does something, and waits until insights have been computed because of it. */
async function computed(work: () => Promise<unknown>): Promise<void> {
  await work();
  for (;;) {
    const { id } = await page.next((event: LiveEvent) => event.kind === 'insights' && event.id > heard);
    heard = id;
    if ((await read()).job === null) return;
  }
}

/** Shares of twelve branches over 24 months; in the last one B07 lost a third, which is a sixth of all. */
const MODEL = `extends: ncua_call_report
datasets:
  - name: shares
    title: { en: Shares, tr: Mevduat }
    description: { en: One row for each branch and month-end, tr: Her şube ve ay sonu için bir satır }
    owner: Finance
    table: branch_month
    asOf: { table: branch_month, column: as_of }
    dimensions:
      - { name: as_of, type: date, column: { table: branch_month, column: as_of }, title: { en: Month-end, tr: Ay sonu } }
      - { name: branch, type: string, column: { table: branch_month, column: branch }, title: { en: Branch, tr: Şube } }
    measures:
      - name: balance
        kind: sum
        columns: [{ table: branch_month, column: balance }]
        over: { time: as_of, take: last }
        title: { en: Share balance, tr: Mevduat bakiyesi }
        definition: { en: Balance at month-end, tr: Ay sonu bakiyesi }
        format: { unit: currency }
        better: higher
    rules:
      - { name: west_only, title: { en: West }, appliesTo: { groups: [west] }, where: "branch <> 'B07'" }
`;

const loadBranches = (fall: number) =>
  portal.warehouses.load(systemIn(portal.tenants.alder), {
    title: 'Branches',
    sourceDir: '.',
    tables: [
      {
        table: 'branch_month',
        rows: 288,
        select: `SELECT
          last_day(DATE '2024-01-01' + to_months(CAST(n // 12 AS INTEGER))) AS as_of,
          format('B{:02d}', CAST(n % 12 AS INTEGER) + 1) AS branch,
          CAST(round((CASE WHEN n % 12 = 6 THEN 6e7 ELSE 5e6 END) * (1 + 0.004 * (n // 12)) * (1 + 0.01 * ((hash(n) % 2000) / 1000.0 - 1))
            * (CASE WHEN n % 12 = 6 AND n // 12 = 23 THEN ${fall} ELSE 1 END)) AS DECIMAL(18, 2)) AS balance
        FROM range(288) AS numbers(n)`,
      },
    ],
    sortKey: 'as_of',
    asOf: { table: 'branch_month', column: 'as_of' },
  });

const anomalies = ({ findings }: Insights) => findings.filter(({ kind }) => kind === 'anomaly');
const ofBranch = (insights: Insights, branch: string) =>
  anomalies(insights).find(({ member }) => member?.value === branch);

describe('insights', () => {
  test('of data with one date say what cannot be found, and compare peers', async () => {
    await computed(() => call('POST /api/v1/insights/compute', { body: {} }));
    const { run, findings } = await read();
    expect(run).toMatchObject({ dataVersion: 1, asOf: '2025-12-31', examined: { datasets: 1, rate: 0.05 } });
    expect(run!.examined.limits[0]!.en).toContain('1 complete period. Changes and anomalies need at least 8');
    expect(run!.examined.tests).toBeGreaterThan(50_000);
    const outlier = findings.find(
      ({ kind, p, member }) => kind === 'outlier' && p !== null && member?.field === 'charter',
    )!;
    // What plain SQL finds: nobody else is to be believed.
    const query = `SELECT CU_NAME FROM foicu WHERE CU_NUMBER = '${outlier.member!.value}'`;
    const { rows } = await call<{ rows: unknown[][] }>('POST /api/v1/sql', { body: { sql: query } });
    expect(outlier.sentence.en).toContain(`“${rows[0]![0]}”`);
    expect(outlier.chart).toMatchObject({ kind: 'peers' });
    expect(findings.some(({ kind }) => kind === 'change' || kind === 'anomaly')).toBe(false);
  });

  test('find a planted fall, say what it is due to, and show the query', async () => {
    const { version } = await call<ModelDocument>('GET /api/v1/model');
    await loadBranches(2 / 3);
    await computed(() => call('PUT /api/v1/model', { body: { document: MODEL, message: '', basedOn: version } }));
    const insights = await read();
    const fall = ofBranch(insights, 'B07')!;
    expect(fall).toMatchObject({ tone: 'negative', period: '2025-12-01', measure: { name: 'balance' }, isFound: true });
    expect(fall.sentence.en).toMatch(
      /^Branch “B07”: Share balance fell 3\d% to \$4\d\.\d+M in December 2025; the past pointed to between/,
    );
    expect(fall.sentence.tr).toMatch(/^Şube “B07”: Mevduat bakiyesi \(Aralık 2025\) %3\d azalarak/);
    expect(fall.p).toBeLessThan(1e-6);
    // It stands for the total, four fifths of whose fall it is, and no other branch is shown.
    expect(anomalies(insights).map(({ member }) => member?.value)).toEqual(['B07']);
    const { rows } = await call<{ rows: (string | number)[][] }>('POST /api/v1/query', { body: fall.query });
    expect(Number(rows.at(-1)!.at(-1))).toBe(fall.value);
    expect(insights.run!.examined.limits.map(({ en }) => en)).not.toContainEqual(expect.stringContaining('Shares'));
  });

  test('are computed for each set of rights, and never shown under others', async () => {
    const own = await read(regional);
    expect(own.run).not.toBeNull();
    expect(JSON.stringify(own)).not.toContain('B07');
    const key = ofBranch(await read(), 'B07')!.key;
    const request = { cookie: regional, finding: key, body: { action: 'follow' } };
    expect((await portal.fetch('PATCH /api/v1/insights/findings/:key', request)).status).toBe(404);
    // Nor by those who are no administrators, or of another tenant.
    expect((await portal.fetch('GET /api/v1/insights', { cookie: reader })).status).toBe(404);
    expect(JSON.stringify(await read(neighbor))).not.toContain('B07');
  });

  test('a computation can be canceled, and the former findings stay', async () => {
    const before = (await read()).run!.computedAt;
    await call('POST /api/v1/insights/compute', { body: {} });
    expect(await call('POST /api/v1/insights/cancel', { body: {} })).toEqual({ canceled: true });
    expect(await read()).toMatchObject({ job: null, run: { computedAt: before } });
    expect(await call('POST /api/v1/insights/cancel', { body: {} })).toEqual({ canceled: false });
  });

  test('what a reader did with a finding is theirs, and survives another computation', async () => {
    const finding = ofBranch(await read(), 'B07')!.key;
    const change = (body: unknown) => call<Insight>('PATCH /api/v1/insights/findings/:key', { finding, body });
    await change({ action: 'follow' });
    expect(await change({ action: 'dismiss', reason: 'A branch was sold.' })).toMatchObject({
      state: { status: 'dismissed', reason: 'A branch was sold.', followed: { since: expect.any(String) } },
    });
    const former = (await read()).run!.computedAt;
    await computed(() => call('POST /api/v1/insights/compute', { body: {} }));
    expect((await read()).run!.computedAt > former).toBe(true);
    expect(ofBranch(await read(), 'B07')!.state).toMatchObject({ status: 'dismissed', reason: 'A branch was sold.' });
    expect(await change({ action: 'snooze', days: 7 })).toMatchObject({ state: { status: 'snoozed', reason: null } });
    expect(await change({ action: 'reopen' })).toMatchObject({ state: { status: 'open', until: null } });
  });

  test('a followed finding tells its next state', async () => {
    const { key } = ofBranch(await read(), 'B07')!;
    await computed(() => loadBranches(1));
    const gone = (await read()).findings.find((finding) => finding.key === key)!;
    expect(gone).toMatchObject({ isFound: false, state: { followed: { sentence: gone.sentence } } });
    const inbox = await portal.fetch('GET /api/common/notifications', { cookie: boss });
    expect(JSON.stringify(await inbox.json())).toContain('It was not found again in the latest data.');
    await call('PATCH /api/v1/insights/findings/:key', { finding: key, body: { action: 'unfollow' } });
    expect((await read()).findings.some((finding) => finding.key === key)).toBe(false);
  });
});
