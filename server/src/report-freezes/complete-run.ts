import {
  MAX_ROWS,
  tilesOf,
  type FrozenContent,
  type QueryResult,
  type ReportDocument,
  type ReportEvent,
  type ReportState,
  type ResolvedChoices,
  type Tile,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { QueryService } from '../query/query.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';

export type Results = FrozenContent['results'];

/** All rows of a report's tiles; those that failed are in `failed` instead. */
export interface CompleteRun {
  readonly resolved: ResolvedChoices;
  readonly results: Results;
  /** By tile, why. */
  readonly failed: ReadonlyMap<string, UserError>;
}

interface Runners {
  readonly reports: ReportService;
  readonly queries: QueryService;
}

export interface ReportRun {
  readonly document: ReportDocument;
  /** With the subject. */
  readonly state: ReportState;
}

interface Request {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Slots that are cut by design; of `rows` all pages are read. */
const CUT_SLOTS: ReadonlySet<string> = new Set(['ranking', 'trend', 'rows']);

const count = new Intl.NumberFormat('en');
const titleOf = (tile: Tile) => tile.title?.en ?? tile.id;

/** Runs all tiles of all pages in a warehouse, whole: what cannot be read to its end is a failure of its tile. */
export async function completeRun(
  { reports, queries }: Runners,
  warehouse: Warehouse,
  actor: TenantActor,
  { document, state }: ReportRun,
  { requestId, signal }: Request,
): Promise<CompleteRun> {
  const tiles = new Map(tilesOf(document).map((tile) => [tile.id, tile]));
  const results: Record<string, Results[string]> = {};
  const failed = new Map<string, UserError>();
  let resolved: ResolvedChoices | null = null;
  const fail = (tile: string, code: UserError['code'], message: string, details?: UserError['details']) =>
    failed.set(tile, new UserError(code, `The tile “${titleOf(tiles.get(tile)!)}” failed: ${message}`, details));
  const run = reports.runIn(
    warehouse,
    actor,
    { document, state: { ...state, page: undefined }, homeMember: null },
    { id: requestId, signal },
  );
  for await (const { text } of run) {
    const event = JSON.parse(text) as ReportEvent;
    if (event.type === 'choices') {
      const { type: _type, ...choices } = event;
      resolved = choices;
    } else if (event.type === 'tile-failed') {
      fail(event.tile, event.error.code, event.error.message, event.error.details);
    } else if (event.type === 'tile') {
      const answers: Record<string, Results[string][string]> = {};
      for (const [slot, answer] of Object.entries(event.results)) {
        const { query } = answer;
        const isPage = slot === 'rows' && query.kind === 'rows' && (answer.result.count ?? 0) > query.limit;
        if (isPage && answer.result.count! > MAX_ROWS)
          fail(event.tile, 'QUERY_INVALID', `its list has ${count.format(answer.result.count!)} rows. ${REMEDY}`);
        else if (answer.result.meta.truncated && !CUT_SLOTS.has(slot))
          fail(event.tile, 'QUERY_INVALID', `it has more rows than a query returns. ${REMEDY}`);
        const all = isPage && !failed.has(event.tile) ? { ...query, limit: MAX_ROWS, offset: 0 } : null;
        const whole = all && (await queries.runIn(warehouse, actor, all, signal));
        answers[slot] = whole ? { query, result: JSON.parse(whole.text) as QueryResult } : answer;
      }
      if (!failed.has(event.tile)) results[event.tile] = answers;
    }
  }
  return { resolved: resolved!, results: inOrder(results, [...tiles.keys()]), failed };
}

const REMEDY = `A freeze holds at most ${count.format(MAX_ROWS)} rows of a tile. Select fewer, by filters or a period.`;

/** Tiles arrive as they finish; a freeze has them in the order of the report. */
function inOrder(results: Results, order: readonly string[]): Results {
  return Object.fromEntries(order.flatMap((tile) => (results[tile] ? [[tile, results[tile]] as const] : [])));
}
