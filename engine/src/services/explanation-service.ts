import type {
  Explanation,
  FunnelExplanation,
  FunnelQuery,
  Measure,
  RowListExplanation,
  RowListQuery,
  Visibility,
} from '@rise/contract';
import { QueryError } from '../errors.ts';
import { columnsBehind } from '../explain/columns-behind.ts';
import { accountsStatement, definitionOf, namedAccounts, narrowQuery } from '../explain/explain.ts';
import { explainedFunnel } from '../explain/funnel.ts';
import { provenanceOf, withoutRules } from '../explain/lineage.ts';
import { explainedList } from '../explain/row-list.ts';
import type { CompiledDataset } from '../model/compiled-model.ts';
import { factsThrough } from '../plan/facts-through.ts';
import { reportedIn } from '../model/amounts.ts';
import { queriedModel, scopeOfQuery } from '../planner/measures/queried-model.ts';
import type { ReaderOf } from '../plan/scope.ts';
import { rowsOfBody } from '../results/result-body.ts';
import { writeSql } from '../sql/write-sql.ts';
import { factNamed, factsBehind, planVisibility, rightsOf } from '../explain/visibility.ts';
import type { Warehouses } from '../warehouses/warehouses.ts';
import type { AveragesService } from './averages-service.ts';
import type { CurrencyService } from './currency-service.ts';
import type { QueryPlanner } from './query-planner.ts';
import type { QueryContext, QueryRequest } from '../requests/query-request.ts';
import type { QueryRunner } from './query-runner.ts';

/** Throws `QueryError` for a dimension, which a list of rows has among its columns. */
function measureNamed({ measures }: CompiledDataset, name: string): Measure {
  const measure = measures.get(name);
  if (measure) return measure;
  const message = `'${name}' is a dimension, which has no formula. Name a measure, or use POST /api/v1/query/list-explanation.`;
  throw new QueryError([{ field: 'measure', message }]);
}

interface ExplanationServiceOptions {
  planner: QueryPlanner;
  runner: QueryRunner;
  averages: AveragesService;
  currencies: CurrencyService;
  warehouses: Warehouses;
}

interface VisibilityRequest extends QueryContext {
  dataset: string;
  reader: ReaderOf;
  /** Dimension values that select a row; null to explain the rights only. */
  row: Readonly<Record<string, string | number | boolean>> | null;
}

/** Explains where figures come from and who can see them. */
export class ExplanationService {
  readonly #currencies: CurrencyService;
  readonly #planner: QueryPlanner;
  readonly #runner: QueryRunner;
  readonly #averages: AveragesService;
  readonly #warehouses: Warehouses;

  constructor({ planner, runner, averages, currencies, warehouses }: ExplanationServiceOptions) {
    this.#currencies = currencies;
    this.#planner = planner;
    this.#runner = runner;
    this.#averages = averages;
    this.#warehouses = warehouses;
  }

  /** Explains one measure of a query. The host adds `loadedAt`. */
  async explain(request: QueryRequest & { measure: string }): Promise<Omit<Explanation, 'loadedAt'>> {
    const { version, scope, query, signal } = request;
    const warehouse = this.#warehouses.of(version, scope.tenant, scope.person);
    const { dialect } = warehouse;
    const narrow = narrowQuery(query, request.measure);
    const { plan, planWithoutRollups } = this.#planner.plan({ ...request, query: narrow.query });
    const model = queriedModel(request.model, scope, query, version.asOf);
    const { sql, parameters } = writeSql(withoutRules(plan, model, scope), dialect).rows;
    const compiled = model.datasets.get(query.dataset)!;
    const measure = measureNamed(compiled, narrow.measure);
    const columns = columnsBehind(compiled, measure, { model, scope });
    const statement = accountsStatement(model, scope.tenant, columns, dialect);
    const [names] = statement ? await warehouse.query([statement], signal) : [];
    const averages = await this.#averages.of(request, plan);
    const accounts = namedAccounts(model, columns, names?.rows ?? null);
    return {
      ...definitionOf(model.model, compiled, measure),
      currency: await this.#currencies.figureCurrency(request, planWithoutRollups, {
        from: compiled,
        measure: measure.name,
        target: reportedIn(model.model, scopeOfQuery(scope, query).currency),
      }),
      custom: !request.model.datasets.get(query.dataset)!.measures.has(measure.name),
      ...provenanceOf({ model, scope, query: narrow.query }, measure, {
        plan: planWithoutRollups,
        rollups: factsThrough(plan.facts).map(({ rollup }) => rollup ?? null),
        accounts,
        requested: request.measure,
        asOf: version.asOf,
      }),
      accounts,
      averages: averages.find(({ column }) => column === request.measure)?.dates ?? [],
      dataVersion: version.number,
      asOf: version.asOf,
      filter: query.filter ?? null,
      having: query.kind === 'aggregate' ? (query.having ?? null) : null,
      peers: 'peers' in query ? (query.peers ?? null) : null,
      sql,
      parameters,
    };
  }

  /** Explains a list of rows. The host adds `loadedAt`. Throws `QueryError`. */
  explainList(request: QueryContext & { query: RowListQuery }): Omit<RowListExplanation, 'loadedAt'> {
    const { plan, ...shown } = this.#shown(request);
    return { ...explainedList(request, plan), ...shown };
  }

  /** Explains a funnel. The host adds `loadedAt`. Throws `QueryError`. */
  explainFunnel(request: QueryContext & { query: FunnelQuery }): Omit<FunnelExplanation, 'loadedAt'> {
    const { plan, ...shown } = this.#shown(request);
    return { ...explainedFunnel(request, plan), ...shown };
  }

  /** The plan of a query, its SQL without row rules, and the data that it reads. */
  #shown(request: QueryRequest) {
    const { model, version, scope } = request;
    const { dialect } = this.#warehouses.of(version, scope.tenant);
    const { plan } = this.#planner.plan(request);
    const { sql, parameters } = writeSql(withoutRules(plan, model, scope), dialect).rows;
    return { plan, sql, parameters, dataVersion: version.number, asOf: version.asOf };
  }

  /** Rules and masks of a dataset that apply to a reader, and their effect on one row the scope can see. */
  async visibility({ dataset, reader, row, ...context }: VisibilityRequest): Promise<Omit<Visibility, 'reader'>> {
    const { model, version, scope, signal } = context;
    const fact = factNamed(model, dataset);
    const rights = rightsOf(factsBehind(model, fact), reader);
    if (row === null) return { ...rights, row: null };
    const plan = planVisibility({ model, fact, asker: scope, reader, row, asOf: version.asOf });
    const { body } = await this.#runner.run(context, plan, signal);
    const [matching, visible, ...passes] = rowsOfBody(body)[0] as number[];
    const names = rights.rules.filter((rule) => rule.applies).map(({ name }) => name);
    const rules = names.map((name, index) => ({ name, passes: passes[index]! }));
    return { ...rights, row: { found: matching!, visible: visible!, rules } };
  }
}
