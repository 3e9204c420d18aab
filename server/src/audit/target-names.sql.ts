import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface TargetRow {
  id: string;
  name: string | null;
  /** What of it a change may change, by the names of the API. */
  facts: Record<string, unknown> | null;
}

/** Of these ids those that something of the tenant has, with its name. Names of private chats and questions are none. */
export function findTenantTargets(tx: TenantTx, ids: readonly string[], language: string): Promise<TargetRow[]> {
  const { tenantId } = tx;
  const of = ids as string[];
  return tx.rows<TargetRow>`
    SELECT id, coalesce(document->'title'->>${language}::text, document->'title'->>'en') AS name,
           jsonb_build_object('title', document->'title', 'purpose', document->'purpose', 'workspace', workspace_id) AS facts
      FROM report WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, coalesce(name->>${language}::text, name->>'en'), jsonb_build_object('name', name, 'description', description, 'icon', icon,
           'color', color, 'everyone', everyone) FROM workspace WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, domain, jsonb_build_object('joinRule', join_rule, 'role', role)
      FROM tenant_domain WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, email, NULL FROM invitation WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, email, NULL FROM join_request WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, person, NULL FROM support_visit WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM scim_token WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, display_name, NULL FROM scim_group WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('name', name, 'paused', paused IS NOT NULL)
      FROM webhook WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('origins', origins)
      FROM embed_key WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, title, jsonb_build_object('title', title, 'condition', condition, 'quiet', quiet, 'mail', mail,
           'webhook', webhook_id, 'paused', is_paused) FROM report_alert WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, title, jsonb_build_object('title', title, 'rule', rule, 'attachments', attachments, 'onlyNew', only_new,
           'webhook', webhook_id) FROM report_subscription WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM report_view WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM report_link WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM report_freeze WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, coalesce(title->>${language}::text, title->>'en'), NULL FROM report_export WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('name', name, 'description', description, 'shared', shared)
      FROM saved_query WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('name', name) FROM copy_source WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('name', name, 'schedule', schedule, 'paused', paused)
      FROM data_copy WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, jsonb_build_object('name', name, 'kind', kind, 'email', email, 'commonGroups', common_groups)
      FROM knowledge_source WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM knowledge_document WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, name, NULL FROM upload WHERE tenant_id = ${tenantId} AND id = ANY (${of})
    UNION ALL
    SELECT id, NULL, jsonb_build_object('note', note, 'rejectLimit', reject_limit)
      FROM data_import WHERE tenant_id = ${tenantId} AND id = ANY (${of})`;
}

/**
 * The same of what is above the tenants. For a tenant only what its administrators may see: the tenant itself, API tokens
 * for it, and workspace templates that it is offered.
 */
export function findGlobalTargets(
  tx: GlobalTx,
  ids: readonly string[],
  { tenantId, language }: { tenantId: string | null; language: string },
): Promise<TargetRow[]> {
  const of = ids as string[];
  return tx.rows<TargetRow>`
    SELECT id, name, NULL::jsonb AS facts FROM tenant
     WHERE id = ANY (${of}) AND (${tenantId}::uuid IS NULL OR id = ${tenantId})
    UNION ALL
    SELECT id, name, NULL FROM api_token
     WHERE id = ANY (${of}) AND (${tenantId}::uuid IS NULL OR tenant_id = ${tenantId})
    UNION ALL
    SELECT id, coalesce(name->>${language}::text, name->>'en'), NULL FROM workspace_template
     WHERE id = ANY (${of}) AND (${tenantId}::uuid IS NULL OR tenants IS NULL OR ${tenantId} = ANY (tenants))
    UNION ALL
    SELECT id, coalesce(title->>${language}::text, title->>'en'), NULL FROM announcement
     WHERE id = ANY (${of}) AND ${tenantId}::uuid IS NULL
    UNION ALL
    SELECT id, email, NULL FROM global_invitation WHERE id = ANY (${of}) AND ${tenantId}::uuid IS NULL
    UNION ALL
    SELECT id, person, NULL FROM support_visit WHERE id = ANY (${of}) AND ${tenantId}::uuid IS NULL
    UNION ALL
    SELECT id, from_text, jsonb_build_object('language', language, 'from', from_text, 'to', to_text, 'isTwoWay', is_two_way)
      FROM search_synonym WHERE id = ANY (${of}) AND ${tenantId}::uuid IS NULL
    UNION ALL
    SELECT id, term, NULL FROM search_pin WHERE id = ANY (${of}) AND ${tenantId}::uuid IS NULL`;
}
