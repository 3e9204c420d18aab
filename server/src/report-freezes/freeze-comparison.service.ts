import {
  hasFigures,
  tilesOf,
  type ComparedFigure,
  type FreezeCause,
  type FreezeComparison,
  type FreezeVerification,
  type FrozenContent,
  type NotRun,
  type Tile,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { versionOfHash } from '../models/stored-models.service.ts';
import { todayIn } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { causesBetween, currentSide, frozenSide, mixOf, type ComparedSide } from './compared-side.ts';
import { compareTile, type ComparedState } from './comparison.rules.ts';
import { completeRun, type CompleteRun } from './complete-run.ts';
import { figuresOf, type TileFigures } from './figures.rules.ts';
import { isChained, isIntact, toFreeze } from './manifest.rules.ts';
import {
  requireIntact,
  type ReportFreezeOptions,
  type ReportFreezeService,
  type StoredFreeze,
} from './report-freezes.service.ts';

export interface FreezeComparisonOptions extends ReportFreezeOptions {
  readonly freezes: ReportFreezeService;
  readonly warehouses: WarehouseService;
}

interface Request {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A state on the way from one side to the other. */
interface Step {
  readonly causes: readonly FreezeCause[];
  readonly side: ComparedSide;
}

interface ComputedState extends ComparedState {
  readonly notRun: NotRun | null;
  /** Tiles that fail in it. */
  readonly failed: ReadonlyMap<string, UserError>;
}

/** In one response. */
const MAX_FIGURES = 5000;
/** With these, the parts of a state do not fit together; any other error says nothing about the report. */
const UNFIT: ReadonlySet<string> = new Set(['QUERY_INVALID', 'VALIDATION_FAILED']);
const ORDER: readonly ComparedFigure['change'][] = ['moved', 'added', 'removed', 'same'];

/** What became of frozen figures: checked against their hash and versions, and compared with later ones. */
export class FreezeComparisonService {
  readonly #options: FreezeComparisonOptions;

  constructor(options: FreezeComparisonOptions) {
    this.#options = options;
  }

  async verify(actor: TenantActor, report: string, id: string, request: Request): Promise<FreezeVerification> {
    const stored = await this.#options.freezes.find(actor, report, id);
    const broken: FreezeVerification['broken'] = [];
    if (!isIntact(stored.row)) broken.push('manifest');
    if (stored.content === null) broken.push('content');
    if (!isChained(stored.rows, stored.row.number) && isIntact(stored.row)) broken.push('chain');
    if (stored.content === null || !isIntact(stored.row)) return { intact: false, broken, rerun: null };
    const side = sideOf(stored);
    const current = await this.#options.warehouses.current(actor);
    const again = await this.#compute(actor, current, { causes: [], side: { ...side, results: null } }, request);
    const rerun = again.notRun ? ({ status: 'not-run', reason: again.notRun } as const) : rerunOf(side, again);
    return { intact: broken.length === 0, broken, rerun };
  }

  /** Compares with another freeze of the report; with the report as it is now where none is named. */
  async compare(
    actor: TenantActor,
    report: string,
    { id, other }: { id: string; other: string | undefined },
    request: Request,
  ): Promise<FreezeComparison> {
    const { freezes, reports } = this.#options;
    const from = await freezes.find(actor, report, id);
    const to = other === undefined ? null : await freezes.find(actor, report, other);
    const a = sideOf(from);
    const { report: now, warehouse } = await reports.open(actor, report);
    const b = to ? sideOf(to) : this.#now(now, warehouse, a);
    const states: ComputedState[] = [];
    for (const step of this.#steps(a, b)) states.push(await this.#compute(actor, warehouse, step, request));
    const last = states.at(-1)!;
    if (last.notRun) throw new UserError('QUERY_INVALID', FAILED_NOW);
    const tiles = tilesBetween(a, b);
    const figures = tiles
      .filter(({ id: tile }) => !last.failed.has(tile))
      .flatMap(({ id: tile }) => compareTile(tile, states));
    const shown = ORDER.flatMap((change) => figures.filter((figure) => figure.change === change));
    const model = await this.#modelVersion(actor, b.modelHash);
    return {
      from: toFreeze(from.row, from.rows, true),
      to: to && toFreeze(to.row, to.rows, true),
      dataVersion: b.dataVersion,
      modelVersion: model,
      causes: states.flatMap(({ causes, notRun }) => causes.map((cause) => ({ cause, notRun }))),
      tiles: tiles.map((tile) => ({ id: tile.id, title: tile.title ?? { en: tile.id } })),
      failed: [...last.failed].map(([tile, { message }]) => ({ tile, message })),
      counts: countsOf(figures),
      figures: shown.slice(0, MAX_FIGURES),
      omitted: Math.max(0, shown.length - MAX_FIGURES),
    };
  }

  #now(report: Parameters<typeof currentSide>[0], warehouse: Warehouse, { state }: ComparedSide): ComparedSide {
    const today = todayIn(warehouse.tenantSettings.calendar);
    return currentSide(report, warehouse, { state, today, software: this.#options.software });
  }

  /**
   * The states from one side to the other. What is stored was computed by the program of its time, so that with another
   * one the same is computed again first, or last.
   */
  #steps(a: ComparedSide, b: ComparedSide): Step[] {
    const { software } = this.#options;
    const steps: Step[] = [{ causes: [], side: a }];
    if (a.software !== software) steps.push({ causes: ['software'], side: { ...a, results: null } });
    const taken = new Set<FreezeCause>();
    for (const cause of causesBetween(a, b)) {
      taken.add(cause);
      steps.push({ causes: [cause], side: mixOf(a, b, taken) });
    }
    if (b.results !== null && b.software !== software) return [...steps, { causes: ['software'], side: b }];
    // The last state is the second side itself.
    if (taken.size > 0) return [...steps.slice(0, -1), { causes: steps.at(-1)!.causes, side: b }];
    return [...steps, { causes: [], side: b }];
  }

  async #compute(actor: TenantActor, current: Warehouse, step: Step, request: Request): Promise<ComputedState> {
    const { causes, side } = step;
    if (side.results) return { causes, notRun: null, failed: new Map(), tiles: figuresIn(side, side.results) };
    const run = await this.#run(actor, current, side, request);
    if (typeof run === 'string') return { causes, notRun: run, failed: new Map(), tiles: null };
    for (const failure of run.failed.values()) if (!UNFIT.has(failure.code)) throw failure;
    const failed = [...run.failed.keys()].map((tile) => [tile, null] as const);
    const tiles = new Map<string, TileFigures | null>([...figuresIn(side, run.results), ...failed]);
    return { causes, notRun: null, failed: run.failed, tiles };
  }

  async #run(
    actor: TenantActor,
    current: Warehouse,
    side: ComparedSide,
    request: Request,
  ): Promise<CompleteRun | NotRun> {
    const { dataVersion, modelHash, settings, today, state } = side;
    const parts = { dataVersion, modelHash, settings, today };
    const warehouse = await this.#options.warehouses.compose(actor, current, parts);
    if (!warehouse) return side.external ? 'external-data' : 'data-removed';
    const { document } = side.report;
    try {
      return await completeRun(this.#options, warehouse, actor, { document, state }, request);
    } catch (error) {
      if (error instanceof UserError && UNFIT.has(error.code)) return 'not-computable';
      throw error;
    }
  }

  #modelVersion(actor: TenantActor, hash: string): Promise<number> {
    const { database } = this.#options;
    return database.withTenant(actor, async (tx) => (await versionOfHash(tx, hash)).version, 'reads');
  }
}

const FAILED_NOW =
  'The report as it is now cannot be run with the selections of this freeze. Compare it with another freeze.';

const sideOf = (stored: StoredFreeze): ComparedSide =>
  frozenSide(stored.manifest, JSON.parse(requireIntact(stored)) as FrozenContent);

function figuresIn({ report }: ComparedSide, results: FrozenContent['results']): Map<string, TileFigures> {
  const { document, fields } = report;
  return new Map(tilesOf(document).map((tile) => [tile.id, figuresOf(tile, results[tile.id], fields)]));
}

/** The tiles of the second side in their order, then those that only the first one has. */
function tilesBetween(a: ComparedSide, b: ComparedSide): Tile[] {
  const later = tilesOf(b.report.document);
  const known = new Set(later.map(({ id }) => id));
  return [...later, ...tilesOf(a.report.document).filter(({ id }) => !known.has(id))].filter((tile) =>
    hasFigures(tile),
  );
}

function countsOf(figures: readonly ComparedFigure[]): FreezeComparison['counts'] {
  const counts = { moved: 0, added: 0, removed: 0, same: 0 };
  for (const { change } of figures) counts[change] += 1;
  return counts;
}

function rerunOf(side: ComparedSide, again: ComputedState): NonNullable<FreezeVerification['rerun']> {
  const stored = figuresIn(side, side.results!);
  const states: ComparedState[] = [{ causes: [], tiles: stored }, again];
  let [figures, moved] = [0, 0];
  for (const [tile, those] of stored) {
    const differ = again.failed.has(tile)
      ? those.size
      : compareTile(tile, states).filter(({ change }) => change !== 'same').length;
    figures += those.size;
    moved += differ;
  }
  return moved === 0 ? { status: 'same', figures } : { status: 'different', figures, moved };
}
