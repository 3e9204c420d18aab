import type { AggregateQuery, CellAddress, DrillStep, Explanation, QueryMeta, RowsQuery, SemanticQuery, StreamRequest, Visibility } from '@rise/contract'; // prettier-ignore
import type { Logger } from 'pino';
import {
  drillDown,
  shapeOf,
  type AnswerText,
  type Engine,
  type Question,
  type ReaderOf,
  type Scope,
} from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText, type RowsAnswer } from '../kernel/api.ts';
import type { Failure } from '../kernel/failure.ts';
import type { RollupBuilder } from '../rollups/rollup-builder.service.ts';
import type { QueryLog } from '../rollups/query-log.service.ts';
import { scopeWith } from '../terms/terms.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { formatOf, rowsAnswer } from './query-stream.ts';
import { affectedFields, sharesOf } from './unmapped.rules.ts';
import { scopeOf } from './query.policy.ts';

interface VisibilityQuestion {
  dataset: string;
  reader: ReaderOf;
  /** Values of dimensions that pick the row. */
  row: Readonly<Record<string, string | number | boolean>> | null;
}

export { scopeOf };

/** Questions are asked with the actor's own rights, unless another scope is given that they may use. */
export interface QueryService {
  /** Answers a query with the actor's rights, as the text of contract's `queryResult`. */
  answer(actor: TenantActor, query: SemanticQuery, signal: AbortSignal, scope?: Scope): Promise<JsonText>;
  /** The same in a warehouse already chosen, so that all tiles of a report see one version. */
  answerIn(
    warehouse: Warehouse,
    actor: TenantActor,
    query: SemanticQuery,
    signal: AbortSignal,
    scope?: Scope,
  ): Promise<JsonText>;
  /** Several at once, each handed over as soon as it is there: what they have in common is read once. One that fails does so alone. */
  answersIn(
    warehouse: Warehouse,
    actor: TenantActor,
    queries: readonly SemanticQuery[],
    signal: AbortSignal,
  ): Promise<JsonText>[];
  /** Hands over the rows of a query with the rights that the actor has now, as they come. */
  stream(
    actor: TenantActor,
    asked: StreamRequest,
    request: { id: string; signal: AbortSignal },
    scope?: Scope,
  ): Promise<RowsAnswer>;
  /** The rows behind one figure, as the text of contract's `rowsResult`. */
  rows(actor: TenantActor, rows: RowsQuery, signal: AbortSignal, scope?: Scope): Promise<JsonText>;
  drillDown(actor: TenantActor, query: AggregateQuery, cell: CellAddress): Promise<{ steps: DrillStep[] }>;
  explain(actor: TenantActor, query: SemanticQuery, measure: string, scope?: Scope): Promise<Explanation>;
  /** What of a dataset's rights concerns a reader, and what they make of a row that the actor may see. */
  visibility(actor: TenantActor, asked: VisibilityQuestion, signal: AbortSignal): Promise<Omit<Visibility, 'reader'>>;
}

export interface QueryOptions {
  engine: Engine;
  warehouses: WarehouseService;
  /** How an error in the middle of a stream is told to the reader. */
  toFailure: (error: unknown) => Failure;
  log: Logger;
  /** Where what is asked is kept; left out, nothing is. */
  queryLog?: Pick<QueryLog, 'note'>;
  /** Told of each warehouse that is asked. */
  rollupBuilder?: Pick<RollupBuilder, 'notice'>;
}

/** What a question is asked of, in the tenant's terms. */
const asking = ({ model, version, terms }: Warehouse, scope: Scope) => ({
  model,
  version,
  scope: scopeWith(scope, terms),
});

export function createQueries(options: QueryOptions): QueryService {
  const { engine, warehouses } = options;

  const told = async (
    warehouse: Warehouse,
    actor: TenantActor,
    question: Question,
    answered: Promise<AnswerText>,
  ): Promise<JsonText> => {
    const [answer, unmapped] = await Promise.all([answered, unmappedShares(warehouse, question)]);
    const { model, version, scope, query } = question;
    const { cache, elapsedMs, rowCount, read } = answer;
    options.rollupBuilder?.notice(warehouse);
    options.queryLog?.note(actor.tenantId, {
      ...shapeOf(query, model, scope, version.asOf),
      ...read,
      at: new Date(),
      dataVersion: version.number,
      cache,
      elapsedMs,
      rowCount,
    });
    return new JsonText(`{${answer.body},"meta":${JSON.stringify(metaOf(answer, version, unmapped))}}`);
  };

  const answerIn: QueryService['answerIn'] = (warehouse, actor, query, signal, scope = scopeOf(actor)) => {
    const question = { ...asking(warehouse, scope), query, signal };
    return told(warehouse, actor, question, engine.answer(question));
  };

  const answersIn: QueryService['answersIn'] = (warehouse, actor, asked, signal) => {
    const of = asking(warehouse, scopeOf(actor));
    const questions = asked.map((query) => ({ ...of, query, signal }));
    const answers = engine.answerEach(questions);
    return questions.map((question, place) => told(warehouse, actor, question, answers[place]!));
  };

  /** Counted only where an alert says that there are such codes: most queries pay nothing for it. */
  const unmappedShares = async ({ unlabelled }: Warehouse, question: Question): Promise<QueryMeta['unmapped']> => {
    const { query, model } = question;
    const dataset = model.datasets.get(query.dataset);
    const fields = dataset ? affectedFields(query, dataset, unlabelled[query.dataset] ?? []) : [];
    if (fields.length === 0) return [];
    return sharesOf(fields, await engine.unlabelledRows({ ...question, fields }));
  };

  return {
    answerIn,
    answersIn,
    answer: async (actor, query, signal, scope) =>
      answerIn(await warehouses.current(actor), actor, query, signal, scope),
    async stream(actor, asked, { id: requestId, signal }, scope = scopeOf(actor)) {
      const warehouse = await warehouses.current(actor);
      const { version } = warehouse;
      const question = { ...asking(warehouse, scope), query: asked.query, signal };
      const stream = engine.stream({ ...question, format: (columns) => formatOf(asked, columns) });
      const unmapped = await unmappedShares(warehouse, question);
      const told = { dataVersion: version.number, asOf: version.asOf, unmapped };
      return rowsAnswer(asked, stream, told, (error) => {
        if (!signal.aborted) options.log.warn({ err: error, requestId }, 'stream broke off');
        return { failure: options.toFailure(error), requestId };
      });
    },
    async rows(actor, rows, signal, scope = scopeOf(actor)) {
      const warehouse = await warehouses.current(actor);
      const { version } = warehouse;
      const asked = { ...asking(warehouse, scope), signal };
      const answer = await engine.rows({ ...asked, rows });
      const unmapped = await unmappedShares(warehouse, { ...asked, query: rows.query });
      return new JsonText(`{${answer.body},"meta":${JSON.stringify(metaOf(answer, version, unmapped))}}`);
    },
    async drillDown(actor, query, cell) {
      const { model } = await warehouses.current(actor);
      return { steps: drillDown(model, query, cell) };
    },
    async explain(actor, query, measure, scope = scopeOf(actor)) {
      const warehouse = await warehouses.current(actor);
      const explanation = await engine.explain({ ...asking(warehouse, scope), query, measure });
      return { ...explanation, loadedAt: warehouse.loadedAt.toISOString() };
    },
    async visibility(actor, asked, signal) {
      return engine.visibility({ ...asking(await warehouses.current(actor), scopeOf(actor)), ...asked, signal });
    },
  };
}

function metaOf(answer: AnswerText, version: Warehouse['version'], unmapped: QueryMeta['unmapped']): QueryMeta {
  return {
    dataVersion: version.number,
    asOf: version.asOf,
    rowCount: answer.rowCount,
    truncated: answer.truncated,
    cache: answer.cache,
    unmapped,
    elapsedMs: answer.elapsedMs,
  };
}
