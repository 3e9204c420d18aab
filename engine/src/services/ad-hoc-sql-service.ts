import { LRUCache } from 'lru-cache';
import type { ResultColumn } from '@rise/contract';
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
import { CONTROL_CHARACTER, NO_VALIDATOR, tooManyCharacters } from '../sql-validator/messages.ts';
import { securedTables } from '../sql-validator/secured-tables.ts';
import type { SecuredTable } from '../sql-validator/secured-tables.ts';
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

export interface AdHocSqlServiceOptions {
  /** The validator of a version's engine; null if ad-hoc SQL is not available on it. */
  validatorOf(version: WarehouseVersion, tenant: string, person: string | undefined): SqlValidator | null;
  catalog(version: WarehouseVersion): Promise<Catalog>;
  cacheBytes: number;
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
    try {
      return await this.#run(request);
    } catch (error) {
      if (error instanceof SqlValidationError) throw toQueryError(request.sql, error, request.language ?? 'en');
      throw error;
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
        type: catalog[name]![column]!,
        masked: masked.includes(column),
      })),
    }));
  }

  async #run(request: AdHocSqlRequest): Promise<AdHocSqlResult> {
    const started = performance.now();
    const { model, version, scope, sql, limit, signal } = request;
    const validator = this.#options.validatorOf(version, scope.tenant, scope.person);
    if (!validator) throw new SqlValidationError(null, NO_VALIDATOR);
    checkText(sql);
    const { dialect } = validator;
    const tables = await this.#tablesFor(request, validator);
    const checked = await validator.validate(sql, namesOf(tables, validator), signal);
    const used = tables.filter(({ name }) => checked.tables.has(validator.fold(name)));
    const views = used.map((table) => dialect.compile(table.select(validator.tables)));
    const key = cacheKey({
      tenant: scope.tenant,
      dataVersion: identityOf(version),
      modelHash: model.hash,
      plan: { kind: 'sql', sql, views, limit },
    });
    const statement = { version, tenant: scope.tenant, person: scope.person, sql, used, limit };
    const run = async (stop?: AbortSignal) => toResultBody(await validator.run(statement, stop));
    const { result, outcome } = checked.deterministic
      ? await this.#results.get(key, run, signal)
      : { result: await run(signal), outcome: 'miss' as const };
    const elapsedMs = Math.round((performance.now() - started) * 1000) / 1000;
    return { ...result, cache: outcome, elapsedMs, restricted: restrictionsOf(used) };
  }

  async #tablesFor({ model, scope, version }: SqlReader, validator: SqlValidator): Promise<SecuredTable[]> {
    return securedTables({
      model,
      scope,
      asOf: version.asOf,
      catalog: await this.#catalogOf(version),
      tenantColumn: validator.dialect.tenantColumn,
      fold: (name) => validator.fold(name),
    });
  }

  async #catalogOf(version: WarehouseVersion): Promise<Catalog> {
    const key = identityOf(version);
    const catalog = this.#catalogs.get(key) ?? (await this.#options.catalog(version));
    this.#catalogs.set(key, catalog);
    return catalog;
  }
}

const namesOf = (tables: readonly SecuredTable[], validator: SqlValidator): AllowedNames => ({
  tables: new Map(tables.map(({ name }) => [validator.fold(name), validator.quote(name)])),
  columns: new Set(tables.flatMap(({ columns }) => columns.map((column) => validator.fold(column)))),
});
