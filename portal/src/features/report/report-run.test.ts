import type { ReportEvent } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { affectedTiles, IDLE, type RunAction, runReducer, type RunState } from './report-run.ts';
import { scorecard } from './scorecard.fixture.ts';

const REPORT = scorecard();
const IDS = REPORT.document.tiles.map(({ id }) => id);
const ALL = new Set(IDS);

const start = (affected: ReadonlySet<string> = ALL): RunAction => ({ type: 'start', tiles: IDS, affected });
const told = (event: ReportEvent): RunAction => ({ type: 'event', event });
const filled = (tile: string, version = 1): RunAction =>
  told({
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
            unmapped: [],
            elapsedMs: 1,
          },
        },
      },
    },
  });
const failed = (tile: string): RunAction =>
  told({ type: 'tile-failed', tile, error: { code: 'QUERY_TIMEOUT', message: 'Too long.', requestId: 'r-1' } });
const done: RunAction = told({ type: 'done', elapsedMs: 12 });

const after = (...actions: RunAction[]): RunState => actions.reduce((state, action) => runReducer(state, action), IDLE);
const statuses = (state: RunState) =>
  Object.fromEntries(Object.entries(state.tiles).map(([id, { status }]) => [id, status]));
const allFilled = IDS.map((id) => filled(id));

describe('a running report', () => {
  it('begins with every tile loading', () => {
    const state = after(start());
    expect(state.running).toBe(true);
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['loading']));
  });

  it('fills each tile as it arrives, the others stay as they are', () => {
    const state = after(start(), filled('ranking'));
    expect(statuses(state)).toMatchObject({ ranking: 'ready', figures: 'loading' });
    expect(state.running).toBe(true);
  });

  it('ends with the last line', () => {
    expect(after(start(), ...allFilled, done).running).toBe(false);
  });

  it('keeps one tile’s failure to that tile, with what support needs', () => {
    const state = after(start(), failed('mix'), filled('figures'));
    expect(statuses(state)).toMatchObject({ mix: 'failed', figures: 'ready', states: 'loading' });
    expect(state.tiles.mix).toMatchObject({ failure: { kind: 'told', error: { requestId: 'r-1' } } });
  });

  it('shows former figures as stale until new ones come', () => {
    const state = after(start(), ...allFilled, done, start());
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['stale']));
    const next = runReducer(state, filled('ranking', 2));
    expect(statuses(next)).toMatchObject({ ranking: 'ready', figures: 'stale' });
  });

  it('does not dim tiles that the change cannot touch', () => {
    const state = after(start(), ...allFilled, done, start(new Set(['ranking', 'spread'])));
    expect(statuses(state)).toMatchObject({ ranking: 'stale', spread: 'stale', figures: 'ready', states: 'ready' });
  });

  it('loads a tile again that failed before', () => {
    const state = after(start(), failed('mix'), done, start(new Set()));
    expect(statuses(state)).toMatchObject({ mix: 'loading' });
  });

  it('fails what was not answered when the stream breaks, and keeps what was', () => {
    const error = new Error('broken off');
    const state = after(start(), filled('figures'), { type: 'break', error });
    expect(state.running).toBe(false);
    expect(statuses(state)).toMatchObject({ figures: 'ready', ranking: 'failed' });
    expect(state.tiles.ranking).toMatchObject({ failure: { kind: 'thrown', error } });
  });

  it('fails stale figures too when their replacement does not come', () => {
    const state = after(start(), ...allFilled, done, start(), { type: 'break', error: new Error('x') });
    expect(new Set(Object.values(statuses(state)))).toEqual(new Set(['failed']));
  });

  it('fails a tile that the server forgot', () => {
    expect(statuses(after(start(), filled('figures'), done))).toMatchObject({ figures: 'ready', mix: 'failed' });
  });

  it('ignores tiles that are not of this report', () => {
    expect(statuses(after(start(), filled('elsewhere')))).not.toHaveProperty('elsewhere');
  });
});

describe('what a change touches', () => {
  const asked = { subject: '68', measure: 'nwr', filters: { state: ['CA'] } };
  const touched = (next: object) => [...affectedTiles(REPORT, asked, { ...asked, ...next })];

  it('everything, at first and with the filters', () => {
    expect(affectedTiles(REPORT, null, asked)).toEqual(ALL);
    expect(touched({ filters: {} })).toEqual(IDS);
  });
  it('ranking and distribution, with the measure', () =>
    expect(touched({ measure: 'roa' })).toEqual(['spread', 'ranking']));
  it('all but the table, with the subject', () =>
    expect(touched({ subject: '1' })).toEqual(IDS.filter((id) => id !== 'states')));
  it('nothing, with nothing', () => expect(touched({})).toEqual([]));
});
