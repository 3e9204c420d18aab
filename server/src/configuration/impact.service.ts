import { semanticQuery, type MappedCode, type MappingImpact, type Measure, type SemanticQuery } from '@rise/contract';
import {
  figureFormatOf,
  measuresBehind,
  reportedIn,
  toQueryResult,
  type CompiledDataset,
  type Engine,
} from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { scopeOf } from '../query/query.service.ts';
import { applyPatch, checkCodes, NO_CONTENT } from '../tenant-settings/mapping-content.service.ts';
import {
  withProposedCodes,
  withTenantSettings,
  type TenantSettings,
} from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { CodeReader } from './code-reader.ts';
import { findType, type CodeType } from './code-types.rules.ts';
import { totalsOf } from './codes.rules.ts';
import { closedPeriods, findMoves, grainFor, type FigureRow } from './impact.rules.ts';

interface ImpactRequest {
  readonly type: string;
  readonly set: readonly MappedCode[];
  readonly remove: readonly (string | null)[];
}

type Grain = ReturnType<typeof grainFor>;

/** A query whose figures are compared, and which of its columns they are. */
interface Probe {
  readonly dataset: string;
  readonly compiled: CompiledDataset;
  readonly measures: readonly Measure[];
  readonly dimension: string | null;
  readonly time: string | null;
  readonly grain: Grain;
}

/** The most measures that are compared for each dimension, and of those that are computed from codes. */
const MAX_SPLIT = 4;
const MAX_COMPUTED = 20;
const MAX_ROWS = 10_000;

/** What a change of a mapping does to figures, computed on one version of the data. */
export class ImpactService {
  readonly #engine: Engine;
  readonly #warehouses: WarehouseService;
  readonly #reader: CodeReader;

  constructor({ engine, warehouses }: { engine: Engine; warehouses: WarehouseService }) {
    this.#engine = engine;
    this.#warehouses = warehouses;
    this.#reader = new CodeReader({ engine });
  }

  /** Runs each figure that uses the mapping with its current and its proposed codes. Throws VALIDATION_FAILED, NOT_FOUND. */
  async compare(
    actor: TenantActor,
    { type: name, set, remove }: ImpactRequest,
    signal: AbortSignal,
  ): Promise<MappingImpact> {
    const warehouse = await this.#warehouses.current(actor);
    const type = findType(warehouse.model, warehouse.tenantSettings, name);
    if (!type?.mapping) throw notFound();
    const details = checkCodes(type.mapping, set, 'set');
    if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
    const { codes } = warehouse.tenantSettings.contents.get(name) ?? NO_CONTENT;
    const proposed = withProposedCodes(warehouse.tenantSettings, name, applyPatch(codes, { set, remove }));
    const before = await this.#read(actor, warehouse, type, signal);
    const after = await this.#read(actor, { ...warehouse, tenantSettings: proposed }, type, signal);
    const days = before.codes.flatMap(({ first, last }) => [first, last]).filter((day) => day !== null);
    const figures: MappingImpact['figures'] = [];
    let unmoved = 0;
    // One after the other: readers' queries have priority, and the caller can cancel.
    for (const probe of probesOf(warehouse, type, grainFor(days))) {
      const [old, next] = [
        await this.#run(actor, warehouse, warehouse.tenantSettings, probe, signal),
        await this.#run(actor, warehouse, proposed, probe, signal),
      ];
      const moved = probe.measures.flatMap((measure, index) =>
        toFigure(warehouse, probe, measure, { old, next, index }),
      );
      figures.push(...moved);
      unmoved += probe.measures.length - moved.length;
    }
    const share = ({ codes: all }: typeof before) => {
      const { rows, unmappedRows } = totalsOf(all);
      return rows === 0 ? 0 : unmappedRows / rows;
    };
    return {
      figures,
      unmoved,
      closed: closedPeriods(figures, days),
      unmappedShare: before.codes.length === 0 ? null : { before: share(before), after: share(after) },
      dataVersion: warehouse.version.number,
    };
  }

  #read(
    actor: TenantActor,
    warehouse: Pick<Warehouse, 'model' | 'version' | 'tenantSettings'>,
    type: CodeType,
    signal: AbortSignal,
  ) {
    return this.#reader.read(actor, warehouse, type, { weight: null, signal });
  }

  async #run(
    actor: TenantActor,
    { model, version }: Warehouse,
    settings: TenantSettings,
    probe: Probe,
    signal: AbortSignal,
  ): Promise<FigureRow[]> {
    const scope = withTenantSettings(scopeOf(actor), settings);
    const result = await this.#engine.queries.run({ model, version, scope, query: queryOf(probe), signal });
    const { rows } = toQueryResult(result, { dataVersion: version.number, asOf: version.asOf, unmapped: [] });
    const keys = Number(probe.dimension !== null) + Number(probe.time !== null);
    return rows.map((row) => ({
      target: probe.dimension === null ? undefined : textOf(row[0]),
      period: probe.time === null ? null : textOf(row[keys - 1]),
      values: row.slice(keys).map((cell) => (typeof cell === 'boolean' ? String(cell) : (cell ?? null))),
    }));
  }
}

const textOf = (cell: unknown) => (cell === null || cell === undefined ? null : String(cell));

function queryOf({ dataset, measures, dimension, time, grain }: Probe): SemanticQuery {
  const dimensions = [...(dimension === null ? [] : [dimension]), ...(time === null ? [] : [{ field: time, grain }])];
  return semanticQuery.parse({ dataset, dimensions, measures: measures.map(({ name }) => name), limit: MAX_ROWS });
}

/** The queries that show the figures of a type: measures computed from its codes, and sums split by its labels. */
function probesOf({ model }: Warehouse, type: CodeType, grain: Grain): Probe[] {
  return type.fields.flatMap(({ dataset, fields }): Probe[] => {
    const compiled = model.datasets.get(dataset)!;
    const names = new Set(fields.map(({ field }) => field));
    const { asOf } = compiled.facts[0]!.dataset;
    const isDay = ({ column }: { column?: { table: string; column: string } | undefined }) =>
      asOf !== undefined && column?.table === asOf.table && column.column === asOf.column;
    const time = [...compiled.dimensions.values()].find((item) => item.type === 'date' && isDay(item))?.name ?? null;
    const common = { dataset, compiled, time, grain };
    const all = [...compiled.measures.values()];
    const computed = all
      .filter(({ name }) => measuresBehind(compiled, name).some((part) => names.has(part)))
      .slice(0, MAX_COMPUTED);
    const split = all
      .filter((measure) => !computed.includes(measure) && (measure.kind === 'count' || measure.kind === 'sum'))
      .slice(0, MAX_SPLIT);
    const dimensions = [...names].filter((name) => compiled.dimensions.has(name));
    return [
      ...(computed.length > 0 ? [{ ...common, measures: computed, dimension: null }] : []),
      ...(split.length > 0 ? dimensions.map((dimension) => ({ ...common, measures: split, dimension })) : []),
    ];
  });
}

function toFigure(
  { model, tenantSettings }: Warehouse,
  { compiled, dimension, time, grain }: Probe,
  measure: Measure,
  { old, next, index }: { old: readonly FigureRow[]; next: readonly FigureRow[]; index: number },
): MappingImpact['figures'] {
  const { moves, truncated } = findMoves(old, next, index);
  if (moves.length === 0) return [];
  return [
    {
      dataset: compiled.dataset.title,
      measure: measure.name,
      title: measure.label ?? measure.title,
      format: figureFormatOf(compiled, measure, reportedIn(model.model, tenantSettings.currency)),
      dimension: dimension === null ? null : compiled.dimensions.get(dimension)!.title,
      grain: time === null ? null : grain,
      moves,
      truncated,
    },
  ];
}
