import { hasFigures, tilesOf } from '@rise/contract/report-pages';
import type { ErrorBody, Report, ReportEvent, ResolvedChoices, Tile } from '@rise/contract';
import { hasDefaultPeers, type PeerChoices } from './peers.state.ts';

/** The results of a tile by slot. */
export type Answer = Extract<ReportEvent, { type: 'tile' }>['results'];
export type TileError = ErrorBody['error'];
export type RunError = { kind: 'reported'; error: TileError } | { kind: 'thrown'; error: unknown };

/**
 * One tile while the report runs. `stale` shows the previous result until the new one arrives; `failed` has no result.
 */
export type TileRun =
  | { status: 'loading' }
  | { status: 'ready' | 'stale'; results: Answer }
  | { status: 'failed'; failure: RunError };

export interface RunState {
  running: boolean;
  tiles: Readonly<Record<string, TileRun>>;
  /** What the choices come to: the first line of the latest run that has one; null before. */
  resolved: ResolvedChoices | null;
  /** Tiles of this run without a result yet. */
  waiting: ReadonlySet<string>;
}

export type RunAction =
  /** A run starts. `affected`: tiles whose result may change; the others stay undimmed. */
  /** `waiting`: those that run; all if omitted. */
  | { type: 'start'; tiles: readonly string[]; affected: ReadonlySet<string>; waiting?: ReadonlySet<string> }
  | { type: 'event'; event: ReportEvent }
  /** The stream ended before `done`, or could not be opened. */
  | { type: 'break'; error: unknown };

export const LOADING: TileRun = { status: 'loading' };
export const IDLE: RunState = { running: false, tiles: {}, resolved: null, waiting: new Set() };

/** Whether nothing of the first run has arrived: not even who the peers are. */
export function isOpening({ tiles, waiting, resolved }: RunState): boolean {
  return resolved === null && waiting.size === Object.keys(tiles).length;
}

/** Whether the run ended before it said who the peers are. */
export function lacksPeers(run: RunState): boolean {
  return run.resolved === null && !run.running && !isOpening(run);
}

/** State of a run after each line of the stream. */
export function runReducer(state: RunState, action: RunAction): RunState {
  switch (action.type) {
    case 'start': {
      const tiles = Object.fromEntries(
        action.tiles.map((id) => {
          const former = state.tiles[id];
          const stays = former && action.waiting && !action.waiting.has(id);
          return [id, stays ? former : started(former, action.affected.has(id))] as const;
        }),
      );
      return { ...state, running: true, tiles, waiting: action.waiting ?? new Set(action.tiles) };
    }
    case 'event':
      return received(state, action.event);
    case 'break':
      return {
        ...state,
        running: false,
        tiles: fail(state, { kind: 'thrown', error: action.error }),
        waiting: new Set(),
      };
  }
}

function resolvedOf({ type: _type, ...resolved }: Extract<ReportEvent, { type: 'choices' }>): ResolvedChoices {
  return resolved;
}

function received(state: RunState, event: ReportEvent): RunState {
  if (event.type === 'choices') return { ...state, resolved: resolvedOf(event) };
  if (event.type === 'done') {
    const unanswered: RunError = { kind: 'thrown', error: new Error('The report ended without this tile.') };
    return { ...state, running: false, tiles: fail(state, unanswered), waiting: new Set() };
  }
  if (!(event.tile in state.tiles)) return state;
  const tile: TileRun =
    event.type === 'tile'
      ? { status: 'ready', results: event.results }
      : { status: 'failed', failure: { kind: 'reported', error: event.error } };
  const waiting = new Set(state.waiting);
  waiting.delete(event.tile);
  return { ...state, tiles: { ...state.tiles, [event.tile]: tile }, waiting };
}

function started(former: TileRun | undefined, affected: boolean): TileRun {
  if (!former || former.status === 'failed' || former.status === 'loading') return { status: 'loading' };
  return affected ? { status: 'stale', results: former.results } : former;
}

function fail(state: RunState, failure: RunError): Record<string, TileRun> {
  return Object.fromEntries(
    Object.entries(state.tiles).map(([id, tile]) => [id, state.waiting.has(id) ? { status: 'failed', failure } : tile]),
  );
}

/** The tiles of a page, or of all. */
export const tilesOn = ({ document }: Report, page: string | undefined): Tile[] =>
  tilesOf(page === undefined ? document : { pages: document.pages.filter(({ id }) => id === page) });

/** Whether a tile's result depends on the subject. */
function dependsOnSubject(tile: Tile): boolean {
  if (!hasFigures(tile)) return false;
  return 'of' in tile ? tile.of === 'subject' : true;
}

/** Whether a tile's result depends on the measure that the reader selects. */
const dependsOnMeasure = (tile: Tile): boolean =>
  (tile.kind === 'ranking' || tile.kind === 'distribution') && tile.measure === undefined;

interface RunRequest extends PeerChoices {
  subject?: string | undefined;
  measure?: string | undefined;
  minimums?: Record<string, string> | undefined;
  parameters?: Record<string, number> | undefined;
  period?: unknown;
  opened?: Record<string, unknown> | undefined;
}

/** Tiles whose result may differ between two runs; all of them without a former run. */
export function affectedTiles(report: Report, former: RunRequest | null, next: RunRequest): Set<string> {
  const subject = !former || former.subject !== next.subject;
  const peersOf = ({ filters, peers, period, parameters }: RunRequest) =>
    JSON.stringify([filters, peers, period, parameters]);
  const filters = !former || peersOf(former) !== peersOf(next) || (subject && hasDefaultPeers(report, next));
  const measure = !former || former.measure !== next.measure;
  return new Set(
    tilesOf(report.document)
      .filter(
        (tile) =>
          filters ||
          (subject && dependsOnSubject(tile)) ||
          (measure && dependsOnMeasure(tile)) ||
          former?.minimums?.[tile.id] !== next.minimums?.[tile.id] ||
          JSON.stringify(former?.opened?.[tile.id]) !== JSON.stringify(next.opened?.[tile.id]),
      )
      .map(({ id }) => id),
  );
}
