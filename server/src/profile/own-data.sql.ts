import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

/** Rows of a table as they are stored, without secrets. */
type Rows = Promise<object[]>;

/** What the installation stores about a person above the tenants, by table. */
export const ACCOUNT_DATA = {
  account: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(a) - ARRAY['picture', 'shown_picture', 'id_token'] AS row FROM account a WHERE id = ${id}`,
  account_picture: (tx, id): Rows =>
    tx.rows`SELECT jsonb_build_object('media_type', media_type, 'base64', encode(bytes, 'base64')) AS row
              FROM account_picture WHERE account_id = ${id}`,
  global_user: (tx, id): Rows => tx.rows`SELECT to_jsonb(g) AS row FROM global_user g WHERE account_id = ${id}`,
  session: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(s) - ARRAY['token_hash', 'id_token', 'provider_session'] AS row FROM session s
             WHERE account_id = ${id} ORDER BY created_at, id`,
  api_token: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(t) - 'token_hash' AS row FROM api_token t WHERE account_id = ${id} ORDER BY created_at, id`,
  support_visit: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(v) AS row FROM support_visit v WHERE account_id = ${id} ORDER BY requested_at, id`,
  tenant_user: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(u) - 'names' AS row FROM tenant_user u WHERE account_id = ${id} ORDER BY created_at, tenant_id`,
  announcement_read: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(r) AS row FROM announcement_read r WHERE account_id = ${id} ORDER BY read_at, announcement_id`,
  contact_message: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(m) AS row FROM contact_message m WHERE account_id = ${id} ORDER BY created_at, id`,
} satisfies Record<string, (tx: GlobalTx, account: string) => Rows>;

/** What one tenant stores about a person, by table. */
export const TENANT_DATA = {
  assistant_chat: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(c) AS row FROM assistant_chat c WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY asked_at, id`,
  assistant_message: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(m) AS row FROM assistant_message m WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY chat_id, place`,
  assistant_use: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(u) AS row FROM assistant_use u WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY asked_at, id`,
  audit_record: (tx, id): Rows =>
    // What was asked for and refused may be anything that the caller wrote, such as the id of something of others.
    tx.rows`SELECT to_jsonb(r) - CASE outcome WHEN 'done' THEN '' ELSE 'target' END AS row FROM audit_record r WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY at, id`,
  chat_person: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(p) AS row FROM chat_person p WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY chat_id`,
  chat_message: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(m) AS row FROM chat_message m WHERE tenant_id = ${tx.tenantId} AND author_id = ${id}
             ORDER BY number`,
  home_report: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(h) AS row FROM home_report h WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}`,
  inbox_item: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(i) AS row FROM inbox_item i WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY number`,
  join_request: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(r) AS row FROM join_request r WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}`,
  scim_user: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(s) - 'user_key' AS row FROM scim_user s WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}`,
  mapping_draft: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(d) AS row FROM mapping_draft d WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY type`,
  mapping_proposal: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(p) AS row FROM mapping_proposal p WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, number`,
  muted_notification: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(m) AS row FROM muted_notification m WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY kind, channel`,
  report_alert: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(a) - ARRAY['lease', 'lease_until'] AS row FROM report_alert a
             WHERE tenant_id = ${tx.tenantId} AND account_id = ${id} ORDER BY created_at, id`,
  report_change: (tx, id): Rows =>
    tx.rows`SELECT jsonb_build_object('report_id', report_id, 'changed_at', changed_at, 'operations', operations) AS row
              FROM report_change WHERE tenant_id = ${tx.tenantId} AND account_id = ${id} ORDER BY changed_at, id`,
  report_comment: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(c) AS row FROM report_comment c WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY number`,
  report_default_view: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(v) AS row FROM report_default_view v WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY report_id`,
  report_export: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(e) AS row FROM report_export e WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, id`,
  insight_state: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(s) AS row FROM insight_state s WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
      ORDER BY updated_at`,
  report_favorite: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(f) AS row FROM report_favorite f WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, report_id`,
  report_subscription: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(s) AS row FROM report_subscription s WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, id`,
  report_subscription_delivery: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(d) AS row FROM report_subscription_delivery d
             WHERE tenant_id = ${tx.tenantId} AND account_id = ${id} ORDER BY created_at, run_id`,
  report_subscription_recipient: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(r) AS row FROM report_subscription_recipient r
             WHERE tenant_id = ${tx.tenantId} AND account_id = ${id} ORDER BY subscription_id`,
  report_view: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(v) AS row FROM report_view v WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, id`,
  saved_query: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(q) AS row FROM saved_query q WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY created_at, id`,
  shortcut: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(s) AS row FROM shortcut s WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY number`,
  sql_run: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(r) AS row FROM sql_run r WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY number`,
  sql_tab: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(t) AS row FROM sql_tab t WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY number`,
  view_as_notice: (tx, id): Rows =>
    tx.rows`SELECT jsonb_build_object('day', day, 'viewed', true) AS row FROM view_as_notice
             WHERE tenant_id = ${tx.tenantId} AND viewed = ${id} ORDER BY day, viewer`,
  workspace_member: (tx, id): Rows =>
    tx.rows`SELECT to_jsonb(m) AS row FROM workspace_member m WHERE tenant_id = ${tx.tenantId} AND account_id = ${id}
             ORDER BY workspace_id`,
} satisfies Record<string, (tx: TenantTx, account: string) => Rows>;
