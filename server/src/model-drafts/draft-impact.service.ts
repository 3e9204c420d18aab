import { aggregateQuery, type Cell, type MovedFigure } from '@rise/contract';
import { diffModels, EngineBusy, toQueryResult, type CompiledModel, type Engine, type Scope } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { ModelService } from '../models/models.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { dayOf, measuresToCompare, type ComparedMeasure } from './draft-impact.rules.ts';

/** Measures that are computed at once. */
const MOST = 200;
/** Measures of one query. */
const BATCH = 20;

export interface Impact {
  readonly figures: MovedFigure[];
  readonly computed: number;
  readonly changed: number;
}

type Side = Pick<Warehouse, 'model' | 'version' | 'tenantSettings'>;
/** Values by measure, in total and in the latest month. */
interface Values {
  readonly total: ReadonlyMap<string, Cell>;
  readonly latest: ReadonlyMap<string, Cell>;
  readonly period: string | null;
}

const NONE: Values = { total: new Map(), latest: new Map(), period: null };

/** Which figures a model text moves, and by how much. */
export class DraftImpactService {
  readonly #engine: Engine;
  readonly #models: ModelService;
  readonly #warehouses: WarehouseService;

  constructor(options: { engine: Engine; models: ModelService; warehouses: WarehouseService }) {
    this.#engine = options.engine;
    this.#models = options.models;
    this.#warehouses = options.warehouses;
  }

  /** Throws the engine's ModelError for an invalid text. Without data, no figure is compared. */
  async compare(
    actor: TenantActor,
    { document, scope, signal }: { document: string; scope: Scope; signal: AbortSignal },
  ): Promise<Impact> {
    const draft = await this.#models.check(actor, { document });
    const active = await this.#models.active(actor);
    const changes = active ? diffModels(active.model, draft.model) : [];
    const candidates = active ? measuresToCompare(active, draft, changes) : addedMeasures(draft);
    const [after, before] = await Promise.all([
      this.#warehouses.preview(actor, draft),
      active && this.#warehouses.preview(actor, active),
    ]);
    if (!after) return { figures: [], computed: 0, changed: candidates.length };
    if (before && before.version.number !== after.version.number)
      throw new UserError('BUSY', 'New data was loaded meanwhile. Compare the figures again.');
    const compared = candidates.slice(0, MOST);
    const figures: MovedFigure[] = [];
    for (const dataset of new Set(compared.map((one) => one.dataset))) {
      const measures = compared.filter((one) => one.dataset === dataset);
      const run = (side: Side | null, of: readonly ComparedMeasure[]) =>
        side ? this.#values(side, { dataset, measures: of.map(({ measure }) => measure.name), scope, signal }) : NONE;
      const values = [
        await run(
          before,
          measures.filter(({ inActive }) => inActive),
        ),
        await run(
          after,
          measures.filter(({ inDraft }) => inDraft),
        ),
      ] as const;
      figures.push(...measures.map((one) => toMoved(one, ...values)).filter(isMoved));
    }
    return { figures, computed: compared.length, changed: candidates.length };
  }

  async #values(
    side: Side,
    request: { dataset: string; measures: string[]; scope: Scope; signal: AbortSignal },
  ): Promise<Values> {
    const compiled = side.model.datasets.get(request.dataset);
    if (!compiled) return NONE;
    const day = dayOf(compiled);
    const total = new Map<string, Cell>();
    const latest = new Map<string, Cell>();
    let period: string | null = null;
    for (let start = 0; start < request.measures.length; start += BATCH) {
      const measures = request.measures.slice(start, start + BATCH);
      const [all] = await this.#rows(side, { ...request, measures, day: null });
      for (const [place, name] of measures.entries()) total.set(name, all?.[place] ?? null);
      if (day === null) continue;
      const [last] = await this.#rows(side, { ...request, measures, day });
      period = last?.[0] == null ? period : String(last[0]);
      for (const [place, name] of measures.entries()) latest.set(name, last?.[place + 1] ?? null);
    }
    return { total, latest, period };
  }

  /** The total, or the latest month; no rows where a measure cannot be computed. */
  async #rows(
    { model, version, tenantSettings }: Side,
    query: { dataset: string; measures: string[]; day: string | null; scope: Scope; signal: AbortSignal },
  ): Promise<Cell[][]> {
    const { dataset, measures, day, scope, signal } = query;
    try {
      const answer = await this.#engine.queries.run({
        model,
        version,
        scope: withTenantSettings(scope, tenantSettings),
        signal,
        query: aggregateQuery.parse({
          dataset,
          measures,
          ...(day !== null && {
            dimensions: [{ field: day, grain: 'month' }],
            filter: { field: day, op: 'isNotNull' },
            order: [{ field: `${day}_month`, direction: 'desc' }],
            limit: 1,
          }),
        }),
      });
      return toQueryResult(answer, { dataVersion: version.number, asOf: version.asOf, unmapped: [] }).rows;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof EngineBusy) throw error;
      if (measures.length === 1) return [];
      // One measure that fails does not hide the others.
      const each = await Promise.all(
        measures.map((name) => this.#rows({ model, version, tenantSettings }, { ...query, measures: [name] })),
      );
      const own = each.map((rows) => rows[0]?.[day === null ? 0 : 1] ?? null);
      const first = each.find((rows) => rows.length > 0)?.[0]?.[0] ?? null;
      return [day === null ? own : [first, ...own]];
    }
  }
}

function addedMeasures(draft: CompiledModel): ComparedMeasure[] {
  return [...draft.datasets].flatMap(([dataset, { measures }]) =>
    [...measures.values()].map((measure) => ({ dataset, measure, inActive: false, inDraft: true })),
  );
}

function toMoved({ dataset, measure }: ComparedMeasure, before: Values, after: Values): MovedFigure {
  const { name, title, format } = measure;
  const of = (values: ReadonlyMap<string, Cell>) => toFigure(values.get(name) ?? null);
  const period = after.period ?? before.period;
  return {
    dataset,
    measure: name,
    title,
    format,
    before: of(before.total),
    after: of(after.total),
    latest: period === null ? null : { period, before: of(before.latest), after: of(after.latest) },
  };
}

const toFigure = (cell: Cell): string | number | null => (typeof cell === 'boolean' ? null : cell);

const isMoved = ({ before, after, latest }: MovedFigure): boolean =>
  before !== after || (latest !== null && latest.before !== latest.after);
