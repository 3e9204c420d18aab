import type { AssistantUse, PlanLimits, RatingReason } from '@rise/contract';
import type { TenantTx } from '../kernel/database/database.ts';
import type { TokenUse } from './completion-stream.ts';

export async function insertUse(tx: TenantTx, accountId: string): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO assistant_use (tenant_id, account_id) VALUES (${tx.tenantId}, ${accountId}) RETURNING id`;
  return row!.id;
}

export interface MonthUse {
  limits: Pick<PlanLimits, 'assistantTokens' | 'assistantCost'>;
  tokens: number;
  costMicros: number;
}

/** The tenant's limits, and what it has used and reserved in this month. */
export async function readMonth(tx: TenantTx): Promise<MonthUse> {
  const row = await tx.first<MonthUse>`
    SELECT jsonb_build_object('assistantTokens', t.assistant_tokens, 'assistantCost', t.assistant_cost) AS limits,
           used.tokens, used."costMicros"
      FROM tenant t CROSS JOIN LATERAL (
           SELECT coalesce(sum(u.input_tokens::bigint + u.output_tokens), 0)::bigint AS tokens,
                  coalesce(sum(u.cost_micros), 0)::bigint AS "costMicros"
             FROM assistant_use u WHERE u.tenant_id = ${tx.tenantId}
              AND u.asked_at >= date_trunc('month', now(), 'UTC')) used
     WHERE t.id = ${tx.tenantId}`;
  return row!;
}

/** The same; until the transaction ends, no other answer reserves anything in the tenant. */
export async function lockMonth(tx: TenantTx): Promise<MonthUse> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('assistant use ' || ${tx.tenantId}::text, 0))`;
  return readMonth(tx);
}

export async function updateUse(tx: TenantTx, id: string, { input, output }: TokenUse, costMicros: number) {
  await tx.run`
    UPDATE assistant_use SET input_tokens = ${input}, output_tokens = ${output}, cost_micros = ${costMicros}
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** By day in UTC, the newest first. */
export function listDays(tx: TenantTx, days: number): Promise<AssistantUse['days']> {
  return tx.rows<AssistantUse['days'][number]>`
    WITH used AS (
      SELECT (asked_at AT TIME ZONE 'UTC')::date AS day, count(*)::integer AS questions,
             count(DISTINCT account_id)::integer AS people, coalesce(sum(input_tokens), 0)::bigint AS input,
             coalesce(sum(output_tokens), 0)::bigint AS output, sum(cost_micros)::float8 / 1e6 AS cost
        FROM assistant_use
       WHERE tenant_id = ${tx.tenantId} AND asked_at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1})
       GROUP BY 1),
    rated AS (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE rating = 'helpful')::integer AS helpful,
             count(*) FILTER (WHERE rating = 'unhelpful')::integer AS unhelpful
        FROM assistant_message WHERE tenant_id = ${tx.tenantId} AND rating IS NOT NULL GROUP BY 1)
    SELECT used.day::text, questions, people, input AS "inputTokens", output AS "outputTokens", cost,
           coalesce(helpful, 0) AS helpful, coalesce(unhelpful, 0) AS unhelpful
      FROM used LEFT JOIN rated USING (day) ORDER BY used.day DESC`;
}

export function countReasons(tx: TenantTx, days: number): Promise<{ reason: RatingReason; count: number }[]> {
  return tx.rows<{ reason: RatingReason; count: number }>`
    SELECT rating_reason AS reason, count(*)::integer AS count FROM assistant_message
     WHERE tenant_id = ${tx.tenantId} AND rating_reason IS NOT NULL
       AND created_at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1})
     GROUP BY 1`;
}

/** Deletes what was counted more than so many days ago. */
export async function purgeUse(tx: TenantTx, days: number): Promise<void> {
  await tx.run`
    DELETE FROM assistant_use WHERE tenant_id = ${tx.tenantId} AND asked_at < now() - make_interval(days => ${days})`;
}
