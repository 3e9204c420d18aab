import type { Client } from 'pg';

/** How rows of a table are taken along. */
export interface Carried {
  /** Which rows, where it is not all; SQL on `r`. */
  readonly only?: string;
  /** What columns hold after the import; SQL on `p`, the row as it was. */
  readonly set?: Readonly<Record<string, string>>;
  /** Columns whose ids stay as they are, since hashes or sealed contents hold them. */
  readonly verbatim?: readonly string[];
  /** Rows may be there already, since triggers write them. */
  readonly isRepeated?: true;
}

/** Nothing is sent from an imported tenant before a person looked at it. */
const PAUSED = { webhook_id: 'NULL' } as const;

/**
 * What makes up a tenant: its content, settings and people. The rest is a secret, a session, under way, history of this
 * installation, or computed again.
 */
export const CARRIED: Readonly<Record<string, Carried>> = {
  assistant_chat: {},
  assistant_message: {},
  // Two people are in the order of their ids, which may be others now.
  chat: {
    set: {
      lower_account_id: 'least(p.lower_account_id, p.upper_account_id)',
      upper_account_id: 'greatest(p.lower_account_id, p.upper_account_id)',
    },
  },
  chat_message: {},
  chat_person: {},
  code_mapping: {},
  data_import: { only: `r.status IN ('loaded', 'failed', 'canceled')`, set: { process: 'NULL' } },
  // Their authors are addresses, as those of documents are.
  evaluation_question: {},
  home_report: {},
  import_source: {},
  // Those of Confluence are read again once its token is entered, those of folders by themselves.
  knowledge_document: { only: 'r.source_id IS NULL' },
  // The search computes their terms.
  knowledge_passage: {
    only: `EXISTS (SELECT FROM knowledge_document d WHERE d.tenant_id = r.tenant_id AND d.id = r.document_id AND d.source_id IS NULL)`,
  },
  loaded_part: {},
  mapping_approval: {},
  mapping_draft: {},
  mapping_proposal: {},
  mapping_rejection: {},
  model: {},
  model_draft: {},
  muted_notification: {},
  parameter_version: {},
  report: {},
  report_alert: {
    set: {
      ...PAUSED,
      is_paused: 'true',
      mail_check: 'NULL',
      notice_at: 'NULL',
      lease: 'NULL',
      lease_until: 'NULL',
      retry_at: 'NULL',
    },
  },
  report_comment: {},
  report_comment_thread: {},
  report_default_view: {},
  report_draft: {},
  report_favorite: {},
  report_freeze: {
    only: `EXISTS (SELECT FROM warehouse_version v WHERE v.tenant_id = r.tenant_id AND v.number = r.data_version AND v.connection IS NULL)`,
    verbatim: ['id', 'manifest'],
  },
  report_origin: {},
  report_picture: {},
  report_picture_use: { isRepeated: true },
  report_subscription: { set: { ...PAUSED, paused: `coalesce(p.paused, 'person')`, next_run_at: 'NULL' } },
  report_subscription_address: {},
  report_subscription_recipient: {},
  report_verification: {},
  report_version: {},
  report_view: {},
  saved_query: {},
  scim_group: {},
  scim_member: {},
  scim_setting: {},
  scim_user: {},
  shortcut: {},
  sql_tab: {},
  tenant_logo: {},
  tenant_mail: {},
  tenant_terms: {},
  tenant_user: {},
  version_retention: {},
  warehouse_version: { only: 'r.connection IS NULL' },
  workspace: {},
  workspace_member: {},
};

/** Tables of a tenant that an archive leaves out, and why: so that a new table is thought of. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  alert: 'computed from data and mappings',
  api_token: 'access',
  assistant_use: 'what this installation’s language model was used for',
  audit_link: 'the trail is of the installation that wrote it',
  audit_record: 'the trail is of the installation that wrote it',
  audit_verification: 'the trail is of the installation that wrote it',
  column_profile: 'computed',
  contact_message: 'correspondence with the operators of the installation',
  copy_mark: 'needs the password of its source',
  copy_run: 'needs the password of its source',
  copy_source: 'has a password',
  data_copy: 'needs the password of its source',
  embed_key: 'a secret that sites have',
  evaluation_run: 'history of the installation',
  event: 'under way',
  figures_revision: 'computed',
  identity_provider: 'has a secret',
  inbox_item: 'under way',
  insight_due: 'computed',
  insight_run: 'computed',
  insight_state: 'about what is computed',
  invitation: 'access',
  job_count: 'history of the installation',
  job_dismissal: 'history of the installation',
  join_request: 'access',
  knowledge_page: 'needs the token of its source',
  knowledge_run: 'history of the installation',
  knowledge_source: 'has a token, or is a folder of the installation',
  knowledge_space: 'needs the token of its source',
  mail_attachment: 'under way',
  mail_outbox: 'under way',
  mail_unsubscription: 'of the addresses of the installation’s mail',
  model_template_told: 'under way',
  model_test_due: 'computed',
  model_test_run: 'computed',
  parameter_table: 'computed',
  query_log: 'history of the installation',
  report_alert_check: 'history of the installation',
  report_change: 'undo of people who are editing',
  report_export: 'under way',
  report_export_part: 'under way',
  report_link: 'access',
  report_presence: 'under way',
  report_subscription_delivery: 'history of the installation',
  report_subscription_run: 'history of the installation',
  scim_token: 'access',
  search_edition: 'computed',
  search_entry: 'computed',
  search_word: 'computed',
  session: 'access',
  sql_run: 'history of the installation',
  support_visit: 'history of the installation',
  tenant_domain: 'has to be proven again',
  tenant_embedding: 'allows access from outside',
  upload: 'under way',
  view_as_notice: 'under way',
  warehouse_connection: 'has a password',
  webhook: 'has a secret',
  webhook_delivery: 'under way',
  workspace_template_use: 'of the templates of the installation',
};

export interface CarriedTable extends Carried {
  readonly name: string;
  /** Those that an import writes: neither computed nor numbered by the database. */
  readonly columns: readonly string[];
  /** Of these, those of type uuid. */
  readonly ids: readonly string[];
  /** By which its rows are in the order in which they were written. */
  readonly order: readonly string[];
}

/** The carried tables with their columns, each after those that its foreign keys name. */
export async function listCarried(client: Client): Promise<CarriedTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    ids: string[];
    order: string[];
    needs: string[];
  }>(
    `SELECT c.relname AS name, needs,
            array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '' AND a.attidentity = '') AS columns,
            coalesce(array_agg(a.attname::text ORDER BY a.attnum)
                       FILTER (WHERE a.atttypid = 'uuid'::regtype AND a.attgenerated = ''), '{}') AS ids,
            coalesce(array_agg(a.attname::text) FILTER (WHERE a.attidentity <> ''), '{}') AS "order"
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(DISTINCT t.relname::text), '{}') AS needs
          FROM pg_constraint k JOIN pg_class t ON t.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND t.oid <> c.oid) n
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1)
      GROUP BY c.relname, needs ORDER BY c.relname COLLATE "C"`,
    [Object.keys(CARRIED)],
  );
  const ordered: CarriedTable[] = [];
  // A picture is there before the trigger of a report says that it is used.
  const needsOf = ({ name, needs }: (typeof rows)[number]) =>
    name === 'report' ? [...needs, 'report_picture'] : needs;
  for (let waiting = rows; waiting.length > 0;) {
    const ready = waiting.filter((row) => !needsOf(row).some((need) => waiting.some(({ name }) => name === need)));
    if (ready.length === 0) throw new Error('Foreign keys of carried tables form a circle');
    for (const { name, columns, ids, order } of ready) ordered.push({ ...CARRIED[name], name, columns, ids, order });
    waiting = waiting.filter((row) => !ready.includes(row));
  }
  return ordered;
}
