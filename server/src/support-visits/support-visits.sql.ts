import type { SupportAccess, SupportVisitState } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface VisitRow {
  id: string;
  state: SupportVisitState;
  person: string;
  email: string;
  reason: string;
  minutes: number;
  requestedAt: Date;
  decidedBy: string | null;
  enteredAt: Date | null;
  endsAt: Date | null;
  endedBy: string | null;
}

const COLUMNS = fragment`v.id, rise_support_state(v) AS state, v.person, v.email, v.reason, v.minutes,
  v.requested_at AS "requestedAt", coalesce(v.allowed_by, v.declined_by) AS "decidedBy", v.entered_at AS "enteredAt",
  CASE WHEN v.entered_at IS NOT NULL THEN coalesce(v.ended_at, v.ends_at) END AS "endsAt", v.ended_by AS "endedBy"`;

const IS_OPEN = fragment`rise_support_state(v) IN ('requested', 'allowed', 'active')`;

/** One at a time asks, decides and changes who may: nobody enters by a consent that has just been taken back. */
export async function lockSupport(tx: GlobalTx | TenantTx, tenantId: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('support ' || ${tenantId}, 0))`;
}

/** Null where the tenant is suspended or does not exist. */
export async function readAccess(tx: TenantTx): Promise<SupportAccess | null> {
  const row = await tx.first<{ access: SupportAccess }>`
    SELECT support_access AS access FROM tenant WHERE id = ${tx.tenantId} AND suspended_at IS NULL`;
  return row?.access ?? null;
}

/** Returns what it was. */
export async function setAccess(tx: GlobalTx, tenantId: string, access: SupportAccess): Promise<SupportAccess> {
  const row = await tx.first<{ before: SupportAccess }>`
    WITH old AS (SELECT id, support_access FROM tenant WHERE id = ${tenantId} FOR UPDATE)
    UPDATE tenant t SET support_access = ${access} FROM old WHERE t.id = old.id RETURNING old.support_access AS before`;
  return row!.before;
}

export function listVisits(tx: TenantTx, { most, offset }: { most: number; offset: number }): Promise<VisitRow[]> {
  return tx.rows<VisitRow>`
    SELECT ${COLUMNS} FROM support_visit v WHERE v.tenant_id = ${tx.tenantId}
     ORDER BY ${IS_OPEN} DESC, v.requested_at DESC, v.id LIMIT ${most} OFFSET ${offset}`;
}

export async function countVisits(tx: TenantTx): Promise<number> {
  const row = await tx.first<{ total: number }>`
    SELECT count(*)::integer AS total FROM support_visit WHERE tenant_id = ${tx.tenantId}`;
  return row!.total;
}

export interface OwnVisitRow extends VisitRow {
  tenantId: string;
  tenantName: string;
}

/** The newest of a person's own, in all tenants. */
export function listOwn(tx: GlobalTx, accountId: string): Promise<OwnVisitRow[]> {
  return tx.rows<OwnVisitRow>`
    SELECT ${COLUMNS}, t.id AS "tenantId", t.name AS "tenantName"
      FROM support_visit v JOIN tenant t ON t.id = v.tenant_id
     WHERE v.account_id = ${accountId} ORDER BY v.requested_at DESC, v.id LIMIT 100`;
}

export function findOwn(tx: GlobalTx, accountId: string, id: string): Promise<OwnVisitRow | null> {
  return tx.first<OwnVisitRow>`
    SELECT ${COLUMNS}, t.id AS "tenantId", t.name AS "tenantName"
      FROM support_visit v JOIN tenant t ON t.id = v.tenant_id
     WHERE v.account_id = ${accountId} AND v.id = ${id}`;
}

export async function hasOpen(tx: TenantTx, accountId: string): Promise<boolean> {
  const row = await tx.first`
    SELECT FROM support_visit v WHERE v.tenant_id = ${tx.tenantId} AND v.account_id = ${accountId} AND ${IS_OPEN}`;
  return row !== null;
}

export interface NewVisit {
  accountId: string;
  person: string;
  email: string;
  reason: string;
  minutes: number;
  /** By the standing consent. */
  isAllowed: boolean;
}

export async function insertVisit(tx: TenantTx, visit: NewVisit): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO support_visit (tenant_id, account_id, person, email, reason, minutes, allowed_at)
    VALUES (${tx.tenantId}, ${visit.accountId}, ${visit.person}, ${visit.email}, ${visit.reason}, ${visit.minutes},
            CASE WHEN ${visit.isAllowed}::boolean THEN now() END)
    RETURNING id`;
  return row!.id;
}

export function findVisit(tx: TenantTx, id: string): Promise<(VisitRow & { accountId: string }) | null> {
  return tx.first<VisitRow & { accountId: string }>`
    SELECT ${COLUMNS}, v.account_id AS "accountId" FROM support_visit v
     WHERE v.tenant_id = ${tx.tenantId} AND v.id = ${id}`;
}

export async function allowVisit(tx: TenantTx, id: string, by: string | null): Promise<void> {
  await tx.run`
    UPDATE support_visit SET allowed_at = now(), allowed_by = ${by} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function declineVisit(tx: TenantTx, id: string, by: string | null): Promise<void> {
  await tx.run`
    UPDATE support_visit SET declined_at = now(), declined_by = ${by} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function endVisit(tx: TenantTx, id: string, by: string | null): Promise<void> {
  await tx.run`
    UPDATE support_visit SET ended_at = now(), ended_by = ${by} WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Also requests and what is allowed. */
export function endOpenVisits(tx: GlobalTx, tenantId: string, by: string | null): Promise<number> {
  return tx.run`
    UPDATE support_visit v SET ended_at = now(), ended_by = ${by} WHERE v.tenant_id = ${tenantId} AND ${IS_OPEN}`;
}

export function findPersonName(tx: GlobalTx, accountId: string): Promise<{ person: string; email: string } | null> {
  return tx.first<{ person: string; email: string }>`
    SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS person, email FROM account
     WHERE id = ${accountId}`;
}

/** Members who administer the tenant. */
export async function listAdministrators(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ ids: string[] }>`SELECT rise_administrators() AS ids`;
  return row!.ids;
}
