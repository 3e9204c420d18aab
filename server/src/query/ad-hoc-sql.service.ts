import { createHash } from 'node:crypto';
import {
  MAX_STREAM_ROWS,
  type Language,
  type SqlExport,
  type SqlHistoryEntry,
  type SqlParameters,
  type SqlPlanRequest,
  type SqlQuery,
  type SqlResult,
  type SqlTable,
} from '@rise/contract';
import { type Engine, QueryError, type StreamEnd, type StreamParts } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText, type RowStream } from '../kernel/api/api.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import type { UserError } from '../kernel/errors/user-error.ts';
import { keepOrigin } from '../kernel/origin.ts';
import type { SqlWorkbenchService } from '../sql-workbench/sql-workbench.service.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { TRUNCATION_NOTE } from './query-stream.ts';
import type { ViewAsService } from './view-as.service.ts';

export interface AdHocSqlOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly viewAs: ViewAsService;
  readonly workbench: SqlWorkbenchService;
  readonly toUserError: (error: unknown) => UserError;
}

interface Call {
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly language: Language;
}

/** A statement as it is recorded. */
interface Recorded {
  readonly kind: SqlHistoryEntry['kind'];
  readonly sql: string;
  readonly parameters: SqlParameters;
  readonly dataVersion: number;
}

/** Statements that users write themselves. */
export class AdHocSqlService {
  readonly #options: AdHocSqlOptions;

  constructor(options: AdHocSqlOptions) {
    this.#options = options;
  }

  /** The tables that the person's statements can use. WAREHOUSE_UNAVAILABLE while the tenant has no data. */
  async tables(actor: TenantActor): Promise<SqlTable[]> {
    const { engine, warehouses, viewAs } = this.#options;
    const { scope } = await viewAs.resolve(actor, undefined);
    const { model, version, tenantSettings } = await warehouses.current(actor);
    return engine.adHocSql.tables({ model, version, scope: withTenantSettings(scope, tenantSettings) });
  }

  /**
   * Runs a statement; the result is the JSON text of the contract's `sqlResult`. The statement is audited whatever the
   * outcome, and is in the person's history.
   */
  async run(actor: TenantActor, { limit, ...query }: SqlQuery, call: Call): Promise<JsonText> {
    const { question, version } = await this.#question(actor, query, call);
    const record = this.#recorder(actor, { kind: 'run', ...query, dataVersion: version.number }, call);
    try {
      const answer = await this.#options.engine.adHocSql.run({ ...question, limit });
      const { rowCount, truncated, cache, elapsedMs, restricted } = answer;
      await record({ rowCount, truncated });
      const { number: dataVersion, asOf } = version;
      const meta: SqlResult['meta'] = { dataVersion, asOf, rowCount, truncated, cache, elapsedMs, restricted };
      return JsonText.ofMembers(answer.body, 'meta', meta);
    } catch (error) {
      await record(null, error);
      throw error;
    }
  }

  /** How the engine would run a statement. */
  async plan(actor: TenantActor, query: SqlPlanRequest, call: Call): Promise<{ plan: string; dataVersion: number }> {
    const { question, version } = await this.#question(actor, query, call);
    return { plan: await this.#options.engine.adHocSql.explain(question), dataVersion: version.number };
  }

  /** Streams all rows of a statement. It is audited and in the history as one that runs is, once the stream ends. */
  async export(actor: TenantActor, { format, csv, ...query }: SqlExport, call: Call): Promise<RowStream> {
    const { question, version } = await this.#question(actor, query, call);
    const record = this.#recorder(actor, { kind: 'export', ...query, dataVersion: version.number }, call);
    const isTurkish = csv.language === 'tr';
    const cutNote = TRUNCATION_NOTE[csv.language];
    const conventions = { delimiter: isTurkish ? ';' : ',', decimalComma: isTurkish, bom: csv.bom, cutNote } as const;
    try {
      const streamed = format === 'csv' ? ({ kind: 'csv', ...conventions } as const) : ({ kind: 'ndjson' } as const);
      const { parts } = await this.#options.engine.adHocSql.stream(question, streamed);
      const recorded = recordEnd(parts, record);
      const name = ['query', version.asOf, `v${version.number}`].filter((part) => part !== null).join('-');
      return {
        contentType:
          format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8',
        headers: {
          'content-disposition': `attachment; filename="${name}.${format}"`,
          'rise-data-version': String(version.number),
          'rise-row-limit': String(MAX_STREAM_ROWS),
        },
        parts: format === 'csv' ? withTrailers(recorded) : this.#ndjson(recorded, call),
      };
    } catch (error) {
      await record(null, error);
      throw error;
    }
  }

  async *#ndjson(parts: StreamParts, { requestId }: Call): RowStream['parts'] {
    try {
      const end = yield* parts;
      yield line({ type: 'end', ...end });
      return {};
    } catch (error) {
      const { code, message, details } = this.#options.toUserError(error);
      yield line({ type: 'failed', error: { code, message, details, requestId } });
      return {};
    }
  }

  async #question(actor: TenantActor, { sql, parameters, viewAs: reader }: SqlPlanRequest, call: Call) {
    const { warehouses, viewAs } = this.#options;
    const { scope } = await viewAs.resolve(actor, reader);
    const { model, version, tenantSettings } = await warehouses.current(actor);
    const { language, signal } = call;
    const inTenant = withTenantSettings(scope, tenantSettings);
    return { question: { model, version, scope: inTenant, sql, parameters, language, signal }, version };
  }

  /** Records the end of a statement that begins now: its rows, or the error. */
  #recorder(actor: TenantActor, statement: Recorded, { requestId, signal }: Call) {
    const { database, workbench } = this.#options;
    const { kind, sql, parameters, dataVersion } = statement;
    const [startedAt, started] = [new Date(), performance.now()];
    return keepOrigin(async (end: StreamEnd | null, error?: unknown): Promise<void> => {
      const isRejected = error instanceof QueryError;
      const problem = isRejected ? error.message : null;
      const hash = createHash('sha256').update(sql).digest('hex');
      const why = end ?? { problem: problem ?? (error as Error).name };
      await audit(database, actor, {
        action: kind === 'run' ? 'query.sql' : 'query.sql-export',
        outcome: end ? 'done' : isRejected ? 'denied' : 'failed',
        requestId,
        details: { sql, parameters, hash, dataVersion, ...why },
      });
      await workbench.recordRun(actor, {
        kind,
        sql,
        parameters,
        outcome: end ? 'done' : signal.aborted ? 'canceled' : 'failed',
        problem,
        startedAt,
        elapsedMs: performance.now() - started,
        rowCount: end?.rowCount ?? null,
        truncated: end?.truncated ?? false,
        dataVersion,
      });
    });
  }
}

/** The same parts; the record is written at their end, also where their reader leaves before. */
async function* recordEnd(
  parts: StreamParts,
  record: (end: StreamEnd | null, error?: unknown) => Promise<void>,
): StreamParts {
  let failure: unknown = new Error('The reader left.');
  let end: StreamEnd | null = null;
  try {
    end = yield* parts;
    return end;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await record(end, failure);
  }
}

async function* withTrailers(parts: StreamParts): RowStream['parts'] {
  const { rowCount, truncated } = yield* parts;
  return { 'rise-row-count': String(rowCount), 'rise-truncated': String(truncated) };
}

const line = (record: object) => Buffer.from(`${JSON.stringify(record)}\n`);
