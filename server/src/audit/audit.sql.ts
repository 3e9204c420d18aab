import type { AuditOutcome, AuditVia } from '@rise/contract/audit-words';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface RecordRow {
  id: number;
  at: Date;
  accountId: string | null;
  via: AuditVia;
  viewedAs: string | null;
  action: string;
  outcome: AuditOutcome;
  target: string | null;
  address: string | null;
}

export interface DetailedRow extends RecordRow {
  requestId: string | null;
  /** As text, so that a number too long for JavaScript stays what it is. */
  details: string;
}

/** Which records are listed; null: all. */
export interface RecordFilter {
  readonly chain: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly accounts: readonly string[] | null;
  readonly outcome: string | null;
  /** Beginnings of actions; of an excluded one, none is listed. */
  readonly included: readonly string[] | null;
  readonly excluded: readonly string[];
  readonly search: string | null;
  /** The reader may not see texts of queries: they are not searched either. */
  readonly isTextHidden: boolean;
  /** Beginnings of the actions whose targets and details are searched; null: of all. */
  readonly open: readonly string[] | null;
}

const COLUMNS = fragment`
  r.id, r.at, r.account_id AS "accountId", r.via, r.viewed_as AS "viewedAs", r.action, r.outcome, r.target, r.address`;

/** Records older than `before`, the newest first. */
export function listRecords(
  tx: GlobalTx | TenantTx,
  f: RecordFilter,
  before: number,
  most: number,
): Promise<DetailedRow[]> {
  return tx.rows<DetailedRow>`
    SELECT ${COLUMNS}, r.request_id AS "requestId", r.details::text AS details FROM audit_record r
     WHERE r.chain = ${f.chain} AND r.id < ${before}
       AND (${f.from}::timestamptz IS NULL OR r.at >= ${f.from}) AND (${f.to}::timestamptz IS NULL OR r.at < ${f.to})
       AND (${f.accounts as string[] | null}::uuid[] IS NULL OR r.account_id = ANY (${f.accounts as string[] | null}::uuid[]))
       AND (${f.outcome}::text IS NULL OR r.outcome = ${f.outcome})
       AND (${f.included as string[] | null}::text[] IS NULL
            OR EXISTS (SELECT FROM unnest(${f.included as string[] | null}::text[]) AS one WHERE starts_with(r.action, one)))
       AND NOT EXISTS (SELECT FROM unnest(${f.excluded as string[]}::text[]) AS one WHERE starts_with(r.action, one))
       AND (${f.search}::text IS NULL OR strpos(lower(concat_ws(' ', r.action, r.address, r.request_id,
              CASE WHEN ${f.open as string[] | null}::text[] IS NULL
                     OR EXISTS (SELECT FROM unnest(${f.open as string[] | null}::text[]) AS one WHERE starts_with(r.action, one))
                   THEN concat_ws(' ', r.target,
                     CASE WHEN ${f.isTextHidden} AND r.action LIKE 'query.%' THEN '' ELSE r.details::text END) END)), lower(${f.search})) > 0)
     ORDER BY r.id DESC LIMIT ${most}`;
}

export function findRecord(tx: GlobalTx | TenantTx, chain: string, id: number): Promise<DetailedRow | null> {
  return tx.first<DetailedRow>`
    SELECT ${COLUMNS}, r.request_id AS "requestId", r.details::text AS details FROM audit_record r
     WHERE r.chain = ${chain} AND r.id = ${id}`;
}

/** The number of the link that seals a record; null: none yet. */
export async function findLink(tx: GlobalTx | TenantTx, chain: string, id: number): Promise<number | null> {
  const row = await tx.first<{ n: number }>`
    SELECT n FROM audit_link WHERE chain = ${chain} AND ids[cardinality(ids)] >= ${id} AND ${id} = ANY (ids) LIMIT 1`;
  return row?.n ?? null;
}

export interface AccountRow {
  id: string;
  name: string;
  email: string;
}

/** A person who acted in a tenant's trail is shown there by name, also someone above the tenants. */
export function findAccounts(tx: GlobalTx, ids: readonly string[]): Promise<AccountRow[]> {
  return tx.rows<AccountRow>`
    SELECT id, trim(first_name || ' ' || last_name) AS name, email FROM account WHERE id = ANY (${ids as string[]})`;
}

/** Of these accounts those of people who are or were in the tenant; of any, where there is none. */
export async function listOwnPeople(tx: GlobalTx, tenantId: string | null, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT a.id FROM account a WHERE a.id = ANY (${ids as string[]})
       AND (${tenantId}::uuid IS NULL
            OR EXISTS (SELECT FROM tenant_user u WHERE u.tenant_id = ${tenantId} AND u.account_id = a.id))`;
  return rows.map(({ id }) => id);
}

/** Accounts with a name or address that contains the text, of people who acted in the chain; so many at most. */
export async function findActors(tx: GlobalTx, chain: string, text: string, most: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    SELECT a.id FROM account a
     WHERE strpos(rise_person_names(a.first_name, a.last_name, a.email), rise_fold(${text})) > 0
       AND EXISTS (SELECT FROM audit_record r WHERE r.chain = ${chain} AND r.account_id = a.id) LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** Whether there is, or was, anything of the chain. */
export async function chainExists(tx: GlobalTx, chain: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM tenant WHERE id = ${chain} UNION ALL (SELECT FROM audit_record WHERE chain = ${chain} LIMIT 1)
    UNION ALL (SELECT FROM audit_link WHERE chain = ${chain} LIMIT 1)`;
  return row !== null;
}
