import type { ErrorBody, Report, ReportEvent, Tile } from '@rise/contract';

type Results = Extract<ReportEvent, { type: 'tile' }>['results'];
export type TileError = ErrorBody['error'];
export type RunFailure = { kind: 'told'; error: TileError } | { kind: 'thrown'; error: unknown };

/**
 * One tile while the report runs. `stale` shows the former answer until the new one is there; `failed` has none to show.
 */
export type TileRun =
  | { status: 'loading' }
  | { status: 'ready' | 'stale'; results: Results }
  | { status: 'failed'; failure: RunFailure };

export interface RunState {
  running: boolean;
  tiles: Readonly<Record<string, TileRun>>;
  /** Tiles of this run that have not answered yet. */
  waiting: ReadonlySet<string>;
}

export type RunAction =
  /** A run begins. `affected`: the tiles whose answer may change; the others keep theirs undimmed. */
  | { type: 'start'; tiles: readonly string[]; affected: ReadonlySet<string> }
  | { type: 'event'; event: ReportEvent }
  /** The stream ended before `done`, or could not begin. */
  | { type: 'break'; error: unknown };

export const IDLE: RunState = { running: false, tiles: {}, waiting: new Set() };

/** What the reader sees of a run, line by line. */
export function runReducer(state: RunState, action: RunAction): RunState {
  switch (action.type) {
    case 'start': {
      const tiles = Object.fromEntries(
        action.tiles.map((id) => [id, begun(state.tiles[id], action.affected.has(id))] as const),
      );
      return { running: true, tiles, waiting: new Set(action.tiles) };
    }
    case 'event':
      return received(state, action.event);
    case 'break':
      return { running: false, tiles: fail(state, { kind: 'thrown', error: action.error }), waiting: new Set() };
  }
}

function received(state: RunState, event: ReportEvent): RunState {
  if (event.type === 'done') {
    const unanswered: RunFailure = { kind: 'thrown', error: new Error('The report ended without this tile.') };
    return { running: false, tiles: fail(state, unanswered), waiting: new Set() };
  }
  if (!(event.tile in state.tiles)) return state;
  const tile: TileRun =
    event.type === 'tile'
      ? { status: 'ready', results: event.results }
      : { status: 'failed', failure: { kind: 'told', error: event.error } };
  const waiting = new Set(state.waiting);
  waiting.delete(event.tile);
  return { ...state, tiles: { ...state.tiles, [event.tile]: tile }, waiting };
}

function begun(former: TileRun | undefined, affected: boolean): TileRun {
  if (!former || former.status === 'failed' || former.status === 'loading') return { status: 'loading' };
  return affected ? { status: 'stale', results: former.results } : former;
}

function fail(state: RunState, failure: RunFailure): Record<string, TileRun> {
  return Object.fromEntries(
    Object.entries(state.tiles).map(([id, tile]) => [id, state.waiting.has(id) ? { status: 'failed', failure } : tile]),
  );
}

/** What a tile's answer depends on. */
const DEPENDS: Record<Tile['kind'], { subject: boolean; measure: boolean }> = {
  kpis: { subject: true, measure: false },
  classification: { subject: true, measure: false },
  ranking: { subject: true, measure: true },
  distribution: { subject: true, measure: true },
  mix: { subject: true, measure: false },
  table: { subject: false, measure: false },
};

interface Asked {
  subject?: string | undefined;
  measure?: string | undefined;
  filters: Record<string, string[]>;
}

/** The tiles whose answer may differ between two runs; without a former run all of them. */
export function affectedTiles(report: Report, former: Asked | null, next: Asked): Set<string> {
  const filters = !former || JSON.stringify(former.filters) !== JSON.stringify(next.filters);
  const subject = !former || former.subject !== next.subject;
  const measure = !former || former.measure !== next.measure;
  return new Set(
    report.document.tiles
      .filter(({ kind }) => filters || (subject && DEPENDS[kind].subject) || (measure && DEPENDS[kind].measure))
      .map(({ id }) => id),
  );
}
