import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QueryResult, ReportEvent, SemanticQuery } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let cookie: string;
let report: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] }));
  const listed = await portal.fetch('GET /api/v1/reports', { cookie });
  report = ((await listed.json()) as { reports: { id: string }[] }).reports[0]!.id;
});
afterAll(() => portal?.close());

interface ReportRequest {
  readonly slot: string;
  readonly query: SemanticQuery;
  readonly result: QueryResult;
}

async function eventsOf(state: object, reader = cookie): Promise<ReportEvent[]> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie: reader, id: report, body: state });
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
  expect(events[0]!.type).toBe('choices');
  expect(events.at(-1)!.type).toBe('done');
  return events;
}

async function run(state: object): Promise<ReportRequest[]> {
  return (await eventsOf(state)).flatMap((event) =>
    event.type === 'tile'
      ? Object.entries(event.results).map(([slot, slots]) => ({ slot: `${event.tile}.${slot}`, ...slots }))
      : [],
  );
}

/** The query with a filter that changes no result, so that it misses the cache. */
function withNewFilter(query: SemanticQuery): SemanticQuery {
  const holds: SemanticQuery['filter'] = { not: { field: 'charter', op: 'in', values: ['no charter'] } };
  return { ...query, filter: query.filter ? { all: [query.filter, holds] } : holds };
}

test.each([
  ['as it opens', {}],
  ['with a filter and another measure', { filters: { state: ['VT', 'NH', 'ME'] }, measure: 'return_on_assets' }],
  ['with a measure that no other tile uses', { measure: 'loans_per_member' }],
])('a report %s shows in each tile the result of its query alone', async (_name, state) => {
  const slots = await run(state);
  expect(slots.length).toBeGreaterThan(8);
  for (const { slot, query, result } of slots) {
    const alone = await portal.fetch('POST /api/v1/query', { cookie, body: withNewFilter(query) });
    const { columns, rows, totals, meta } = (await alone.json()) as QueryResult;
    expect({ slot, columns: result.columns, rows: result.rows, totals: result.totals }).toEqual({
      slot,
      columns,
      rows,
      totals,
    });
    const { rowCount, truncated, unmapped, averages } = meta;
    expect(result.meta).toMatchObject({ rowCount, truncated, unmapped, averages });
  }
});

test('a list has the first page of the peers, largest first, and their number', async () => {
  const listOf = async (state: object) => {
    const slots = await run(state);
    const { result } = slots.find(({ slot }) => slot === 'peer-list.rows')!;
    const peers = slots.find(({ slot }) => slot === 'spread.distribution')!.result;
    const members = peers.columns.findIndex(({ name }) => name === 'members');
    return { ...result, peers: peers.rows.reduce((sum, row) => sum + Number(row[members]), 0) };
  };
  const all = await listOf({ peers: 'all' });
  expect([all.rows[0]![0], all.rows.length, all.count]).toEqual(['NAVY FEDERAL CREDIT UNION', 10, 4374]);
  const vermont = await listOf({ filters: { state: ['VT'] } });
  expect(vermont.count).toBe(vermont.peers);
  expect(new Set(vermont.rows.map((row) => row[3]))).toEqual(new Set(['VT']));
});

test('each result of a run is cached, and serves the same query outside a report', async () => {
  const slots = await run({ filters: { state: ['CA', 'OR'] } });
  for (const { query } of slots) {
    const alone = await portal.fetch('POST /api/v1/query', { cookie, body: query });
    expect(((await alone.json()) as QueryResult).meta.cache).toBe('hit');
  }
});

test('a ranking’s list and ranks have a minimum size, which the reader can lower', async () => {
  const rankingOf = async (state: object) => {
    const slots = await run({ peers: 'all', ...state });
    const result = (slot: string) => slots.find((found) => found.slot === `ranking.${slot}`)!.result;
    const peers = result('benchmark').columns.findIndex(({ name }) => name === 'peers');
    return { names: result('ranking').rows.map((row) => row[1]), peers: result('benchmark').rows[0]![peers] };
  };
  const { names, peers } = await rankingOf({});
  const all = await rankingOf({ minimums: { ranking: 'under_10m' } });
  expect([names[0], all.names[0]]).toEqual(['GENUINE PARTS', 'FAIR BREAK']);
  expect([peers, all.peers]).toEqual([3565, 4374]);
});

/** A ranking has a minimum besides. */
const comparisons = (slots: ReportRequest[]) =>
  slots.filter(({ slot, query }) => 'by' in query && !slot.startsWith('ranking.'));

async function peersOf(state: object) {
  const [first] = await eventsOf(state);
  return first!.type === 'choices' ? first!.peers : null;
}

const INSURED = ['1', '2'];
/** Alder's own institution, 24405, is federally insured and of peer group 6; this one is not federally insured. */
const UNINSURED = '82794';

test('a report opens with the subject’s own peer group, and each tile runs with it', async () => {
  expect(await peersOf({})).toEqual({
    by: 'default',
    filters: { peer_group: ['6'], charter_type: INSURED },
    omitted: [],
  });
  const slots = await run({});
  const chosen = await run({ filters: { peer_group: ['6'], charter_type: INSURED } });
  expect(chosen.map(({ slot, query }) => ({ slot, query }))).toEqual(
    expect.arrayContaining(slots.map(({ slot, query }) => ({ slot, query }))),
  );
  const peers = { all: [expect.objectContaining({ values: [6] }), expect.objectContaining({ values: [1, 2] })] };
  for (const { slot, query } of comparisons(slots)) expect({ slot, query }).toMatchObject({ slot, query: { peers } });
});

test('the default follows the subject, an explicit choice does not, and all is an explicit choice', async () => {
  const [resolved] = await eventsOf({ subject: UNINSURED });
  expect(resolved).toMatchObject({ own: { peer_group: ['6'], charter_type: ['3'] } });
  expect((await peersOf({ subject: UNINSURED }))!.omitted).toEqual([{ field: 'charter_type', reason: 'not-met' }]);
  expect(await peersOf({ subject: UNINSURED, filters: { state: ['CA'] } })).toEqual({
    by: 'filters',
    filters: { state: ['CA'] },
    omitted: [],
  });
  expect(await peersOf({ peers: 'all' })).toEqual({ by: 'all', filters: {}, omitted: [] });
  for (const { query } of comparisons(await run({ peers: 'all' }))) expect(query).not.toHaveProperty('peers');
});

test('the subject’s own values are those that the reader may see', async () => {
  const { alder } = portal.tenants;
  const readerOf = async (group: string) =>
    (
      await portal.signIn({
        email: `${group}@alder.example`,
        roles: ['tenant.user'],
        tenants: [alder],
        groups: [group],
      })
    ).cookie;
  const [clerk, texan] = [await readerOf('clerks'), await readerOf('texans')];
  const model = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const rights = `
    rules: [{ name: texas, title: { en: R }, appliesTo: { groups: [texans] }, where: "STATE = 'TX'" }]
    masks:
      - { name: size, title: { en: M }, appliesTo: { groups: [clerks] }, columns: [{ table: foicu, column: Peer_Group }] }
`;
  await portal.warehouses.ensureModel(systemIn(alder), model + rights, 'model.yaml');
  const charterType = ['1', '2'];
  expect((await eventsOf({}, clerk))[0]).toMatchObject({
    peers: { filters: { charter_type: charterType }, omitted: [{ field: 'peer_group', reason: 'no-value' }] },
    own: { peer_group: [], charter_type: ['1'] },
  });
  // A row rule hides the subject itself.
  expect((await eventsOf({}, texan))[0]).toMatchObject({
    peers: {
      filters: {},
      omitted: [
        { field: 'peer_group', reason: 'no-value' },
        { field: 'charter_type', reason: 'not-met' },
      ],
    },
    own: { peer_group: [], charter_type: [] },
  });
  expect((await eventsOf({}))[0]).toMatchObject({ peers: { filters: { peer_group: ['6'] } } });
});
