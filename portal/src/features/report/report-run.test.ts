import type { ReportEvent } from '@rise/contract';
import { tilesOf } from '@rise/contract/report-pages';
import { describe, expect, it } from 'vitest';
import { affectedTiles, IDLE, lacksPeers, type RunAction, runReducer, type RunState } from './report-run.ts';
import { DEFAULT_PEERS, scorecard } from './scorecard.fixture.ts';

const REPORT = scorecard();
const IDS = tilesOf(REPORT.document).map(({ id }) => id);
const ALL = new Set(IDS);

const start = (affected: ReadonlySet<string> = ALL): RunAction => ({ type: 'start', tiles: IDS, affected });
const body = (event: ReportEvent): RunAction => ({ type: 'event', event });
const filled = (tile: string, version = 1): RunAction =>
  body({
    type: 'tile',
    tile,
    results: {
      benchmark: {
        query: { kind: 'benchmark', dataset: 'call_report', by: 'charter', member: '68', measures: ['nwr'] },
        result: {
          columns: [],
          rows: [],
          meta: {
            dataVersion: version,
            asOf: null,
            rowCount: 0,
            truncated: false,
            cache: 'miss',
            uncomputed: [],
            unavailable: [],
            averages: [],
            unmapped: [],
            periods: [],
            elapsedMs: 1,
          },
        },
      },
    },
  });
const failed = (tile: string): RunAction =>
  body({ type: 'tile-failed', tile, error: { code: 'QUERY_TIMEOUT', message: 'Too long.', requestId: 'r-1' } });
const done: RunAction = body({ type: 'done', elapsedMs: 12 });

const after = (...actions: RunAction[]): RunState => actions.reduce((state, action) => runReducer(state, action), IDLE);
const statuses = (state: RunState) =>
  Object.fromEntries(Object.entries(state.tiles).map(([id, { status }]) => [id, status]));
const allFilled = IDS.map((id) => filled(id));

describe('a running report', () => {
  it('starts with every tile loading', () => {
    const state = after(start());
    expect(state.running).toBe(true);
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['loading']));
  });

  it('fills each tile as it arrives, the others stay as they are', () => {
    const state = after(start(), filled('ranking'));
    expect(statuses(state)).toMatchObject({ ranking: 'ready', figures: 'loading' });
    expect(state.running).toBe(true);
  });

  it('knows its peers from the first line on, and those before until then', () => {
    const peers = { by: 'all' as const, filters: {}, omitted: [] };
    const resolved = { peers, minimums: { ranking: 'large' }, own: {} };
    const choices = body({ type: 'choices', ...resolved });
    expect(after(start()).resolved).toBeNull();
    expect(after(start(), choices, ...allFilled, done, start()).resolved).toEqual(resolved);
  });

  it('has no peers to name where it broke before its first line', () => {
    const peers = { by: 'all' as const, filters: {}, omitted: [] };
    const choices = body({ type: 'choices', peers, minimums: {}, own: {} });
    const broken: RunAction = { type: 'break', error: new Error('offline') };
    expect([IDLE, after(start()), after(start(), choices, broken)].map(lacksPeers)).toEqual([false, false, false]);
    expect(lacksPeers(after(start(), broken))).toBe(true);
    expect(lacksPeers(after(start(), broken, start()))).toBe(false);
  });

  it('ends with the last line', () => {
    expect(after(start(), ...allFilled, done).running).toBe(false);
  });

  it('fails only the affected tile, with the request id', () => {
    const state = after(start(), failed('mix'), filled('figures'));
    expect(statuses(state)).toMatchObject({ mix: 'failed', figures: 'ready', states: 'loading' });
    expect(state.tiles.mix).toMatchObject({ failure: { kind: 'reported', error: { requestId: 'r-1' } } });
  });

  it('shows previous figures as stale until new ones arrive', () => {
    const state = after(start(), ...allFilled, done, start());
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['stale']));
    const next = runReducer(state, filled('ranking', 2));
    expect(statuses(next)).toMatchObject({ ranking: 'ready', figures: 'stale' });
  });

  it('does not dim tiles that the change does not affect', () => {
    const state = after(start(), ...allFilled, done, start(new Set(['ranking', 'spread'])));
    expect(statuses(state)).toMatchObject({ ranking: 'stale', spread: 'stale', figures: 'ready', states: 'ready' });
  });

  it('loads a tile again that failed before', () => {
    const state = after(start(), failed('mix'), done, start(new Set()));
    expect(statuses(state)).toMatchObject({ mix: 'loading' });
  });

  it('fails pending tiles when the stream breaks, and keeps the finished ones', () => {
    const error = new Error('broken off');
    const state = after(start(), filled('figures'), { type: 'break', error });
    expect(state.running).toBe(false);
    expect(statuses(state)).toMatchObject({ figures: 'ready', ranking: 'failed' });
    expect(state.tiles.ranking).toMatchObject({ failure: { kind: 'thrown', error } });
  });

  it('fails stale figures too if their replacement does not arrive', () => {
    const state = after(start(), ...allFilled, done, start(), { type: 'break', error: new Error('x') });
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['failed']));
  });

  it('fails a tile that the server omitted', () => {
    expect(statuses(after(start(), filled('figures'), done))).toMatchObject({ figures: 'ready', mix: 'failed' });
  });

  it('ignores tiles of another report', () => {
    expect(statuses(after(start(), filled('elsewhere')))).not.toHaveProperty('elsewhere');
  });
});

describe('the tiles affected by a change', () => {
  const request = { subject: '68', measure: 'nwr', filters: { state: ['CA'] } };
  const touched = (next: object) => [...affectedTiles(REPORT, request, { ...request, ...next })];

  it('are all at first and for filters', () => {
    expect(affectedTiles(REPORT, null, request)).toEqual(ALL);
    expect(touched({ filters: {} })).toEqual(IDS);
  });
  it('are ranking and distribution for the measure', () =>
    expect(touched({ measure: 'roa' })).toEqual(['spread', 'ranking']));
  it('are all but the table for the subject', () =>
    expect(touched({ subject: '1' })).toEqual(IDS.filter((id) => id !== 'states')));
  it('are all for the subject while the peers follow it, and for all members as peers', () => {
    const report = scorecard({ peers: ['state', 'peer_group', 'charter_type'], ...DEFAULT_PEERS });
    const from = { subject: '68', filters: {} };
    expect(affectedTiles(report, from, { ...from, subject: '1' })).toEqual(ALL);
    expect(affectedTiles(report, from, { ...from, peers: 'all' })).toEqual(ALL);
    const all = { ...from, peers: 'all' as const };
    expect(affectedTiles(report, all, { ...all, subject: '1' })).not.toContain('states');
  });
  it('is the ranking whose minimum changes', () =>
    expect(touched({ minimums: { ranking: 'large' } })).toEqual(['ranking']));
  it('are none without a change', () => expect(touched({})).toEqual([]));
});
