import { LRUCache } from 'lru-cache';
import { MAX_STREAM_ROWS } from '@rise/contract';
import type { ResultColumn, SqlParameters } from '@rise/contract';
import { cacheKey } from '../cache/cache-key.ts';
import { ResultCache } from '../cache/result-cache.ts';
import type { Catalog } from '../model/catalog.ts';
import type { ValueType } from '../expression/tree.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Scope } from '../plan/scope.ts';
import { JsonWriter } from '../results/json-writer.ts';
import type { ResultBody } from '../results/result-body.ts';
import { bodyOf, bytesOfBody } from '../results/result-limit.ts';
import type { BodyText } from '../results/result-limit.ts';
import type { RowsText } from '../dialects/statement.ts';
import { identityOf } from '../warehouses/warehouses.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';
import type { StreamParts, UntitledFormat } from '../stream/stream-request.ts';
import {
  CONTROL_CHARACTER,
  EXPORT_UNAVAILABLE,
  NO_VALIDATOR,
  PARAMETERS_UNAVAILABLE,
  PLAN_UNAVAILABLE,
  planHidden,
  tooManyCharacters,
} from '../sql-validator/messages.ts';
import { PARAMETER_COLUMNS } from '../plan/parameter-rows.ts';
import { PARAMETER_TABLE, parameterTable } from '../sql-validator/parameter-table.ts';
import { placeParameters } from '../sql-validator/parameters.ts';
import { securedTables } from '../sql-validator/secured-tables.ts';
import type { SecuredTable } from '../sql-validator/secured-tables.ts';
import { observedQuery, observeQuery, observeStream, type ObserveQuery } from './observed-query.ts';
import { SqlValidationError, toQueryError } from '../sql-validator/sql-validation-error.ts';
import type { SqlLanguage } from '../sql-validator/sql-validation-error.ts';
import type { AllowedNames, SqlValidator } from '../sql-validator/sql-validator.ts';

/** Maximum characters of a statement. */
const MAX_LENGTH = 20_000;

/** A reader, and the data that the reader's statements are about. */
export interface SqlReader {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: Scope;
}

export interface AdHocSqlRequest extends SqlReader {
  /** The text as its author wrote it. */
  sql: string;
  /** Values of the parameters that it names as `{{name}}`. */
  parameters?: SqlParameters;
  /** Rows beyond this are left out; the result is then `truncated`. */
  limit: number;
  /** Language of error messages; defaults to English. */
  language?: SqlLanguage;
  signal?: AbortSignal;
}

/** What the reader's rights hide in a table that a statement reads. */
export interface Restriction {
  table: string;
  /** Names of the model's rules. */
  rules: string[];
  masked: string[];
}

/** A table as a reader's statements see it. A masked column is empty. */
export interface SqlTable {
  name: string;
  columns: { name: string; type: ValueType; masked: boolean }[];
}

export interface AdHocSqlResult {
  /** The members `"columns":…,"rows":…` of the result as JSON text, without the enclosing braces. */
  body: BodyText;
  rowCount: number;
  truncated: boolean;
  cache: 'hit' | 'miss' | 'shared';
  elapsedMs: number;
  restricted: Restriction[];
}

/** What a statement reads, for all readers. */
export interface StatementReads {
  /** Tables, named as in the warehouse. */
  tables: string[];
  /** Those of them that have row rules or masks for anybody. */
  guarded: Restriction[];
}

export interface AdHocSqlServiceOptions {
  /** The validator of a version's engine; null if ad-hoc SQL is not available on it. */
  validatorOf(version: WarehouseVersion, tenant: string, person: string | undefined): SqlValidator | null;
  catalog(version: WarehouseVersion): Promise<Catalog>;
  cacheBytes: number;
  onQuery?: ObserveQuery | undefined;
}

/** Control characters: statements do not need them, and parsers stop at them or hide them. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/u;

/** Checks that do not depend on the engine. */
function checkText(sql: string): void {
  if (sql.length > MAX_LENGTH) throw new SqlValidationError(null, tooManyCharacters(MAX_LENGTH));
  const control = CONTROL.exec(sql);
  if (control) throw new SqlValidationError(Buffer.byteLength(sql.slice(0, control.index)), CONTROL_CHARACTER);
}

function toResultBody({ rows, columns, rowCount, truncated }: RowsText): ResultBody {
  const described: ResultColumn[] = columns!.map(({ name, type }) => ({
    name,
    title: { en: name },
    role: 'statistic',
    type,
  }));
  const body = new JsonWriter().value('columns', described).text('rows', rows).members();
  return { body: bodyOf(body), rowCount, truncated, uncomputed: [] };
}

const restrictionsOf = (tables: readonly SecuredTable[]): Restriction[] =>
  tables
    .filter(({ rules, masked }) => rules.length + masked.length > 0)
    .map(({ name, rules, masked }) => ({ table: name, rules, masked }));

/** Runs ad-hoc SQL with the rights of its author. */
export class AdHocSqlService {
  readonly #options: AdHocSqlServiceOptions;
  readonly #results: ResultCache<ResultBody>;
  readonly #catalogs = new LRUCache<string, Catalog>({ max: 200 });

  constructor(options: AdHocSqlServiceOptions) {
    this.#options = options;
    this.#results = new ResultCache<ResultBody>({
      bytes: options.cacheBytes,
      sizeOf: ({ body }) => bytesOfBody(body),
    });
  }

  /** Throws `QueryError`, `EngineBusy`, `QueryTimeout`, `WarehouseUnavailable` or the signal's reason. */
  async run(request: AdHocSqlRequest): Promise<AdHocSqlResult> {
    const run = () => this.#located(request, () => this.#run(request));
    return observeQuery(this.#observe(request, 'result'), run, request.signal);
  }

  get cacheStats(): { entries: number; bytes: number } {
    return this.#results.stats;
  }

  /** Drops the cached results of a tenant. */
  forget(tenant: string): void {
    this.#results.forget(tenant);
  }

  #observe(request: SqlReader, delivery: 'result' | 'stream') {
    return this.#options.onQuery?.(observedQuery(request, 'sql', null, delivery)) ?? null;
  }

  /**
   * How the engine would run a statement, as text. Refused where row rules hide rows of its tables: estimates and
   * skipped parts of a plan are computed from all rows. Throws as `run` does.
   */
  async explain(request: Omit<AdHocSqlRequest, 'limit'>): Promise<string> {
    return this.#located(request, async () => {
      const { validator, statement } = await this.#check({ ...request, limit: 1 });
      if (!validator.more) throw new SqlValidationError(null, PLAN_UNAVAILABLE);
      const hidden = statement.used.find(({ rules }) => rules.length > 0);
      if (hidden) throw new SqlValidationError(null, planHidden(hidden.name));
      return validator.more.explain(statement, request.signal);
    });
  }

  /** Streams all rows of a statement, at most `MAX_STREAM_ROWS`. Throws as `run` does before its first part. */
  async stream(
    request: Omit<AdHocSqlRequest, 'limit'>,
    format: UntitledFormat,
  ): Promise<{ parts: StreamParts; restricted: Restriction[] }> {
    return this.#located(request, async () => {
      const { validator, statement } = await this.#check({ ...request, limit: MAX_STREAM_ROWS });
      if (!validator.more) throw new SqlValidationError(null, EXPORT_UNAVAILABLE);
      const rows = validator.more.stream(statement, format, request.signal);
      const parts = observeStream(this.#observe(request, 'stream'), rows, request.signal);
      const first = await parts.next();
      return { parts: startWith(first, parts), restricted: restrictionsOf(statement.used) };
    });
  }

  /** What a statement reads, without running it. Throws as `run` does. */
  async reads(request: Omit<AdHocSqlRequest, 'limit'>): Promise<StatementReads> {
    return this.#located(request, async () => {
      const { validator, statement } = await this.#check({ ...request, limit: 1 });
      if (!validator.more) throw new SqlValidationError(null, EXPORT_UNAVAILABLE);
      const names = new Set(statement.used.map(({ name }) => name));
      // A reader without a name is exempt from no rule and no mask.
      const { tenant } = request.scope;
      const all = await this.#tablesFor({ ...request, scope: { tenant } }, validator);
      return { tables: [...names], guarded: restrictionsOf(all.filter(({ name }) => names.has(name))) };
    });
  }

  async #located<T>({ sql, language = 'en' }: Pick<AdHocSqlRequest, 'sql' | 'language'>, work: () => Promise<T>) {
    try {
      return await work();
    } catch (error) {
      throw error instanceof SqlValidationError ? toQueryError(sql, error, language) : error;
    }
  }

  /**
   * The tables that the reader's statements can use, with the columns that the model exposes; none if ad-hoc SQL is not
   * available on the engine. Throws as `run` does.
   */
  async tables(reader: SqlReader): Promise<SqlTable[]> {
    const validator = this.#options.validatorOf(reader.version, reader.scope.tenant, reader.scope.person);
    if (!validator) return [];
    const catalog = await this.#catalogOf(reader.version);
    const tables = await this.#tablesFor(reader, validator);
    return tables.map(({ name, columns, masked }) => ({
      name,
      columns: columns.map((column) => ({
        name: column,
        type: catalog[name]?.[column] ?? PARAMETER_COLUMNS[column as keyof typeof PARAMETER_COLUMNS],
        masked: masked.includes(column),
      })),
    }));
  }

  /** Checks a statement. Nothing else runs one, whatever of it is returned. */
  async #check(request: Omit<AdHocSqlRequest, 'language'>) {
    const { version, scope, limit, signal } = request;
    const validator = this.#options.validatorOf(version, scope.tenant, scope.person);
    if (!validator) throw new SqlValidationError(null, NO_VALIDATOR);
    checkText(request.sql);
    const { sql, used: parameters, at } = placeParameters(request.sql, request.parameters ?? {});
    if (at !== null && !validator.more) throw new SqlValidationError(at, PARAMETERS_UNAVAILABLE);
    const tables = await this.#tablesFor(request, validator);
    const names = { ...namesOf(tables, validator), parameters: new Set(Object.keys(parameters)) };
    const { tables: read, deterministic } = await validator.validate(sql, names, signal);
    const used = tables.filter(({ name }) => read.has(validator.fold(name)));
    const statement = { version, tenant: scope.tenant, person: scope.person, sql, parameters, used, limit };
    return { validator, statement, deterministic };
  }

  async #run(request: AdHocSqlRequest): Promise<AdHocSqlResult> {
    const started = performance.now();
    const { model, version, scope, limit, signal } = request;
    const { validator, statement, deterministic } = await this.#check(request);
    const { sql, parameters, used } = statement;
    const views = used.map((table) => validator.dialect.compile(table.select(validator.tables)));
    const key = cacheKey({
      tenant: scope.tenant,
      dataVersion: identityOf(version),
      modelHash: model.hash,
      plan: { kind: 'sql', sql, parameters, views, limit },
    });
    const run = async (stop?: AbortSignal) => toResultBody(await validator.run(statement, stop));
    const { result, outcome } = deterministic
      ? await this.#results.get(key, run, signal)
      : { result: await run(signal), outcome: 'miss' as const };
    const elapsedMs = Math.round((performance.now() - started) * 1000) / 1000;
    return { ...result, cache: outcome, elapsedMs, restricted: restrictionsOf(used) };
  }

  async #tablesFor({ model, scope, version }: SqlReader, validator: SqlValidator): Promise<SecuredTable[]> {
    const tables = securedTables({
      model,
      scope,
      asOf: version.asOf,
      catalog: await this.#catalogOf(version),
      tenantColumn: validator.dialect.tenantColumn,
      fold: (name) => validator.fold(name),
    });
    const parameters = 'file' in version ? parameterTable(model, scope, version.asOf) : null;
    const isTaken = tables.some(({ name }) => validator.fold(name) === PARAMETER_TABLE);
    return parameters && !isTaken ? [...tables, parameters] : tables;
  }

  async #catalogOf(version: WarehouseVersion): Promise<Catalog> {
    const key = identityOf(version);
    const catalog = this.#catalogs.get(key) ?? (await this.#options.catalog(version));
    this.#catalogs.set(key, catalog);
    return catalog;
  }
}

async function* startWith(first: Awaited<ReturnType<StreamParts['next']>>, parts: StreamParts): StreamParts {
  try {
    for (let next = first; ; next = await parts.next()) {
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    await parts.return({ rowCount: 0, truncated: false });
  }
}

const namesOf = (tables: readonly SecuredTable[], validator: SqlValidator): Omit<AllowedNames, 'parameters'> => ({
  tables: new Map(tables.map(({ name }) => [validator.fold(name), validator.quote(name)])),
  columns: new Set(tables.flatMap(({ columns }) => columns.map((column) => validator.fold(column)))),
});
