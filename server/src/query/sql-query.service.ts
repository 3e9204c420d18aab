import { createHash } from 'node:crypto';
import type { Language, SqlQuery, SqlResult } from '@rise/contract';
import { type Engine, QueryError } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { JsonText } from '../kernel/api.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { scopeWith } from '../terms/terms.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { ViewAsService } from './view-as.service.ts';

export interface SqlQueryService {
  /** Answers what the actor wrote, as the text of contract's `sqlResult`; recorded with the statement, however it ends. */
  answer(
    actor: TenantActor,
    query: SqlQuery,
    call: { requestId: string; signal: AbortSignal; language: Language },
  ): Promise<JsonText>;
}

export function createSqlQueries(options: {
  database: Database;
  engine: Engine;
  warehouses: WarehouseService;
  viewAs: ViewAsService;
}): SqlQueryService {
  const { database, engine, warehouses, viewAs } = options;
  return {
    async answer(actor, { sql, limit, viewAs: as }, { requestId, signal, language }) {
      const { scope } = await viewAs.eyes(actor, as);
      const { model, version, terms } = await warehouses.current(actor);
      /** The statement itself is kept: who looks into a trail of SQL wants to know what was asked. */
      const record = (outcome: 'done' | 'denied' | 'failed', more: Record<string, unknown>) => {
        const hash = createHash('sha256').update(sql).digest('hex');
        const details = { sql, hash, dataVersion: version.number, ...more };
        return audit(database, actor, { action: 'query.sql', outcome, requestId, details });
      };
      try {
        const question = { model, version, scope: scopeWith(scope, terms), sql, limit, language, signal };
        const answer = await engine.answerSql(question);
        const { rowCount, truncated, cache, elapsedMs, restricted } = answer;
        await record('done', { rowCount, truncated });
        const { number: dataVersion, asOf } = version;
        const meta: SqlResult['meta'] = { dataVersion, asOf, rowCount, truncated, cache, elapsedMs, restricted };
        return new JsonText(`{${answer.body},"meta":${JSON.stringify(meta)}}`);
      } catch (error) {
        const refused = error instanceof QueryError;
        await record(refused ? 'denied' : 'failed', { problem: refused ? error.message : (error as Error).name });
        throw error;
      }
    },
  };
}
