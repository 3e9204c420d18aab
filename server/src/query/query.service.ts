import type {
  AggregateQuery,
  CellAddress,
  DrillStep,
  Explanation,
  FunnelExplanation,
  FunnelQuery,
  LocalizedText,
  QueryMeta,
  QueryResult,
  ResultColumn,
  RowListExplanation,
  RowListQuery,
  RowsQuery,
  SemanticQuery,
  Visibility,
} from '@rise/contract';
import type { Logger } from 'pino';
import {
  drillDown,
  encodeResult,
  hiddenFields,
  reportedIn,
  shapeOf,
  type ResultText,
  type Engine,
  type QueryRequest,
  type ReaderOf,
  type Scope,
} from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { BinaryBody, JsonText, type RowStream } from '../kernel/api/api.ts';
import { ARROW } from '../kernel/api/media-type.ts';
import type { UserError } from '../kernel/errors/user-error.ts';
import type { RollupBuilder } from '../rollups/rollup-builder.service.ts';
import type { QueryLog } from '../rollups/query-log.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { arrowMetadata } from './arrow-metadata.ts';
import { streamFormat, streamResponse, type FormattedRequest } from './query-stream.ts';
import { readerOf, scopeOf } from './query.policy.ts';
import { unmappedShares } from './unmapped-shares.ts';

export { readerOf, scopeOf };

interface RunRequest {
  query: SemanticQuery;
  /** An older version of the data; the current one without it. */
  dataVersion?: number | undefined;
  signal: AbortSignal;
  /** Left out: the actor's own rights. */
  scope?: Scope;
}

interface VisibilityRequest {
  dataset: string;
  reader: ReaderOf;
  /** Values of dimensions that identify the row; null: no row. */
  row: Readonly<Record<string, string | number | boolean>> | null;
}

interface DrillDown {
  steps: DrillStep[];
  rows: RowListQuery | null;
}

export interface QueryServiceOptions {
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  /** The error that a reader sees when a stream fails. */
  readonly toUserError: (error: unknown) => UserError;
  readonly log: Logger;
  /** Omitted: queries are not logged. */
  readonly queryLog?: Pick<QueryLog, 'add'>;
  /** Called with each warehouse that is queried. */
  readonly rollupBuilder?: Pick<RollupBuilder, 'enqueue'>;
  /** Called with each answer of a query. */
  readonly onAnswer?: (answer: Pick<ResultText, 'elapsedMs' | 'cache'>) => void;
}

/** Semantic queries with the actor's own rights, or in another scope that the caller has checked. */
export class QueryService {
  readonly #engine: Engine;
  readonly #warehouses: WarehouseService;
  readonly #options: QueryServiceOptions;

  constructor(options: QueryServiceOptions) {
    this.#engine = options.engine;
    this.#warehouses = options.warehouses;
    this.#options = options;
  }

  /** Runs a query; the result is the JSON text of the contract's `queryResult`. NOT_FOUND for a version without data. */
  async run(actor: TenantActor, { query, dataVersion, signal, scope }: RunRequest): Promise<JsonText> {
    return this.runIn(await this.#warehouses.ofVersion(actor, dataVersion), actor, query, signal, scope);
  }

  /** The same as an Arrow stream, with everything but the rows as metadata of its schema. */
  async runAsArrow(actor: TenantActor, request: RunRequest): Promise<BinaryBody> {
    const result = JSON.parse((await this.run(actor, request)).text) as QueryResult;
    return new BinaryBody(ARROW, encodeResult(result, { kind: 'arrow', metadata: arrowMetadata(result) }));
  }

  /** The same in a given warehouse, so that all tiles of a report see one version. */
  runIn(
    warehouse: Warehouse,
    actor: TenantActor,
    query: SemanticQuery,
    signal: AbortSignal,
    scope: Scope = scopeOf(actor),
  ): Promise<JsonText> {
    const question = { ...contextOf(warehouse, scope), query, signal };
    return this.#toResult(warehouse, actor, question, this.#engine.queries.run(question));
  }

  /** Throws the engine's `QueryError` for a query that has no meaning; runs nothing. */
  checkIn(warehouse: Warehouse, actor: TenantActor, query: SemanticQuery, signal: AbortSignal): void {
    this.#engine.queries.check({ ...contextOf(warehouse, scopeOf(actor)), query, signal });
  }

  /** Runs several queries, which share scans where they can. Each promise settles on its own. */
  runManyIn(
    warehouse: Warehouse,
    actor: TenantActor,
    queries: readonly SemanticQuery[],
    signal: AbortSignal,
    scope: Scope = scopeOf(actor),
  ): Promise<JsonText>[] {
    const context = contextOf(warehouse, scope);
    const questions = queries.map((query) => ({ ...context, query, signal }));
    const answers = this.#engine.queries.runAll(questions);
    return questions.map((question, index) => this.#toResult(warehouse, actor, question, answers[index]!));
  }

  /** Streams the rows of a query. */
  async stream(
    actor: TenantActor,
    request: FormattedRequest,
    { id: requestId, signal }: { id: string; signal: AbortSignal },
    scope: Scope = scopeOf(actor),
  ): Promise<RowStream> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const { version } = warehouse;
    const question = { ...contextOf(warehouse, scope), query: request.query, signal };
    const known = { dataVersion: version.number, asOf: version.asOf };
    const currency = reportedIn(warehouse.model.model, warehouse.tenantSettings.currency);
    const format = (columns: readonly ResultColumn[]) => streamFormat(request, columns, { ...known, currency });
    const stream = this.#engine.queries.stream({ ...question, format });
    const [averages, unmapped, uncomputed] = await Promise.all([
      this.#engine.queries.averages(question),
      this.#unmappedShares(warehouse, question),
      this.#engine.queries.uncomputedAmounts(question),
    ]);
    const { periods, unavailable } = stream;
    const found = { averages, unmapped, unavailable, ...(uncomputed.length > 0 && { uncomputed }) };
    const meta = { ...known, ...found, periods };
    return streamResponse(request, stream, meta, (error) => {
      if (!signal.aborted) this.#options.log.warn({ err: error, requestId }, 'stream interrupted');
      return { userError: this.#options.toUserError(error), requestId };
    });
  }

  /** The rows behind one figure, as the JSON text of the contract's `rowsResult`. */
  async rows(
    actor: TenantActor,
    rows: RowsQuery,
    signal: AbortSignal,
    scope: Scope = scopeOf(actor),
  ): Promise<JsonText> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const context = { ...contextOf(warehouse, scope), signal };
    const answer = await this.#engine.queries.runRows({ ...context, rows });
    const unmapped = await this.#unmappedShares(warehouse, { ...context, query: rows.query });
    return resultText(answer, warehouse, unmapped);
  }

  /** By dataset, the fields that masks hide from the actor. */
  hiddenFieldsIn({ model }: Warehouse, actor: TenantActor): ReadonlyMap<string, ReadonlySet<string>> {
    return hiddenFields(model, scopeOf(actor));
  }

  async drillDown(actor: TenantActor, query: AggregateQuery, cell: CellAddress): Promise<DrillDown> {
    const { model } = await this.#warehouses.ofRequest(actor);
    return drillDown(model, query, cell);
  }

  async explain(
    actor: TenantActor,
    query: SemanticQuery,
    measure: string,
    scope: Scope = scopeOf(actor),
  ): Promise<Explanation> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const explanation = await this.#engine.explanations.explain({ ...contextOf(warehouse, scope), query, measure });
    return { ...explanation, loadedAt: warehouse.loadedAt.toISOString() };
  }

  async explainList(
    actor: TenantActor,
    query: RowListQuery,
    scope: Scope = scopeOf(actor),
  ): Promise<RowListExplanation> {
    const warehouse = await this.#warehouses.ofRequest(actor);
    const explanation = this.#engine.explanations.explainList({ ...contextOf(warehouse, scope), query });
    return { ...explanation, loadedAt: warehouse.loadedAt.toISOString() };
  }

  async explainFunnel(
    actor: TenantActor,
    query: FunnelQuery,
    scope: Scope = scopeOf(actor),
  ): Promise<FunnelExplanation> {
    const warehouse = await this.#warehouses.current(actor);
    const explanation = this.#engine.explanations.explainFunnel({ ...contextOf(warehouse, scope), query });
    return { ...explanation, loadedAt: warehouse.loadedAt.toISOString() };
  }

  /** A dataset's rules for a reader, and their effect on a row that the actor may see. */
  async visibility(
    actor: TenantActor,
    request: VisibilityRequest,
    signal: AbortSignal,
  ): Promise<Omit<Visibility, 'reader'>> {
    const context = contextOf(await this.#warehouses.ofRequest(actor), scopeOf(actor));
    return this.#engine.explanations.visibility({ ...context, ...request, signal });
  }

  /** The rules and masks of each dataset, and which of them apply to a reader. */
  async rights(
    actor: TenantActor,
    reader: ReaderOf,
  ): Promise<({ name: string; title: LocalizedText } & Pick<Visibility, 'rules' | 'masks'>)[]> {
    const context = contextOf(await this.#warehouses.ofRequest(actor), scopeOf(actor));
    return Promise.all(
      [...context.model.datasets.values()].map(async ({ dataset: { name, title } }) => {
        const { rules, masks } = await this.#engine.explanations.visibility({
          ...context,
          dataset: name,
          reader,
          row: null,
          signal: new AbortController().signal,
        });
        return { name, title, rules, masks };
      }),
    );
  }

  async #toResult(
    warehouse: Warehouse,
    actor: TenantActor,
    question: QueryRequest,
    running: Promise<ResultText>,
  ): Promise<JsonText> {
    const [answer, unmapped] = await Promise.all([running, this.#unmappedShares(warehouse, question)]);
    const { model, version, scope, query } = question;
    const { cache, elapsedMs, rowCount, read } = answer;
    this.#options.onAnswer?.(answer);
    if (warehouse.current) this.#options.rollupBuilder?.enqueue(warehouse);
    // No rollup serves single rows or their order, so none is suggested for them.
    if (query.kind !== 'rows' && query.kind !== 'funnel')
      this.#options.queryLog?.add(actor.tenantId, {
        ...shapeOf(query, model, scope, version.asOf),
        ...read,
        at: new Date(),
        dataVersion: version.number,
        cache,
        elapsedMs,
        rowCount,
      });
    return resultText(answer, warehouse, unmapped);
  }

  /** Counted only for fields that have an alert: most queries skip it. */
  #unmappedShares({ unmapped }: Warehouse, question: QueryRequest): Promise<QueryMeta['unmapped']> {
    return unmappedShares(this.#engine, question, (dataset) => unmapped[dataset.dataset.name] ?? []);
  }
}

/** What every query of a warehouse needs. */
function contextOf({ model, version, tenantSettings, today }: Warehouse, scope: Scope) {
  return { model, version, scope: { ...withTenantSettings(scope, tenantSettings), ...(today && { today }) } };
}

function resultText(
  { body, rowCount, truncated, uncomputed, unavailable, averages, cache, periods, elapsedMs }: ResultText,
  { version: { number: dataVersion, asOf } }: Warehouse,
  unmapped: QueryMeta['unmapped'],
): JsonText {
  const meta: QueryMeta = {
    dataVersion,
    asOf,
    rowCount,
    truncated,
    cache,
    uncomputed: [...uncomputed],
    unavailable,
    averages: [...averages],
    unmapped,
    periods,
    elapsedMs,
  };
  return JsonText.ofMembers(body, 'meta', meta);
}
