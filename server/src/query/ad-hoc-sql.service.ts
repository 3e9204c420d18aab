import { createHash } from 'node:crypto';
import type { Language, SqlQuery, SqlResult, SqlTable } from '@rise/contract';
import { type Engine, QueryError } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api/api.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { ViewAsService } from './view-as.service.ts';

export interface AdHocSqlOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  readonly viewAs: ViewAsService;
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
   * outcome.
   */
  async run(
    actor: TenantActor,
    { sql, limit, viewAs: reader }: SqlQuery,
    { requestId, signal, language }: { requestId: string; signal: AbortSignal; language: Language },
  ): Promise<JsonText> {
    const { database, engine, warehouses, viewAs } = this.#options;
    const { scope } = await viewAs.resolve(actor, reader);
    const { model, version, tenantSettings } = await warehouses.current(actor);
    const record = (outcome: 'done' | 'denied' | 'failed', more: Record<string, unknown>) => {
      const hash = createHash('sha256').update(sql).digest('hex');
      const details = { sql, hash, dataVersion: version.number, ...more };
      return audit(database, actor, { action: 'query.sql', outcome, requestId, details });
    };
    try {
      const question = {
        model,
        version,
        scope: withTenantSettings(scope, tenantSettings),
        sql,
        limit,
        language,
        signal,
      };
      const answer = await engine.adHocSql.run(question);
      const { rowCount, truncated, cache, elapsedMs, restricted } = answer;
      await record('done', { rowCount, truncated });
      const { number: dataVersion, asOf } = version;
      const meta: SqlResult['meta'] = { dataVersion, asOf, rowCount, truncated, cache, elapsedMs, restricted };
      return JsonText.ofMembers(answer.body, 'meta', meta);
    } catch (error) {
      const rejected = error instanceof QueryError;
      await record(rejected ? 'denied' : 'failed', { problem: rejected ? error.message : (error as Error).name });
      throw error;
    }
  }
}
