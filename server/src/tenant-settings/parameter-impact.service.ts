import type {
  LocalizedText,
  ParameterPreview,
  QueryResult,
  ReportDocument,
  TenantParameterUsage,
} from '@rise/contract';
import {
  affectedMeasures,
  parameterUsage,
  toQueryResult,
  type AffectedMeasure,
  type CompiledModel,
  type Engine,
  type Scope,
} from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { scopeOf } from '../query/query.service.ts';
import { readReports } from '../reports/report-documents.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { changeSettings, checkChanges, type ParameterChanges } from './parameters.rules.ts';
import { withParameters, withTenantSettings } from './tenant-settings.service.ts';

export interface ParameterImpactOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
}

type Preview = Exclude<ParameterPreview, { type: 'end' }>;

/** What a tenant's parameters are used in, and what a change of them would move. */
export class ParameterImpactService {
  readonly #options: ParameterImpactOptions;

  constructor(options: ParameterImpactOptions) {
    this.#options = options;
  }

  async usage(actor: TenantActor): Promise<TenantParameterUsage[]> {
    const { database, warehouses } = this.#options;
    const model = await warehouses.activeModel(actor);
    if (!model) return [];
    const reports = await database.withTenant(actor, (tx) => readReports(tx, actor), 'reads');
    const known = reports.map(({ id, document }) => ({ id, title: document.title, names: namesIn(document) }));
    return [...parameterUsage(model)].map(([name, { measures, dimensions, rules }]) => {
      const members = [...measures, ...dimensions];
      return {
        name,
        measures: measures.map((item) => ({ ...item, title: titleOf(model, 'measures', item) })),
        dimensions: dimensions.map((item) => ({ ...item, title: titleOf(model, 'dimensions', item) })),
        rules: rules.map((item) => ({ ...item, title: ruleTitle(model, item) })),
        reports: known.flatMap(({ id, title, names }) =>
          members.some((member) => names.has(member.name)) ? [{ id, title }] : [],
        ),
      };
    });
  }

  /**
   * Runs each measure that a change would move twice on the current data, with the values as they are and as they would
   * be. Throws VALIDATION_FAILED.
   */
  async *preview(actor: TenantActor, changes: ParameterChanges, signal: AbortSignal): AsyncGenerator<ParameterPreview> {
    const warehouse = await this.#options.warehouses.current(actor);
    const { model, version, tenantSettings } = warehouse;
    const details = checkChanges(model, changes);
    if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
    const changed = withParameters(tenantSettings, changeSettings(tenantSettings.parameters, changes));
    const before = withTenantSettings(scopeOf(actor), tenantSettings);
    const after = withTenantSettings(scopeOf(actor), changed);
    let compared = 0;
    for await (const affected of affectedMeasures({ model, version, before, after, signal })) {
      yield await this.#compare(warehouse, affected, { before, after, signal });
      compared += 1;
    }
    yield { type: 'end', compared, dataVersion: version.number };
  }

  async #compare(
    { model, version }: Warehouse,
    { dataset, measure, query }: AffectedMeasure,
    { before, after, signal }: { before: Scope; after: Scope; signal: AbortSignal },
  ): Promise<Preview> {
    const known = { dataset, measure, title: titleOf(model, 'measures', { dataset, name: measure }) };
    const run = async (scope: Scope): Promise<QueryResult> => {
      const answer = await this.#options.engine.queries.run({ model, version, scope, query, signal });
      return toQueryResult(answer, { dataVersion: version.number, asOf: version.asOf, unmapped: [] });
    };
    try {
      const [old, proposed] = await Promise.all([run(before), run(after)]);
      const { format } = model.datasets.get(dataset)!.measures.get(measure)!;
      return {
        type: 'figure',
        ...known,
        format,
        before: old.rows[0]?.[0] ?? null,
        after: proposed.rows[0]?.[0] ?? null,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      return { type: 'failed', ...known };
    }
  }
}

interface Member {
  readonly dataset: string;
  readonly name: string;
}

const titleOf = (model: CompiledModel, kind: 'measures' | 'dimensions', { dataset, name }: Member): LocalizedText =>
  model.datasets.get(dataset)?.[kind].get(name)?.title ?? { en: name };

function ruleTitle(model: CompiledModel, { dataset, name }: Member): LocalizedText {
  const fact = model.datasets.get(dataset)?.facts.find((item) => item.dataset.name === dataset);
  return fact?.dataset.rules.find((rule) => rule.name === name)?.title ?? { en: name };
}

/** Texts of a document that can be names of members; its titles cannot. */
function namesIn(document: ReportDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') names.add(value);
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) if (key !== 'title' && key !== 'en' && key !== 'tr') visit(item);
  };
  visit(document);
  return names;
}
